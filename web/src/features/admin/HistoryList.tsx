import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { explainFailure } from "@/components/states/failureTexts";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/buttons/Button";
import { choiceLabel } from "@/lib/format/choiceLabel";

type HistoryListProps<Entry> = {
  history: UseInfiniteQueryResult<InfiniteData<{ results: Entry[] }>, unknown>;
  lead: string;
  /** The subject of the history. */
  title?: string;
  /** The name of the history in messages. */
  what?: string;
  /** In place of entries. */
  none?: string;
  /** The button for more entries. */
  older?: string;
  children: (entry: Entry) => ReactNode;
};

/** A history in a card, newest first and page by page: loading, loaded or failed. */
export function HistoryList<Entry>({
  history,
  lead,
  title = "History",
  what = "the history",
  none = "No changes by administrators yet.",
  older = "Older changes",
  children,
}: HistoryListProps<Entry>) {
  if (history.isPending) return <LoadingCard title={title} lead={lead} what={what} />;
  if (!history.data) {
    return (
      <Card title={title}>
        <ErrorState
          what={choiceLabel(what)}
          failure={describeFailure(history.error)}
          onRetry={() => void history.refetch()}
        />
      </Card>
    );
  }
  const entries = history.data.pages.flatMap(({ results }) => results);
  return (
    <Card title={title} lead={lead}>
      {entries.length === 0 && <p className="px-(--card-pad) py-4 text-text-2">{none}</p>}
      <ol aria-label={title}>{entries.map(children)}</ol>
      {history.hasNextPage && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-(--card-pad) py-3">
          <Button
            size="small"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {older}
          </Button>
          {history.isFetchNextPageError && !history.isFetchingNextPage && (
            <p role="alert" className="text-neg text-sm">
              {explainFailure(describeFailure(history.error))}
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
