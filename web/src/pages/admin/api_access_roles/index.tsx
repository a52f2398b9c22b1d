import { roles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function RoleListPage() {
  return (
    <ScreenPage {...roles.list}>
      <OutlookScreen {...roles.list} />
    </ScreenPage>
  );
}
