import { CatalogScreen } from "@/features/admin/catalog/CatalogScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function CatalogPage() {
  return (
    <ScreenPage
      title="Catalog admin"
      description="The records of the catalog by kind, to be created, changed and removed."
      lead="Create, change and remove records of the catalog. Every change is kept with its author."
    >
      <CatalogScreen />
    </ScreenPage>
  );
}
