import { assignments } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewPolicyAssignmentPage() {
  return (
    <ScreenPage {...assignments.create}>
      <OutlookScreen {...assignments.create} />
    </ScreenPage>
  );
}
