import type { JurisdictionEvent } from "@/api/contract";
import { Pill, type PillTone } from "@/components/ui/marks/Pill";
import { DateText } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";

const tones: Record<string, PillTone> = {
  in_force: "positive",
  transitional: "info",
  scheduled: "info",
  contingent: "warning",
  proposed: "neutral",
  consultation: "neutral",
};

/** The stage of a rule or a change of law. */
export function LawStatus({ value }: { value: string }) {
  return <Pill tone={tones[value] ?? "neutral"}>{choiceLabel(value)}</Pill>;
}

/** "aml_kyc" is "AML and KYC". */
export function questionLabel(dimension: string): string {
  return dimension === "aml_kyc" ? "AML and KYC" : choiceLabel(dimension);
}

/** The day of a change; one that awaits something has none. */
export function EventDay({ event }: { event: JurisdictionEvent }) {
  const reason = event.status === "contingent" ? "Awaiting trigger" : notDisclosed;
  return (
    <>
      {event.precision === "outer_cap" && <span className="text-text-3">by </span>}
      <DateText value={event.effective_on} reason={reason} />
    </>
  );
}
