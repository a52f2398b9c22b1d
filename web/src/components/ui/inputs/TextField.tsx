import type { ComponentProps } from "react";
import { Field, inputLook, type Notes, noteAttributes } from "./Field";

type TextFieldProps = ComponentProps<"input"> & Notes & { id: string; label: string };

export function TextField({ id, label, hint, error, required, ...rest }: TextFieldProps) {
  return (
    <Field id={id} label={label} required={required} hint={hint} error={error}>
      <input
        id={id}
        required={required}
        {...noteAttributes(id, { hint, error })}
        className={`h-(--field-h) ${inputLook}`}
        {...rest}
      />
    </Field>
  );
}
