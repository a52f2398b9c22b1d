import type { Filter } from "@/api/contract";

/** The lists that can belong to a record. */
export type BelongingKind =
  | "articles"
  | "assets"
  | "investments"
  | "loans"
  | "pools"
  | "providers"
  | "supply"
  | "tokens";

export type BelongingProps = {
  of: BelongingKind;
  only: Filter;
  /** Columns that say the same on every row, such as the page's own name. */
  without?: ReadonlyArray<string>;
  /** The whole list with the same condition. */
  all?: string;
};
