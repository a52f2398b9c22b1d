import { longestNote } from "@/api/contract";
import type { ValueText } from "@/components/form/ConflictCard";
import type { FormFieldSpec, FormValue, FormValues } from "@/components/form/fields";
import { instantOf, instantValue } from "@/components/form/instants";
import { formatInstant } from "@/lib/format";

/** The fields of the time in which a role or an assignment has effect. */
export const windowFields: ReadonlyArray<FormFieldSpec> = [
  {
    name: "starts_at",
    label: "Starts",
    control: { kind: "instant" },
    hint: "Immediately if left empty.",
  },
  {
    name: "expires_at",
    label: "Ends",
    control: { kind: "instant" },
    hint: "No end if left empty.",
  },
];

export function checkLength(value: string): string | null {
  const most = longestNote;
  return [...value.trim()].length > most ? `Use at most ${most} characters.` : null;
}

/** The fields of the terms on which somebody holds a role. */
export const grantFields: ReadonlyArray<FormFieldSpec> = [
  ...windowFields,
  {
    name: "reason",
    label: "Reason",
    control: { kind: "text", long: true },
    hint: "Shown to other administrators with the role and in its history.",
    required: true,
    check: checkLength,
  },
];

type Window = { starts_at: string | null; expires_at: string | null };

export function windowValues(window: Window | null): FormValues {
  return {
    starts_at: instantValue(window?.starts_at),
    expires_at: instantValue(window?.expires_at),
  };
}

export function grantValues(grant: (Window & { reason: string }) | null): FormValues {
  return { ...windowValues(grant), reason: grant?.reason ?? "" };
}

/** A value of the form as text; empty if it is a list or missing. */
export function textOf(value: FormValue | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

function instantIn(value: FormValue | undefined): string | null {
  const text = textOf(value);
  return text === "" ? null : instantOf(text);
}

/** The window of a form as the server takes it. */
export function windowIn(values: FormValues): Window {
  return { starts_at: instantIn(values.starts_at), expires_at: instantIn(values.expires_at) };
}

/** The faults of a window, which concern both of its fields. */
export function checkWindow(values: FormValues): Record<string, string> {
  const { starts_at, expires_at } = windowIn(values);
  if (starts_at === null || expires_at === null || starts_at < expires_at) return {};
  return { expires_at: "Enter a time after the start." };
}

/** A value of the terms in words, where others changed it meanwhile. */
export const grantText: ValueText = (_, value) => {
  const text = textOf(value);
  if (text === "") return null;
  return /^\d{4}-\d{2}-\d{2}T[\d:]+$/.test(text) ? formatInstant(instantOf(text)) : text;
};
