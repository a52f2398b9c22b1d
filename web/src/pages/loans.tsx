import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { loans } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function LoansPage() {
  return (
    <ScreenPage {...loans}>
      <OutlookScreen {...loans} />
    </ScreenPage>
  );
}
