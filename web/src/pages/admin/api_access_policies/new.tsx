import { NewPolicyScreen, newPolicyHead } from "@/features/admin/access/policies/NewPolicyScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewPolicyPage() {
  return (
    <ScreenPage {...newPolicyHead} hidden>
      <NewPolicyScreen />
    </ScreenPage>
  );
}
