import { Lazy } from "@/components/Lazy";
import { ListPlace } from "./ListPlace";
import type { RelatedRecordsProps } from "./RelatedRecords";

const load = async () => (await import("./RelatedRecords")).RelatedRecords;

/** The rows of another list that belong to a record. Its script comes when its tab is opened. */
export function LazyList(props: RelatedRecordsProps) {
  // A list of another kind begins anew, with its own columns and first page.
  return <Lazy key={props.of} load={load} give={props} fallback={<ListPlace of={props.of} />} />;
}
