import { actionLabels, actionMeanings, endpointLabels, fileFormatLabels } from "@/api/accessWords";
import {
  type Action,
  type Effect,
  type Endpoint,
  type FieldMode,
  type FileFormat,
  type Granularity,
  type Limits,
  longestNote,
  type Policy,
  type PolicyInput,
  type PolicyStatus,
  type TimeBounds,
} from "@/api/contract";
import type { FormFieldSpec, FormValue, FormValues } from "@/components/form/fields";
import { plainNumber } from "@/components/form/fields";
import type { Option } from "@/components/ui/selects/options";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { Client } from "@/records/resource";
import {
  checkConditions,
  conditionFields,
  conditionName,
  conditionsIn,
  conditionValues,
} from "@/records/scopes/conditionFields";
import { checkWindow, textOf, windowFields, windowIn, windowValues } from "../grantFields";
import { amountLabels, amountNames, formatsLabel } from "../limits";
import { allFields, noDays, noLimits } from "./policyParts";

function listIn(value: FormValue | undefined): ReadonlyArray<string> {
  return typeof value === "object" ? value : [];
}

function optionsOf(labels: Readonly<Record<string, string>>): ReadonlyArray<Option> {
  return Object.entries(labels).map(([value, label]) => ({ value, content: { label } }));
}

function choicesOf(values: ReadonlyArray<string>): ReadonlyArray<Option> {
  return values.map((value) => ({ value, content: { label: choiceLabel(value) } }));
}

/** "List: lists of records, their counts and groups." */
const actionHint = (Object.keys(actionLabels) as Action[])
  .map((action) => `${actionLabels[action]}: ${actionMeanings[action].toLowerCase()}.`)
  .join(" ");

const granularities: ReadonlyArray<Granularity> = ["day", "week", "month", "quarter", "year"];

const whole = { kind: "number", whole: true } as const;

const definition: ReadonlyArray<FormFieldSpec> = [
  {
    name: "name",
    label: "Name",
    control: { kind: "text" },
    hint: "3 to 64 characters.",
    required: true,
  },
  {
    name: "status",
    label: "Status",
    control: { kind: "choice", options: choicesOf(["draft", "active"] satisfies PolicyStatus[]) },
    hint: "A draft has no effect. An active policy cannot become a draft again.",
    required: true,
  },
];

const rule: ReadonlyArray<FormFieldSpec> = [
  {
    name: "effect",
    label: "Effect",
    control: { kind: "choice", options: choicesOf(["allow", "deny"] satisfies Effect[]) },
    hint: "A denial overrides every permission.",
    required: true,
  },
  {
    name: "actions",
    label: "Actions",
    control: { kind: "choices", options: optionsOf(actionLabels) },
    hint: actionHint,
    required: true,
  },
  {
    name: "endpoints",
    label: "Endpoints",
    control: { kind: "choices", options: optionsOf(endpointLabels) },
    required: true,
  },
];

const days: ReadonlyArray<FormFieldSpec> = [
  { name: "time.from", label: "First day", control: { kind: "date" } },
  { name: "time.to", label: "Last day", control: { kind: "date" } },
  {
    name: "time.max_days_back",
    label: "Days back",
    control: whole,
    hint: "How many days before today the first day is. 0 is today alone.",
  },
  {
    name: "time.min_lag_minutes",
    label: "Delay",
    control: { ...whole, unit: "minutes" },
    hint: "How old the newest value is at least. A day is 1,440 minutes.",
  },
  {
    name: "time.granularity_min",
    label: "Finest interval",
    control: { kind: "choice", options: choicesOf(granularities) },
  },
];

const limits: ReadonlyArray<FormFieldSpec> = [
  ...amountNames.map((name) => ({
    name: `limits.${name}`,
    label: amountLabels[name],
    control: whole,
  })),
  {
    name: "limits.export_formats",
    label: formatsLabel,
    control: { kind: "choices", options: optionsOf(fileFormatLabels) },
    hint: "All formats if left empty.",
  },
];

const callers: ReadonlyArray<FormFieldSpec> = [
  ...windowFields,
  {
    name: "ip_cidrs",
    label: "Networks of callers",
    control: { kind: "lines" },
    hint: "Networks such as 192.0.2.0/24. The policy applies to all callers if left empty.",
  },
];

function checkReason(value: string): string | null {
  return value.length > longestNote ? `Use at most ${longestNote} characters.` : null;
}

const notes: ReadonlyArray<FormFieldSpec> = [
  { name: "description", label: "Description", control: { kind: "text", long: true } },
  {
    name: "tags",
    label: "Tags",
    control: { kind: "lines" },
    hint: "Words by which administrators find the policy.",
  },
  {
    name: "reason",
    label: "Reason for this change",
    control: { kind: "text", long: true },
    hint: "Shown to other administrators in the history.",
    check: checkReason,
  },
];

