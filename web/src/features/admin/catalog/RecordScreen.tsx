import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useUser } from "@/api/account/user";
import { useTRPCClient } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { removeDraft } from "@/components/form/draft";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { firstValue } from "@/lib/address/url";
import type { CatalogRecord } from "@/records/resource";
import { sampleFields } from "@/records/sampleFields";
import { useMeta } from "@/records/useCatalog";
import { kindAddress } from "../addresses";
import { FieldList } from "../FieldList";
import { TwoColumns } from "../RecordLayout";
import { useIsAdministrator } from "../useIsAdministrator";
import { type Kind, kindOf } from "./kinds";
import { RecordForm } from "./RecordForm";
import { RecordHistory } from "./RecordHistory";
import { RemoveCard } from "./RemoveCard";
import { UnknownKind } from "./UnknownKind";
import { isImported, useChanges } from "./useChanges";

/** The record of the page's address. It is read once: what is typed is never replaced by a later answer. */
export function useSubjectRecord() {
  const { query } = useRouter();
  const client = useTRPCClient();
  const key = firstValue(query.kind);
  const slug = firstValue(query.slug) ?? null;
  const kind = kindOf(key);
  const allowed = useIsAdministrator();
  const answer = useQuery<CatalogRecord>({
    queryKey: ["catalogEditor", key, slug],
    queryFn:
      allowed && kind && slug !== null
        ? ({ signal }) => kind.resource.of(client).get.query({ slug }, { signal })
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const name = answer.data?.name;
  return {
    kind,
    known: key !== undefined,
    slug,
    answer,
    head: {
      title: name ? `Edit ${name}` : `Edit ${kind?.one.toLowerCase() ?? "record"}`,
      description: "One record of the catalog: values, history and removal.",
      parent: kind ? { href: kindAddress(kind.key), label: kind.many } : undefined,
    },
  };
}

type Subject = ReturnType<typeof useSubjectRecord>;

export function RecordScreen({ subject }: { subject: Subject }) {
  const { kind, known, slug } = subject;
  if (known && !kind) return <UnknownKind />;
  if (!kind || slug === null) return <Waiting />;
  return <KnownKind key={`${kind.key}/${slug}`} {...subject} kind={kind} slug={slug} />;
}

function Waiting() {
  return (
    <Loading label="Loading record">
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(320px,420px)]">
        <Skeleton className="h-[420px] rounded-md" />
        <Skeleton className="h-[420px] rounded-md" />
      </div>
    </Loading>
  );
}

type KnownKindProps = Subject & { kind: Kind; slug: string };

function KnownKind({ kind, slug, answer }: KnownKindProps) {
  const { resource, one } = kind;
  const load = useUser();
  const meta = useMeta(resource);
  const history = useChanges(kind, slug);
  const [gone, setGone] = useState(false);
  // Whether a record is imported decides what the form asks for, so the form waits for the history or its failure.
  // The form keeps its input if a later request fails.
  const failure = (answer.data ? null : answer.error) ?? (meta.data ? null : meta.error);
  if (failure && describeFailure(failure).code !== "NOT_FOUND") {
    const retry = () => void Promise.all([answer.refetch(), meta.refetch()]);
    return (
      <Card>
        <ErrorState failure={describeFailure(failure)} what={one} onRetry={retry} />
      </Card>
    );
  }
  if (load.status !== "logged-in" || !meta.data || history.isPending) return <Waiting />;
  if (answer.error && describeFailure(answer.error).code === "NOT_FOUND") {
    return (
      <TwoColumns
        main={
          <Card>
            <EmptyState
              title={`${one} not found`}
              action={<ButtonLink href={kindAddress(kind.key)}>{kind.many}</ButtonLink>}
            >
              No {one.toLowerCase()} has this address. If it was removed, the history shows by which
              administrator.
            </EmptyState>
          </Card>
        }
        aside={<RecordHistory meta={meta.data} history={history} />}
      />
    );
  }
  const record = answer.data;
  if (!record || gone) return <Waiting />;
  const imported = isImported(history.data?.pages[0]?.results[0]);
  const draftName = `${load.user.id}/${kind.key}/${slug}`;
  return (
    <>
      {!record.is_sample && <PageParts />}
      <TwoColumns
        main={
          <div className="flex min-w-0 flex-col gap-4">
            {record.is_sample && <SampleRecord kind={kind} record={record} />}
            {(!record.is_sample || sampleFields[kind.key]) && (
              <RecordForm
                kind={kind}
                meta={meta.data}
                record={record}
                imported={imported && !record.is_sample}
                draftName={draftName}
                onSaved={() => void answer.refetch()}
                onAbandoned={() => void answer.refetch()}
              />
            )}
          </div>
        }
        aside={
          <>
            <Card title="Record">
              <FieldList fields={factsOf(kind, record, imported)} />
            </Card>
            <div id="history" className="scroll-mt-20">
              <RecordHistory meta={meta.data} history={history} />
            </div>
            {!record.is_sample && (
              <div id="remove" className="scroll-mt-20">
                <RemoveCard
                  kind={kind}
                  record={record}
                  imported={imported}
                  onRemoved={() => {
                    removeDraft(draftName);
                    setGone(true);
                  }}
                />
              </div>
            )}
          </>
        }
      />
    </>
  );
}

/** Below a long form on a small screen stands what is beside it on a large one. */
function PageParts() {
  const look =
    "inline-flex min-h-6 items-center rounded-sm text-accent hover:underline pointer-coarse:min-h-11";
  return (
    <nav aria-label="Sections of the page" className="flex gap-4 lg:hidden">
      <a href="#history" className={look}>
        History
      </a>
      <a href="#remove" className={look}>
        Remove
      </a>
    </nav>
  );
}

function SampleRecord({ kind, record }: { kind: Kind; record: CatalogRecord }) {
  return (
    <Card>
      <EmptyState
        title={
          sampleFields[kind.key]
            ? "Only the class of this sample can be edited"
            : "Sample data cannot be edited"
        }
        action={
          kind.page && <ButtonLink href={kind.page(record.slug)}>Show {record.name}</ButtonLink>
        }
      >
        <SampleTag /> This {kind.one.toLowerCase()} is generated. The next load of sample data would
        overwrite {sampleFields[kind.key] ? "any other" : "a"} change.
      </EmptyState>
    </Card>
  );
}

const originLabels = { import: "Import", editor: "Administrator", sample: "Sample data" } as const;

function factsOf(kind: Kind, record: CatalogRecord, imported: boolean) {
  const origin = record.is_sample ? "sample" : imported ? "import" : "editor";
  return [
    ["Kind", kind.one],
    [
      "Slug",
      <code key="slug" className="min-w-0 font-mono text-sm">
        {record.slug}
      </code>,
    ],
    ["Written by", originLabels[origin]],
    ["Source", <bdi key="source">{record.source}</bdi>],
    ["Licence", <bdi key="licence">{record.licence}</bdi>],
    ["Last change", <DateText key="updated" value={record.updated_at} time />],
    [
      "Page",
      kind.page ? (
        <Link
          key="page"
          href={kind.page(record.slug)}
          className="rounded-sm text-accent hover:underline"
        >
          <bdi>{record.name}</bdi>
        </Link>
      ) : (
        "No separate page"
      ),
    ],
  ] as const;
}
