import {
  type GetAggregateResponse,
  mostWithheldStretches,
  type WithheldMember,
} from "@/api/contract";

/** Short labels of validation gates by code; explanations have the full text. */
const words: Record<string, string> = {
  negative: "below zero",
  not_whole: "not a whole number",
  zero: "zero",
  above_maximum: "above the possible maximum",
  scale_jump: "change by a power of ten, or to zero",
  repeated: "repeated value",
  nav_jump: "jump in net asset value",
  circulating_above_total: "circulating supply exceeds total supply",
  bridged_above_circulating: "network supply exceeds circulating supply",
  distinct_counts_disagree: "inconsistent address counts",
  distinct_count_above_days: "more addresses than the daily counts allow",
  sources_disagree: "sources disagree",
  input_withheld: "an input is withheld",
  balances_disagree: "balances disagree with supply",
  supply_disagrees: "supply disagrees with mints and burns",
  parts_disagree: "parts disagree with the total",
  total_disagrees: "total disagrees with its parts",
};

/** "withheld: jump in net asset value" */
export function withheldLabel(reason: string): string {
  const text = words[reason];
  return text === undefined ? "withheld" : `withheld: ${text}`;
}

/** The most members that a line names. */
const mostNamed = 3;

/** The members of a sum whose values are withheld in an interval. */
function lackedOn({ withheld }: GetAggregateResponse, date: string): readonly WithheldMember[] {
  return withheld.filter(({ from, to }) => from <= date && date <= to);
}

/** "A, B and 3 more"; null is not known how many. */
function listed(names: readonly string[], count: number | null): string {
  const shown = names.slice(0, mostNamed);
  if (count === null) return `${shown.join(", ")} and others`;
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** How many members lack their values in an interval; null where the answer names only some. */
function countOn(answer: GetAggregateResponse, lacked: readonly WithheldMember[]): number | null {
  if (answer.dates.length === 1) return answer.total.withheld_count;
  return answer.withheld.length < mostWithheldStretches ? lacked.length : null;
}

/** "Alder Fund (jump in net asset value) and 2 more": what a sum lacks in an interval; null where nothing is withheld. */
export function lackingText(answer: GetAggregateResponse, date: string): string | null {
  const lacked = lackedOn(answer, date);
  if (lacked.length === 0) return null;
  const named = lacked.map(({ subject_name: name, reason }) =>
    words[reason] === undefined ? name : `${name} (${words[reason]})`,
  );
  return listed(named, countOn(answer, lacked));
}

/** Why a sum has no value in an interval, where that is withheld. */
export function lackingGap(answer: GetAggregateResponse, date: string) {
  const lacked = lackedOn(answer, date);
  const [first] = lacked;
  if (first === undefined) return null;
  const names = lacked.map(({ subject_name: name }) => name);
  const whose = listed(names, countOn(answer, lacked));
  return {
    reason: withheldLabel(first.reason),
    sentence: `${whose} withheld. ${first.reason_meaning}`,
  };
}
