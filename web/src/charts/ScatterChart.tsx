import { type KeyboardEvent, useRef, useState } from "react";
import { TableFile } from "@/components/tableFile/TableFile";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import type { Origin } from "@/lib/files/origin";
import { type PointQualifier, qualifierLabel } from "@/lib/format/qualifiers";
import { FullScreenButton } from "./frame/FullScreenButton";
import { useFullScreen } from "./frame/useFullScreen";
import { type ValueAxis, valueAxis } from "./time/axis";

export type ScatterPoint = {
  id: string;
  name: string;
  x: number;
  y: number;
  /** How much it counts, by its area. */
  size: number | null;
  sample: boolean;
  /** How its numbers came to be. */
  marks?: { y?: PointQualifier | undefined; size?: PointQualifier | undefined };
};

type ScatterAxis = {
  label: string;
  /** Names it in the file, with its unit: "yield_7d". */
  field: string;
  show: (value: number) => string;
};

type ScatterChartProps = {
  title: string;
  /** Describes the points, their places and their areas. */
  lead: string;
  x: ScatterAxis;
  y: ScatterAxis;
  /** The header of the areas, in the file. */
  sizeField: string;
  points: ReadonlyArray<ScatterPoint>;
  /** Asks where the numbers come from, for the file. */
  origin: () => Promise<Origin>;
  /** A press on a point. */
  onChoose: (id: string) => void;
};

const least = 8;
const most = 26;
const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

function axisOf(values: ReadonlyArray<number>): ValueAxis {
  return valueAxis(Math.min(...values), Math.max(...values), true);
}

function shareOf({ min, max }: ValueAxis, value: number): number {
  return ((value - min) / (max - min)) * 100;
}

/** The upper number of a point, and of which day it is if not of the last one. */
function upperText({ show }: ScatterAxis, { y, marks }: ScatterPoint): string {
  return [show(y), qualifierLabel(marks?.y)].filter(Boolean).join(", ");
}

