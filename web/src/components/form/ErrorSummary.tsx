import { useEffect } from "react";
import type { Form } from "./useForm";

/** The element of a field that takes the focus. */
function focusField(name: string): void {
  const place = document.getElementById(fieldId(name));
  const control = place?.querySelector<HTMLElement>("input, textarea, [role=combobox]");
  place?.scrollIntoView?.({ block: "center" });
  control?.focus({ preventScroll: true });
}

export function fieldId(name: string): string {
  return `field-${name}`;
}

/** The faults of a form, above it: takes the focus after a failed attempt and leads to each field. */
export function ErrorSummary({ form }: { form: Form }) {
  const { fields, errors, refusals, summary } = form;
  const wrong = fields.filter(({ name }) => errors[name]);
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals, summary]);
  if (refusals === 0 || wrong.length === 0) return null;
  return (
    <section
      ref={summary}
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className="scroll-mt-20 rounded-md border border-neg-mark bg-neg-soft px-(--card-pad) py-3"
    >
      <h2 id="error-summary-title" className="font-semibold text-md">
        {wrong.length === 1 ? "1 field needs a change" : `${wrong.length} fields need a change`}
      </h2>
      <ul className="mt-1 flex flex-col gap-0.5">
        {wrong.map(({ name, label }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
              className="rounded-xs font-medium underline underline-offset-2 hover:no-underline"
            >
              {label}
            </a>
            : {errors[name]}
          </li>
        ))}
      </ul>
    </section>
  );
}
