import { useEffect, useRef, useState } from "react";
import type { Transaction } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import type { ViewState } from "@/lib/address/viewState";
import { formatTime } from "@/lib/format";

/** How often the newest are requested; not while the page is hidden. */
export const liveEveryMs = 15_000;

/** Whether what happens next would stand at the top. */
export function canFollow({ page, sort }: Pick<ViewState, "page" | "sort">): boolean {
  return page === null && sort === null;
}

type Row = Pick<Transaction, "id">;
type Rows = ReadonlyArray<Row> | undefined;

/** The rows that arrived since the known ones; rows behind the last known one only moved up from the next page. */
function arrivalText(rows: ReadonlyArray<Row>, known: ReadonlySet<number>): string | null {
  const last = rows.findLastIndex(({ id }) => known.has(id));
  const isWholePage = last === -1 && known.size > 0;
  const came = rows.filter(({ id }, index) => !known.has(id) && (last === -1 || index < last));
  if (came.length === 0) return null;
  return `${came.length}${isWholePage ? "+" : ""} new`;
}

/** The end of the message is for screen readers alone if there is little room. */
type LiveStatus = { words: string; end: string };
const nothing: LiveStatus = { words: "", end: "" };
const noAnswer: LiveStatus = { words: "No response", end: "; retrying" };

/** The number and time of rows that arrived since the list was last viewed. */
function useArrivals(rows: Rows, isLive: boolean, query: string): LiveStatus {
  const before = useRef<{ query: string; ids: ReadonlySet<number> } | null>(null);
  const [status, setStatus] = useState(nothing);
  useEffect(() => {
    if (!isLive || !rows) {
      before.current = null;
      setStatus(nothing);
      return;
    }
    const known = before.current?.query === query ? before.current.ids : null;
    before.current = { query, ids: new Set(rows.map(({ id }) => id)) };
    if (!known) setStatus(nothing);
    const words = known && arrivalText(rows, known);
    if (words) setStatus({ words, end: ` at ${formatTime(new Date().toISOString())}` });
  }, [rows, isLive, query]);
  return status;
}

type LiveTailProps = {
  rows: Rows;
  /** The conditions: rows of others are not new. */
  query: string;
  isLive: boolean;
  /** The last request had no answer; the next one comes by itself. */
  failed: boolean;
  /** Why the newest would not stand at the top. */
  refusal: string | null;
  onChange: (live: boolean) => void;
};

/** Requests new rows at intervals and reports how many arrived. */
export function LiveTail({ rows, query, isLive, failed, refusal, onChange }: LiveTailProps) {
  const arrived = useArrivals(rows, isLive, query);
  const { words, end } = isLive && failed ? noAnswer : arrived;
  return (
    <>
      {/* Its room is kept, so that no filter moves when the words come. */}
      <span
        role="status"
        className="num self-center text-end text-sm text-text-2 max-md:sr-only md:min-w-16 xl:min-w-40"
      >
        {words}
        <span className="max-xl:sr-only">{end}</span>
      </span>
      <Button
        size="small"
        aria-pressed={isLive}
        disabled={refusal !== null}
        title={refusal ?? `Refresh every ${liveEveryMs / 1000} seconds`}
        onClick={() => onChange(!isLive)}
      >
        <Icon name={isLive ? "pause" : "play"} size={14} />
        Live
      </Button>
    </>
  );
}
