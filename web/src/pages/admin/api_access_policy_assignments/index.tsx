import {
  AssignmentsScreen,
  assignmentsHead,
} from "@/features/admin/access/assignments/AssignmentsScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyAssignmentListPage() {
  return (
    <ScreenPage {...assignmentsHead}>
      <AssignmentsScreen />
    </ScreenPage>
  );
}
