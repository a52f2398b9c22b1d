import { type ChartSettings, parameters } from "../addressParameters";
import { type Calculation, calculations, isPairwise } from "../calculation";
import { ChartPicker } from "../frame/ChartPicker";
import type { TimeData } from "../types";

type CalculationPickerProps = {
  state: Pick<ChartSettings, "calculation" | "base">;
  offered: readonly Calculation[];
  /** As it was answered, with the series that others can be compared with. */
  data: TimeData;
  update: (patch: Partial<Pick<ChartSettings, "calculation" | "base" | "style" | "scale">>) => void;
};

/** Chooses the calculation on the series of a chart, and the series with which the others are compared. */
export function CalculationPicker({ state, offered, data, update }: CalculationPickerProps) {
  const { calculation, base } = state;
  const compared = data.series.filter(({ role }) => role !== "other");
  const initial = compared.find(({ role }) => role) ?? compared[0];
  const shown = compared.find(({ id }) => id === base) ?? initial;
  return (
    <>
      <ChartPicker
        label={parameters.calculation.label}
        value={calculation}
        options={offered.map((value) => ({ value, label: calculations[value].label }))}
        onChange={(next) =>
          update(
            next === "none"
              ? { calculation: next, base: "" }
              : { calculation: next, style: "line", scale: "linear" },
          )
        }
      />
      {isPairwise(calculation) && compared.length > 1 && (
        <ChartPicker
          label={parameters.base.label}
          value={shown?.id ?? ""}
          options={compared.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => update({ base: next })}
        />
      )}
    </>
  );
}
