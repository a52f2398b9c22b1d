import { organization } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationPage() {
  return (
    <ScreenPage {...organization}>
      <OutlookScreen {...organization} />
    </ScreenPage>
  );
}
