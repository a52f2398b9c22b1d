import { KindScreen, kindHead } from "@/features/admin/catalog/KindScreen";
import { useSubjectKind } from "@/features/admin/catalog/NewRecordScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function KindPage() {
  const subject = useSubjectKind();
  return (
    <ScreenPage {...kindHead(subject)} hidden>
      <KindScreen subject={subject} />
    </ScreenPage>
  );
}
