import { userRoles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UserRoleListPage() {
  return (
    <ScreenPage {...userRoles.list}>
      <OutlookScreen {...userRoles.list} />
    </ScreenPage>
  );
}
