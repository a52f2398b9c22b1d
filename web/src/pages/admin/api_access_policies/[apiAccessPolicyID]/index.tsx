import { PolicyScreen } from "@/features/admin/access/policies/PolicyScreen";
import { useSubjectPolicy } from "@/features/admin/access/policies/useSubjectPolicy";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyPage() {
  const subject = useSubjectPolicy();
  return (
    <ScreenPage {...subject.head} hidden>
      <PolicyScreen subject={subject} />
    </ScreenPage>
  );
}
