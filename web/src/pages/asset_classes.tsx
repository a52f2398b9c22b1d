import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { assetClassListing } from "@/lists/listings/referenceListings";

export default function AssetClassesPage() {
  return (
    <ScreenPage
      title="Asset classes"
      description="The classification of assets: every class with its identifier, assets and tokens."
      lead="The classification of assets, with the contents of each class."
    >
      <ListScreen listing={assetClassListing} />
    </ScreenPage>
  );
}
