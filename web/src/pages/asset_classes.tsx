import { ListScreen } from "@/features/catalog/ListScreen";
import { assetClassListing } from "@/features/catalog/referenceListings";
import { ScreenPage } from "@/features/shell/ScreenPage";

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
