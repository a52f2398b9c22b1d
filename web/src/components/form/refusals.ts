import type { FormFieldSpec } from "./fields";

type Refusal = { path: string; message: string };

/** "must be draft or active" is "Must be draft or active." */
function sentenceOf(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The refusals of a server by the field that each concerns, and those that concern no field of the form. */
export function refusalsByField(
  refusals: ReadonlyArray<Refusal>,
  fields: ReadonlyArray<FormFieldSpec>,
  /** The name of the field at a path of the input. */
  nameOf: (path: string) => string,
) {
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of refusals) {
    const name = nameOf(path);
    if (fields.some((field) => field.name === name)) byField[name] ??= sentenceOf(message);
    else others.push(sentenceOf(name === "" ? message : `${name}: ${message}`));
  }
  return { byField, others };
}
