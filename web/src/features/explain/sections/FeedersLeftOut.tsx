import type { GetAggregateResponse } from "@/api/contract";
import { Link } from "@/components/ui/links/Link";
import { assetAddress } from "@/lib/address/addresses";

type FeedersLeftOutProps = Pick<GetAggregateResponse, "feeders" | "feeder_count">;

/** The feeder funds that a total leaves out, each with its page. */
export function FeedersLeftOut({ feeders, feeder_count: count }: FeedersLeftOutProps) {
  const more = count - feeders.length;
  return (
    <>
      {"Excluded, because their value is counted in their master funds: "}
      {feeders.map(({ asset_slug: slug, name }, place) => (
        <span key={slug}>
          {place > 0 && ", "}
          <Link href={assetAddress(slug)} className="text-accent hover:underline">
            <bdi>{name || slug}</bdi>
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
