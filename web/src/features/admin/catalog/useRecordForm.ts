import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { RecordChangeEntry, ResourceMeta } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { fieldErrors } from "@/api/fieldErrors";
import { type Difference, merge } from "@/components/form/conflict";
import { readDraft, removeDraft, writeDraft } from "@/components/form/draft";
import { type FormValues, isEmpty, sameValue } from "@/components/form/fields";
import type { Outcome } from "@/components/form/SaveOutcome";
import { useForm } from "@/components/form/useForm";
import { slugOf } from "@/lib/address/slug";
import type { CatalogRecord } from "@/records/resource";
import { columnsOf } from "./columns";
import type { Kind } from "./kinds";
import { changesOf, fieldsOf, storedValues } from "./recordFields";
import { changesKey } from "./useChanges";
import { refusalsOf } from "./valueTexts";

/** The state of the record that the form was filled from. */
type Base = {
  values: FormValues;
  /** Null if there must not be such a record yet. */
  updatedAt: string | null;
  imported: boolean;
};

type Draft = { base: Base; values: FormValues };

type Conflict = {
  /** The newest change, which may be unknown. */
  change: RecordChangeEntry | null;
  /** Null if the record was removed. */
  differences: ReadonlyArray<Difference> | null;
};

type Options = {
  kind: Kind;
  meta: ResourceMeta;
  /** Null for a new record. */
  record: CatalogRecord | null;
  imported: boolean;
  /** Names what was typed and not saved, for this person and this record. */
  draftName: string;
  onSaved: (slug: string) => void;
  /** Called when the input for a record that somebody removed is discarded. */
  onAbandoned?: () => void;
};

/** The values that were typed after these had been sent. */
function typedSince(sent: FormValues, typed: FormValues): FormValues {
  const since = Object.entries(typed).filter(([name, value]) => !sameValue(value, sent[name]));
  return Object.fromEntries(since);
}

