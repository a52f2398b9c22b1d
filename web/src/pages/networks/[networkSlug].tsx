import { recordFigures } from "@/features/figures/recordFigures";
import { networkSheet } from "@/features/networks/networkSheet";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function NetworkPage() {
  const state = useSheet(networkSheet, "networkSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={networkSheet} state={state} {...recordFigures("network")} />
    </ScreenPage>
  );
}
