import { Icon } from "./Icon";

type StepperProps = {
  label: string;
  steps: ReadonlyArray<string>;
  /** The step under way; the length of the steps when all are done. */
  current: number;
};

/** Where one stands in a task of several steps. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-y-2 text-sm">
      {steps.map((step, index) => {
        const reached = index <= current;
        const disc = reached
          ? "border-ink bg-ink text-on-ink"
          : "border-control-line bg-surface text-text-2";
        const words = index === current ? "font-medium" : reached ? "" : "text-text-2";
        return (
          <li
            key={step}
            aria-current={index === current ? "step" : undefined}
            className="flex items-center after:mx-[9px] after:h-px after:w-7 after:bg-line-strong last:after:hidden"
          >
            <span
              aria-hidden="true"
              className={`num me-[7px] grid size-5 flex-none place-items-center rounded-full border font-medium text-xs ${disc}`}
            >
              {index < current ? <Icon name="check" size={11} /> : index + 1}
            </span>
            <span className={words}>{step}</span>
            {index < current && <span className="sr-only">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}
