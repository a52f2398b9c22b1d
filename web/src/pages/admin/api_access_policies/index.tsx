import { policies } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function PolicyListPage() {
  return (
    <ScreenPage {...policies.list}>
      <OutlookScreen {...policies.list} />
    </ScreenPage>
  );
}
