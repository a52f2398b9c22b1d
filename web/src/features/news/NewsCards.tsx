import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/api/client";
import type { Asset, Restatement } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import type { Answer } from "@/api/series";
import {
  amountTexts,
  explainedRestatement,
  type RestatementGroup,
  restatementGroups,
  restatementText,
} from "@/charts/markers/restatements";
import { measureOf } from "@/charts/measures/measures";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import { FeedLink } from "@/components/page/FeedLink";
import { ErrorState } from "@/components/states/ErrorState";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { Hallmark } from "@/components/ui/marks/Hallmark";
import { Monogram } from "@/components/ui/marks/Monogram";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import { formatDay, formatDays } from "@/lib/format";
import { ExplainNumber } from "@/records/ExplainNumber";

const shown = 4;
const first = { page: 1, perPage: shown };
/** One restatement often changes many days. */
const restatedDays = 100;

const noRestatements: ReadonlyArray<Restatement> = [];

function useRestatementGroups({
  data,
  ...answer
}: Answer<{ results: ReadonlyArray<Restatement> }>) {
  const networks = useNetworkNames(data?.results ?? noRestatements);
  const results = data && restatementGroups(data.results, networks).slice(0, shown);
  return { ...answer, data: results && { results } };
}

type ListCardProps<Row> = {
  title: string;
  all: { href: string; label: string };
  feed?: "news" | "restatements";
  answer: Answer<{ results: ReadonlyArray<Row> }>;
  keyOf: (row: Row) => number;
  empty: string;
  children: (row: Row) => ReactNode;
};

const place =
  "flex min-h-[54px] items-start gap-2.5 border-line border-t px-(--card-pad) py-2 text-sm";

/** A few rows in a card, each as high as its skeleton. */
function ListCard<Row>(props: ListCardProps<Row>) {
  const { title, all, feed, answer, keyOf, empty, children } = props;
  const rows = answer.data?.results;
  return (
    <section
      aria-label={title}
      className="offscreen-free flex min-w-0 flex-col rounded-md border border-line bg-surface [--room:300px]"
    >
      <header className="flex min-h-11 items-center gap-2.5 px-(--card-pad)">
        <h2 className="flex-1 font-semibold text-md">{title}</h2>
        {feed && <FeedLink of={feed} />}
        <Link
          href={all.href}
          className="inline-flex min-h-6 items-center text-accent text-sm hover:underline pointer-coarse:min-h-11"
        >
          {all.label}
        </Link>
      </header>
      {!rows && Boolean(answer.error) && (
        <ErrorState
          failure={describeFailure(answer.error)}
          what={title}
          onRetry={() => void answer.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <p className="border-line border-t px-(--card-pad) py-6 text-center text-text-2">{empty}</p>
      )}
      <ul aria-busy={!rows && !answer.error} className="flex flex-1 flex-col">
        {rows?.map((row) => (
          <li key={keyOf(row)} className={`${place} flex-1`}>
            {children(row)}
          </li>
        ))}
        {!rows && !answer.error && <WaitingRows />}
      </ul>
    </section>
  );
}

function WaitingRows() {
  return Array.from({ length: shown }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are alike.
    <li key={row} className={place}>
      <Skeleton className="mt-1 h-2.5 w-3/5 rounded-[3px]" />
    </li>
  ));
}

function NewestAsset({ asset }: { asset: Asset }) {
  return (
    <>
      <Monogram
        id={asset.slug}
        name={asset.symbol ?? asset.name}
        colour={classColour(asset.asset_class_slug)}
      />
      <div className="min-w-0 flex-1">
        <Link
          href={assetAddress(asset.slug)}
          className="target flex min-h-6 items-center gap-2 font-medium hover:underline"
        >
          <bdi className="truncate" title={asset.name}>
            {asset.name}
          </bdi>
          {asset.is_sample && <SampleTag />}
        </Link>
        <p className="truncate text-text-3 text-xs">
          {[asset.symbol, asset.asset_class_name].filter(Boolean).join(", ")}
        </p>
      </div>
      <span className="flex-none text-text-3 text-xs leading-6">
        <DateText value={asset.inception_on} reason="Inception date not disclosed" />
      </span>
    </>
  );
}

