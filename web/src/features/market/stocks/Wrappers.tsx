import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { every, where } from "@/api/listQuery";
import { type ClassGroup, ofGroup } from "@/charts/queries/aggregateQuery";
import { type FileColumn, TableFile } from "@/components/tableFile/TableFile";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count } from "@/components/ui/text/Figure";
import { recordedOrigin } from "@/lib/files/origin";
import { CardTable } from "@/lists/table/CardTable";
import { Words } from "@/records/cells";
import { Explainable } from "@/records/FactNumber";
import { type WrappedShare, wrappedOf } from "./wrappedAssets";

const title = "Wrappers of one underlying";
const lead =
  "Listed shares and funds that several tokens track. Each token is a separate claim on its issuer.";

const fileColumns: ReadonlyArray<FileColumn<WrappedShare>> = [
  { name: "ticker", value: ({ ticker }) => ticker },
  { name: "underlying", value: ({ name }) => name },
  { name: "tokens", value: ({ products }) => products },
  { name: "platforms", value: ({ platforms }) => platforms.join(";") },
  { name: "networks", value: ({ networks }) => networks },
];

const shown = 12;
const most = 100;

function listOf(ticker: string): string {
  return `/assets?filter=underlying_ticker:is:${encodeURIComponent(ticker)}`;
}

/** The listed shares that most tokens follow, and how many of them. */
export function Wrappers({ group }: { group: ClassGroup }) {
  const trpc = useTRPC();
  const ofClass = ofGroup(group);
  const withUnderlying = every([ofClass, where("underlying_ticker", "notEquals", null)]);
  const groups = useQuery(
    trpc.assets.aggregate.queryOptions({
      ...(withUnderlying && { filter: withUnderlying }),
      aggregate: { groupBy: "underlying_ticker", groupLimit: shown },
      sort: { field: "count", direction: "desc" },
    }),
  );
  const tickers = (groups.data?.results ?? []).flatMap(({ group }) =>
    typeof group === "string" ? [group] : [],
  );
  const own = every([ofClass, where("underlying_ticker", "in", tickers)]);
  const products = useQuery(
    trpc.assets.list.queryOptions(
      { ...(own && { filter: own }), pagination: { page: 1, perPage: most } },
      { enabled: tickers.length > 0 },
    ),
  );
  const countOf = (ticker: string) => {
    const filter = every([ofClass, where("underlying_ticker", "equals", ticker)]);
    return { kind: "count" as const, of: "assets" as const, ...(filter && { filter }) };
  };
  const nothing = groups.data && tickers.length === 0;
  const rows = nothing ? [] : products.data && wrappedOf(products.data.results);
  const error = groups.error ?? products.error;
  return (
    <CardTable
      title={title}
      lead={lead}
      beside={
        <TableFile
          title={title}
          about={lead}
          rows={rows}
          sampleOf={({ sample }) => sample}
          origin={async () => recordedOrigin(products.data?.results ?? [])}
          columns={fileColumns}
        />
      }
      columns={[
        {
          id: "ticker",
          header: "Ticker",
          kind: "text",
          cell: ({ ticker, sample }) => (
            <span className="flex items-center gap-2">
              <Link
                href={listOf(ticker)}
                className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
              >
                <bdi>{ticker}</bdi>
              </Link>
              {sample && <SampleTag />}
            </span>
          ),
        },
        {
          id: "underlying",
          header: "Underlying",
          kind: "text",
          wideOnly: true,
          cell: ({ name }) => (
            <span className="inline-block max-w-64 truncate align-middle">
              <Words>{name}</Words>
            </span>
          ),
        },
        {
          id: "tokens",
          header: "Tokens",
          kind: "number",
          cell: ({ ticker, products: count }) => (
            <Explainable
              number={{ ...countOf(ticker), name: `Tokens of ${ticker}`, figure: String(count) }}
              label={`Tokens of ${ticker}`}
            >
              <Count value={count} full />
            </Explainable>
          ),
        },
        {
          id: "platforms",
          header: "Platforms",
          kind: "text",
          cell: ({ platforms }) => (
            <span className="inline-block max-w-80 truncate align-middle @max-[560px]:max-w-40">
              <Words>{platforms.join(", ")}</Words>
            </span>
          ),
        },
        {
          id: "networks",
          header: "Networks",
          kind: "number",
          wideOnly: true,
          cell: ({ ticker, networks }) => (
            <Explainable
              number={{
                ...countOf(ticker),
                name: `Networks of ${ticker}`,
                figure: String(networks),
                distinct: "network_slugs",
              }}
              label={`Networks of ${ticker}`}
            >
              <Count value={networks} full />
            </Explainable>
          ),
        },
      ]}
      rows={rows}
      facts={{ id: ({ ticker }) => ticker, name: ({ ticker }) => ticker }}
      failure={error && describeFailure(error)}
      onRetry={() => {
        for (const answer of [groups, products]) if (answer.error) void answer.refetch();
      }}
      empty={{
        title: "No underlying disclosed",
        text: "The catalog does not state the underlying of these assets.",
      }}
    />
  );
}
