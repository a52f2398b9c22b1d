import { OrganizationsScreen } from "@/features/admin/organizations/OrganizationsScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationsPage() {
  return (
    <ScreenPage
      title="Organization admin"
      description="The organizations of this installation with their plans and members."
      lead="Teams and personal organizations, with their plans and members."
    >
      <OrganizationsScreen />
    </ScreenPage>
  );
}
