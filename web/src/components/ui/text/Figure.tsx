import type { ReactNode } from "react";
import { useMinute } from "@/lib/dates/minute";
import {
  type ColumnUnit,
  dash,
  directionOf,
  formatAge,
  formatAmountExact,
  formatChange,
  formatCount,
  formatCountFull,
  formatDay,
  formatFraction,
  formatInstant,
  formatMoney,
  formatMoneyExact,
  formatMoneyIn,
  formatPercent,
  formatPointChange,
  formatPrice,
  formatPriceExact,
  isKnown,
  type NullableNumber,
  type PointKind,
  pointPlaces,
} from "@/lib/format";

type ReasonProps = {
  /** Why there is no value, in words. */
  reason?: string;
  className?: string;
};

type FigureProps = { text: string; exact?: string; className?: string };

/** Digits of one width that keep their direction inside any text, with the exact form as title. */
export function Figure({ text, exact, className = "" }: FigureProps) {
  return (
    <bdi dir="ltr" className={`num ${className}`} title={exact === text ? undefined : exact}>
      {text}
    </bdi>
  );
}

/** The place of a value that is not known, with its reason. */
export function NoFigure({ reason = "No value", className = "" }: ReasonProps) {
  return (
    <span className={`text-text-3 ${className}`} title={reason}>
      <span aria-hidden="true">{dash}</span>
      <span className="sr-only">{reason}</span>
    </span>
  );
}

type ValueProps = ReasonProps & { value: NullableNumber };

function known(
  props: ValueProps,
  show: (value: number) => [text: string, exact: string],
): ReactNode {
  const { value, reason, className } = props;
  if (!isKnown(value)) return <NoFigure reason={reason} className={className} />;
  const [text, exact] = show(value);
  return <Figure text={text} exact={exact} className={className} />;
}

type MoneyProps = ValueProps & {
  /** In a column the header names the unit and the cell leaves it out. */
  column?: ColumnUnit;
  digits?: number;
  unit?: "" | "K" | "M" | "B" | "T";
};

/** "$29.14B", or "2,314.9" in a column of millions. */
export function Money({ column, digits, unit, ...props }: MoneyProps) {
  return known(props, (value) => [
    column ? formatMoneyIn(value, column, digits ?? 1) : formatMoney(value, { digits, unit }),
    formatMoneyExact(value),
  ]);
}

/** "$1.0000" */
export function Price({ places = 4, ...props }: ValueProps & { places?: 2 | 4 | 5 | 6 }) {
  return known(props, (value) => [formatPrice(value, places), formatPriceExact(value)]);
}

/** A fraction as "54.6%"; yields and fees with `places={2}`. */
export function Percent({ places = 1, ...props }: ValueProps & { places?: number }) {
  return known(props, (value) => [formatPercent(value, places), formatFraction(value)]);
}

/** "1.42M", or in full as tables write it. */
export function Count({ full = false, ...props }: ValueProps & { full?: boolean }) {
  return known(props, (value) => [
    full ? formatCountFull(value) : formatCount(value),
    formatAmountExact(value),
  ]);
}

const tones = { up: "text-pos", down: "text-neg", flat: "text-text-2" } as const;
const turned = { up: "text-neg", down: "text-pos", flat: "text-text-2" } as const;

type ChangeProps = ValueProps & {
  /** The kind of a change in percentage points; without it, the change of a value is in percent. */
  points?: PointKind;
  places?: number;
  /** Where less is better, such as of defaults. */
  betterLow?: boolean | undefined;
  /** In a column the header names the points and the cell leaves them out. */
  column?: boolean;
};

/** A signed change. Colour repeats what the sign says, or whether it is good. */
export function Change(all: ChangeProps) {
  const { points, places = 1, column, betterLow, className = "", ...props } = all;
  const shown = points ? pointPlaces[points] : places;
  const tone = (betterLow ? turned : tones)[directionOf(props.value, shown)];
  return known(
    { ...props, className: isKnown(props.value) ? `${tone} ${className}` : className },
    (value) => [
      points ? formatPointChange(value, points, !column) : formatChange(value, places),
      formatFraction(value),
    ],
  );
}

type MomentProps = ReasonProps & { value: string | number | null | undefined };

function moment(props: MomentProps, show: (value: string | number) => [string, string]): ReactNode {
  const { value, reason, className = "" } = props;
  if (value === null || value === undefined || formatDay(value) === dash) {
    return <NoFigure reason={reason} className={className} />;
  }
  const [text, exact] = show(value);
  return (
    <time
      dir="ltr"
      dateTime={new Date(value).toISOString()}
      title={exact === text ? undefined : exact}
      className={`num ${className}`}
    >
      {text}
    </time>
  );
}

/** "19 Nov 2026", or with `time` "19 Nov 2026, 09:36 UTC". */
export function DateText({ time = false, ...props }: MomentProps & { time?: boolean }) {
  return moment(props, (value) => {
    return [time ? formatInstant(value) : formatDay(value), formatInstant(value)];
  });
}

/** "14 min ago", kept true while it is looked at. */
export function Age({ now, ...props }: MomentProps & { now?: number }) {
  const minute = useMinute();
  const from = now ?? minute;
  return moment(props, (value) => [
    from === null ? formatInstant(value) : formatAge(value, from),
    formatInstant(value),
  ]);
}
