import {
  NewUserRoleScreen,
  newUserRoleHead,
} from "@/features/admin/access/userRoles/NewUserRoleScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewUserRolePage() {
  return (
    <ScreenPage {...newUserRoleHead} hidden>
      <NewUserRoleScreen />
    </ScreenPage>
  );
}
