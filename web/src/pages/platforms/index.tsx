import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { platformListing } from "@/lists/listings/platformListings";

export default function PlatformsPage() {
  return (
    <ScreenPage
      title="Platforms"
      description="The tokenization platforms by value issued, assets, networks and holders."
      lead="The platforms that tokenize assets."
    >
      <ListScreen listing={platformListing} />
    </ScreenPage>
  );
}
