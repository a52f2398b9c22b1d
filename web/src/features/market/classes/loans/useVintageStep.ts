import { type ChartPage, noOffer } from "@/charts/chartAddress";
import { useChartSettings } from "@/charts/useChartSettings";
import { type VintageStep, vintageSteps } from "./loanVintages";

const page: ChartPage<VintageStep> = {
  has: ["group"],
  offer: {
    ...noOffer,
    group: () => ({ values: vintageSteps.map(({ value }) => value), default: "year" }),
  },
  prefix: "vintages_",
};

/** Whether vintages are years or quarters, as the address says it: the same for all tables and charts of vintages. */
export function useVintageStep() {
  const { state, update } = useChartSettings(page);
  return [state.group, (group: VintageStep) => update({ group })] as const;
}
