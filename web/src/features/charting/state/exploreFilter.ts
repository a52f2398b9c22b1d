import type { Filter as QueryFilter, SeriesGroupBy, SubjectKind } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import type { Option } from "@/components/ui/selects/options";
import type { Filter } from "@/lib/address/viewState";
import type { FilterField } from "@/lists/filter/filterFields";
import type { FilterName, Preset } from "../presets";

export type FilterOptions = Partial<Record<FilterName, readonly Option[]>>;

const labels: Record<FilterName, string> = {
  asset_class: "Class",
  network: "Network",
  platform: "Platform",
  issuer: "Issuer",
  country: "Country",
  tokenization_type: "Tokenization",
  is_sample: "Sample",
};

const tokenizations: readonly Option[] = [
  { value: "distributed", content: { label: "Distributed" } },
  { value: "represented", content: { label: "Represented" } },
];

/** Fields that tokens do not have: the catalog knows them of their assets. */
const notOfTokens: readonly string[] = ["issuer", "manager", "country"];

export function exploreFilterFields(
  { filters }: Preset,
  options: FilterOptions,
): readonly FilterField[] {
  return filters.map((name): FilterField => {
    const named = { id: name, label: labels[name] };
    if (name === "is_sample") return { ...named, kind: "boolean" };
    const known = name === "tokenization_type" ? tokenizations : (options[name] ?? []);
    return { ...named, kind: "several", options: [...known] };
  });
}

/** Whether the page offers a filter. */
function isOffered({ field, operator, values }: Filter, { filters }: Preset): boolean {
  if (!filters.some((name) => name === field)) return false;
  if (operator !== "is" && operator !== "not") return false;
  return field !== "is_sample" || (operator === "is" && /^(true|false)$/.test(values[0] ?? ""));
}

export function offeredFilters(filters: readonly Filter[], preset: Preset): readonly Filter[] {
  return filters.filter((filter) => isOffered(filter, preset));
}

function conditionOf({ field, operator, values }: Filter): QueryFilter | undefined {
  if (operator === "not") return every(values.map((value) => where(field, "notEquals", value)));
  if (field === "is_sample") return where(field, "equals", values[0] === "true");
  const [only] = values;
  if (values.length === 1 && only !== undefined) return where(field, "equals", only);
  return where(field, "in", [...values]);
}

type GroupTarget = {
  kind: SubjectKind;
  group: SeriesGroupBy;
  filter: QueryFilter | undefined;
  /** Filters that do not fit the others. */
  ignored: readonly Filter[];
};

/**
 * The subjects whose series answer a query of assets: only tokens have a network or a kind of tokenization, so that such a
 * filter asks for tokens, by their asset where they are grouped by it.
 */
export function targetOf(
  filters: readonly Filter[],
  { kind, group }: { kind: SubjectKind; group: SeriesGroupBy },
): GroupTarget {
  const byToken = filters.some(({ field }) => {
    return field === "tokenization_type" || (field === "network" && group !== "network");
  });
  const tokens = kind === "asset" && (byToken || group === "token");
  const fits = ({ field }: Filter) =>
    kind !== "benchmark" && !(tokens && notOfTokens.includes(field));
  return {
    kind: tokens ? "token" : kind,
    group: tokens && notOfTokens.includes(group) ? "asset" : group,
    filter: every(filters.filter(fits).map(conditionOf)),
    ignored: filters.filter((filter) => !fits(filter)),
  };
}

/** The request for one group of an answer alone. */
export function withinGroup(
  filter: QueryFilter | undefined,
  group: SeriesGroupBy,
  key: string | null,
): QueryFilter | undefined {
  if (group === "none") return filter;
  const field = group === "token" ? "slug" : group;
  return every([filter, where(field, "equals", key)]);
}
