import { toOptions } from "@/components/ui/selects/options";
import type { Filter } from "@/lib/address/viewState";
import { formatMoney } from "@/lib/format";
import { FilterBar } from "@/lists/filter/FilterBar";
import type { FilterField } from "@/lists/filter/filterFields";
import type { SampleFund } from "./sampleFunds";

const fields: ReadonlyArray<FilterField> = [
  { id: "name", label: "Name", kind: "text", placeholder: "Name, ticker or address" },
  {
    id: "asset_class",
    label: "Class",
    kind: "several",
    options: toOptions(["Treasuries", "Private credit", "Commodities"]),
  },
  {
    id: "manager",
    label: "Manager",
    kind: "one",
    options: toOptions(["Fathom House", "Tarn & Fell", "Kestrel Road", "Lantern Quay"]),
  },
  {
    id: "value_usd",
    label: "Value",
    kind: "number",
    unit: { label: "US$", size: 1 },
    format: (value) => formatMoney(value, { digits: 0 }),
  },
  { id: "yield_7d", label: "7-day yield", kind: "number", unit: { label: "%", size: 0.01 } },
  { id: "inception", label: "Inception", kind: "date" },
  { id: "pays", label: "Pays a yield", kind: "boolean" },
];

type FundFiltersProps = {
  filters: ReadonlyArray<Filter>;
  onChange: (filters: ReadonlyArray<Filter>) => void;
};

export function FundFilters({ filters, onChange }: FundFiltersProps) {
  return <FilterBar fields={fields} filters={filters} onChange={onChange} searchField="name" />;
}

/** Filters as the server does elsewhere. */
export function filterFunds(
  funds: ReadonlyArray<SampleFund>,
  filters: ReadonlyArray<Filter>,
): SampleFund[] {
  return funds.filter((fund) => filters.every((filter) => holds(fund, filter)));
}

function holds(fund: SampleFund, { field, operator, values }: Filter): boolean {
  const facts: Record<string, string | number | null> = {
    name: `${fund.name} ${fund.ticker}`,
    asset_class: fund.assetClass,
    manager: fund.manager,
    value_usd: fund.valueUsd,
    yield_7d: fund.yield7d,
    inception: fund.inception,
    pays: String(fund.yield7d !== null),
  };
  const value = facts[field] ?? null;
  const [first = "", second = ""] = values;
  // A withheld value stays in the list: it is not known to lie outside.
  if (value === null) return true;
  const text = String(value).toLowerCase();
  switch (operator) {
    case "between":
      if (typeof value === "string") return value >= first && (second === "" || value <= second);
      return (first === "" || value >= Number(first)) && (second === "" || value <= Number(second));
    case "contains":
      return text.includes(first.toLowerCase());
    case "starts":
      return text.startsWith(first.toLowerCase());
    case "not":
      return !values.includes(String(value));
    default:
      return values.includes(String(value));
  }
}
