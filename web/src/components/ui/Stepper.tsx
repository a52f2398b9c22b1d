import { Icon, type IconName } from "./Icon";

type StepperProps = {
  label: string;
  steps: ReadonlyArray<string>;
  /** The step under way; the length of the steps when all are done. */
  current: number;
  /** The step under way could not be done. */
  failed?: boolean;
};

type Look = { disc: string; words: string; icon?: IconName; spoken?: string };

const looks = {
  done: { disc: "border-ink bg-ink text-on-ink", words: "", icon: "check", spoken: ", done" },
  current: { disc: "border-ink bg-ink text-on-ink", words: "font-medium" },
  failed: {
    disc: "border-neg-mark bg-surface text-neg",
    words: "font-medium text-neg",
    icon: "close",
    spoken: ", failed",
  },
  ahead: { disc: "border-control-line bg-surface text-text-2", words: "text-text-2" },
} satisfies Record<string, Look>;

function lookOf(index: number, current: number, failed: boolean): Look {
  if (index < current) return looks.done;
  if (index > current) return looks.ahead;
  return failed ? looks.failed : looks.current;
}

/** Where one stands in a task of several steps. */
export function Stepper({ label, steps, current, failed = false }: StepperProps) {
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-y-2 text-sm">
      {steps.map((step, index) => {
        const { disc, words, icon, spoken } = lookOf(index, current, failed);
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
              {icon ? <Icon name={icon} size={11} /> : index + 1}
            </span>
            <bdi className={words}>{step}</bdi>
            {spoken && <span className="sr-only">{spoken}</span>}
          </li>
        );
      })}
    </ol>
  );
}
