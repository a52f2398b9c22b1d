import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { protocols } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ProtocolsPage() {
  return (
    <ScreenPage {...protocols}>
      <OutlookScreen {...protocols} />
    </ScreenPage>
  );
}
