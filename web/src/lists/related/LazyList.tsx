import type { Filter } from "@/api/contract";
import { Lazy } from "@/components/Lazy";
import { ListPlace } from "./ListPlace";

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

const load = async () => (await import("./Belonging")).Belonging;

/** The rows of another list that belong to a record. Its script comes when its tab is opened. */
export function LazyList(props: BelongingProps) {
  // A list of another kind begins anew, with its own columns and first page.
  return <Lazy key={props.of} load={load} give={props} fallback={<ListPlace of={props.of} />} />;
}