export function useRecordForm(options: Options) {
  const { kind, meta, record, draftName, onSaved } = options;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const columns = useMemo(() => columnsOf(meta), [meta]);
  const [draft, setDraft] = useState(() => readDraft<Draft>(draftName));
  const [base, setBase] = useState<Base>(
    () =>
      draft?.base ?? {
        values: storedValues({ meta, record, imported: options.imported }),
        updatedAt: record?.updated_at ?? null,
        imported: options.imported,
      },
  );
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  /** The last answer of the catalog. */
  const [current, setCurrent] = useState(record);
  const { imported } = base;
  const fields = useMemo(
    () => fieldsOf({ kind, meta, client, record: current, imported }),
    [kind, meta, client, current, imported],
  );

  /** Takes over what is stored now, and lays what is typed over it. */
  const settle = (
    next: CatalogRecord,
    laidOver: (typed: FormValues, theirs: FormValues) => FormValues,
  ) => {
    const theirs = storedValues({ meta, record: next, imported: false });
    setCurrent(next);
    setBase({ values: theirs, updatedAt: next.updated_at, imported: false });
    form.rebase(theirs, (typed) => laidOver(typed, theirs));
    return theirs;
  };

  /** Another person saved in between: shows their changes and keeps the input. */
  const resolve = async (slug: string, values: FormValues) => {
    void queries.invalidateQueries({ queryKey: changesKey(kind, slug) });
    const [now, changes] = await Promise.allSettled([
      kind.resource.of(client).get.query({ slug }),
      client.catalog.changes.query({ resource: kind.key, slug, per_page: 1 }),
    ]);
    const change = changes.status === "fulfilled" ? (changes.value.results[0] ?? null) : null;
    if (now.status === "fulfilled") {
      const before = base.values;
      const merged = (yours: FormValues, theirs: FormValues) =>
        merge(columns, { before, theirs, yours });
      const theirs = settle(now.value, (yours, stored) => merged(yours, stored).values);
      setConflict({ change, differences: merged(values, theirs).differences });
      return;
    }
    const failure = describeFailure(now.reason);
    if (failure.code !== "NOT_FOUND") {
      setOutcome({ kind: "failed", failure, details: [] });
      return;
    }
    const nothing = storedValues({ meta, record: null, imported: true });
    setBase({ values: nothing, updatedAt: null, imported: true });
    form.rebase(nothing, values);
    setConflict({ change, differences: null });
  };

  const submitted = useRef<FormValues>({});
  const save = useMutation(
    trpc.catalog.save.mutationOptions({
      onSuccess: async ({ results: [saved] }, { records: [sent] }) => {
        setConflict(null);
        setDraft(null);
        const slug = sent?.slug ?? "";
        void queries.invalidateQueries({ queryKey: ["catalog"] });
        void queries.invalidateQueries({ queryKey: changesKey(kind, slug) });
        setOutcome({ kind: "saved", at: saved?.updated_at ?? "" });
        const written = submitted.current;
        if (record) {
          // The catalog trims and derives; what was typed while it saved stays.
          const next = await kind.resource
            .of(client)
            .get.query({ slug })
            .catch(() => null);
          if (next) settle(next, (typed, theirs) => ({ ...theirs, ...typedSince(written, typed) }));
          else {
            setBase({ values: written, updatedAt: saved?.updated_at ?? null, imported: false });
            form.rebase(written, (typed) => typed);
          }
        } else form.rebase(written);
        onSaved(slug);
      },
      onError: async (error, { records: [sent] }) => {
        const failure = describeFailure(error);
        const slug = sent?.slug ?? "";
        if (failure.reason === "record_changed" && base.updatedAt === null && !record) {
          form.refuse({ slug: "A record with this slug exists already. Choose another slug." });
          return;
        }
        if (failure.reason === "record_changed") {
          await resolve(slug, form.values);
          return;
        }
        const { byField, others } = refusalsOf(fieldErrors(error), fields);
        if (Object.keys(byField).length > 0) form.refuse(byField);
        if (Object.keys(byField).length === 0 || others.length > 0) {
          setOutcome({ kind: "failed", failure, details: others });
        }
      },
    }),
  );

  const form = useForm({
    fields,
    stored: base.values,
    typed: draft?.values,
    onSubmit: (values) => {
      if (save.isPending) return;
      const changes = changesOf(columns, form.stored, values);
      if (record && form.changed.length === 0 && base.updatedAt !== null) {
        setOutcome({ kind: "unchanged" });
        return;
      }
      setOutcome(null);
      submitted.current = values;
      const slug = record?.slug ?? String(values.slug ?? "").trim();
      const sent = { ...changes, slug, updated_at: base.updatedAt };
      save.mutate({ resource: kind.key, records: [sent] });
    },
  });

  /** The slug of a new record follows from its name until one is typed. */
  const leave = (name: string) => {
    const { name: title, slug } = form.values;
    if (
      name === "name" &&
      !record &&
      !kind.slugHint &&
      isEmpty(slug) &&
      typeof title === "string"
    ) {
      form.set("slug", slugOf(title));
    }
    form.leave(name);
  };

  /** The result of the last attempt is about the discarded input, so it is cleared too. */
  const discard = () => {
    const removed = conflict?.differences === null;
    form.discard();
    setConflict(null);
    setOutcome(null);
    if (removed) options.onAbandoned?.();
  };

  const dirty = form.changed.length > 0;
  if (draft && !dirty) setDraft(null);
  useEffect(() => {
    if (dirty) writeDraft(draftName, { base, values: form.values } satisfies Draft);
    else removeDraft(draftName);
  }, [draftName, dirty, base, form.values]);

  return {
    form: { ...form, leave, discard },
    columns,
    conflict,
    outcome,
    current,
    imported,
    pending: save.isPending,
    /** Whether what the form shows was typed before the page was opened. */
    restored: draft !== null,
    forget: () => removeDraft(draftName),
  };
}
