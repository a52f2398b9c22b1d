import type { ChartSettings } from "../addressParameters";
import { type ChartPage, noOffer } from "../chartAddress";

/** How figures are compared with earlier ones: like for like also where coverage does not require it. */
export type Comparison = Pick<ChartSettings, "period" | "likeForLike">;

/** The comparison of the key figures of a page, in its address. */
export const comparisonPage: ChartPage = { has: ["period", "likeForLike"], offer: noOffer };
