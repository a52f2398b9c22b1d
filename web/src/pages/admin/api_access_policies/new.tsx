import { policies } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewPolicyPage() {
  return (
    <ScreenPage {...policies.create}>
      <OutlookScreen {...policies.create} />
    </ScreenPage>
  );
}
