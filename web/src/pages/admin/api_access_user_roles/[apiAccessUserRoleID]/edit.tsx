import { UserRoleScreen } from "@/features/admin/access/userRoles/UserRoleScreen";
import { useSubjectUserRole } from "@/features/admin/access/userRoles/useSubjectUserRole";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditUserRolePage() {
  const subject = useSubjectUserRole();
  return (
    <ScreenPage {...subject.head} hidden>
      <UserRoleScreen subject={subject} />
    </ScreenPage>
  );
}
