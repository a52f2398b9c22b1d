import { useState } from "react";
import {
  type DateRangeValue,
  type Days,
  presetNames,
  type RangePreset,
  rangePresets,
  refuseDays,
  resolveRange,
} from "@/lib/dates/dateRange";
import { countDays, type Day, isDay } from "@/lib/dates/day";
import { formatCountFull, formatDays } from "@/lib/format";
import { Button } from "../buttons/Button";
import { Icon } from "../marks/Icon";
import { Popover } from "../overlays/Popover";
import { Calendar } from "./Calendar";
import { inputLook } from "./Field";

type DateRangeProps = {
  label: string;
  value: DateRangeValue;
  onChange: (value: DateRangeValue) => void;
  /** The days there are figures for. */
  bounds: Days;
  presets?: ReadonlyArray<RangePreset>;
  disabled?: boolean;
};

type DayInputProps = { label: string; value: string; bounds: Days; onChange: (day: Day) => void };

function DayInput({ label, value, bounds, onChange }: DayInputProps) {
  return (
    <label className="min-w-0 flex-1 text-sm text-text-2">
      {label}
      <input
        type="date"
        value={value}
        min={bounds.from}
        max={bounds.to}
        onChange={(event) => onChange(event.target.value)}
        className={`num mt-1 block h-(--control-h) text-text ${inputLook}`}
      />
    </label>
  );
}

type PanelProps = DateRangeProps & { onDone: () => void };

function Panel({ value, onChange, bounds, presets = rangePresets, onDone }: PanelProps) {
  const [draft, setDraft] = useState<{ from: Day; to: Day | null }>(() => {
    return resolveRange(value, bounds);
  });
  const whole: Days = { from: draft.from, to: draft.to ?? draft.from };
  const refusal = refuseDays(whole, bounds);
  const chosen = "preset" in value ? value.preset : null;
  const known = isDay(draft.from) ? draft.from : null;
  const [typed, setTyped] = useState<Day | null>(null);

  const apply = (next: DateRangeValue) => {
    onChange(next);
    onDone();
  };
  const type = (day: string, next: Days) => {
    setDraft(next);
    if (isDay(day)) setTyped(day);
  };
  const pick = (day: Day) => {
    const begins = draft.to !== null || known === null;
    if (begins) setDraft({ from: day, to: null });
    else setDraft(day < known ? { from: day, to: known } : { from: known, to: day });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null) apply(resolveRange(whole, bounds));
      }}
    >
      <div className="mb-3 grid grid-cols-3 gap-1">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="small"
            look={preset === chosen ? "primary" : "ghost"}
            aria-pressed={preset === chosen}
            onClick={() => apply({ preset })}
          >
            {presetNames[preset]}
          </Button>
        ))}
      </div>
      <Calendar
        // A day that is typed is shown in its month.
        key={typed}
        opensAt={typed}
        from={known}
        to={draft.to !== null && isDay(draft.to) ? draft.to : null}
        first={bounds.from}
        last={bounds.to}
        onPick={pick}
      />
      <div className="mt-3 flex gap-2">
        <DayInput
          label="From"
          value={whole.from}
          bounds={bounds}
          onChange={(from) => type(from, { from, to: whole.to })}
        />
        <DayInput
          label="To"
          value={whole.to}
          bounds={bounds}
          onChange={(to) => type(to, { from: whole.from, to })}
        />
      </div>
      <div className="mt-3 flex items-center gap-2">
        <p aria-live="polite" className={`flex-1 text-sm ${refusal ? "text-neg" : "text-text-2"}`}>
          <bdi>{refusal ?? `${formatDays(whole.from, whole.to)}, ${lengthOf(whole)}`}</bdi>
        </p>
        <Button type="submit" size="small" look="primary" disabled={refusal !== null}>
          Apply
        </Button>
      </div>
    </form>
  );
}

function lengthOf({ from, to }: Days): string {
  const count = countDays(from, to);
  return count === 1 ? "1 day" : `${formatCountFull(count)} days`;
}

/** A range of days in UTC: a preset that ends on the newest day, or two chosen days. */
export function DateRange(props: DateRangeProps) {
  const { label, value, bounds, disabled } = props;
  const [open, setOpen] = useState(false);
  const days = resolveRange(value, bounds);
  const written = formatDays(days.from, days.to);
  const shown = "preset" in value ? presetNames[value.preset] : written;
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="w-[304px] p-3"
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${shown}`}
          title={written}
          disabled={disabled}
          className="inline-flex h-(--control-h-sm) max-w-full items-center gap-1.5 rounded-sm border border-line-strong bg-surface px-2 text-sm transition-colors duration-(--duration-instant) enabled:hover:border-control-line enabled:hover:bg-surface-2 disabled:cursor-not-allowed disabled:text-text-3 aria-expanded:border-accent aria-expanded:text-accent pointer-coarse:h-11"
        >
          <span className="text-text-3">
            <Icon name="calendar" size={14} />
          </span>
          <bdi className="num truncate">{shown}</bdi>
          <span className="text-text-3">
            <Icon name="chevron" size={12} />
          </span>
        </button>
      }
    >
      <Panel {...props} onDone={() => setOpen(false)} />
    </Popover>
  );
}
