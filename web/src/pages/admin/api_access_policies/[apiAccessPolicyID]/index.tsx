import { policies } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyPage() {
  return (
    <ScreenPage {...policies.detail}>
      <OutlookScreen {...policies.detail} />
    </ScreenPage>
  );
}