/** Two numbers of each entity, plotted against each other; the table beside it has the same numbers. */
export function ScatterChart({
  title,
  lead,
  x,
  y,
  sizeField,
  points,
  origin,
  onChoose,
}: ScatterChartProps) {
  const [activeId, setActive] = useState<string | null>(null);
  const frame = useRef<HTMLElement>(null);
  const { full, enter, leave } = useFullScreen(frame);
  const host = useRef<HTMLUListElement>(null);
  const ordered = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const across = axisOf(ordered.map((point) => point.x));
  const up = axisOf(ordered.map((point) => point.y));
  const largest = Math.max(...ordered.map(({ size }) => size ?? 0));
  const active = ordered.find(({ id }) => id === activeId);
  const entry = active ?? ordered[0];
  // One stop of the keyboard for all; arrows go from one to the next, Home and End to the outermost.
  const move = (event: KeyboardEvent) => {
    const at = ordered.findIndex(({ id }) => id === entry?.id);
    const step = steps[event.key];
    const ends = event.key === "Home" ? 0 : event.key === "End" ? ordered.length - 1 : null;
    const next = ends ?? (step === undefined ? null : at + step);
    if (next === null) return;
    event.preventDefault();
    const point = ordered[Math.min(ordered.length - 1, Math.max(0, next))];
    if (!point) return;
    setActive(point.id);
    host.current?.querySelector<HTMLElement>(`[data-point="${CSS.escape(point.id)}"]`)?.focus();
  };
  return (
    <section
      ref={frame}
      aria-label={title}
      className={`px-(--card-pad) pt-3 pb-4 ${
        full
          ? "fixed inset-0 z-(--z-panel) flex flex-col overflow-y-auto bg-surface"
          : "offscreen-free min-w-0 rounded-md border border-line bg-surface [--room:390px]"
      }`}
    >
      <div className="flex items-center gap-2.5">
        <h2 className="flex-1 font-semibold text-md">{title}</h2>
        {points.some(({ sample }) => sample) && <SampleTag />}
        <TableFile
          title={title}
          about={lead}
          rows={ordered}
          sampleOf={({ sample }) => sample}
          origin={origin}
          columns={[
            { name: "slug", value: ({ id }) => id },
            { name: "name", value: ({ name }) => name },
            { name: x.field, value: (point) => point.x },
            { name: y.field, value: (point) => point.y, mark: ({ marks }) => marks?.y },
            { name: sizeField, value: ({ size }) => size, mark: ({ marks }) => marks?.size },
          ]}
        />
        <FullScreenButton full={full} onPress={full ? leave : enter} />
      </div>
      <p className="text-sm text-text-3">{lead}</p>
      <div
        dir="ltr"
        className={`num mt-2 text-text-3 text-xs ${full ? "flex min-h-[320px] flex-1 flex-col" : ""}`}
      >
        <p>{y.label}</p>
        <div className={`relative ms-12 me-3 mt-2 mb-7 ${full ? "flex-1" : "h-[260px]"}`}>
          {up.ticks.map((tick) => (
            <Tick key={tick} style={{ bottom: `${shareOf(up, tick)}%` }} text={y.show(tick)} />
          ))}
          {across.ticks.map((tick) => (
            <span
              key={tick}
              aria-hidden="true"
              className="absolute top-full -translate-x-1/2 pt-1.5"
              style={{ left: `${shareOf(across, tick)}%` }}
            >
              {x.show(tick)}
            </span>
          ))}
          <ul
            ref={host}
            className="absolute inset-0"
            onPointerLeave={() => setActive(null)}
            onKeyDown={move}
          >
            {ordered.map((point) => (
              <Point
                key={point.id}
                point={point}
                left={shareOf(across, point.x)}
                bottom={shareOf(up, point.y)}
                width={diameterOf(point, largest)}
                words={`${spokenName(point)}: ${x.label} ${x.show(point.x)}, ${y.label} ${upperText(y, point)}`}
                isEntry={point.id === entry?.id}
                isActive={point.id === activeId}
                onActive={() => setActive(point.id)}
                onChoose={() => onChoose(point.id)}
              />
            ))}
          </ul>
          {active && (
            <p
              aria-hidden="true"
              className="pointer-events-none absolute end-0 top-0 max-w-full rounded-md bg-raised px-2.5 py-1.5 text-sm text-text shadow-raised"
            >
              <bdi className="font-medium">{active.name}</bdi>{" "}
              {active.sample && <SampleTag short />} {x.show(active.x)}, {upperText(y, active)}
            </p>
          )}
        </div>
        <p className="text-end">{x.label}</p>
      </div>
    </section>
  );
}

/** The name of a point; of one that is not called a sample, whether its numbers include sample data. */
function spokenName({ name, sample }: ScatterPoint): string {
  return sample && !name.endsWith(" (sample)") ? `${name}, includes sample data` : name;
}

function Tick({ style, text }: { style: { bottom: string }; text: string }) {
  return (
    <span aria-hidden="true" className="absolute inset-x-0 h-px bg-grid" style={style}>
      <span className="absolute end-full -translate-y-1/2 pe-2">{text}</span>
    </span>
  );
}

/** Areas show sizes; a point without one is as small as the smallest. */
function diameterOf({ size }: ScatterPoint, largest: number): number {
  const share = size === null || largest <= 0 ? 0 : Math.max(0, size) / largest;
  return Math.max(least, Math.sqrt(share) * most);
}

type PointProps = {
  point: ScatterPoint;
  left: number;
  bottom: number;
  width: number;
  words: string;
  isEntry: boolean;
  isActive: boolean;
  onActive: () => void;
  onChoose: () => void;
};

function Point(props: PointProps) {
  const { point, left, bottom, width, words, isEntry, isActive, onActive, onChoose } = props;
  return (
    <li
      className="absolute -translate-x-1/2 translate-y-1/2"
      style={{ left: `${left}%`, bottom: `${bottom}%` }}
    >
      <button
        type="button"
        aria-label={`Explain, ${words}`}
        onClick={onChoose}
        tabIndex={isEntry ? 0 : -1}
        data-point={point.id}
        onFocus={onActive}
        onPointerEnter={onActive}
        className="grid size-7 place-items-center rounded-full"
      >
        <span
          className={`block rounded-full border border-surface bg-cat-1 ${isActive ? "opacity-100" : "opacity-85"}`}
          style={{ width, height: width }}
        />
      </button>
    </li>
  );
}
