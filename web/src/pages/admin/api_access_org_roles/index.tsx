import { organizationRoles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationRoleListPage() {
  return (
    <ScreenPage {...organizationRoles.list}>
      <OutlookScreen {...organizationRoles.list} />
    </ScreenPage>
  );
}
