import { UserRolesScreen, userRolesHead } from "@/features/admin/access/userRoles/UserRolesScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UserRoleListPage() {
  return (
    <ScreenPage {...userRolesHead}>
      <UserRolesScreen />
    </ScreenPage>
  );
}
