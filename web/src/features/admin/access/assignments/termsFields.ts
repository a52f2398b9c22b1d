import { fileFormatLabels } from "@/api/accessWords";
import type {
  AccessStatus,
  AssignmentTerms,
  FileFormat,
  Limits,
  PolicyAssignment,
} from "@/api/contract";
import type { ValueText } from "@/components/form/ConflictCard";
import { type FormFieldSpec, type FormValues, plainNumber } from "@/components/form/fields";
import type { Option } from "@/components/ui/selects/options";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import {
  checkLength,
  grantText,
  textOf,
  windowFields,
  windowIn,
  windowValues,
} from "../grantFields";
import { type AmountName, amountLabels, amountNames, formatsLabel, formatsText } from "../limits";

const statuses = (["active", "disabled"] satisfies AccessStatus[]).map(
  (value): Option => ({ value, content: { label: choiceLabel(value) } }),
);

/** The fields of the terms of an assignment, without its limits. */
export const termsFields: ReadonlyArray<FormFieldSpec> = [
  ...windowFields,
  {
    name: "status",
    label: "Status",
    control: { kind: "choice", options: statuses },
    required: true,
    hint: "A disabled assignment has no effect.",
  },
  {
    name: "note",
    label: "Note",
    control: { kind: "text", long: true },
    hint: "Shown to other administrators.",
    check: checkLength,
  },
];

function checkAmount(policy: number | null): (value: string) => string | null {
  return (value) => {
    const amount = Number(plainNumber(value));
    if (amount < 1) return "Enter at least 1, or leave it empty for the limit of the policy.";
    if (policy === null || amount <= policy) return null;
    return `The policy allows at most ${formatCountFull(policy)}.`;
  };
}

function amountField(name: AmountName, policy: Limits | undefined): FormFieldSpec {
  const amount = policy?.[name] ?? null;
  const hint =
    amount === null ? "The policy has no limit." : `The policy allows ${formatCountFull(amount)}.`;
  return {
    name,
    label: amountLabels[name],
    control: { kind: "number", whole: true },
    ...(policy && { hint }),
    check: checkAmount(amount),
  };
}

/** The fields of the limits of an assignment, each with the limit of the policy, which it cannot exceed. */
export function limitFields(policy: Limits | undefined): ReadonlyArray<FormFieldSpec> {
  const allowed = policy?.export_formats ?? [];
  const formats = (Object.keys(fileFormatLabels) as FileFormat[]).filter(
    (format) => allowed.length === 0 || allowed.includes(format),
  );
  const options = formats.map((value): Option => {
    return { value, content: { label: fileFormatLabels[value] } };
  });
  return [
    ...amountNames.map((name) => amountField(name, policy)),
    {
      name: "export_formats",
      label: formatsLabel,
      control: { kind: "choices", options },
      ...(policy && {
        hint:
          allowed.length === 0
            ? "The policy allows all formats."
            : `The policy allows ${formatsText(allowed)}.`,
      }),
    },
  ];
}

export function termsValues(assignment: PolicyAssignment | null): FormValues {
  const overrides = assignment?.limit_overrides ?? null;
  const amounts = amountNames.map((name) => [name, overrides?.[name]?.toString() ?? ""]);
  return {
    status: assignment?.status ?? "active",
    ...windowValues(assignment),
    note: assignment?.note ?? "",
    ...Object.fromEntries(amounts),
    export_formats: overrides?.export_formats ?? [],
  };
}

/** The terms of a form as the server takes them. */
export function termsIn(values: FormValues): AssignmentTerms {
  const amounts = amountNames.flatMap((name) => {
    const text = textOf(values[name]);
    return text === "" ? [] : [[name, Number(plainNumber(text))] as const];
  });
  const formats = values.export_formats;
  const exportFormats = typeof formats === "object" ? (formats as ReadonlyArray<FileFormat>) : [];
  const hasLimits = amounts.length > 0 || exportFormats.length > 0;
  return {
    status: textOf(values.status) === "disabled" ? "disabled" : "active",
    ...windowIn(values),
    note: textOf(values.note),
    limit_overrides: hasLimits
      ? { ...Object.fromEntries(amounts), export_formats: [...exportFormats] }
      : null,
  };
}

/** The field at a path of the input: `limit_overrides.export_formats[0]` is that of the formats. */
export function termsFieldAt(path: string): string {
  return path
    .replace(/^terms\./, "")
    .replace(/^limit_overrides\./, "")
    .replace(/\[\d+\]$/, "");
}

/** A value of the terms in words, where others changed it meanwhile. */
export const termsText: ValueText = (name, value) => {
  if (typeof value === "object") {
    return value.length === 0 ? null : formatsText(value as ReadonlyArray<FileFormat>);
  }
  if (name === "status" && value !== undefined) return choiceLabel(value);
  return grantText(name, value);
};
