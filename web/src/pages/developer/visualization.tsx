import { GalleryScreen } from "@/features/gallery/GalleryScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description =
  "The components of the product, family by family, each in every state, with live controls.";

export default function VisualizationPage() {
  return (
    <ScreenPage
      title="Visualization"
      description={description}
      lead={`${description} Every figure here is made up.`}
    >
      <GalleryScreen />
    </ScreenPage>
  );
}
