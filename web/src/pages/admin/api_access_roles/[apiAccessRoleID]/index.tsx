import { RoleScreen } from "@/features/admin/access/roles/RoleScreen";
import { useSubjectRole } from "@/features/admin/access/roles/useSubjectRole";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function RolePage() {
  const subject = useSubjectRole();
  return (
    <ScreenPage {...subject.head} hidden>
      <RoleScreen subject={subject} />
    </ScreenPage>
  );
}
