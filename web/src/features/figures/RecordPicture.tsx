import { MarketChart } from "@/charts/application/MarketChart";
import type { DatedRecord } from "@/charts/markers/events";
import { loanPicture, poolPicture } from "./entities";

export type PictureProps = { kind: "loan" | "pool"; slug: string; record: DatedRecord };

/** The outstanding principal of a loan or pool, over time. */
export function RecordPicture({ kind, slug, record }: PictureProps) {
  const market = kind === "loan" ? loanPicture(slug) : poolPicture(slug);
  const events = { records: [record], ...(kind === "loan" && { loan: slug }) };
  return <MarketChart key={slug} {...{ market, events }} size="asset" headingLevel={3} />;
}
