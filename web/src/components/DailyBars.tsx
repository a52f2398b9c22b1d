import type { Day } from "@/lib/dates/day";
import { formatCountFull, formatDay } from "@/lib/format";
import { scaleEnd } from "./lastDays";

const height = 96;

/** The colour of a part of each bar in a legend. */
export function BarKey({ tone, children }: { tone: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 rounded-xs ${tone}`} />
      {children}
    </span>
  );
}

type DailyBarsProps = {
  /** The earliest first. */
  days: ReadonlyArray<{ day: Day; parts: ReadonlyArray<number>; text: string }>;
  /** The colours of the parts, from the ground up. */
  tones: ReadonlyArray<string>;
};

/** A bar for each day, its parts on top of each other. A table beside it is for screen readers. */
export function DailyBars({ days, tones }: DailyBarsProps) {
  const end = scaleEnd(Math.max(...days.map(({ parts }) => parts.reduce((sum, one) => sum + one))));
  const share = (count: number) => (count === 0 ? 0 : Math.max(2, (height * count) / end));
  const marks = [end, end / 2, 0].filter(Number.isInteger);
  return (
    // The gutter of the axis is as wide as its longest label, and the days begin where the bars do.
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-1.5">
      <div className="num cond flex flex-col items-end justify-between text-text-3 text-xs">
        {marks.map((mark) => (
          <span key={mark} className="h-0 leading-0">
            {formatCountFull(mark)}
          </span>
        ))}
      </div>
      <div
        className="relative flex items-end gap-px border-axis border-b sm:gap-[3px]"
        style={{ height }}
      >
        {marks.slice(0, -1).map((mark) => (
          <span
            key={mark}
            className="absolute inset-x-0 border-grid border-t"
            style={{ bottom: (height * mark) / end }}
          />
        ))}
        {days.map(({ day, parts, text }) => (
          <span
            key={day}
            title={`${formatDay(day)}: ${text}`}
            className="relative flex h-full min-w-0 flex-1 flex-col-reverse justify-start hover:bg-surface-2"
          >
            {tones.map((tone, at) => (
              <span key={tone} className={tone} style={{ height: share(parts[at] ?? 0) }} />
            ))}
          </span>
        ))}
      </div>
      <div className="num col-start-2 flex justify-between pt-1 text-text-3 text-xs">
        <span>{formatDay(days[0]?.day ?? "")}</span>
        <span>{formatDay(days.at(-1)?.day ?? "")}</span>
      </div>
    </div>
  );
}
