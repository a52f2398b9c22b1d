import { recordFigures } from "@/features/figures/recordFigures";
import { managerSheet } from "@/features/managers/managerSheet";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function ManagerPage() {
  const state = useSheet(managerSheet, "managerSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={managerSheet} state={state} {...recordFigures("manager")} />
    </ScreenPage>
  );
}
