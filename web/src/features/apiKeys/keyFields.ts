import {
  actionLabels,
  actionMeanings,
  endpointLabels,
  longestKeyDays,
  longestKeyName,
  mostKeyScopes,
  usualKeyDays,
} from "@/api/accessWords";
import type { Action, ApiKey, ApiKeyInput, ApiKeyScope, Endpoint } from "@/api/contract";
import type { FormFieldSpec, FormValue, FormValues } from "@/components/form/fields";
import { instantOf, instantValue } from "@/components/form/instants";
import type { Option } from "@/components/ui/selects/options";
import { dayMs } from "@/lib/dates/day";
import type { Client } from "@/records/resource";
import {
  checkConditions,
  conditionFields,
  conditionName,
  conditionsIn,
  conditionValues,
} from "@/records/scopes/conditionFields";

/** The scopes that a form has, by their numbers; none for a key of all data. */
const scopeList = "scopes";

/** All numbers that scopes of a form can have. */
const numbers = Array.from({ length: mostKeyScopes }, (_, at) => String(at + 1));

export function scopePrefix(number: string): string {
  return `${scopeList}.${number}.`;
}

function textOf(value: FormValue | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

function listIn<Value extends string>(value: FormValue | undefined): Value[] {
  return typeof value === "object" ? ([...value] as Value[]) : [];
}

function optionsOf(labels: Readonly<Record<string, string>>): ReadonlyArray<Option> {
  return Object.entries(labels).map(([value, label]) => ({ value, content: { label } }));
}

function checkName(value: string): string | null {
  const { length } = [...value.trim()];
  return length > longestKeyName ? `Use at most ${longestKeyName} characters.` : null;
}

function checkEnd(value: string): string | null {
  const left = Date.parse(instantOf(value)) - Date.now();
  if (left <= 0) return "Enter a time in the future.";
  return left > longestKeyDays * dayMs ? "Enter a time within two years." : null;
}

/** The end of a key after some days, as its field shows it. */
export function endAfter(days: number): string {
  return `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 16)}:00`;
}

const nameField: FormFieldSpec = {
  name: "name",
  label: "Name",
  control: { kind: "text" },
  hint: "The program that uses the key, such as “Nightly import”.",
  required: true,
  check: checkName,
};

const purposeField: FormFieldSpec = {
  name: "purpose",
  label: "Purpose",
  control: { kind: "choice", options: optionsOf({ live: "Live", test: "Test" }) },
  hint: "A test key reads the same data. Its text begins with ak_test_, so that it is recognized.",
  required: true,
};

const networksField: FormFieldSpec = {
  name: "ip_cidrs",
  label: "Networks",
  control: { kind: "lines" },
  hint: "Networks from which the key works, such as 192.0.2.0/24. It works from everywhere if left empty.",
};

const endField: FormFieldSpec = {
  name: "expires_at",
  label: "Expires",
  control: { kind: "instant" },
  hint: "Within two years.",
  required: true,
  check: checkEnd,
};

const actionHint = Object.entries(actionLabels)
  .map(([action, label]) => `${label}: ${actionMeanings[action as Action].toLowerCase()}.`)
  .join(" ");

/** The fields of one scope. A form requires them of the scopes that it has. */
function scopeFields(client: Client, number: string): ReadonlyArray<FormFieldSpec> {
  const prefix = scopePrefix(number);
  const inScope = (field: FormFieldSpec): FormFieldSpec => ({
    ...field,
    label: `Scope ${number}: ${field.label.toLowerCase()}`,
  });
  return [
    {
      name: `${prefix}actions`,
      label: "Actions",
      control: { kind: "choices", options: optionsOf(actionLabels) },
      hint: actionHint,
    } satisfies FormFieldSpec,
    {
      name: `${prefix}endpoints`,
      label: "Endpoints",
      control: { kind: "choices", options: optionsOf(endpointLabels) },
    } satisfies FormFieldSpec,
    ...conditionFields(client, prefix),
  ].map(inScope);
}

/** The fields of a key by the section of the form; a key keeps its purpose. */
export function keySections(client: Client, isNew: boolean) {
  const scopes = new Map(numbers.map((number) => [number, scopeFields(client, number)] as const));
  const list: FormFieldSpec = { name: scopeList, label: "Scopes", control: { kind: "lines" } };
  return {
    definition: isNew ? [nameField, purposeField] : [nameField],
    list,
    scopes,
    networks: networksField,
    end: endField,
  };
}

export type KeySections = ReturnType<typeof keySections>;

export function fieldsOfSections(sections: KeySections): ReadonlyArray<FormFieldSpec> {
  const { definition, list, scopes, networks, end } = sections;
  return [...definition, list, ...[...scopes.values()].flat(), networks, end];
}

/** The values of a scope that is empty. */
export function scopeValues(number: string, scope: ApiKeyScope | null): FormValues {
  const prefix = scopePrefix(number);
  return {
    [`${prefix}actions`]: scope?.actions ?? [],
    [`${prefix}endpoints`]: scope?.endpoints ?? [],
    ...conditionValues(scope?.where ?? [], prefix),
  };
}

/** A key as its form shows it. */
export function keyValues(key: ApiKey | null): FormValues {
  const scopes = key?.scopes ?? [];
  return {
    name: key?.name ?? "",
    purpose: key?.is_test ? "test" : "live",
    [scopeList]: scopes.map((_, at) => String(at + 1)),
    ...Object.assign({}, ...scopes.map((scope, at) => scopeValues(String(at + 1), scope))),
    ip_cidrs: key?.ip_cidrs ?? [],
    expires_at: key ? instantValue(key.expires_at) : endAfter(usualKeyDays),
  };
}

/** The numbers of the scopes that a form has. */
export function scopesIn(values: FormValues): ReadonlyArray<string> {
  return listIn(values[scopeList]);
}

/** A number that no scope of the form has; null if there are as many as a key may have. */
export function freeScope(values: FormValues): string | null {
  const used = scopesIn(values);
  return numbers.find((number) => !used.includes(number)) ?? null;
}

export function scopeIn(values: FormValues, number: string) {
  const prefix = scopePrefix(number);
  return {
    actions: listIn<Action>(values[`${prefix}actions`]),
    endpoints: listIn<Endpoint>(values[`${prefix}endpoints`]),
    where: [...conditionsIn(values, prefix)],
  };
}

export function isTestIn(values: FormValues): boolean {
  return textOf(values.purpose) === "test";
}

/** The key of a form as the server takes it. An end that was not changed keeps its fractions of a second. */
export function keyIn(values: FormValues, stored: ApiKey | null): ApiKeyInput {
  const end = textOf(values.expires_at);
  const isKept = stored !== null && instantValue(stored.expires_at) === end;
  return {
    name: textOf(values.name),
    scopes: scopesIn(values).map((number) => scopeIn(values, number)),
    ip_cidrs: listIn(values.ip_cidrs),
    expires_at: isKept ? stored.expires_at : instantOf(end),
  };
}

/** The faults of the scopes, by their fields. */
export function checkScopes(values: FormValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const number of scopesIn(values)) {
    const prefix = scopePrefix(number);
    const { actions, endpoints } = scopeIn(values, number);
    if (actions.length === 0) faults[`${prefix}actions`] = "Choose at least one action.";
    if (endpoints.length === 0) faults[`${prefix}endpoints`] = "Choose at least one endpoint.";
    Object.assign(faults, checkConditions(values, endpoints, "scope", prefix));
  }
  return faults;
}

/** The field at a path of the input: scopes and conditions are named by their places among those that were sent. */
export function keyFieldName(path: string, values: FormValues): string {
  const [, place, rest = ""] = /^scopes\[(\d+)\]\.(.*)$/.exec(path) ?? [];
  const number = place === undefined ? undefined : scopesIn(values)[Number(place)];
  if (number === undefined) return path.replace(/\[\d+\]$/, "");
  const prefix = scopePrefix(number);
  const [, at] = /^where\[(\d+)\]/.exec(rest) ?? [];
  const condition = at === undefined ? undefined : conditionsIn(values, prefix)[Number(at)];
  if (condition) return conditionName(condition.dimension, prefix);
  return prefix + rest.replace(/\[\d+\]$/, "");
}
