import { recordFigures } from "@/features/figures/recordFigures";
import { issuerSheet } from "@/features/issuers/issuerSheet";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function IssuerPage() {
  const state = useSheet(issuerSheet, "issuerSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={issuerSheet} state={state} {...recordFigures("issuer")} />
    </ScreenPage>
  );
}
