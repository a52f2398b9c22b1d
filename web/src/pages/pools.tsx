import { PoolsScreen } from "@/features/credit/PoolsScreen";
import { poolFigures } from "@/features/figures/creditRows";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PoolsPage() {
  return (
    <ScreenPage
      title="Pools"
      description="Lending pools: capacity, funded and idle capital, utilization and rates."
      lead="Lending pools with their capital, loans and utilization."
    >
      <PoolsScreen {...poolFigures} />
    </ScreenPage>
  );
}
