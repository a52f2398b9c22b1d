import { LazyFigures } from "@/features/figures/LazyFigures";
import { Suggestions } from "@/features/notFound/Suggestions";
import { platformSheet } from "@/features/platforms/platformSheets";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

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
          <LazyFigures kind="platform" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
