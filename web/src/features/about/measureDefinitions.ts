import { measureOf } from "@/charts/measures/measures";
import { unitLabel } from "@/charts/measures/units";
import { seedRows } from "@/lib/files/seedRows";

/** The definition of a measure on the method page. */
export type MeasureDefinition = {
  slug: string;
  name: string;
  text: string;
  unit: string;
  /** How it is calculated, and the version of that; null if it is reported. */
  formula: string | null;
  version: string | null;
  /** How the values of several subjects make one; null if they make none. */
  total: string | null;
};

export type MeasureFamily = {
  /** In its address. */
  id: string;
  name: string;
  measures: ReadonlyArray<MeasureDefinition>;
};

const families = [
  "Value",
  "Price and yield",
  "Activity",
  "Flows",
  "Credit",
  "Shares and concentration",
  "Benchmarks",
];

/** Measures that are not offered alone are shares of groups, or the average behind another measure. */
function familyOf({ slug, aggregation }: Record<string, string>): string {
  const offered = measureOf(slug ?? "")?.family;
  return offered ?? (aggregation === "none" ? "Shares and concentration" : "Value");
}

function totalText(aggregation: string | undefined, weight: string | undefined): string | null {
  if (aggregation === "sum") return "totals are sums";
  if (aggregation === "not_additive") return "sums count shared addresses more than once";
  if (aggregation !== "weighted_average") return null;
  return weight ? `averages weighted by ${weight.toLowerCase()}` : "averages with equal weights";
}

/** The definitions of all measures as the services and the catalog have them, read when the site is built. */
export function measureDefinitions(): ReadonlyArray<MeasureFamily> {
  const further = ["timeseries/measures.csv", "timeseries/derived.csv"].flatMap(seedRows);
  const calculated = new Map(further.map((row) => [row.slug, row]));
  const rows = seedRows("measures.csv");
  const names = new Map(rows.map(({ slug, name }) => [slug, name]));
  const defined = rows.map((row) => {
    const { slug = "", name = "", description: text = "", unit = "" } = row;
    const { formula = null, method_version: version = null, weight } = calculated.get(slug) ?? {};
    const total = totalText(row.aggregation, names.get(weight));
    const measure = { slug, name, text, unit: unitLabel(unit), formula, version, total };
    return { family: familyOf(row), measure };
  });
  return families.map((name) => ({
    id: `measures-${name.toLowerCase().replaceAll(" ", "-")}`,
    name,
    measures: defined.filter(({ family }) => family === name).map(({ measure }) => measure),
  }));
}
