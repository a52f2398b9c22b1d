import { UsersScreen } from "@/features/admin/users/UsersScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UsersPage() {
  return (
    <ScreenPage
      title="User admin"
      description="The accounts of this installation with their roles and features."
      lead="All accounts of this installation with their roles and features."
    >
      <UsersScreen />
    </ScreenPage>
  );
}
