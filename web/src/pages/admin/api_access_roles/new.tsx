import { NewRoleScreen, newRoleHead } from "@/features/admin/access/roles/NewRoleScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewRolePage() {
  return (
    <ScreenPage {...newRoleHead} hidden>
      <NewRoleScreen />
    </ScreenPage>
  );
}
