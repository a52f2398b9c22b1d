import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { useSize } from "@/lib/browser/useSize";
import { Button } from "../ui/buttons/Button";
import { IconButton } from "../ui/buttons/IconButton";
import { Skeleton } from "../ui/feedback/Skeleton";
import { SampleTag } from "../ui/marks/SampleTag";
import { type MapPlace, Outlines, Shapes } from "./MapShapes";
import { fitOf, isArrowKey, placeTowards, showPlace, wholeWorld, zoomView } from "./mapView";
import { useMapView } from "./useMapView";
import { type Shape, useWorld, type World } from "./world";

type WorldMapProps = {
  /** The meaning of the colours: "Rules by country". */
  label: string;
  places: ReadonlyMap<string, MapPlace>;
  /** The codes that are outlined; several for a union. */
  selected: ReadonlyArray<string>;
  onSelect: (code: string | null) => void;
};

const step = 1.6;
const boxClass =
  "relative w-full overflow-hidden rounded-sm bg-surface-2 aspect-[5/4] md:aspect-[2.2/1] max-h-[560px]";

/** The world with a value for each country: it moves and zooms in its own window, by pointer, fingers and keys. */
export function WorldMap(props: WorldMapProps) {
  const { world, failed, retry } = useWorld();
  if (failed) {
    return (
      <div
        role="alert"
        className={`${boxClass} grid place-content-center justify-items-center gap-3`}
      >
        <p>The map could not be loaded. The table below shows the same data.</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  if (!world) return <Skeleton className={boxClass} />;
  return <LoadedMap {...props} world={world} />;
}

/** The keys: from country to country, nearer and farther, choose and let go. */
function useKeys(options: {
  world: World;
  isKnown: (code: string) => boolean;
  /** Where the walk is, or begins. */
  at: Shape | null;
  onPoint: (shape: Shape) => void;
  onSelect: (code: string | null) => void;
  onZoom: (factor: number) => void;
}) {
  const { world, isKnown, at, onPoint, onSelect, onZoom } = options;
  const known = useMemo(
    () => world.places.filter(({ code }) => isKnown(code)),
    [world.places, isKnown],
  );
  const choose = () => {
    if (at && isKnown(at.code)) onSelect(at.code);
  };
  const does = new Map([
    ["Enter", choose],
    [" ", choose],
    ["+", () => onZoom(step)],
    ["=", () => onZoom(step)],
    ["-", () => onZoom(1 / step)],
    ["0", () => onZoom(0)],
    ["Escape", () => onSelect(null)],
  ]);
  return (event: KeyboardEvent) => {
    const { key } = event;
    const next = isArrowKey(key) ? (at ? placeTowards(at, key, known) : known[0]) : null;
    if (next) onPoint(next);
    does.get(key)?.();
    if (isArrowKey(key) || does.has(key)) event.preventDefault();
  };
}

function LoadedMap({ label, places, selected, onSelect, world }: WorldMapProps & { world: World }) {
  const id = useId();
  const box = useRef<HTMLDivElement | null>(null);
  const size = useSize(box);
  const { view, change, wasDragged, bindings } = useMapView(box, world, size);
  const [pointed, setPointed] = useState<string | null>(null);
  const isKnown = useMemo(
    () => (code: string) => (places.get(code)?.colour ?? null) !== null,
    [places],
  );
  const shapeOf = (code: string | null | undefined) =>
    world.places.find((place) => place.code === code) ?? null;
  const highlighted = shapeOf(pointed);
  const middle = { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 };
  const zoomBy = (factor: number) =>
    change((before) => (factor === 0 ? wholeWorld : zoomView(before, factor, middle)));
  const onKeyDown = useKeys({
    world,
    isKnown,
    at: highlighted ?? shapeOf(selected[0]),
    onPoint: (shape) => {
      setPointed(shape.code);
      if (size) change((before) => showPlace(before, shape, world, size));
    },
    onSelect,
    onZoom: zoomBy,
  });
  const scale = size ? fitOf(world, size) * view.zoom : 0;
  const active = highlighted && isKnown(highlighted.code) ? `${id}-${highlighted.code}` : undefined;
  return (
    <div
      ref={box}
      {...bindings}
      className={`${boxClass} select-none ${view.zoom > 1 ? "cursor-grab touch-none active:cursor-grabbing" : "touch-pan-y"}`}
    >
      <div
        role="listbox"
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={active}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(null)}
        onPointerOver={(event) => setPointed(codeAt(event.target))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const code = codeAt(event.target);
          if (!wasDragged()) onSelect(code && isKnown(code) ? code : null);
        }}
        className="absolute inset-0 rounded-sm outline-offset-[-2px]"
      >
        {size && (
          // biome-ignore lint/a11y/useSemanticElements: no fieldset is drawn on.
          <svg
            role="group"
            aria-label={label}
            width={size.width}
            height={size.height}
            className="block"
          >
            <g transform={`translate(${view.x} ${view.y}) scale(${scale})`}>
              <Shapes id={id} world={world} places={places} selected={selected} />
              <Outlines shapes={selected.flatMap((code) => shapeOf(code) ?? [])} chosen />
              <Outlines shapes={highlighted ? [highlighted] : []} />
            </g>
          </svg>
        )}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        Use the arrow keys to move between countries, Enter to select one, and plus and minus to
        zoom. The table of countries shows the same data.
      </p>
      <ZoomButtons whole={view.zoom <= 1} onZoom={zoomBy} />
      {highlighted && size && (
        <PlaceTooltip
          name={places.get(highlighted.code)?.name ?? highlighted.code}
          words={places.get(highlighted.code)?.words ?? ""}
          sample={places.get(highlighted.code)?.sample ?? false}
          x={view.x + highlighted.x * scale}
          y={view.y + highlighted.y * scale}
          room={size.width}
        />
      )}
    </div>
  );
}

