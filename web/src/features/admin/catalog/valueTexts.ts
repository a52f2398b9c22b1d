import type { FieldError } from "@/api/fieldErrors";
import type { FormFieldSpec, FormValue } from "@/components/form/fields";
import { isEmpty } from "@/components/form/fields";
import { refusalsByField } from "@/components/form/refusals";
import type { Column } from "./columns";
import { formValue } from "./recordFields";

function labelOf(column: Column, value: string): string {
  const { type, unit, validValues } = column.field;
  if (type === "bool") return value === "true" ? "Yes" : "No";
  const known = validValues.find((each) => each.value === value)?.label ?? value;
  return unit === "ratio" ? `${known} %` : known;
}

/** A value of the form in words; null for none. */
export function valueText(column: Column, value: FormValue | undefined): string | null {
  if (value === undefined || isEmpty(value)) return null;
  if (typeof value === "string") return labelOf(column, value);
  return value.map((each) => labelOf(column, each)).join(", ");
}

/** A value as the history keeps it, in words. */
export function storedText(column: Column | undefined, stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  if (column) return valueText(column, formValue(column, stored));
  return Array.isArray(stored) ? stored.join(", ") : String(stored);
}

/** The refusals of one record by the field that they concern, and those that concern no field of the form. */
export function refusalsOf(
  places: ReadonlyArray<FieldError>,
  fields: ReadonlyArray<FormFieldSpec>,
) {
  const worded = places.map(({ path, message }) => {
    return { path, message: message === "expected a value" ? "Enter a value." : message };
  });
  return refusalsByField(worded, fields, (path) => path.replace(/^records(\[\d+\])?\.?/, ""));
}
