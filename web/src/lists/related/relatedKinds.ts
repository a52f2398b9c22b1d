import type { Filter } from "@/api/contract";

/** The lists that can belong to a record. */
export type RelatedKind =
  | "articles"
  | "assets"
  | "compliance"
  | "investments"
  | "loans"
  | "pools"
  | "providers"
  | "supply"
  | "tokens";

export type RelatedRecordsProps = {
  of: RelatedKind;
  only: Filter;
  /** Columns that say the same on every row, such as the page's own name. */
  without?: ReadonlyArray<string>;
  /** The whole list with the same condition. */
  all?: string;
};
