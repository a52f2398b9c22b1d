import { roles } from "@/features/outlook/administration";
import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewRolePage() {
  return (
    <ScreenPage {...roles.create}>
      <OutlookScreen {...roles.create} />
    </ScreenPage>
  );
}
