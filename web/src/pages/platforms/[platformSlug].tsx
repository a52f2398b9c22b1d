import { recordFigures } from "@/features/figures/recordFigures";
import { platformSheet } from "@/features/platforms/platformSheets";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

export default function PlatformPage() {
  const state = useSheet(platformSheet, "platformSlug");
  return (
    <ScreenPage {...state.head}>
      <DetailScreen sheet={platformSheet} state={state} {...recordFigures("platform")} />
    </ScreenPage>
  );
}
