import { type AuditChange, type AuditEntry, auditActionLabels } from "@/api/contract";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Link } from "@/components/ui/links/Link";
import { Age } from "@/components/ui/text/Figure";

import { organizationAddress, userAddress } from "./addresses";
import { fieldName, valueName } from "./adminLabels";

type HistoryEntryProps = {
  entry: AuditEntry;
  /** The page it stands on, which need not be named. */
  about: "user_id" | "organization_id";
};

const linkLook = "rounded-sm text-accent hover:underline";

function Actor({ entry }: Pick<HistoryEntryProps, "entry">) {
  if (entry.actor_id === null) {
    return (
      <span title="Set by the configuration of this installation, by the first sign-in link, or at the end of a plan">
        The installation
      </span>
    );
  }
  return (
    <Link href={userAddress(entry.actor_id)} className={linkLook}>
      <bdi>{entry.actor_email ?? "An administrator"}</bdi>
    </Link>
  );
}

/** The other one it is about: the team on a user's page, the user on a team's page. */
function Other({ entry, about }: HistoryEntryProps) {
  if (about === "user_id" && entry.organization_id !== null) {
    return (
      <>
        {" in "}
        <Link href={organizationAddress(entry.organization_id)} className={linkLook}>
          <bdi>{entry.organization_name}</bdi>
        </Link>
      </>
    );
  }
  if (about === "organization_id" && entry.user_id !== null) {
    return (
      <>
        {": "}
        <Link href={userAddress(entry.user_id)} className={linkLook}>
          <bdi>{entry.user_email}</bdi>
        </Link>
      </>
    );
  }
  return null;
}

/** A change of a list shows what was added and removed; any other change, the value before and after. */
function ChangeLine({ change }: { change: AuditChange }) {
  const { field, before, after } = change;
  const name = (value: string) => valueName(field, value);
  if (field === "features") {
    const on = after.filter((value) => !before.includes(value)).map(name);
    const off = before.filter((value) => !after.includes(value)).map(name);
    return (
      <>
        {on.length > 0 && <Line label="On" value={on.join(", ")} />}
        {off.length > 0 && <Line label="Off" value={off.join(", ")} />}
      </>
    );
  }
  return (
    <div className="flex gap-2">
      <dt className="w-16 flex-none text-text-3">{fieldName(field)}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>{before.map(name).join(", ") || "None"}</bdi>
        <span aria-hidden="true" className="px-1.5 text-text-3 rtl:inline-block rtl:-scale-x-100">
          →
        </span>
        <span className="sr-only"> changed to </span>
        <bdi className="font-medium">{after.map(name).join(", ") || "None"}</bdi>
      </dd>
    </div>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="w-16 flex-none text-text-3">{label}</dt>
      <dd className="min-w-0">{value}</dd>
    </div>
  );
}

export function HistoryEntry({ entry, about }: HistoryEntryProps) {
  return (
    <li className="border-line border-b px-(--card-pad) py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-medium">{auditActionLabels[entry.action]}</span>
          <Other entry={entry} about={about} />
        </span>
        <span className="text-sm text-text-2">
          <Age value={entry.made_at} />
        </span>
      </div>
      <dl className="mt-1 text-sm">
        {entry.changes.map((change) => (
          <ChangeLine key={change.field} change={change} />
        ))}
      </dl>
      {entry.note !== null && (
        <p className="mt-1 text-sm [overflow-wrap:anywhere]">
          <bdi>“{entry.note}”</bdi>
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-1 text-sm text-text-2">
        <span>
          By <Actor entry={entry} />
        </span>
        {entry.trace_id !== null && (
          <CopyButton text={entry.trace_id} what="request reference" size="small" />
        )}
      </p>
    </li>
  );
}
