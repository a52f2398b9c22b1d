import { PlatformScreen } from "@/features/about/PlatformScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "The data and API platform: web pages, API, downloads and methodology.";

export default function PlatformOverviewPage() {
  return (
    <ScreenPage title="Data & API platform" description={description} width="reading">
      <PlatformScreen />
    </ScreenPage>
  );
}
