import { organizationRoles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewOrganizationRolePage() {
  return (
    <ScreenPage {...organizationRoles.create}>
      <OutlookScreen {...organizationRoles.create} />
    </ScreenPage>
  );
}
