import { OrganizationRoleScreen } from "@/features/admin/access/organizationRoles/OrganizationRoleScreen";
import { useSubjectOrganizationRole } from "@/features/admin/access/organizationRoles/useSubjectOrganizationRole";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditOrganizationRolePage() {
  const subject = useSubjectOrganizationRole();
  return (
    <ScreenPage {...subject.head} hidden>
      <OrganizationRoleScreen subject={subject} />
    </ScreenPage>
  );
}
