import type { Option } from "@/components/ui/selects/options";
import type { OptionLoader } from "@/components/ui/selects/useOptions";

/** The value of a field: text, empty if nothing is chosen; of several values, a list. */
export type FormValue = string | ReadonlyArray<string>;

export type FormValues = Readonly<Record<string, FormValue>>;

/** The names of records, as far as they are known before a search. */
export type Names = Readonly<Record<string, string>>;

/** The control of a field. */
export type Control =
  | { kind: "text"; long?: boolean }
  | { kind: "url" }
  | { kind: "color" }
  | { kind: "number"; whole?: boolean; unit?: string }
  | { kind: "date" }
  /** Date and time in UTC. */
  | { kind: "instant" }
  | { kind: "choice"; options: ReadonlyArray<Option> }
  | { kind: "choices"; options: ReadonlyArray<Option> }
  /** Several texts or addresses, one per line. */
  | { kind: "lines"; urls?: boolean }
  /** Another record, found by a search. */
  | { kind: "reference"; load: OptionLoader<string>; names: Names }
  | { kind: "references"; load: OptionLoader<string>; names: Names };

/** One field of a form, as its screen declares it. */
export type FormFieldSpec = {
  name: string;
  label: string;
  control: Control;
  hint?: string;
  required?: boolean;
  /** A further check; returns the message of a refusal. */
  check?: (value: string) => string | null;
};

const httpAddress = /^https?:\/\/[^\s@]+$/;

export function isEmpty(value: FormValue | undefined): boolean {
  return value === undefined || value.length === 0;
}

export function sameValue(one: FormValue | undefined, other: FormValue | undefined): boolean {
  if (isEmpty(one) && isEmpty(other)) return true;
  return JSON.stringify(one) === JSON.stringify(other);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isAddress(text: string): boolean {
  return httpAddress.test(text) && URL.canParse(text);
}

/** The fault in the text of a control; null without one. */
function complaint(control: Control, text: string): string | null {
  switch (control.kind) {
    case "url":
      return isAddress(text) ? null : "Enter an address that begins with https:// or http://.";
    case "color":
      return /^#[0-9a-f]{6}$/.test(text) ? null : "Enter a colour such as #0a1b2c.";
    case "number":
      if (!/^-?\d+(\.\d+)?$/.test(plainNumber(text))) return "Enter a number such as 1234.56.";
      return control.whole && text.includes(".") ? "Enter a whole number." : null;
    case "date":
      return isDay(text) ? null : "Enter a date.";
    case "instant":
      return Number.isNaN(Date.parse(`${text}Z`)) ? "Enter a date and a time." : null;
    default:
      return null;
  }
}

const chosen = new Set<Control["kind"]>(["choice", "choices", "reference", "references"]);

/** The fault in the value of a field; null without one. */
export function checkField(field: FormFieldSpec, value: FormValue | undefined): string | null {
  const { control, required } = field;
  if (value === undefined || isEmpty(value)) {
    if (!required) return null;
    return chosen.has(control.kind) ? "Choose a value." : "Enter a value.";
  }
  if (typeof value !== "string") {
    const wrong =
      control.kind === "lines" && control.urls && value.find((each) => !isAddress(each));
    return wrong ? `Not an address that begins with https:// or http://: ${wrong}` : null;
  }
  return complaint(control, value) ?? field.check?.(value) ?? null;
}

/** A number without separators of thousands, as programs read it. */
export function plainNumber(text: string): string {
  return text.replace(/[,\s_]/g, "").replace("−", "-");
}
