import type {
  GetHolderCohortsResponse,
  GetTopHoldersResponse,
  HolderDay,
  TopHolder,
} from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { formatAmountExact, formatDay, formatFraction, formatMoneyExact } from "@/lib/format";

type Several = Extract<NumberKey, { kind: "several" }>;

const tokenNumbers = [
  { name: "Total supply", measure: "total_supply_token" },
  { name: "Addresses with a balance", measure: "holding_addresses_count" },
] as const;

/** The numbers of the token beside which its balances are read. */
function itemsOf(token: string, date: string, sample: boolean): Several["items"] {
  return tokenNumbers.map(({ name, measure }) => {
    const key = { subject_kind: "token" as const, subject_slug: token, measure };
    return { name, figure: formatDay(date), number: { kind: "series", key, date }, sample };
  });
}

type HolderAnswer = Pick<
  GetTopHoldersResponse,
  "token_slug" | "token_name" | "date" | "load" | "is_sample"
>;

function explainedBalances(known: HolderAnswer, name: string, method: string, figure: string) {
  const { token_slug: token, token_name, date, load } = known;
  if (date === null) return null;
  const from = load ? `, from ${load.source}` : "";
  const on = `Based on the balances of ${token_name} at the end of ${formatDay(date)}${from}.`;
  const items = itemsOf(token, date, known.is_sample);
  return { kind: "several", id: name, name, items, method: `${method} ${on}`, figure } as const;
}

/** How much few addresses hold together. */
export function explainedTop(
  known: HolderAnswer,
  { label, of, share }: { label: string; of: string; share: number },
): NumberKey | null {
  const method = `Combined balance, as a share ${of}.`;
  return explainedBalances(known, label, method, formatFraction(share));
}

/** How far holdings are in few hands: the bounds between which that is known. */
export function explainedIndex(
  known: HolderAnswer,
  label: string,
  [least, most]: readonly [number, number],
  without?: string,
): NumberKey | null {
  const index =
    "The sum of the squared shares, in percent, of circulating units (total supply minus units held by the issuer): 0 to 10,000, and 10,000 if one address holds everything. Unknown holders are assumed to hold at most as much as the smallest known holder.";
  const method = without
    ? `${index} Calculated ${without} of circulating units; contracts are bridges, escrows, burn addresses and others that hold for several.`
    : index;
  const [figure, upTo] = [least, most].map(formatAmountExact);
  const bounds = figure === upTo ? figure : `${figure} to ${upTo}`;
  return explainedBalances(known, label, method, bounds ?? "");
}

type HolderColumn = "balance" | "share" | "value_dollar";

const holderMethods: Record<HolderColumn, string> = {
  balance: "The balance of the address.",
  share: "The balance of the address, divided by the total supply.",
  value_dollar: "The balance of the address times the value of one unit.",
};

/** The holding of one address. */
export function explainedHolder(
  known: HolderAnswer,
  { address, balance, share, value_dollar: value }: TopHolder,
  column: HolderColumn,
): NumberKey | null {
  const figures = { balance: formatAmountExact(balance), share: formatFraction(share) };
  const figure =
    column === "value_dollar" ? value !== null && formatMoneyExact(value) : figures[column];
  return figure ? explainedBalances(known, address, holderMethods[column], figure) : null;
}

/** The balances of one day of several. */
function knownOn(
  { token_slug, token_name, is_sample, loads }: GetHolderCohortsResponse,
  day: HolderDay,
) {
  const load = loads.find(({ id }) => id === day.load_id) ?? null;
  return { token_slug, token_name, is_sample, load, date: day.date };
}

const circulating = "circulating units (total supply minus units held by the issuer)";

/** The units of the known holders of a cohort, of the unknown holders, or of both. */
export function explainedUnits(
  answer: GetHolderCohortsResponse,
  day: HolderDay,
  of: { name: string; units: number } & (
    | { kind: "cohort"; holders: number; isFromStart: boolean }
    | { kind: "others" | "circulating" | "known" }
  ),
): NumberKey | null {
  const methods = {
    others: `All ${circulating}, without the balances of known holders.`,
    circulating: `All ${circulating}.`,
    known: "The combined balance of all known holders, without the issuer.",
  };
  const name = `${of.name}, ${formatDay(day.date)}`;
  const figure = formatAmountExact(of.units);
  if (of.kind !== "cohort")
    return explainedBalances(knownOn(answer, day), name, methods[of.kind], figure);
  const holders = of.holders === 1 ? "1 known holder" : `${of.holders} known holders`;
  const since = of.isFromStart
    ? "was among the known holders on the first day with balances, and may have held units before"
    : `was first among the known holders in ${of.name}`;
  const method = `The combined balance of ${holders} whose address ${since}.`;
  return explainedBalances(knownOn(answer, day), name, method, figure);
}

/** The parts into which two days divide their known holders. */
export type ChangeKind = "new" | "retained" | "exited";

function changeMethod(day: HolderDay, kind: ChangeKind): string {
  if (day.changes === null) return "";
  const [now, then] = [formatDay(day.date), formatDay(day.changes.since)];
  if (kind === "retained")
    return `Addresses among the known holders on ${then} and on ${now}, with the units held on ${now}.`;
  if (kind === "new") {
    const method = `Addresses among the known holders on ${now} and not on ${then}, with the units held on ${now}.`;
    return day.changes.is_since_complete
      ? method
      : `${method} Not all holders of ${then} are known: these addresses may have held less than the smallest known holder.`;
  }
  const method = `Addresses among the known holders on ${then} and not on ${now}, with the units held on ${then}.`;
  return day.is_complete
    ? method
    : `${method} Not all holders of ${now} are known: these addresses may still hold less than the smallest known holder.`;
}

/** How many known holders are new, retained or exited, or their units. */
export function explainedHolderChange(
  answer: GetHolderCohortsResponse,
  day: HolderDay,
  { kind, label, value }: { kind: ChangeKind; label: string; value: number },
): NumberKey | null {
  const name = `${label}, ${formatDay(day.date)}`;
  const method = changeMethod(day, kind);
  return explainedBalances(knownOn(answer, day), name, method, formatAmountExact(value));
}

/** The number of known holders of a day. */
export function explainedKnownCount(
  answer: GetHolderCohortsResponse,
  day: HolderDay,
): NumberKey | null {
  const name = `Known holders, ${formatDay(day.date)}`;
  const extent = day.is_complete
    ? "They and the issuer hold all units."
    : "The list contains only the largest holders.";
  const method = `Addresses with a known balance, without the issuer. ${extent}`;
  return explainedBalances(knownOn(answer, day), name, method, formatAmountExact(day.known_count));
}
