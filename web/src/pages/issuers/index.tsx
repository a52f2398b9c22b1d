import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { issuerListing } from "@/lists/listings/issuerListing";

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
