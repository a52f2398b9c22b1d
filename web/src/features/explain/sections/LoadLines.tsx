import type { Load, Visibility } from "@/api/contract";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { Lines } from "./Worksheet";

const audiences: Record<Visibility, string> = {
  everybody: "Everybody",
  members: "Members",
  administrators: "Administrators",
  nobody: "Not shown: used for checks only",
};

/** A file, its licence and its fingerprint. */
export function LoadLines({ load }: { load: Load }) {
  const untouched = "None: values are used as published";
  return (
    <Lines
      lines={[
        { label: "Source", value: <bdi>{load.source}</bdi> },
        { label: "Licence", value: <bdi>{load.licence}</bdi> },
        load.is_redistributable
          ? null
          : { label: "Redistribution", value: "Not for redistribution: shown on pages only" },
        load.visible_to === "everybody"
          ? null
          : { label: "Visible to", value: audiences[load.visible_to] },
        load.attribution ? { label: "Attribution", value: <bdi>{load.attribution}</bdi> } : null,
        { label: "File", value: <bdi>{load.file}</bdi> },
        {
          label: "SHA-256",
          value: (
            <span className="flex items-start gap-1">
              <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">
                {load.hash}
              </code>
              <CopyButton text={load.hash} what="hash" size="small" />
            </span>
          ),
        },
        { label: "Retrieved on", value: <DateText value={load.retrieved_on} /> },
        { label: "Loaded", value: <DateText value={load.known_at} time /> },
        { label: "Changed", value: load.transformation ?? untouched },
      ]}
    />
  );
}

/** The results of the gates for the load of a number. */
export function LoadChecks({ load }: { load: Load }) {
  const { accepted, withheld, withheld_reasons: reasons } = load;
  const all = formatCountFull(accepted);
  return (
    <div className="text-sm">
      <p className="text-text-2">
        {withheld === 0
          ? `None of the ${all} new values of this load was withheld.`
          : `${formatCountFull(withheld)} of the ${all} new values of this load are withheld:`}
      </p>
      {reasons.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1.5">
          {reasons.map(({ reason, meaning, count }) => (
            <li key={reason} className="flex gap-3">
              <span className="min-w-0 flex-1">{meaning || reason}</span>
              <bdi className="num text-text-2">{formatCountFull(count)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
