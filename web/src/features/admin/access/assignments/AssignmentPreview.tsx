import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { checkField, type FormFieldSpec, type FormValues } from "@/components/form/fields";
import { checkWindow } from "../grantFields";
import { PreviewCard } from "../PreviewCard";
import { useSettled } from "../useSettled";
import { termsIn } from "./termsFields";

type AssignmentPreviewProps = {
  roleId: string;
  policyId: string;
  /** The fields of the terms, with their checks: values with faults have no effect to calculate. */
  fields: ReadonlyArray<FormFieldSpec>;
  values: FormValues;
};

/** The effect of the terms in a form on those who hold the role. */
export function AssignmentPreview({ roleId, policyId, fields, values }: AssignmentPreviewProps) {
  const trpc = useTRPC();
  const isComplete =
    roleId !== "" &&
    policyId !== "" &&
    fields.every((field) => checkField(field, values[field.name]) === null) &&
    Object.keys(checkWindow(values)).length === 0;
  const input = useMemo(
    () => (isComplete ? { role_id: roleId, policy_id: policyId, terms: termsIn(values) } : null),
    [isComplete, roleId, policyId, values],
  );
  const settled = useSettled(input);
  const preview = useQuery(
    trpc.accessAssignments.preview.queryOptions(settled ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  return <PreviewCard preview={preview} incomplete={!isComplete} />;
}
