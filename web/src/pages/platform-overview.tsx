import { PlatformScreen } from "@/features/about/PlatformScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description =
  "The data and API platform: how to read the figures by page, program or download, and how they are made.";

export default function PlatformOverviewPage() {
  return (
    <ScreenPage title="Data & API platform" description={description} width="reading">
      <PlatformScreen />
    </ScreenPage>
  );
}