/** The fields of a policy by the section of the form. */
export function policySections(client: Client) {
  const conditions = conditionFields(client);
  const fields: FormFieldSpec = {
    name: "fields",
    label: "Fields",
    control: { kind: "references", load: async () => [], names: {} },
  };
  return { definition, rule, conditions, fields, days, limits, callers, notes };
}

export type PolicySections = ReturnType<typeof policySections>;

export function fieldsOfSections(sections: PolicySections): ReadonlyArray<FormFieldSpec> {
  const { conditions, fields } = sections;
  return [
    ...sections.definition,
    ...sections.rule,
    ...conditions,
    fields,
    ...sections.days,
    ...sections.limits,
    ...sections.callers,
    ...sections.notes,
  ];
}

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** A policy as its form shows it. */
export function policyValues(policy: Policy | null): FormValues {
  const bounds = policy?.time ?? noDays;
  const most = policy?.limits ?? noLimits;
  const { mode, names } = policy?.fields ?? allFields;
  return {
    name: policy?.name ?? "",
    status: policy?.status ?? "draft",
    description: policy?.description ?? "",
    tags: policy?.tags ?? [],
    effect: policy?.effect ?? "allow",
    actions: policy?.actions ?? [],
    endpoints: policy?.endpoints ?? [],
    ...conditionValues(policy?.where ?? []),
    fields: mode === "all" ? [] : [mode, ...names],
    "time.from": bounds.from ?? "",
    "time.to": bounds.to ?? "",
    "time.max_days_back": numberText(bounds.max_days_back),
    "time.min_lag_minutes": numberText(bounds.min_lag_minutes),
    "time.granularity_min": bounds.granularity_min ?? "",
    ...Object.fromEntries(amountNames.map((name) => [`limits.${name}`, numberText(most[name])])),
    "limits.export_formats": most.export_formats,
    ...windowValues(policy),
    ip_cidrs: policy?.ip_cidrs ?? [],
    reason: "",
  };
}

function numberIn(value: FormValue | undefined): number | null {
  const text = plainNumber(textOf(value));
  return text === "" ? null : Number(text);
}

function daysIn(values: FormValues): TimeBounds {
  const text = (name: string) => textOf(values[name]) || null;
  return {
    from: text("time.from"),
    to: text("time.to"),
    max_days_back: numberIn(values["time.max_days_back"]),
    min_lag_minutes: numberIn(values["time.min_lag_minutes"]),
    granularity_min: text("time.granularity_min") as Granularity | null,
  };
}

function limitsIn(values: FormValues): Limits {
  const amounts = amountNames.map((name) => [name, numberIn(values[`limits.${name}`])]);
  const formats = listIn(values["limits.export_formats"]) as ReadonlyArray<FileFormat>;
  return { ...Object.fromEntries(amounts), export_formats: [...formats] };
}

/** The policy of a form as the server takes it. A denial has neither days nor limits. */
export function policyIn(values: FormValues): PolicyInput {
  const effect = textOf(values.effect) as Effect;
  const [mode, ...names] = listIn(values.fields);
  return {
    name: textOf(values.name),
    description: textOf(values.description),
    status: textOf(values.status) as PolicyStatus,
    effect,
    actions: [...listIn(values.actions)] as Action[],
    endpoints: [...listIn(values.endpoints)] as Endpoint[],
    where: [...conditionsIn(values)],
    fields: mode ? { mode: mode as FieldMode, names: names.toSorted() } : allFields,
    time: effect === "deny" ? noDays : daysIn(values),
    limits: effect === "deny" ? noLimits : limitsIn(values),
    ...windowIn(values),
    ip_cidrs: [...listIn(values.ip_cidrs)],
    tags: [...listIn(values.tags)],
  };
}

/** The faults that concern several fields, or a value of several parts. */
export function checkPolicy(values: FormValues): Record<string, string> {
  const endpoints = listIn(values.endpoints) as ReadonlyArray<Endpoint>;
  const faults = { ...checkWindow(values), ...checkConditions(values, endpoints, "policy") };
  if (listIn(values.fields).length === 1) faults.fields = "Choose at least one field.";
  const { from, to } = daysIn(values);
  if (from && to && from > to) faults["time.to"] = "The last day is not before the first.";
  return faults;
}

/** The field at a path of the input: a condition is named by its place among those that were sent. */
export function policyFieldName(path: string, values: FormValues): string {
  const [, place] = /^(?:policy\.)?where\[(\d+)\]/.exec(path) ?? [];
  const condition = place === undefined ? undefined : conditionsIn(values)[Number(place)];
  if (condition) return conditionName(condition.dimension);
  const name = path.replace(/^policy\./, "").replace(/\[\d+\]$/, "");
  return /^fields\b/.test(name) ? "fields" : name;
}
