import { EditRoleScreen } from "@/features/admin/access/roles/EditRoleScreen";
import { useSubjectRole } from "@/features/admin/access/roles/useSubjectRole";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditRolePage() {
  const subject = useSubjectRole();
  return (
    <ScreenPage {...subject.editHead} hidden>
      <EditRoleScreen subject={subject} />
    </ScreenPage>
  );
}
