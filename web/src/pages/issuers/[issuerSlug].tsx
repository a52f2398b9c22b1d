import { LazyFigures } from "@/features/figures/LazyFigures";
import { issuerSheet } from "@/features/issuers/issuerSheet";
import { Suggestions } from "@/features/notFound/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

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
          <LazyFigures kind="issuer" {...{ slug, counted, record }} />
        )}
      />
    </ScreenPage>
  );
}
