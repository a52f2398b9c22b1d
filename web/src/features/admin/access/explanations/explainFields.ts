import {
  actionLabels,
  dimensionLabels,
  endpointDimensions,
  endpointLabels,
} from "@/api/accessWords";
import type {
  Action,
  Dimension,
  Endpoint,
  GetDecisionRequest,
  Granularity,
  SelectedValues,
} from "@/api/contract";
import type { FormFieldSpec, FormValue, FormValues } from "@/components/form/fields";
import { instantOf } from "@/components/form/instants";
import type { Option } from "@/components/ui/selects/options";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { Client } from "@/records/resource";
import { choicesOf, recordLoader } from "@/records/scopes/conditionRecords";
import { allDimensions } from "@/records/scopes/endpointDimensions";
import { endpointNoun } from "@/records/scopes/wording";
import { textOf } from "../grantFields";
import type { useLoaders } from "../loaders";

/** A caller whom a page is about. */
export type ExplainedCaller =
  | { kind: "user" | "organization"; id: string; label: string }
  | { kind: "key"; id: string };

/** The caller, and the action at an endpoint, with which the form begins. */
export type FirstCall = {
  caller?: ExplainedCaller;
  action?: Action | undefined;
  endpoint?: Endpoint | undefined;
};

const granularities: ReadonlyArray<Granularity> = ["day", "week", "month", "quarter", "year"];

function optionsOf(labels: Readonly<Record<string, string>>): ReadonlyArray<Option> {
  return Object.entries(labels).map(([value, label]) => ({ value, content: { label } }));
}

const callers = {
  account: "A user or an organization",
  key: "An API key",
  visitor: "A visitor who is not signed in",
};

export const callerField: FormFieldSpec = {
  name: "caller",
  label: "Caller type",
  control: { kind: "choice", options: optionsOf(callers) },
  required: true,
};

export const keyField: FormFieldSpec = {
  name: "api_key_id",
  label: "API key",
  control: { kind: "text" },
  hint: "Its id: the 8 letters and digits after ak_live_ or ak_test_. It acts for its owner, within its scopes.",
};

function namesOf({ caller }: FirstCall, kind: ExplainedCaller["kind"]) {
  return caller?.kind === kind && "label" in caller ? { [caller.id]: caller.label } : {};
}

export function accountFields(loaders: ReturnType<typeof useLoaders>, first: FirstCall) {
  return [
    {
      name: "user_id",
      label: "User",
      control: { kind: "reference", load: loaders.users, names: namesOf(first, "user") },
      hint: "By address or name.",
    },
    {
      name: "organization_id",
      label: "Organization",
      control: {
        kind: "reference",
        load: loaders.organizations,
        names: namesOf(first, "organization"),
      },
      hint: "The organization in which the user acts, or the caller itself.",
    },
  ] satisfies ReadonlyArray<FormFieldSpec>;
}

export const callFields: ReadonlyArray<FormFieldSpec> = [
  {
    name: "action",
    label: "Action",
    control: { kind: "choice", options: optionsOf(actionLabels) },
    required: true,
  },
  {
    name: "endpoint",
    label: "Endpoint",
    control: { kind: "choice", options: optionsOf(endpointLabels) },
    required: true,
  },
];

export function selectionName(dimension: Dimension): string {
  return `selected.${dimension}`;
}

/** The values of one dimension that the call selects. */
export function selectionField(client: Client, dimension: Dimension): FormFieldSpec {
  const options = choicesOf(dimension);
  return {
    name: selectionName(dimension),
    label: dimensionLabels[dimension],
    control: options
      ? { kind: "choices", options }
      : { kind: "references", load: recordLoader(client, dimension), names: {} },
  };
}

