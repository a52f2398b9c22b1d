import { AssignmentScreen } from "@/features/admin/access/assignments/AssignmentScreen";
import { useSubjectAssignment } from "@/features/admin/access/assignments/useSubjectAssignment";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyAssignmentPage() {
  const subject = useSubjectAssignment();
  return (
    <ScreenPage {...subject.head} hidden>
      <AssignmentScreen subject={subject} />
    </ScreenPage>
  );
}
