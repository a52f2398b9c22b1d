import { type ReactNode, useId, useState } from "react";
import type { ApiKey } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Pill } from "@/components/ui/marks/Pill";
import { Age, DateText } from "@/components/ui/text/Figure";
import { KeyScopes } from "@/records/apiKeys/KeyScopes";
import { keyState } from "@/records/apiKeys/keyState";
import { maskedKey } from "@/records/apiKeys/keyTexts";
import { keysAddress } from "./addresses";
import { type KeyOwner, organizationName } from "./keyOwner";
import { UsePanel } from "./UsePanel";

export type KeyAct = { kind: "rotate" | "revoke" | "enable"; key: ApiKey };

type KeyRowProps = {
  apiKey: ApiKey;
  owner: KeyOwner;
  now: number;
  onAct: (act: KeyAct) => void;
};

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-text-3 text-xs">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Facts({ apiKey, owner }: Pick<KeyRowProps, "apiKey" | "owner">) {
  const { ip_cidrs, created_at, created_by, expires_at, last_used_at, revoked_at } = apiKey;
  const isElsewhere = !owner.isOrganization && apiKey.organization_id !== owner.organization.id;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4">
      <Fact label="Last used">
        {last_used_at ? <Age value={last_used_at} /> : <span className="text-text-2">Never</span>}
      </Fact>
      <Fact label="Created">
        <DateText value={created_at} />
        {owner.isOrganization && created_by === owner.user.id && " by you"}
      </Fact>
      <Fact label={revoked_at ? "Revoked" : "Expires"}>
        <DateText value={revoked_at ?? expires_at} />
      </Fact>
      <Fact label="Networks">
        {ip_cidrs.length === 0 ? "All" : <bdi className="num">{ip_cidrs.join(", ")}</bdi>}
      </Fact>
      {isElsewhere && (
        <Fact label="Organization">
          {organizationName(owner.user, apiKey.organization_id) ?? "One that you left"}
        </Fact>
      )}
    </dl>
  );
}

function Actions({ apiKey, owner, onAct }: Pick<KeyRowProps, "apiKey" | "owner" | "onAct">) {
  const { id, name, status, successor_id, is_disabled_by_administrator } = apiKey;
  const act = (kind: KeyAct["kind"]) => () => onAct({ kind, key: apiKey });
  return (
    <>
      {status === "disabled"
        ? !is_disabled_by_administrator && (
            <Button size="small" aria-label={`Enable key: ${name}`} onClick={act("enable")}>
              Enable
            </Button>
          )
        : !successor_id && (
            <>
              <ButtonLink
                size="small"
                href={keysAddress(owner.isOrganization, id)}
                aria-label={`Edit key: ${name}`}
              >
                Edit
              </ButtonLink>
              <Button size="small" aria-label={`Rotate key: ${name}`} onClick={act("rotate")}>
                Rotate
              </Button>
            </>
          )}
      <Button size="small" look="danger" aria-label={`Revoke key: ${name}`} onClick={act("revoke")}>
        Revoke
      </Button>
    </>
  );
}

/** A key with the data that it reads, its dates, and the actions of its owner. */
export function KeyRow({ apiKey, owner, now, onAct }: KeyRowProps) {
  const { id, name, is_test, scopes } = apiKey;
  const [isUseOpen, setUseOpen] = useState(false);
  const panel = useId();
  const state = keyState(apiKey, now);
  return (
    <li
      data-api-key={id}
      className="flex flex-col gap-3 border-line border-b px-(--card-pad) py-4 last:border-b-0"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-[260px]">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="font-medium [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </h3>
            <Pill tone={state.tone}>{state.label}</Pill>
            {is_test && <Pill>Test</Pill>}
          </div>
          <code dir="ltr" className="font-mono text-sm text-text-2 [overflow-wrap:anywhere]">
            {maskedKey(apiKey)}
          </code>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            look="ghost"
            aria-label={`Use of key: ${name}`}
            aria-expanded={isUseOpen}
            aria-controls={panel}
            onClick={() => setUseOpen(!isUseOpen)}
          >
            {isUseOpen ? "Hide use" : "Show use"}
          </Button>
          {!state.isOver && <Actions apiKey={apiKey} owner={owner} onAct={onAct} />}
        </div>
      </div>
      {state.note && <p className="text-sm text-text-2">{state.note}</p>}
      <KeyScopes
        scopes={scopes}
        everything={
          owner.isOrganization
            ? "Reads all data of the organization’s plan."
            : "Reads all data that you can read."
        }
      />
      <Facts apiKey={apiKey} owner={owner} />
      <div id={panel} hidden={!isUseOpen}>
        {isUseOpen && <UsePanel id={id} />}
      </div>
    </li>
  );
}
