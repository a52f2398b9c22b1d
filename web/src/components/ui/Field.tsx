import type { ReactNode } from "react";

type FieldProps = {
  id: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** The label belongs to a control that is not labelable, such as a list box. */
  labelId?: string;
  children: ReactNode;
};

/** A label, a control, and what is to be said about it. */
export function Field({ id, label, required = false, hint, error, labelId, children }: FieldProps) {
  return (
    <div className="flex flex-col gap-[5px]">
      <label id={labelId} htmlFor={id} className="self-start font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-neg">
            *
          </span>
        )}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-neg">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-sm text-text-2">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
