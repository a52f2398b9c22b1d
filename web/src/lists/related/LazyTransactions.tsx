import { Lazy } from "@/components/Lazy";
import { ListPlace } from "./ListPlace";
import type { RecordTransactionsProps } from "./RecordTransactions";

const load = async () => (await import("./RecordTransactions")).RecordTransactions;

/** The transactions of a record; their script comes when the tab is opened. */
export function LazyTransactions(props: RecordTransactionsProps) {
  return <Lazy load={load} give={props} fallback={<ListPlace of="transactions" />} />;
}
