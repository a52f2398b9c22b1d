import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { issuers } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function IssuersPage() {
  return (
    <ScreenPage {...issuers}>
      <OutlookScreen {...issuers} />
    </ScreenPage>
  );
}
