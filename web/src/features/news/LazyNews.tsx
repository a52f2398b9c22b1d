import { Lazy } from "@/components/Lazy";
import { FeedHead } from "@/components/page/FeedLink";

const load = async () => (await import("./NewsCards")).NewsCards;

/** The newest articles and restatements, and their feeds in the head of the page. */
export function LazyNews() {
  return (
    <>
      <FeedHead of="news" />
      <FeedHead of="restatements" />
      <Lazy below load={load} give={{}} fallback={<div className="min-h-[270px]" />} />
    </>
  );
}
