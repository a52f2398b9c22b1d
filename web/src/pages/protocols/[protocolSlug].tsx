import { LazyFigures } from "@/features/figures/LazyFigures";
import { Suggestions } from "@/features/notFound/Suggestions";
import { protocolSheet } from "@/features/platforms/platformSheets";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

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
          <LazyFigures kind="protocol" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
