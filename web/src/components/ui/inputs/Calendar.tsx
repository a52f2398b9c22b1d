import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, addMonths, clampDay, type Day, weekdayOf, weeksOf } from "@/lib/dates/day";
import { formatDay, formatMonth } from "@/lib/format";
import { IconButton } from "../buttons/IconButton";

type CalendarProps = {
  /** The chosen days; the last is null while only the first is chosen. */
  from: Day | null;
  to: Day | null;
  first: Day;
  last: Day;
  /** The day whose month is shown first; without it that of the chosen ones. */
  opensAt?: Day | null;
  onPick: (day: Day) => void;
};

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The day to which a key moves the focus; null leaves the key to the browser. */
function leadTo(key: string, day: Day, forward: number): Day | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -forward);
    case "ArrowRight":
      return addDays(day, forward);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekdayOf(day));
    case "End":
      return addDays(day, 6 - weekdayOf(day));
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

type DayCellProps = {
  day: Day;
  chosen: boolean;
  between: boolean;
  reachable: boolean;
  disabled: boolean;
  onPick: (day: Day) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

function DayCell(props: DayCellProps) {
  const { day, chosen, between, reachable, disabled, onPick, onKeyDown } = props;
  const look = chosen
    ? "rounded-xs bg-ink font-medium text-on-ink"
    : `enabled:hover:bg-surface-3 ${between ? "bg-accent-soft" : "rounded-xs"}`;
  return (
    <td className="p-0">
      <button
        type="button"
        data-day={day}
        data-chosen={chosen || undefined}
        aria-label={formatDay(day)}
        aria-pressed={chosen || between}
        disabled={disabled}
        tabIndex={reachable ? 0 : -1}
        onClick={() => onPick(day)}
        onKeyDown={onKeyDown}
        className={`num h-7 w-full text-sm disabled:cursor-not-allowed disabled:text-text-3 disabled:opacity-60 pointer-coarse:h-11 ${look}`}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

/** The days of a month; the arrow keys walk through them and on into other months. */
export function Calendar({ from, to, first, last, opensAt, onPick }: CalendarProps) {
  const [active, setActive] = useState(() => clampDay(opensAt ?? to ?? from ?? last, first, last));
  const table = useRef<HTMLTableElement | null>(null);
  const walked = useRef(false);
  const title = formatMonth(active);
  const end = to ?? from;

  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const show = (day: Day) => setActive(clampDay(day, first, last));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const next = leadTo(event.key, active, forward);
    if (next === null) return;
    event.preventDefault();
    walked.current = true;
    show(next);
  };

  return (
    <div>
      <div className="mb-2 flex items-center gap-1">
        <b aria-live="polite" className="flex-1 font-medium">
          {title}
        </b>
        <IconButton
          icon="chevronStart"
          label="Previous month"
          disabled={active.slice(0, 7) <= first.slice(0, 7)}
          onClick={() => show(addMonths(active, -1))}
        />
        <IconButton
          icon="chevronEnd"
          label="Next month"
          disabled={active.slice(0, 7) >= last.slice(0, 7)}
          onClick={() => show(addMonths(active, 1))}
        />
      </div>
      <table
        ref={table}
        aria-label={title}
        className="w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-px text-center"
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th
                key={name}
                abbr={name}
                scope="col"
                className="h-6 font-normal text-text-3 text-xs"
              >
                {name.charAt(0)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, weekday) =>
                day === null ? (
                  <td key={weekdays[weekday]} />
                ) : (
                  <DayCell
                    key={day}
                    day={day}
                    chosen={day === from || day === to}
                    between={from !== null && end !== null && day > from && day < end}
                    reachable={day === active}
                    disabled={day < first || day > last}
                    onPick={onPick}
                    onKeyDown={onKeyDown}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
