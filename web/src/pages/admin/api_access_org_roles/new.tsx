import {
  NewOrganizationRoleScreen,
  newOrganizationRoleHead,
} from "@/features/admin/access/organizationRoles/NewOrganizationRoleScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewOrganizationRolePage() {
  return (
    <ScreenPage {...newOrganizationRoleHead} hidden>
      <NewOrganizationRoleScreen />
    </ScreenPage>
  );
}
