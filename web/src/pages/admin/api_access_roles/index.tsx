import { RolesScreen, rolesHead } from "@/features/admin/access/roles/RolesScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function RoleListPage() {
  return (
    <ScreenPage {...rolesHead}>
      <RolesScreen />
    </ScreenPage>
  );
}
