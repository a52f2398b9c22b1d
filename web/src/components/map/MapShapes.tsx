import { memo } from "react";
import type { Shape, World } from "./world";

/** A country on a map. */
export type MapPlace = {
  code: string;
  name: string;
  /** Its value in words. */
  words: string;
  /** Whether its value includes sample data. */
  sample?: boolean;
  /** A colour of the tokens; null where nothing is known, which cannot be chosen. */
  colour: `var(--${string})` | null;
};

type ShapesProps = {
  id: string;
  world: World;
  places: ReadonlyMap<string, MapPlace>;
  selected: ReadonlyArray<string>;
};

/** Drawn again when values change, never when the map moves. */
export const Shapes = memo(function Shapes({ id, world, places, selected }: ShapesProps) {
  // Small places lie above the land around them.
  const ordered = [
    ...world.places.filter(({ dot }) => !dot),
    ...world.places.filter(({ dot }) => dot),
  ];
  return (
    <>
      <path d={world.land} className="fill-surface-3" />
      {ordered.map(({ code, x, y, dot, path }) => {
        const place = places.get(code);
        const colour = place?.colour ?? null;
        const option = place &&
          colour !== null && {
            role: "option",
            id: `${id}-${code}`,
            "aria-label": `${place.name}: ${place.words}`,
            "aria-selected": selected.includes(code),
          };
        return (
          <g
            key={code}
            data-code={code}
            {...(option || { "aria-hidden": true })}
            className={option ? "cursor-pointer" : ""}
          >
            {path !== "" && (
              <path
                d={path}
                fill={colour ?? "var(--surface-3)"}
                stroke="var(--surface)"
                strokeWidth={0.7}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            )}
            {dot && colour !== null && <Dot x={x} y={y} colour={colour} />}
          </g>
        );
      })}
    </>
  );
});

type DotProps = { x: number; y: number; colour: string };

/** A dot of constant width at every zoom: a line of length zero with round ends. */
function Dot({ x, y, colour }: DotProps) {
  const line = {
    d: `M${x},${y}h0`,
    strokeLinecap: "round",
    vectorEffect: "non-scaling-stroke",
  } as const;
  return (
    <>
      <path {...line} stroke="transparent" strokeWidth={14} />
      <path {...line} stroke="var(--axis)" strokeWidth={8.5} />
      <path {...line} stroke={colour} strokeWidth={6.5} />
    </>
  );
}

export function Outlines({
  shapes,
  chosen = false,
}: {
  shapes: ReadonlyArray<Shape>;
  chosen?: boolean;
}) {
  const look = {
    fill: "none",
    stroke: chosen ? "var(--accent)" : "var(--text)",
    strokeWidth: chosen ? 2 : 1.4,
    strokeLinejoin: "round",
    vectorEffect: "non-scaling-stroke",
  } as const;
  return (
    <g className="pointer-events-none">
      {shapes.map(({ code, x, y, dot, path }) => (
        <g key={code}>
          <path {...look} d={path} />
          {dot && (
            <path
              {...look}
              d={`M${x},${y}h0`}
              strokeLinecap="round"
              strokeWidth={13}
              strokeOpacity={0.55}
            />
          )}
        </g>
      ))}
    </g>
  );
}
