import {
  NewRecordScreen,
  newRecordHead,
  useSubjectKind,
} from "@/features/admin/catalog/NewRecordScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewRecordPage() {
  const subject = useSubjectKind();
  return (
    <ScreenPage {...newRecordHead(subject)} description="A new record of the catalog." hidden>
      <NewRecordScreen subject={subject} />
    </ScreenPage>
  );
}
