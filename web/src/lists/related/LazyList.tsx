import { Lazy } from "@/components/Lazy";
import type { BelongingProps } from "./belongingKinds";
import { ListPlace } from "./ListPlace";

const load = async () => (await import("./Belonging")).Belonging;

/** The rows of another list that belong to a record. Its script comes when its tab is opened. */
export function LazyList(props: BelongingProps) {
  // A list of another kind begins anew, with its own columns and first page.
  return <Lazy key={props.of} load={load} give={props} fallback={<ListPlace of={props.of} />} />;
}
