import type { ReactNode } from "react";

/** The texts of a field besides its label. */
export type Notes = { hint?: ReactNode; error?: ReactNode };

type FieldProps = Notes & {
  id: string;
  label: string;
  required?: boolean;
  /** The label belongs to a control that is not labelable, such as a list box. */
  labelId?: string;
  children: ReactNode;
};

/** The attributes that lead from a control to what its field says. */
export function noteAttributes(id: string, { hint, error }: Notes) {
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { "aria-describedby": notes || undefined, "aria-invalid": error ? true : undefined };
}

/** The look of a box that text is typed into. */
export const inputLook =
  "w-full rounded-md border border-control-line bg-surface px-2.5 text-start placeholder:text-text-3 focus-visible:outline-offset-[-1px] disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-text-3 aria-invalid:border-neg-mark pointer-coarse:min-h-11 pointer-coarse:text-lg";

/** A label, a control, its hint and its error. */
export function Field({ id, label, required = false, hint, error, labelId, children }: FieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-[5px]">
      <label id={labelId} htmlFor={id} className="self-start font-medium">
        <bdi>{label}</bdi>
        {required && (
          <span aria-hidden="true" className="ms-0.5 text-neg">
            *
          </span>
        )}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-text-2">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-neg text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
