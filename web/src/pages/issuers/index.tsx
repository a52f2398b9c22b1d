import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { issuerListing } from "@/lists/listings/issuerListing";

export default function IssuersPage() {
  return (
    <ScreenPage
      title="Issuers"
      description="The legal entities that issue tokenized assets, with their registrations and jurisdictions."
      lead="The legal entities that issue tokenized assets."
    >
      <ListScreen listing={issuerListing} />
    </ScreenPage>
  );
}
