import { DetailScreen } from "@/features/catalog/DetailScreen";
import { protocolSheet } from "@/features/catalog/platformSheets";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterFigures } from "@/features/timeseries/market/LaterFigures";

export default function ProtocolPage() {
  const state = useSheet(protocolSheet, "protocolSlug");
  const { description, parent } = protocolSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen
        sheet={protocolSheet}
        state={state}
        alike={<Suggestions />}
        numbers={(slug, counted, record) => (
          <LaterFigures kind="protocol" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
