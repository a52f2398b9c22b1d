import { measureDefinitions } from "@/features/about/measureDefinitions";
import { type PlatformProps, PlatformScreen } from "@/features/about/PlatformScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "The data and API platform: web pages, API, downloads and methodology.";

export const getStaticProps = () => ({ props: { families: measureDefinitions() } });

export default function PlatformOverviewPage(props: PlatformProps) {
  return (
    <ScreenPage title="Data & API platform" description={description} narrow>
      <PlatformScreen {...props} />
    </ScreenPage>
  );
}
