import { roles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function RolePage() {
  return (
    <ScreenPage {...roles.detail}>
      <OutlookScreen {...roles.detail} />
    </ScreenPage>
  );
}
