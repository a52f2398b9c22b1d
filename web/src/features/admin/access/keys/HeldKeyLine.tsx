import type { ReactNode } from "react";
import type { ApiKeyStatus, HeldApiKey, OrganizationEntry } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Pill } from "@/components/ui/marks/Pill";
import { Age, DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { KeyScopes } from "@/records/apiKeys/KeyScopes";
import { keyState } from "@/records/apiKeys/keyState";
import { maskedKey } from "@/records/apiKeys/keyTexts";
import { OrganizationName } from "../AccountName";
import type { Found } from "../accounts";

type HeldKeyLineProps = {
  held: HeldApiKey;
  /** The organizations in which keys of a user act; absent for keys of an organization. */
  organizations: Found<OrganizationEntry> | undefined;
  now: number;
  onExplain: () => void;
  onSetStatus: (status: ApiKeyStatus) => void;
};

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-text-3 text-xs">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** "1,204 (3 refused)" */
function callsText({ calls, refused }: HeldApiKey): string {
  const count = formatCountFull(calls);
  return refused === 0 ? count : `${count} (${formatCountFull(refused)} refused)`;
}

function Facts({ held, organizations }: Pick<HeldKeyLineProps, "held" | "organizations">) {
  const { last_used_at, created_at, revoked_at, expires_at, ip_cidrs, organization_id } = held.key;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
      <Fact label="Last used">
        {last_used_at ? <Age value={last_used_at} /> : <span className="text-text-2">Never</span>}
      </Fact>
      <Fact label="Calls in 30 days">
        <span className="num">{callsText(held)}</span>
      </Fact>
      <Fact label="Created">
        <DateText value={created_at} />
      </Fact>
      <Fact label={revoked_at ? "Revoked" : "Expires"}>
        <DateText value={revoked_at ?? expires_at} />
      </Fact>
      <Fact label="Networks">
        {ip_cidrs.length === 0 ? "All" : <bdi>{ip_cidrs.join(", ")}</bdi>}
      </Fact>
      {organizations && (
        <Fact label="Organization">
          <OrganizationName id={organization_id} organizations={organizations} />
        </Fact>
      )}
    </dl>
  );
}

type ActionsProps = Pick<HeldKeyLineProps, "held" | "onExplain" | "onSetStatus"> & {
  isOver: boolean;
};

function Actions({ held, isOver, onExplain, onSetStatus }: ActionsProps) {
  const { name, status, is_disabled_by_administrator } = held.key;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={`Explain decisions on key: ${name}`} onClick={onExplain}>
        Explain
      </Button>
      {!isOver && (
        <>
          {status === "disabled" && (
            <Button
              size="small"
              aria-label={`Enable key: ${name}`}
              onClick={() => onSetStatus("active")}
            >
              Enable
            </Button>
          )}
          {!is_disabled_by_administrator && (
            <Button
              size="small"
              aria-label={`Disable key: ${name}`}
              onClick={() => onSetStatus("disabled")}
            >
              Disable
            </Button>
          )}
          <Button
            size="small"
            look="danger"
            aria-label={`Revoke key: ${name}`}
            onClick={() => onSetStatus("revoked")}
          >
            Revoke
          </Button>
        </>
      )}
    </div>
  );
}

/** A key with the data that it reads, its dates and its use, and the actions of an administrator. */
export function HeldKeyLine({
  held,
  organizations,
  now,
  onExplain,
  onSetStatus,
}: HeldKeyLineProps) {
  const { key } = held;
  const state = keyState(key, now);
  return (
    <li
      data-api-key={key.id}
      className="flex flex-col gap-3 border-line border-b px-(--card-pad) py-4 last:border-b-0"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-[220px]">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="font-medium [overflow-wrap:anywhere]">
              <bdi>{key.name}</bdi>
            </h3>
            <Pill tone={state.tone}>{state.label}</Pill>
            {key.is_test && <Pill>Test</Pill>}
          </div>
          <code dir="ltr" className="font-mono text-sm text-text-2 [overflow-wrap:anywhere]">
            {maskedKey(key)}
          </code>
        </div>
        <Actions
          held={held}
          isOver={state.isOver}
          onExplain={onExplain}
          onSetStatus={onSetStatus}
        />
      </div>
      {state.note && <p className="text-sm text-text-2">{state.note}</p>}
      <KeyScopes scopes={key.scopes} everything="Reads all data that its owner can read." />
      <Facts held={held} organizations={organizations} />
    </li>
  );
}
