import { assignments } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditPolicyAssignmentPage() {
  return (
    <ScreenPage {...assignments.edit}>
      <OutlookScreen {...assignments.edit} />
    </ScreenPage>
  );
}
