import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { companyListing } from "@/lists/listings/referenceListings";

export default function DirectoryPage() {
  return (
    <ScreenPage
      title="Company directory"
      description="Companies in tokenized assets by role: issuers, platforms, managers, custodians, auditors and more."
      lead="Companies by role: issuers, platforms, managers, custodians, auditors and more."
    >
      <ListScreen listing={companyListing} />
    </ScreenPage>
  );
}
