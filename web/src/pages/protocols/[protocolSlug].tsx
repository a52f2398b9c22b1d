import { recordFigures } from "@/features/figures/recordFigures";
import { protocolSheet } from "@/features/platforms/platformSheets";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function ProtocolPage() {
  const state = useSheet(protocolSheet, "protocolSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={protocolSheet} state={state} {...recordFigures("protocol")} />
    </ScreenPage>
  );
}
