import { type ReactNode, useId } from "react";
import { usePressed } from "@/lib/browser/usePressed";

export type Segment<Value extends string> = {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Why this one cannot be chosen now; it is shown as its title. */
  unavailable?: string;
};

type SegmentedControlProps<Value extends string> = {
  label: string;
  segments: ReadonlyArray<Segment<Value>>;
  /** Null when none of them is in force, such as a range of one's own. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Shows icons alone; the labels stay for screen readers. */
  iconsOnly?: boolean;
};

/** One of a few: range, style, scale. The browser's own radio buttons do the work. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, iconsOnly = false } = props;
  const [value, press] = usePressed(props.value, (next) => next !== null && props.onChange(next));
  const name = useId();
  return (
    <fieldset className="inline-flex min-w-0 max-w-full flex-none gap-px overflow-x-auto rounded-md bg-surface-3 p-px">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={segment.unavailable ?? (iconsOnly ? segment.label : undefined)}
          data-chosen={segment.value === value || undefined}
          className="relative inline-flex h-[calc(var(--control-h-sm)-2px)] min-h-6 min-w-6 flex-none cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-[5px] px-[7px] text-sm text-text-2 transition-colors duration-(--duration-instant) hover:text-text has-disabled:cursor-not-allowed has-disabled:text-text-3 has-disabled:opacity-70 has-focus-visible:outline-2 has-focus-visible:outline-focus data-chosen:bg-surface data-chosen:font-medium data-chosen:text-text data-chosen:shadow-segment pointer-coarse:min-h-11 pointer-coarse:min-w-11 dark:data-chosen:bg-line-strong"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.unavailable !== undefined}
            onChange={() => press(segment.value)}
            className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
          />
          {segment.icon}
          <bdi className={iconsOnly ? "sr-only" : "pointer-events-none"}>{segment.label}</bdi>
          {segment.unavailable && <span className="sr-only">, {segment.unavailable}</span>}
        </label>
      ))}
    </fieldset>
  );
}
