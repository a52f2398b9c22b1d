import { userRoles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewUserRolePage() {
  return (
    <ScreenPage {...userRoles.create}>
      <OutlookScreen {...userRoles.create} />
    </ScreenPage>
  );
}
