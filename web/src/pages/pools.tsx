import { poolPanel } from "@/features/credit/poolPanel";
import { LazyPicture } from "@/features/figures/LazyPicture";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { poolListing } from "@/lists/listings/creditListings";

export default function PoolsPage() {
  return (
    <ScreenPage
      title="Pools"
      description="Lending pools: capacity, funded and idle capital, utilization and rates."
      lead="Lending pools with their capital, loans and utilization."
    >
      <ListScreen
        listing={poolListing}
        panel={poolPanel}
        numbers={(row) => <LazyPicture kind="pool" slug={row.slug} record={row} />}
      />
    </ScreenPage>
  );
}
