import { users } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UsersPage() {
  return (
    <ScreenPage {...users}>
      <OutlookScreen {...users} />
    </ScreenPage>
  );
}
