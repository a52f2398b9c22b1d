import { loanPicture, poolPicture } from "./entities";
import { MarketChart } from "./MarketChart";

export type PictureProps = { kind: "loan" | "pool"; slug: string };

/** What is out of a loan or pool, over time. */
export function RecordPicture({ kind, slug }: PictureProps) {
  const market = kind === "loan" ? loanPicture(slug) : poolPicture(slug);
  return <MarketChart key={slug} market={market} size="asset" headingLevel={3} />;
}
