import { assignments } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyAssignmentPage() {
  return (
    <ScreenPage {...assignments.detail}>
      <OutlookScreen {...assignments.detail} />
    </ScreenPage>
  );
}
