import { type KeyboardEvent, useState } from "react";
import { plainDecimal } from "@/lib/format/decimal";
import { parseNumber } from "@/lib/format/parseNumber";
import { Field, inputLook, type Notes, noteAttributes } from "./Field";

type NumberFieldProps = Notes & {
  id: string;
  label: string;
  value: number | null;
  /** Told once the number is complete: when the field is left, on Enter, and on the arrow keys. */
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Stands in the field behind the number: "US$", "%". */
  unit?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
};

function write(value: number | null): string {
  return value === null ? "" : plainDecimal(value, 12);
}

function complaint(value: number | null | undefined, { min, max }: NumberFieldProps) {
  if (value === undefined) return "Enter a number.";
  if (value === null) return undefined;
  if (min !== undefined && value < min) return `Enter ${write(min)} or more.`;
  if (max !== undefined && value > max) return `Enter ${write(max)} or less.`;
  return undefined;
}

/** A number as people write it: with thousands, "10M", or stepped by the arrow keys. */
export function NumberField(props: NumberFieldProps) {
  const { id, label, value, onChange, min, max, step = 1, unit, hint, required } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const read = draft === null ? value : parseNumber(draft);
  const [judged, setJudged] = useState(false);
  const error = (judged && complaint(read, props)) || props.error;

  const commit = () => {
    setJudged(true);
    if (draft === null || complaint(read, props) !== undefined || read === undefined) return;
    setDraft(null);
    if (read !== value) onChange(read);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const next = (read ?? 0) + (event.key === "ArrowUp" ? step : -step);
    const most = max ?? Number.POSITIVE_INFINITY;
    const least = min ?? Number.NEGATIVE_INFINITY;
    setDraft(null);
    onChange(Math.min(most, Math.max(least, Number(next.toPrecision(15)))));
  };

  return (
    <Field id={id} label={label} required={required} hint={hint} error={error}>
      <div className="relative">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          required={required}
          disabled={props.disabled}
          placeholder={props.placeholder}
          {...noteAttributes(id, { hint, error })}
          dir="ltr"
          value={draft ?? write(value)}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
          className={`num h-(--field-h) rtl:text-end ${unit ? "pe-14 rtl:ps-14 rtl:pe-2.5" : ""} ${inputLook}`}
        />
        {unit && (
          <span className="pointer-events-none absolute inset-y-0 end-2.5 grid place-items-center text-text-3">
            <bdi>{unit}</bdi>
          </span>
        )}
      </div>
    </Field>
  );
}
