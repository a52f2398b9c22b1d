import { ListScreen } from "@/features/catalog/ListScreen";
import { platformListing } from "@/features/catalog/platformListings";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PlatformsPage() {
  return (
    <ScreenPage
      title="Platforms"
      description="The tokenization platforms by value issued, assets, networks and holders."
      lead="Who turns assets into tokens."
    >
      <ListScreen listing={platformListing} />
    </ScreenPage>
  );
}
