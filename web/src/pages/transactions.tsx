import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { transactions } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TransactionsPage() {
  return (
    <ScreenPage {...transactions}>
      <OutlookScreen {...transactions} />
    </ScreenPage>
  );
}
