import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import {
  checkField,
  type FormFieldSpec,
  type FormValue,
  type FormValues,
  sameValue,
} from "./fields";

type Errors = Readonly<Record<string, string | undefined>>;

type Options = {
  fields: ReadonlyArray<FormFieldSpec>;
  stored: FormValues;
  /** Values that were typed before and are not stored yet. */
  typed?: FormValues;
  onSubmit: (values: FormValues) => void;
};

/**
 * The state of a form: what is stored, what is typed, and what is wrong with it. A field is checked when it is left and
 * on submit; a message goes when its field changes. Nothing that is typed goes before it is stored or discarded.
 */
export function useForm({ fields, stored: first, typed, onSubmit }: Options) {
  const [stored, setStored] = useState(first);
  const [values, setValues] = useState(typed ?? first);
  const [errors, setErrors] = useState<Errors>({});
  /** Counts the attempts that failed, so that each of them moves the focus to the summary. */
  const [refusals, setRefusals] = useState(0);
  const summary = useRef<HTMLElement>(null);
  const changed = fields.filter(({ name }) => !sameValue(values[name], stored[name]));

  const refuse = (next: Errors) => {
    setErrors(next);
    setRefusals((count) => count + 1);
  };
  const set = (name: string, value: FormValue) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const leave = (name: string) => {
    const field = fields.find((each) => each.name === name);
    const value = values[name];
    // A field that was only passed through is not complained about before the form is sent.
    if (!field || sameValue(value, stored[name])) return;
    const error = checkField(field, value);
    if (error) setErrors((before) => ({ ...before, [name]: error }));
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const found = fields.flatMap((field) => {
      const error = checkField(field, values[field.name]);
      return error ? [[field.name, error] as const] : [];
    });
    if (found.length > 0) refuse(Object.fromEntries(found));
    else onSubmit(values);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  /** Other stored values, and what stands in the form beside them; it may have gone on changing meanwhile. */
  const rebase = (
    nextStored: FormValues,
    nextValues: FormValues | ((typed: FormValues) => FormValues) = nextStored,
  ) => {
    setStored(nextStored);
    setValues(nextValues);
    setErrors({});
  };
  return {
    fields,
    stored,
    values,
    errors,
    refusals,
    summary,
    changed,
    set,
    leave,
    submit,
    onKeyDown,
    refuse,
    rebase,
    discard: () => rebase(stored),
  };
}

export type Form = ReturnType<typeof useForm>;
