import { organizationRoles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditOrganizationRolePage() {
  return (
    <ScreenPage {...organizationRoles.edit}>
      <OutlookScreen {...organizationRoles.edit} />
    </ScreenPage>
  );
}
