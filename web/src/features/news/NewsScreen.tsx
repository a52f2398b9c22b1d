import { FeedHead, FeedLink } from "@/components/page/FeedLink";
import { ListScreen } from "@/lists/ListScreen";
import { articleListing } from "@/lists/listings/newsListings";

/** The articles, with the feeds that report new ones and restatements. */
export function NewsScreen() {
  return (
    <>
      <FeedHead of="news" />
      <p className="flex gap-4">
        <FeedLink of="news" />
        <FeedLink of="restatements" />
      </p>
      <ListScreen listing={articleListing} />
    </>
  );
}
