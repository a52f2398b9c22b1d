import type { Option } from "@/components/ui/selects/options";
import type { Filter, FilterOperator } from "@/lib/address/viewState";
import { formatDay, formatDays } from "@/lib/format";
import { plainDecimal } from "@/lib/format/decimal";
import { parseNumber } from "@/lib/format/parseNumber";

type NamedField = { id: string; label: string };

/** A field that can be filtered by, and its control. */
export type FilterField = NamedField &
  (
    | { kind: "text"; placeholder?: string }
    | { kind: "one"; options: ReadonlyArray<Option> }
    | { kind: "several"; options: ReadonlyArray<Option> }
    | {
        kind: "number";
        /** The unit of a typed number: "%" has the size 0.01, "US$" the size 1; "10M" can be typed. */
        unit?: { label: string; size: number };
        /** A stored number in words, "$10M". */
        format?: (value: number) => string;
      }
    | { kind: "date" }
    | { kind: "boolean"; yes?: string; no?: string }
  );

/** A filter in words, in two parts because a chip sets them apart: "Value from" and "$10M". */
export type FilterLabels = { subject: string; value: string };

const operatorLabels: Record<FilterOperator, string> = {
  is: "",
  not: "not",
  contains: "contains",
  starts: "starts with",
  between: "",
};

/** A filter in words. One of a field that no longer exists is shown as written, so that it can be removed. */
export function filterLabels(field: FilterField | undefined, filter: Filter): FilterLabels {
  const { operator, values } = filter;
  if (!field)
    return { subject: joined(filter.field, operatorLabels[operator]), value: listed(values) };
  if (operator === "between") return rangeText(field, values[0] ?? "", values[1] ?? "");
  const subject = joined(field.label, operatorLabels[operator]);
  if (field.kind === "boolean") {
    const word = values[0] === "true" ? (field.yes ?? "Yes") : (field.no ?? "No");
    return { subject, value: word };
  }
  if (field.kind === "one" || field.kind === "several") {
    const labels = values.map((value) => labelOf(field.options, value));
    return { subject, value: listed(labels) };
  }
  return { subject, value: listed(values) };
}

function rangeText(field: FilterField, from: string, to: string): FilterLabels {
  const dated = field.kind === "date";
  if (from && to) {
    const value = dated ? formatDays(from, to) : `${shown(field, from)} to ${shown(field, to)}`;
    return { subject: field.label, value };
  }
  if (from) return { subject: `${field.label} from`, value: shown(field, from) };
  return { subject: `${field.label} ${dated ? "until" : "up to"}`, value: shown(field, to) };
}

function shown(field: FilterField, text: string): string {
  if (field.kind === "date") return formatDay(text);
  if (field.kind !== "number") return text;
  const { unit, format } = field;
  const typed = typedNumber(text, unit?.size ?? 1);
  if (typed === "") return text;
  if (format) return format(Number(text));
  const digits = plainDecimal(Number(typed), 12);
  return unit ? `${digits}${unit.label === "%" ? "" : " "}${unit.label}` : digits;
}

function labelOf(options: ReadonlyArray<Option>, value: string): string {
  return options.find((option) => option.value === value)?.content.label ?? value;
}

/** "A", "A or B", "A and 3 more" */
function listed(values: ReadonlyArray<string>): string {
  const [first = "", second] = values;
  if (second === undefined) return first;
  return values.length === 2 ? `${first} or ${second}` : `${first} and ${values.length - 1} more`;
}

function joined(label: string, words: string): string {
  return words === "" ? label : `${label} ${words}`;
}

/** The filters with one put in the place of `index`, or of the one that asks the same of the same field, or at the end. */
export function withFilter(
  filters: ReadonlyArray<Filter>,
  filter: Filter,
  index: number | null,
): Filter[] {
  const alike = filters.findIndex(
    (other) => other.field === filter.field && other.operator === filter.operator,
  );
  const at = index ?? alike;
  if (at < 0) return [...filters, filter];
  const replaced = filters.map((other, place) => (place === at ? filter : other));
  return replaced.filter((_, place) => place === at || place !== alike);
}

/** A typed number as the stored one: "4.5" of a hundredth is "0.045". Empty when it is none. */
export function storedNumber(typed: string, size: number): string {
  const value = parseNumber(typed);
  return value === null || value === undefined ? "" : plain(value * size);
}

/** The other way round, for the box that is typed into. */
export function typedNumber(stored: string, size: number): string {
  const value = Number(stored);
  return stored === "" || !Number.isFinite(value) ? "" : plain(value / size);
}

/** Without the last digits, where binary fractions show, and without an exponent. */
function plain(value: number): string {
  return plainDecimal(Number(value.toPrecision(15)), 15, "");
}
