import type { Filter, ListGroupsResponse, QueryValue } from "@/api/contract";
import { where } from "@/api/listQuery";
import { sumOfKnown } from "@/lib/exactSum";
import type { Origin } from "@/lib/files/origin";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";

/** The dimensions by which the loans of a lender are grouped. */
export type LoanDimension = "status" | "sector" | "collateral_type" | "region" | "ends_on";

export const loanDimensions: ReadonlyArray<{ value: LoanDimension; label: string }> = [
  { value: "status", label: "Status" },
  { value: "sector", label: "Sector" },
  { value: "collateral_type", label: "Collateral" },
  { value: "region", label: "Region" },
  { value: "ends_on", label: "Maturity" },
];

export type LoanGroup = {
  id: string;
  /** The value that its loans share. */
  only: Filter;
  name: string;
  count: number;
  outstanding: number | null;
  share: number | null;
  /** Whether sample loans are among them. */
  sample: boolean;
};

/** The filter of a group; that of a year has its days. */
function onlyOf(part: LoanDimension, group: QueryValue): Filter {
  if (part !== "ends_on" || typeof group !== "string") return where(part, "equals", group);
  const year = group.slice(0, 4);
  const filters = [where(part, "gte", `${year}-01-01`), where(part, "lte", `${year}-12-31`)];
  return { operator: "and", filters };
}

function idOf(group: unknown): string {
  return JSON.stringify(group);
}

function nameOf(part: LoanDimension, group: unknown): string {
  if (typeof group !== "string" || group === "") return notDisclosed;
  return part === "ends_on" ? group.slice(0, 4) : choiceLabel(group);
}

/** Loans by what they have in common, with the groups of the sample ones: years in their order, everything else by outstanding principal. */
export function loanGroups(
  part: LoanDimension,
  answer: ListGroupsResponse,
  samples: ListGroupsResponse,
): { rows: ReadonlyArray<LoanGroup>; count: number; outstanding: number } {
  const amounts = answer.results.map(({ value }) => (typeof value === "number" ? value : null));
  const outstanding = sumOfKnown(amounts) ?? 0;
  const sampled = new Set(samples.results.map(({ group }) => idOf(group)));
  const rows = answer.results.map(({ group, count }, place): LoanGroup => {
    const value = amounts[place] ?? null;
    return {
      id: idOf(group),
      only: onlyOf(part, group),
      name: nameOf(part, group),
      count,
      outstanding: value,
      share: value === null || outstanding <= 0 ? null : value / outstanding,
      sample: sampled.has(idOf(group)),
    };
  });
  const order = (one: LoanGroup, other: LoanGroup) =>
    part === "ends_on"
      ? one.name.localeCompare(other.name)
      : (other.outstanding ?? -1) - (one.outstanding ?? -1) || other.count - one.count;
  return {
    rows: rows.toSorted(order),
    count: rows.reduce((sum, row) => sum + row.count, 0),
    outstanding,
  };
}

/** The provenance of loans in a file, by the licences of their records. */
export function loansOrigin({ results }: ListGroupsResponse): Origin {
  const licences = results.flatMap(({ group }) => (typeof group === "string" ? group : []));
  return {
    sources: ["the loans of the catalog, each with its own source"],
    ...(licences.length > 0 && { licence: licences.toSorted().join("; ") }),
  };
}
