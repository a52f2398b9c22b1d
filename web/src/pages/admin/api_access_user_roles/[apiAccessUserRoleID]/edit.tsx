import { userRoles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditUserRolePage() {
  return (
    <ScreenPage {...userRoles.edit}>
      <OutlookScreen {...userRoles.edit} />
    </ScreenPage>
  );
}
