import type { FormFieldSpec, FormValue } from "@/components/form/fields";
import { isEmpty } from "@/components/form/fields";
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

/** A refusal of the catalog as a sentence beside its field. */
function messageText(message: string): string {
  if (message === "expected a value") return "Enter a value.";
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

type Place = { path: string; message: string };

/** The refusals of one record by the field that they concern, and those that concern no field of the form. */
export function refusalsOf(places: ReadonlyArray<Place>, fields: ReadonlyArray<FormFieldSpec>) {
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of places) {
    const name = path.replace(/^records(\[\d+\])?\.?/, "");
    if (fields.some((field) => field.name === name)) byField[name] = messageText(message);
    else others.push(messageText(name === "" ? message : `${name}: ${message}`));
  }
  return { byField, others };
}
