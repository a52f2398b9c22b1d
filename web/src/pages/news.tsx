import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { articleListing } from "@/lists/listings/readingListings";

export default function NewsPage() {
  return (
    <ScreenPage
      title="News"
      description="News of tokenized real-world assets, tied to the assets and companies they name."
      lead="What was reported, by whom, and about which asset."
    >
      <ListScreen listing={articleListing} />
    </ScreenPage>
  );
}
