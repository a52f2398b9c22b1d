import type { JurisdictionEvent } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { CatalogRecord } from "./resource";
import { resourceOf } from "./resource";
import type { Related } from "./sheet";
import { useRows } from "./useCatalog";

/** Something that happened to a record, or will. */
type DatedEvent = { on: string | null; what: string };

type EventsOf<Row> = {
  /** The dated events of the record itself. */
  dates: (row: Row) => ReadonlyArray<DatedEvent>;
  /** The code of the country whose law applies. */
  country?: (row: Row) => string | null;
};

/** The events of a record, and the changes in its law. */
export function eventsTab<Row extends CatalogRecord>(of: EventsOf<Row>): Related<Row> {
  return {
    id: "events",
    label: "Events",
    list: (row) => (
      <EventList
        dates={[...of.dates(row), { on: row.updated_at, what: "Last change of this record" }]}
        country={of.country?.(row) ?? null}
      />
    ),
  };
}

type EventListProps = { dates: ReadonlyArray<DatedEvent>; country: string | null };

function EventList({ dates, country }: EventListProps) {
  const law = useRows(
    resourceOf("jurisdiction_events"),
    country === null
      ? null
      : {
          filter: where("jurisdiction_code", "equals", country),
          pagination: { page: 1, perPage: 100 },
        },
  );
  if (country !== null && law.isPending) {
    return (
      <Loading label="Loading events">
        <Skeleton className="h-[200px] rounded-md" />
      </Loading>
    );
  }
  const entries = newestFirst([
    ...dates.flatMap(({ on, what }) => (on ? [{ on, what, law: null }] : [])),
    ...(law.data?.results ?? []).map((event) => ({
      on: event.effective_on,
      what: event.name,
      law: event,
    })),
  ]);
  return (
    <Card title="Events" lead="Newest first; events without a date are listed on top.">
      {law.error && (
        <ErrorState
          failure={describeFailure(law.error)}
          what="Changes in law"
          onRetry={() => void law.refetch()}
        />
      )}
      {entries.length === 0 ? (
        <EmptyState title="No events">No dated events are recorded for this entry.</EmptyState>
      ) : (
        <ol className="px-(--card-pad) py-1">
          {entries.map((entry) => (
            <EventRow key={`${entry.on} ${entry.what}`} {...entry} />
          ))}
        </ol>
      )}
    </Card>
  );
}

type Entry = { on: string | null; what: string; law: JurisdictionEvent | null };

function newestFirst(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> {
  return entries.toSorted((left, right) => {
    if (left.on === null || right.on === null) return left.on === right.on ? 0 : left.on ? 1 : -1;
    return right.on.localeCompare(left.on);
  });
}

function EventRow({ on, what, law }: Entry) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-line border-b py-2.5 last:border-b-0 sm:grid-cols-[112px_minmax(0,1fr)]">
      <span className="num text-text-2">
        {on === null ? "No date yet" : <DateText value={on} />}
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi>{what}</bdi>
          {law && (
            <Pill tone={law.status === "in_force" ? "info" : "neutral"}>
              Law, {law.jurisdiction_name}: {choiceLabel(law.status).toLowerCase()}
            </Pill>
          )}
        </p>
        {law && <p className="mt-0.5 max-w-[90ch] text-sm text-text-2">{law.basis}</p>}
        {law && (
          <p className="mt-0.5 text-text-3 text-xs">
            {law.source}, {law.licence}
          </p>
        )}
      </div>
    </li>
  );
}
