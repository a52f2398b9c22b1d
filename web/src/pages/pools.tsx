import { poolListing } from "@/features/catalog/creditListings";
import { ListScreen } from "@/features/catalog/ListScreen";
import { poolPanel } from "@/features/catalog/poolPanel";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterPicture } from "@/features/timeseries/market/LaterPicture";

export default function PoolsPage() {
  return (
    <ScreenPage
      title="Pools"
      description="Lending pools: capacity, funded and idle capital, utilization and rates."
      lead="Where lenders put capital, and how much of it is at work."
    >
      <ListScreen
        listing={poolListing}
        panel={poolPanel}
        numbers={(row) => <LaterPicture kind="pool" slug={row.slug} record={row} />}
      />
    </ScreenPage>
  );
}
