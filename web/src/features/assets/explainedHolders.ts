import type { GetTopHoldersResponse, TopHolder } from "@/api/contract";
import type { Explained } from "@/app-state/explained";
import { formatAmountExact, formatDay, formatFraction, formatMoneyExact } from "@/lib/format";

type Several = Extract<Explained, { kind: "several" }>;

const tokenNumbers = [
  { name: "Total supply", measure: "total_supply_token" },
  { name: "Addresses with a balance", measure: "holding_addresses_count" },
] as const;

/** The numbers of the token beside which its balances are read. */
function itemsOf(token: string, date: string): Several["items"] {
  return tokenNumbers.map(({ name, measure }) => {
    const key = { subject_kind: "token" as const, subject_slug: token, measure };
    return { name, figure: formatDay(date), number: { kind: "series", key, date } };
  });
}

type Known = Pick<GetTopHoldersResponse, "token_slug" | "token_name" | "date">;

function explainedBalances(known: Known, name: string, method: string, figure: string) {
  const { token_slug: token, token_name, date } = known;
  if (date === null) return null;
  const on = `Based on the balances of ${token_name} at the end of ${formatDay(date)}.`;
  const items = itemsOf(token, date);
  return { kind: "several", id: name, name, items, method: `${method} ${on}`, figure } as const;
}

/** How much few addresses hold together. */
export function explainedTop(
  known: Known,
  { label, of, share }: { label: string; of: string; share: number },
): Explained | null {
  const method = `Combined balance, as a share ${of}.`;
  return explainedBalances(known, label, method, formatFraction(share));
}

/** How far holdings are in few hands: the bounds between which that is known. */
export function explainedIndex(
  known: Known,
  label: string,
  [least, most]: readonly [number, number],
  without?: string,
): Explained | null {
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
  known: Known,
  { address, balance, share, value_dollar: value }: TopHolder,
  column: HolderColumn,
): Explained | null {
  const figures = { balance: formatAmountExact(balance), share: formatFraction(share) };
  const figure =
    column === "value_dollar" ? value !== null && formatMoneyExact(value) : figures[column];
  return figure ? explainedBalances(known, address, holderMethods[column], figure) : null;
}
