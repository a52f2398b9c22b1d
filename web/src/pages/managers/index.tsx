import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { managerListing } from "@/lists/listings/managerListing";

export default function ManagersPage() {
  return (
    <ScreenPage
      title="Managers"
      description="The companies that manage the assets behind tokens, with assets, value and registrations."
      lead="The companies that manage the assets behind tokens."
    >
      <ListScreen listing={managerListing} />
    </ScreenPage>
  );
}
