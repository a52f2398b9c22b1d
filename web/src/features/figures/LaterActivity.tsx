import { ChartPlace } from "@/charts/application/ChartPlace";
import type { Dated } from "@/charts/markers/events";
import { Later } from "@/components/Later";

const load = async () => (await import("./AssetActivity")).AssetActivity;

/** What happens with the tokens of an asset; its script comes when its tab is opened. */
export function LaterActivity(props: { slug: string; record: Dated }) {
  const unitLine = "US$, sum of the days, UTC";
  return (
    <Later
      load={load}
      give={props}
      fallback={<ChartPlace title="Transfer volume" unitLine={unitLine} size="asset" />}
    />
  );
}
