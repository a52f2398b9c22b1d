import { ListScreen } from "@/features/catalog/ListScreen";
import { companyListing } from "@/features/catalog/referenceListings";
import { ScreenPage } from "@/features/shell/ScreenPage";

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
