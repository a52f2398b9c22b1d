import { ChartPlace } from "@/charts/application/ChartPlace";
import { outstandingPrincipal } from "@/charts/measures/creditNames";
import { Lazy } from "@/components/Lazy";
import type { PictureProps } from "./RecordPicture";

const load = async () => (await import("./RecordPicture")).RecordPicture;

/** The chart of a loan or pool in its panel, whose script comes once one stands open. */
export function LazyPicture(props: PictureProps) {
  const place = (
    <ChartPlace
      title={outstandingPrincipal}
      unitLine="US$, end of day UTC"
      size="asset"
      headingLevel={3}
    />
  );
  return <Lazy load={load} give={props} fallback={place} />;
}
