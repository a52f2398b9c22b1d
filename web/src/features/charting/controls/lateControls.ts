// One script for the controls that a charting page loads after its first paint.
export { ChartDates } from "./ChartDates";
export { FurtherSettings } from "./FurtherSettings";
