import { ChartPlace } from "@/charts/application/ChartPlace";
import { Later } from "@/components/Later";
import type { PictureProps } from "./RecordPicture";

const load = async () => (await import("./RecordPicture")).RecordPicture;

/** The chart of a loan or pool in its panel, whose script comes once one stands open. */
export function LaterPicture(props: PictureProps) {
  const place = (
    <ChartPlace title="Outstanding" unitLine="US$, end of day UTC" size="asset" headingLevel={3} />
  );
  return <Later load={load} give={props} fallback={place} />;
}