export const circumstanceFields: ReadonlyArray<FormFieldSpec> = [
  {
    name: "from",
    label: "First day",
    control: { kind: "date" },
    hint: "For values over time. All days if left empty.",
  },
  { name: "to", label: "Last day", control: { kind: "date" } },
  {
    name: "interval",
    label: "Interval",
    control: {
      kind: "choice",
      options: granularities.map((value) => ({ value, content: { label: choiceLabel(value) } })),
    },
    hint: "Of the values between these days. A day if left empty.",
  },
  {
    name: "called_at",
    label: "Time of the call",
    control: { kind: "instant" },
    hint: "Now if left empty.",
  },
  {
    name: "address",
    label: "Network address",
    control: { kind: "text" },
    hint: "The address of the caller, such as 192.0.2.7. Unknown if left empty.",
  },
];

const callerFields = { user: "user_id", organization: "organization_id", key: "api_key_id" };

export function firstValues(first: FirstCall): FormValues {
  const { caller, action = "list", endpoint = "assets" } = first;
  const values = { caller: caller?.kind === "key" ? "key" : "account", action, endpoint };
  return caller ? { ...values, [callerFields[caller.kind]]: caller.id } : values;
}

export function endpointIn(values: FormValues): Endpoint {
  return textOf(values.endpoint) as Endpoint;
}

function idsIn(value: FormValue | undefined): ReadonlyArray<number> {
  return typeof value === "object" ? value.map(Number) : [];
}

/** The selection of the form, in the order of the dimensions. */
function selectedIn(values: FormValues): SelectedValues[] {
  return allDimensions
    .map((dimension) => ({ dimension, ids: [...idsIn(values[selectionName(dimension)])] }))
    .filter(({ ids }) => ids.length > 0);
}

export function requestIn(values: FormValues): GetDecisionRequest {
  const given = (name: string) => textOf(values[name]) || null;
  const isAccount = values.caller === "account";
  const moment = given("called_at");
  return {
    user_id: isAccount ? given("user_id") : null,
    organization_id: isAccount ? given("organization_id") : null,
    api_key_id: values.caller === "key" ? given("api_key_id") : null,
    action: textOf(values.action) as Action,
    endpoint: endpointIn(values),
    selected: selectedIn(values),
    from: given("from"),
    to: given("to"),
    interval: given("from") ? (given("interval") as Granularity | null) : null,
    called_at: moment === null ? null : instantOf(moment),
    address: given("address"),
  };
}

/** The faults of the selection: records of the endpoint lack an attribute. */
export function checkSelection(values: FormValues): Record<string, string> {
  const endpoint = endpointIn(values);
  const without = selectedIn(values).filter(
    ({ dimension }) => !endpointDimensions[endpoint].includes(dimension),
  );
  return Object.fromEntries(
    without.map(({ dimension }) => [
      selectionName(dimension),
      `${choiceLabel(endpointNoun(endpoint))} have no ${dimensionLabels[dimension].toLowerCase()}. Remove it.`,
    ]),
  );
}

/** The faults that concern several fields of a request for an explanation. */
export function checkCall(values: FormValues): Record<string, string> {
  const faults = checkSelection(values);
  const { user_id, organization_id, api_key_id, from, to } = requestIn(values);
  if (values.caller === "account" && !user_id && !organization_id) {
    faults.user_id = "Choose a user or an organization.";
  }
  if (values.caller === "key" && !api_key_id) faults.api_key_id = "Enter the id of a key.";
  if (from && !to) faults.to = "Enter the last day too.";
  if (to && !from) faults.from = "Enter the first day too.";
  if (from && to && from > to) faults.to = "The last day is not before the first.";
  return faults;
}

/** The field at a path of the input: selected values are named by their place among those that were sent. */
export function explainFieldName(path: string, values: FormValues): string {
  const [isSelected, place] = /^selected(?:\[(\d+)\])?/.exec(path) ?? [];
  if (isSelected === undefined) return path;
  const selected = selectedIn(values)[Number(place ?? 0)];
  return selected ? selectionName(selected.dimension) : path;
}
