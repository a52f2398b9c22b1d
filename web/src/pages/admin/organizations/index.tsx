import { organizations } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationsPage() {
  return (
    <ScreenPage {...organizations}>
      <OutlookScreen {...organizations} />
    </ScreenPage>
  );
}
