import {
  NewAssignmentScreen,
  newAssignmentHead,
} from "@/features/admin/access/assignments/NewAssignmentScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewPolicyAssignmentPage() {
  return (
    <ScreenPage {...newAssignmentHead} hidden>
      <NewAssignmentScreen />
    </ScreenPage>
  );
}
