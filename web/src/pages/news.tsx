import { FeedHead, FeedLink } from "@/components/page/FeedLink";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { articleListing } from "@/lists/listings/readingListings";

export default function NewsPage() {
  return (
    <ScreenPage
      title="News"
      description="News on tokenized real-world assets, linked to the assets and companies mentioned."
      lead="News on tokenized assets, with its source and the assets it concerns."
    >
      <FeedHead of="news" />
      <p className="flex gap-4">
        <FeedLink of="news" />
        <FeedLink of="restatements" />
      </p>
      <ListScreen listing={articleListing} />
    </ScreenPage>
  );
}
