import { LazyFigures } from "@/features/figures/LazyFigures";
import { networkSheet } from "@/features/networks/networkSheet";
import { Suggestions } from "@/features/notFound/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

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
          <LazyFigures kind="network" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
