import { RecordScreen, useSubjectRecord } from "@/features/admin/catalog/RecordScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditRecordPage() {
  const subject = useSubjectRecord();
  const { title, parent } = subject;
  return (
    <ScreenPage
      title={title}
      description="One record of the catalog: values, history and removal."
      parent={parent}
      hidden
    >
      <RecordScreen subject={subject} />
    </ScreenPage>
  );
}
