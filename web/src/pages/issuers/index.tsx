import { issuerListing } from "@/features/catalog/issuerListing";
import { ListScreen } from "@/features/catalog/ListScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function IssuersPage() {
  return (
    <ScreenPage
      title="Issuers"
      description="The legal entities behind tokenized assets, with their registers and jurisdictions."
      lead="The legal entities behind the tokens."
    >
      <ListScreen listing={issuerListing} />
    </ScreenPage>
  );
}
