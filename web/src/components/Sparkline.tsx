import { sparklineShape } from "./sparklineShape";
import { NoFigure } from "./ui/text/Figure";

type SparklineProps = {
  /** Equally spaced; null is a gap. */
  values: ReadonlyArray<number | null>;
  /** The text alternative: "90 days, up 12%". Null where the words beside it say the same. */
  label: string | null;
  width?: number;
  height?: number;
  /** Dim marks figures that are out of date. */
  dim?: boolean;
  /** False leaves the end open, as a withheld value does. */
  end?: boolean;
  area?: boolean;
  className?: string;
};

/** A series in the size of a word. It has no axis, so it shows the shape and never the size of a change. */
export function Sparkline(props: SparklineProps) {
  const { values, label, width = 60, height = 26, dim = false, end = true, area = false } = props;
  const shape = sparklineShape(values, { width, height });
  if (!shape) return label === null ? null : <NoFigure reason="No history yet" />;
  return (
    <svg
      role="img"
      aria-label={label ?? undefined}
      aria-hidden={label === null || undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`inline-block flex-none ${dim ? "stroke-text-3" : "stroke-text-2"} ${props.className ?? ""}`}
    >
      {label !== null && <title>{label}</title>}
      {area && <path d={shape.area} className="fill-text-2 stroke-none opacity-10" />}
      <path d={shape.line} strokeWidth="1.3" vectorEffect="non-scaling-stroke" />
      {end && shape.end && (
        <path
          d={`M${shape.end.x} ${shape.end.y}h0`}
          strokeWidth="3.8"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
