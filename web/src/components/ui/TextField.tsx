import type { ComponentProps, ReactNode } from "react";
import { Field } from "./Field";

type TextFieldProps = ComponentProps<"input"> & {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
};

export function TextField({ id, label, hint, error, required, ...rest }: TextFieldProps) {
  const note = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <Field id={id} label={label} required={required} hint={hint} error={error}>
      <input
        id={id}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={note}
        className="h-9 w-full rounded-md border border-control-line bg-surface px-2.5 placeholder:text-text-3 focus-visible:outline-offset-[-1px] aria-invalid:border-neg-mark pointer-coarse:h-11 pointer-coarse:text-lg"
        {...rest}
      />
    </Field>
  );
}
