import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Icon } from "@/components/ui/marks/Icon";
import { formatDay } from "@/lib/format/formatDate";
import type { TimeControls } from "../chartProps";
import { timeKind } from "../kinds";
import { ranges } from "../range";

type TimeControlsRowProps = TimeControls & {
  controls: ReactNode;
  zoomed: { from: string; to: string } | null;
  onReset: () => void;
  /** Why the logarithmic scale cannot be had now. */
  logRefusal: string | null;
};

type ScaleControlProps = {
  scale: NonNullable<TimeControls["scale"]>;
  logRefusal: string | null;
};

function segment<Value extends string>(value: Value, label: string, refusal: string | null) {
  return refusal === null ? { value, label } : { value, label, unavailable: refusal };
}

function ScaleControl({ scale, logRefusal }: ScaleControlProps) {
  const { rebased } = scale;
  const value = scale.value === "log" && logRefusal !== null ? "linear" : scale.value;
  return (
    <SegmentedControl<"linear" | "log" | "index">
      label="Scale"
      value={rebased?.on && rebased.refusal === null ? "index" : value}
      onChange={(next) => (next === "index" ? rebased?.choose() : scale.onChange(next))}
      segments={[
        { value: "linear", label: "Linear" },
        segment("log", "Log", logRefusal),
        ...(rebased ? [segment("index", "Index", rebased.refusal)] : []),
      ]}
    />
  );
}

export function TimeControlsRow(props: TimeControlsRowProps) {
  const { controls, range, style, scale, zoomed, onReset, logRefusal } = props;
  if (!controls && !range && !style && !scale && !zoomed) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 px-(--card-pad) pb-2.5">
      {controls}
      {/* One row on phones, which is moved sideways, and in it first what is chosen most. */}
      <div className="ms-auto flex gap-2 md:flex-wrap md:justify-end max-md:-m-1 max-md:w-full max-md:overflow-x-auto max-md:p-1 max-md:empty:hidden max-md:*:flex-none">
        {zoomed && (
          <Button size="small" className="max-md:-order-1" onClick={onReset}>
            <bdi className="num">
              {formatDay(zoomed.from)} to {formatDay(zoomed.to)}
            </bdi>
            <span className="sr-only">, reset</span>
            <Icon name="close" size={12} />
          </Button>
        )}
        {scale && <ScaleControl scale={scale} logRefusal={logRefusal} />}
        {style && (
          <SegmentedControl
            label="Style"
            value={style.value}
            onChange={style.onChange}
            segments={style.options.map((value) => ({ value, label: timeKind(value).label }))}
          />
        )}
        {range && (
          <div className="md:contents max-md:-order-1">
            <SegmentedControl
              label="Range"
              value={zoomed ? null : range.value}
              onChange={range.onChange}
              segments={ranges.map((value) => ({ value, label: value }))}
            />
          </div>
        )}
      </div>
    </div>
  );
}
