import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "@/api/client";
import type { AccessDecision, Dimension, GetDecisionRequest, PermittedRole } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { fieldErrors } from "@/api/fieldErrors";
import type { FormValues } from "@/components/form/fields";
import { refusalsByField } from "@/components/form/refusals";
import { useForm } from "@/components/form/useForm";
import { allDimensions } from "@/records/scopes/endpointDimensions";
import { useLoaders } from "../loaders";
import { explainAccessFailure } from "../refusals";
import {
  accountFields,
  callerField,
  callFields,
  checkCall,
  checkSelection,
  circumstanceFields,
  explainFieldName,
  type FirstCall,
  firstValues,
  keyField,
  requestIn,
  selectionField,
} from "./explainFields";

/** A request with the answer of the server. */
export type Answer = { request: GetDecisionRequest } & (
  | { kind: "explanation"; explanation: AccessDecision }
  | { kind: "roles"; roles: ReadonlyArray<PermittedRole> }
);

type Question = { kind: Answer["kind"]; values: FormValues };

/** The form of a call with its two questions: how the call is decided, and which roles allow it. */
export function useExplainForm(first: FirstCall) {
  const client = useTRPCClient();
  const accounts = accountFields(useLoaders(), first);
  const selections = allDimensions.map((dimension) => selectionField(client, dimension));
  const [refusal, setRefusal] = useState<string | null>(null);

  const ask = useMutation({
    mutationFn: async ({ kind, values }: Question): Promise<Answer> => {
      const request = requestIn(values);
      if (kind === "explanation") {
        return { kind, request, explanation: await client.accessExplanations.get.query(request) };
      }
      const { action, endpoint, selected } = request;
      const call = { action, endpoint, selected };
      const { results } = await client.accessExplanations.permittedRoles.query(call);
      return { kind, request, roles: results };
    },
    onError: (error, { values }) => {
      const { byField, others } = refusalsByField(fieldErrors(error), form.fields, (path) =>
        explainFieldName(path, values),
      );
      const isPlaced = Object.keys(byField).length > 0;
      if (isPlaced) form.refuse(byField);
      if (others.length > 0) setRefusal(others.join(" "));
      else if (!isPlaced) setRefusal(explainAccessFailure(describeFailure(error)));
    },
  });

  /** Sends a question unless something is wrong with what it is about. */
  const send = (kind: Answer["kind"], values: FormValues, faults: Record<string, string>) => {
    if (ask.isPending) return;
    setRefusal(null);
    if (Object.keys(faults).length > 0) form.refuse(faults);
    else ask.mutate({ kind, values });
  };
  const form = useForm({
    fields: [
      callerField,
      ...accounts,
      keyField,
      ...callFields,
      ...selections,
      ...circumstanceFields,
    ],
    stored: firstValues(first),
    onSubmit: (values) => send("explanation", values, checkCall(values)),
  });
  return {
    form,
    accounts,
    selectionOf: (dimension: Dimension) => selections[allDimensions.indexOf(dimension)],
    listRoles: () => send("roles", form.values, checkSelection(form.values)),
    /** The question that is being answered. */
    pending: ask.isPending ? ask.variables.kind : null,
    answer: ask.data,
    refusal,
  };
}
