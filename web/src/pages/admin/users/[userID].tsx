import { user } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UserPage() {
  return (
    <ScreenPage {...user}>
      <OutlookScreen {...user} />
    </ScreenPage>
  );
}
