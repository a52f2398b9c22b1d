import { ChartPlace } from "@/charts/application/ChartPlace";
import type { DatedRecord } from "@/charts/markers/events";
import { Lazy } from "@/components/Lazy";

const load = async () => (await import("./AssetActivity")).AssetActivity;

/** The activity of the tokens of an asset; the script loads when the tab is opened. */
export function LazyActivity(props: { slug: string; record: DatedRecord }) {
  const unitLine = "US$, sum of daily values, UTC";
  return (
    <Lazy
      load={load}
      give={props}
      fallback={<ChartPlace title="Transfer volume" unitLine={unitLine} size="asset" />}
    />
  );
}
