import { useMemo } from "react";
import type { ResourceMeta } from "@/api/contract";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { editAddress } from "@/lib/address/addresses";
import { useViewState } from "@/lib/address/useViewState";
import type { ViewState } from "@/lib/address/viewState";
import type { CatalogRecord } from "@/records/resource";
import { useMeta, useRows } from "@/records/useCatalog";
import { catalogParent, newRecordAddress } from "../addresses";
import type { AdminListing } from "../adminListing";
import { RecordTable, tableQuery } from "../RecordTable";
import { useIsAdministrator } from "../useIsAdministrator";
import { columnsOf } from "./columns";
import type { Kind } from "./kinds";
import type { useSubjectKind } from "./NewRecordScreen";
import { UnknownKind } from "./UnknownKind";

type KindScreenProps = { subject: ReturnType<typeof useSubjectKind> };

/** A record that cannot be removed leads to those that refer to it: their filter by that column has a name, too. */
function referencesIn(view: ViewState, meta: ResourceMeta | undefined) {
  const columns = meta ? columnsOf(meta) : [];
  return columns.filter(
    ({ name, field }) => field.refersTo && view.filters.some((filter) => filter.field === name),
  );
}

function listingOf({ key, one, many }: Kind): AdminListing<CatalogRecord> {
  return {
    label: many,
    search: { id: "search", fields: ["name", "slug"] },
    searchLabel: "Name or slug",
    sort: { column: "name", direction: "ascending" },
    filters: { is_sample: "Sample data", licence: "Licence", updated_at: "Last change" },
    columns: [
      {
        id: "name",
        header: "Name",
        kind: "text",
        // Names of reports begin alike and differ at their end.
        width: 440,
        cell: (row) => (
          <span className="flex min-w-0 items-center gap-2">
            <bdi className="truncate">{row.name}</bdi>
            {row.is_sample && <SampleTag />}
          </span>
        ),
      },
      {
        id: "slug",
        header: "Slug",
        kind: "text",
        width: 260,
        cell: (row) => <code className="truncate font-mono text-sm">{row.slug}</code>,
      },
      {
        id: "source",
        header: "Source",
        kind: "text",
        width: 320,
        cell: (row) => <bdi>{row.source}</bdi>,
      },
      {
        id: "updated_at",
        header: "Last change",
        kind: "date",
        cell: (row) => <DateText value={row.updated_at} />,
      },
    ],
    facts: {
      id: (row) => row.slug,
      name: (row) => row.name,
      href: (row) => editAddress(key, row.slug),
    },
    cards: {
      lead: () => null,
      title: (row) => <bdi>{row.name}</bdi>,
      subtitle: (row) => row.slug,
      value: (row) => (row.is_sample ? <SampleTag /> : null),
      pairs: ["source", "updated_at"],
    },
    empty: {
      title: `No ${many.toLowerCase()} yet`,
      text: `Create the first ${one.toLowerCase()}, or import a file of them.`,
    },
  };
}

/** The head of the page of a kind. */
export function kindHead({ kind }: KindScreenProps["subject"]) {
  return {
    title: kind?.many ?? "Records",
    description: "The records of one kind, to find the one to edit.",
    parent: catalogParent,
    actions: kind && (
      <ButtonLink look="primary" href={newRecordAddress(kind.key)}>
        New {kind.one.toLowerCase()}
      </ButtonLink>
    ),
  };
}

/** The records of one kind, to find the one to edit. */
export function KindScreen({ subject }: KindScreenProps) {
  const { key, kind } = subject;
  if (key !== undefined && !kind) return <UnknownKind />;
  return kind && <Records key={kind.key} kind={kind} />;
}

function Records({ kind }: { kind: Kind }) {
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useMeta(kind.resource);
  const listing = useMemo(() => {
    const usual = listingOf(kind);
    const named = referencesIn(state.view, meta.data).map(({ name, label }) => [name, label]);
    return { ...usual, filters: { ...usual.filters, ...Object.fromEntries(named) } };
  }, [kind, meta.data, state.view]);
  const query = allowed ? tableQuery(listing, state, meta.data) : null;
  const rows = useRows(kind.resource, query);
  return <RecordTable listing={listing} state={state} meta={meta} rows={rows} />;
}
