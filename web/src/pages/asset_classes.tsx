import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { assetClassListing } from "@/lists/listings/referenceListings";

export default function AssetClassesPage() {
  return (
    <ScreenPage
      title="Asset classes"
      description="The classes that assets are sorted into, their ids and what belongs to each."
      lead="The classes that assets are sorted into, and what belongs to each."
    >
      <ListScreen listing={assetClassListing} />
    </ScreenPage>
  );
}
