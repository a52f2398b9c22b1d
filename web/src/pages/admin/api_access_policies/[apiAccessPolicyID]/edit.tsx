import { EditPolicyScreen } from "@/features/admin/access/policies/EditPolicyScreen";
import { useSubjectPolicy } from "@/features/admin/access/policies/useSubjectPolicy";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditPolicyPage() {
  const subject = useSubjectPolicy();
  return (
    <ScreenPage {...subject.editHead} hidden>
      <EditPolicyScreen subject={subject} />
    </ScreenPage>
  );
}
