import { roles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function EditRolePage() {
  return (
    <ScreenPage {...roles.edit}>
      <OutlookScreen {...roles.edit} />
    </ScreenPage>
  );
}
