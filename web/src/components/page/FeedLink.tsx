import Head from "next/head";

/** The feeds of the gateway: the files of each, and how feed readers and people call them. */
const feeds = {
  news: "News feed (RSS)",
  restatements: "Restatements feed (RSS)",
} as const;

type FeedLinkProps = { of: keyof typeof feeds };

function addressOf(feed: keyof typeof feeds): string {
  return `/feeds/${feed}.xml`;
}

/** Names a feed in the head of the page, where feed readers look for it. */
export function FeedHead({ of }: FeedLinkProps) {
  return (
    <Head>
      <link
        key={`feed-${of}`}
        rel="alternate"
        type="application/rss+xml"
        title={feeds[of]}
        href={addressOf(of)}
      />
    </Head>
  );
}

export function FeedLink({ of }: FeedLinkProps) {
  return (
    <a
      href={addressOf(of)}
      type="application/rss+xml"
      className="inline-flex min-h-6 items-center text-accent text-sm hover:underline pointer-coarse:min-h-11"
    >
      {feeds[of]}
    </a>
  );
}
