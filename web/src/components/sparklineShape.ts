export type SparklineShape = {
  line: string;
  /** The line closed along the bottom, stretch by stretch. */
  area: string;
  end: { x: number; y: number } | null;
};

type Box = { width: number; height: number };

/** Draws a series into a box; where a value is missing the line breaks. Null when there is nothing to join. */
export function sparklineShape(
  values: ReadonlyArray<number | null>,
  { width, height }: Box,
): SparklineShape | null {
  const known = values.filter(isKnown);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const x = (index: number) => round(1.5 + (index / (values.length - 1)) * (width - 5));
  const y = (value: number) => {
    const share = span === 0 ? 0.5 : (value - low) / span;
    return round(2.5 + (1 - share) * (height - 5));
  };
  const stretches = splitAtGaps(values).map((stretch) =>
    stretch.map(([index, value]) => ({ x: x(index), y: y(value) })),
  );
  const last = values.at(-1);
  return {
    line: stretches.map(polyline).join(""),
    area: stretches.map((points) => closed(points, height)).join(""),
    end: isKnown(last) ? { x: x(values.length - 1), y: y(last) } : null,
  };
}

type Point = { x: number; y: number };

function isKnown(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function splitAtGaps(values: ReadonlyArray<number | null>): Array<Array<[number, number]>> {
  const stretches: Array<Array<[number, number]>> = [];
  let open: Array<[number, number]> | null = null;
  for (const [index, value] of values.entries()) {
    if (!isKnown(value)) {
      open = null;
      continue;
    }
    if (!open) {
      open = [];
      stretches.push(open);
    }
    open.push([index, value]);
  }
  return stretches;
}

function polyline(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  // A lone point between two gaps is a dot: a line of no length with a round end.
  const steps = rest.length > 0 ? rest : [first];
  return `M${first.x} ${first.y}${steps.map(({ x, y }) => `L${x} ${y}`).join("")}`;
}

function closed(points: Point[], height: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return "";
  return `${polyline(points)}L${last.x} ${height}L${first.x} ${height}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
