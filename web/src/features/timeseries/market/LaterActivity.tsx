import { Later } from "@/components/Later";
import { ChartPlace } from "./ChartPlace";

const load = async () => (await import("./AssetActivity")).AssetActivity;

/** What happens with the tokens of an asset; its script comes when its tab is opened. */
export function LaterActivity({ slug }: { slug: string }) {
  const unitLine = "US$, sum of the days, UTC";
  return (
    <Later
      load={load}
      give={{ slug }}
      fallback={<ChartPlace title="Transfer volume" unitLine={unitLine} size="asset" />}
    />
  );
}
