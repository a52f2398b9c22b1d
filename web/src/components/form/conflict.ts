import { type FormValue, type FormValues, sameValue } from "./fields";

/** A field whose stored value another person changed while a form was open. */
export type Difference = {
  name: string;
  label: string;
  before: FormValue | undefined;
  theirs: FormValue | undefined;
  yours: FormValue | undefined;
  /** Whether the form changed it, too, to something else. */
  both: boolean;
};

/**
 * The form laid over what is stored now. What only they changed is taken over, what both changed stays as it is in the
 * form until a choice is made.
 */
export function merge(
  fields: ReadonlyArray<{ name: string; label: string }>,
  { before, theirs, yours }: { before: FormValues; theirs: FormValues; yours: FormValues },
) {
  const differences = fields.flatMap(({ name, label }): Difference[] => {
    const values = { before: before[name], theirs: theirs[name], yours: yours[name] };
    if (sameValue(values.before, values.theirs) || sameValue(values.theirs, values.yours))
      return [];
    return [{ name, label, ...values, both: !sameValue(values.before, values.yours) }];
  });
  const taken = differences.filter(({ both }) => !both);
  const values: FormValues = {
    ...yours,
    ...Object.fromEntries(taken.map(({ name, theirs: value }) => [name, value ?? ""])),
  };
  return { differences, values };
}
