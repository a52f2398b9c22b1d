import { DetailScreen } from "@/features/catalog/DetailScreen";
import { platformSheet } from "@/features/catalog/platformSheets";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterFigures } from "@/features/timeseries/market/LaterFigures";

export default function PlatformPage() {
  const state = useSheet(platformSheet, "platformSlug");
  const { description, parent } = platformSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen
        sheet={platformSheet}
        state={state}
        alike={<Suggestions />}
        numbers={(slug, counted, record) => (
          <LaterFigures kind="platform" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
