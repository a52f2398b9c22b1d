import {
  OrganizationRolesScreen,
  organizationRolesHead,
} from "@/features/admin/access/organizationRoles/OrganizationRolesScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationRoleListPage() {
  return (
    <ScreenPage {...organizationRolesHead}>
      <OrganizationRolesScreen />
    </ScreenPage>
  );
}
