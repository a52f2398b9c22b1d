import { type DomainClaim, domainCheckHours } from "@/api/contract";
import type { PillTone } from "@/components/ui/marks/Pill";
import { formatDay } from "@/lib/format";

/** The state of a claim in a word. */
export function domainState(claim: DomainClaim): { label: string; tone: PillTone } {
  if (claim.state === "lost") return { label: "Proof ended", tone: "negative" };
  if (claim.state === "pending") return { label: "Pending", tone: "neutral" };
  return claim.missed_at === null
    ? { label: "Proved", tone: "positive" }
    : { label: "Record missing", tone: "warning" };
}

/** The result of the last check, and the next step. */
function lastResult({ result, record_name }: DomainClaim): string {
  switch (result) {
    case null:
      return "Publish the DNS record below, then check it. The team is offered to people at the domain only after the domain is proved.";
    case "missing":
      return `No TXT record was found at ${record_name}. A change of DNS can take an hour to appear.`;
    case "different":
      return `The TXT record at ${record_name} has another value. Copy the value below without changes.`;
    case "unreachable":
      return "The DNS servers of the domain did not answer. Try again in a few minutes.";
    case "found":
      return "The record was found.";
  }
}

/** The state of a claim in sentences. */
export function domainSentence(claim: DomainClaim): string {
  const { domain, state, proved_at, missed_at, ends_at } = claim;
  const since = missed_at === null ? "" : formatDay(missed_at);
  if (state === "pending") return lastResult(claim);
  if (state === "lost") {
    return `The record has been missing since ${since}, so nobody else can join by the domain. Members stay. Publish the record again, then check it.`;
  }
  if (missed_at !== null && ends_at !== null) {
    return `The record has been missing since ${since}. Publish it again before ${formatDay(ends_at)}. After that nobody else can join by the domain; members stay.`;
  }
  const proved = proved_at === null ? "Proved." : `Proved on ${formatDay(proved_at)}.`;
  return `${proved} People with a verified address at ${domain} are offered the team. Keep the record: it is checked every ${domainCheckHours} hours.`;
}
