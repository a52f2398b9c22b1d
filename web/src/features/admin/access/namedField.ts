import type { UseQueryResult } from "@tanstack/react-query";
import type { FormFieldSpec } from "@/components/form/fields";

/** The record that a field refers to, as the field shows it. */
type Chosen = { name: string; hint?: string };

/** The record of a request; while it loads, the id is not shown in its place. */
export function chosenBy<Answer>(
  { data, isLoading }: UseQueryResult<Answer, unknown>,
  shown: (answer: Answer) => Chosen,
): Chosen | undefined {
  if (data !== undefined) return shown(data);
  return isLoading ? { name: "Loading…" } : undefined;
}

/** A field of a reference with the name of the chosen record, which is known before a search only by its id. */
export function namedField(
  field: FormFieldSpec,
  value: string,
  chosen: Readonly<Record<string, Chosen | undefined>>,
): FormFieldSpec {
  const record = chosen[field.name];
  if (!record || field.control.kind !== "reference") return field;
  const control = { ...field.control, names: { [value]: record.name } };
  return { ...field, hint: record.hint || field.hint, control };
}
