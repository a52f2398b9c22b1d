import { GalleryScreen } from "@/features/gallery/GalleryScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description =
  "All interface components in every state, grouped by family, with live controls.";

export default function VisualizationPage() {
  return (
    <ScreenPage
      title="Visualization"
      description={description}
      lead={`${description} All figures on this page are fictitious.`}
    >
      <GalleryScreen />
    </ScreenPage>
  );
}
