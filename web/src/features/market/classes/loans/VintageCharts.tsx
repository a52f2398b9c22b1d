import { DefaultCurves } from "./DefaultCurves";
import { Vintages } from "./Vintages";

/** Vintages of loans alone, as a charting page shows them. */
export function VintageCharts() {
  return (
    <>
      <DefaultCurves />
      <Vintages />
    </>
  );
}
