import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { companyListing } from "@/lists/listings/referenceListings";

export default function DirectoryPage() {
  return (
    <ScreenPage
      title="Company directory"
      description="The companies of tokenized assets by role: issuers, platforms, managers, custodians, auditors and more."
      lead="Who does what: issuers, platforms, managers, custodians, auditors and more."
    >
      <ListScreen listing={companyListing} />
    </ScreenPage>
  );
}
