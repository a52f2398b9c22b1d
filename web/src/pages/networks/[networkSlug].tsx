import { DetailScreen } from "@/features/catalog/DetailScreen";
import { networkSheet } from "@/features/catalog/networkSheet";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterFigures } from "@/features/timeseries/market/LaterFigures";

export default function NetworkPage() {
  const state = useSheet(networkSheet, "networkSlug");
  const { description, parent } = networkSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen
        sheet={networkSheet}
        state={state}
        alike={<Suggestions />}
        numbers={(slug, counted, record) => (
          <LaterFigures kind="network" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
