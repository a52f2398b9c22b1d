import { EditAssignmentScreen } from "@/features/admin/access/assignments/EditAssignmentScreen";
import { useSubjectAssignment } from "@/features/admin/access/assignments/useSubjectAssignment";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditPolicyAssignmentPage() {
  const subject = useSubjectAssignment();
  return (
    <ScreenPage {...subject.editHead} hidden>
      <EditAssignmentScreen subject={subject} />
    </ScreenPage>
  );
}
