import { assignments } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyAssignmentListPage() {
  return (
    <ScreenPage {...assignments.list}>
      <OutlookScreen {...assignments.list} />
    </ScreenPage>
  );
}
