import { NewsScreen } from "@/features/news/NewsScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NewsPage() {
  return (
    <ScreenPage
      title="News"
      description="News on tokenized real-world assets, linked to the assets and companies mentioned."
      lead="News on tokenized assets, with its source and the assets it concerns."
    >
      <NewsScreen />
    </ScreenPage>
  );
}