function RestatementRow({ group }: { group: RestatementGroup }) {
  const { newest, name, network, from, to, knownAt } = group;
  const { value, measure_slug: measure } = newest;
  const label = `${name}, ${measureOf(measure)?.name ?? measure}`;
  const words = restatementText(group);
  const { now, before } = amountTexts(group);
  return (
    <>
      <span className="pt-1.5 text-text-2">
        <Hallmark kind={value === null ? "withheld" : newest.is_sample ? "sample" : "issuer"} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium leading-6">
          <bdi className="truncate" title={label}>
            {newest.subject_name}
          </bdi>
          {network && <bdi className="max-w-1/2 flex-none truncate">on {network}</bdi>}
          {newest.is_sample && <SampleTag short />}
        </p>
        <p className="text-text-3 text-xs" title={words}>
          {measureOf(measure)?.name ?? measure},{" "}
          <bdi>{from === to ? formatDay(to) : formatDays(from, to)}</bdi>:{" "}
          <ExplainNumber number={explainedRestatement(group)} label={label}>
            <bdi>{now}</bdi> (was <bdi>{before}</bdi>)
          </ExplainNumber>
        </p>
      </div>
      <span className="flex-none text-text-3 text-xs leading-6">
        <DateText value={knownAt} />
      </span>
    </>
  );
}

/** New assets, news and restated numbers. */
export function NewsCards() {
  const trpc = useTRPC();
  const assets = useQuery(
    trpc.assets.list.queryOptions({
      filter: { operator: "notEquals", field: "inception_on", value: null },
      sort: { field: "inception_on", direction: "desc" },
      pagination: first,
    }),
  );
  const articles = useQuery(
    trpc.articles.list.queryOptions({
      sort: { field: "published_at", direction: "desc" },
      pagination: first,
    }),
  );
  const restatements = useQuery(
    trpc.restatements.list.queryOptions({
      sort: { field: "known_at", direction: "desc" },
      pagination: { page: 1, perPage: restatedDays },
    }),
  );
  const groups = useRestatementGroups(restatements);
  return (
    <div className="grid gap-4 lg:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.34fr)_minmax(0,1fr)]">
      <ListCard
        title="Newest assets"
        all={{ href: "/assets?sort=-inception_on", label: "All assets" }}
        answer={assets}
        keyOf={({ id }) => id}
        empty="No inception dates available"
      >
        {(asset) => <NewestAsset asset={asset} />}
      </ListCard>
      <ListCard
        title="News"
        all={{ href: "/news", label: "All news" }}
        feed="news"
        answer={articles}
        keyOf={({ id }) => id}
        empty="No news yet"
      >
        {(article) => (
          <>
            <span className="w-[72px] flex-none text-text-3 text-xs leading-6">
              <DateText value={article.published_at} />
            </span>
            <div className="min-w-0 flex-1">
              <p className="min-h-6 [overflow-wrap:anywhere]">
                <OutsideLink href={article.url}>{article.name}</OutsideLink>
              </p>
              <p className="flex gap-2 text-text-3 text-xs">
                <bdi className="truncate">{article.publisher}</bdi>
                {article.is_sample && <SampleTag />}
              </p>
            </div>
          </>
        )}
      </ListCard>
      <ListCard
        title="Restatements"
        all={{ href: "/assets/timeseries", label: "All numbers" }}
        feed="restatements"
        answer={groups}
        keyOf={({ id }) => id}
        empty="No restatements yet"
      >
        {(group) => <RestatementRow group={group} />}
      </ListCard>
    </div>
  );
}
