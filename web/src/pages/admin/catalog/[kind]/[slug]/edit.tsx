import { RecordScreen, useSubjectRecord } from "@/features/admin/catalog/RecordScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditRecordPage() {
  const subject = useSubjectRecord();
  return (
    <ScreenPage {...subject.head} hidden>
      <RecordScreen subject={subject} />
    </ScreenPage>
  );
}
