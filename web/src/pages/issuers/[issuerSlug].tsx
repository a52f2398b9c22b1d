import { DetailScreen } from "@/features/catalog/DetailScreen";
import { issuerSheet } from "@/features/catalog/issuerSheet";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterFigures } from "@/features/timeseries/market/LaterFigures";

export default function IssuerPage() {
  const state = useSheet(issuerSheet, "issuerSlug");
  const { description, parent } = issuerSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen
        sheet={issuerSheet}
        state={state}
        alike={<Suggestions />}
        numbers={(slug, counted, record) => (
          <LaterFigures kind="issuer" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