function ZoomButtons({ whole, onZoom }: { whole: boolean; onZoom: (factor: number) => void }) {
  const buttons = [
    { icon: "plus", label: "Zoom in", factor: step, off: false },
    { icon: "minus", label: "Zoom out", factor: 1 / step, off: whole },
    { icon: "undo", label: "Whole world", factor: 0, off: whole },
  ] as const;
  return (
    <div className="absolute end-2 bottom-2 flex rounded-md md:top-2 md:bottom-auto md:flex-col border border-line-strong bg-surface">
      {buttons.map(({ icon, label, factor, off }) => (
        <IconButton
          key={icon}
          icon={icon}
          label={label}
          disabled={off}
          className="pointer-coarse:size-11"
          onClick={() => onZoom(factor)}
        />
      ))}
    </div>
  );
}

function codeAt(target: EventTarget): string | null {
  return target instanceof Element
    ? (target.closest("[data-code]")?.getAttribute("data-code") ?? null)
    : null;
}

type PlaceTooltipProps = {
  name: string;
  words: string;
  sample: boolean;
  x: number;
  y: number;
  room: number;
};

/** Name and value of the country that is pointed at, beside it; those who listen hear the option. */
function PlaceTooltip({ name, words, sample, x, y, room }: PlaceTooltipProps) {
  const below = y < 56;
  const start = Math.min(Math.max(x, 90), Math.max(90, room - 90));
  return (
    <div
      aria-hidden="true"
      style={{
        left: start,
        top: y,
        transform: `translate(-50%, ${below ? "14px" : "calc(-100% - 10px)"})`,
      }}
      className="pointer-events-none absolute max-w-[180px] rounded-sm bg-raised px-2 py-1 text-sm shadow-raised"
    >
      <span className="flex items-center gap-1.5 font-medium">
        <bdi className="min-w-0 truncate">{name}</bdi>
        {sample && <SampleTag short />}
      </span>
      <span className="block text-text-2">{words}</span>
    </div>
  );
}
