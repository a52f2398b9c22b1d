import { GalleryScreen } from "@/features/gallery/GalleryScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function VisualizationPage() {
  return (
    <ScreenPage
      title="Visualization"
      description="All interface components in every state, grouped by family, with live controls."
      lead="All interface components in every state. All figures on this page are fictitious."
    >
      <GalleryScreen />
    </ScreenPage>
  );
}
