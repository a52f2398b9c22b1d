import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { describeFailure } from "@/api/failures";
import { fieldErrors } from "@/api/fieldErrors";
import { type Difference, merge } from "@/components/form/conflict";
import { readDraft, removeDraft, writeDraft } from "@/components/form/draft";
import type { FormFieldSpec, FormValues } from "@/components/form/fields";
import { refusalsByField } from "@/components/form/refusals";
import type { Outcome } from "@/components/form/SaveOutcome";
import { useForm } from "@/components/form/useForm";

/** A record that counts its changes. */
type Versioned = { version: number };

/** The stored state that a form is based on. */
type Base = {
  values: FormValues;
  /** Null for a new record. */
  version: number | null;
};

type Draft = { base: Base; values: FormValues };

type Conflict<Stored> = { record: Stored; differences: ReadonlyArray<Difference> };

export type VersionedForm<Stored extends Versioned> = {
  fields: ReadonlyArray<FormFieldSpec>;
  /** Null for a new record. */
  record: Stored | null;
  valuesOf: (record: Stored | null) => FormValues;
  /** The values that a new record begins with and that are not saved yet, such as those of a copy. */
  initial?: FormValues | undefined;
  /** Names what was typed and not saved, for this person and this record. */
  draftName: string;
  /** The faults that concern several fields, by the name of one of them. */
  check?: (values: FormValues) => Readonly<Record<string, string>>;
  /** Sends the values; `version` is null for a new record. */
  save: (values: FormValues, version: number | null) => Promise<Stored>;
  /** Loads what is stored now. A new record needs none. */
  load?: () => Promise<Stored>;
  /** The name of the field at a path of the input, such as `limits.burst`. */
  nameOf?: (path: string, values: FormValues) => string;
  /** The field that shows a failure with a reason, such as `name_taken`, and what it says there. */
  fieldReasons?: Readonly<Record<string, readonly [name: string, text: string]>>;
  onSaved: (record: Stored) => void;
  /** Loads again what a change can have changed. */
  refresh: () => Promise<unknown>;
};

/** Paths name the part of the request that they are in, which is the whole form. */
function usualName(path: string): string {
  return path.replace(/^(role|policy|terms)\./, "").replace(/\[\d+\]$/, "");
}

/**
 * The form of a record that has a version. A change states the version that it is based on; if another person saved
 * meanwhile, the form keeps its input beside what they changed.
 */
export function useVersionedForm<Stored extends Versioned>(options: VersionedForm<Stored>) {
  const { fields, record, valuesOf, draftName, nameOf = usualName, refresh } = options;
  const [draft, setDraft] = useState(() => readDraft<Draft>(draftName));
  const [base, setBase] = useState<Base>(
    () => draft?.base ?? { values: valuesOf(record), version: record?.version ?? null },
  );
  const [conflict, setConflict] = useState<Conflict<Stored> | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);

  /** Another person saved in between: shows their changes and keeps the input. */
  const resolve = async (stored: Stored) => {
    const theirs = valuesOf(stored);
    const merged = (yours: FormValues) => merge(fields, { before: base.values, theirs, yours });
    setBase({ values: theirs, version: stored.version });
    setConflict({ record: stored, differences: merged(form.values).differences });
    form.rebase(theirs, (typed) => merged(typed).values);
    await refresh();
  };

  const fail = (error: unknown, values: FormValues) => {
    const failure = describeFailure(error);
    const place = failure.reason === null ? undefined : options.fieldReasons?.[failure.reason];
    if (place) {
      form.refuse({ [place[0]]: place[1] });
      return;
    }
    const { byField, others } = refusalsByField(
      failure.reason === "record_changed" ? [] : fieldErrors(error),
      fields,
      (path) => nameOf(path, values),
    );
    const isPlaced = Object.keys(byField).length > 0;
    if (isPlaced) form.refuse(byField);
    if (!isPlaced || others.length > 0) setOutcome({ kind: "failed", failure, details: others });
  };

  const save = useMutation({
    mutationFn: (values: FormValues) => options.save(values, base.version),
    onSuccess: (stored, values) => {
      setConflict(null);
      setDraft(null);
      form.rebase(values);
      removeDraft(draftName);
      void refresh();
      options.onSaved(stored);
    },
    onError: async (error, values) => {
      if (describeFailure(error).reason !== "record_changed" || !options.load) {
        fail(error, values);
        return;
      }
      try {
        await resolve(await options.load());
      } catch (again) {
        fail(again, values);
      }
    },
  });

  const form = useForm({
    fields,
    stored: base.values,
    typed: draft?.values ?? options.initial,
    onSubmit: (values) => {
      if (save.isPending) return;
      setOutcome(null);
      const faults = options.check?.(values) ?? {};
      if (Object.keys(faults).length > 0) form.refuse(faults);
      else if (record && form.changed.length === 0) setOutcome({ kind: "unchanged" });
      else save.mutate(values);
    },
  });

  /** The result of the last attempt is about the discarded input, so it is cleared too. */
  const discard = () => {
    form.discard();
    setConflict(null);
    setOutcome(null);
  };

  const isDirty = form.changed.length > 0;
  if (draft && !isDirty) setDraft(null);
  useEffect(() => {
    if (isDirty) writeDraft(draftName, { base, values: form.values } satisfies Draft);
    else removeDraft(draftName);
  }, [draftName, isDirty, base, form.values]);

  return {
    form: { ...form, discard },
    conflict,
    outcome,
    pending: save.isPending,
    /** Whether what the form shows was typed before the page was opened. */
    restored: draft !== null,
    forget: () => removeDraft(draftName),
  };
}
