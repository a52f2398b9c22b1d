import { policies } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditPolicyPage() {
  return (
    <ScreenPage {...policies.edit}>
      <OutlookScreen {...policies.edit} />
    </ScreenPage>
  );
}
