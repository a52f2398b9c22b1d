import type { ComponentProps } from "react";
import { Field, inputLook, type Notes, noteAttributes } from "./Field";

type TextAreaProps = ComponentProps<"textarea"> & Notes & { id: string; label: string };

/** Text of several lines; it grows with what is written. */
export function TextArea({ id, label, hint, error, required, ...rest }: TextAreaProps) {
  return (
    <Field id={id} label={label} required={required} hint={hint} error={error}>
      <textarea
        id={id}
        required={required}
        rows={3}
        {...noteAttributes(id, { hint, error })}
        className={`field-sizing-content max-h-[360px] min-h-[76px] resize-y py-[7px] ${inputLook}`}
        {...rest}
      />
    </Field>
  );
}
