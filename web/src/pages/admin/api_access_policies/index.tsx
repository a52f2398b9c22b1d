import { PoliciesScreen, policiesHead } from "@/features/admin/access/policies/PoliciesScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyListPage() {
  return (
    <ScreenPage {...policiesHead}>
      <PoliciesScreen />
    </ScreenPage>
  );
}
