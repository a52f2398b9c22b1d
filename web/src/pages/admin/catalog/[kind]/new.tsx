import {
  NewRecordScreen,
  newRecordHead,
  useSubjectKind,
} from "@/features/admin/catalog/NewRecordScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewRecordPage() {
  const subject = useSubjectKind();
  return (
    <ScreenPage {...newRecordHead(subject)} hidden>
      <NewRecordScreen subject={subject} />
    </ScreenPage>
  );
}
