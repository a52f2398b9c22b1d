import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/api/client";
import {
  type AddressKind,
  type Asset,
  type GetTopHoldersResponse,
  mostTopHolders,
  type Token,
  type TopHolder,
} from "@/api/contract";
import { download } from "@/api/downloads";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import type { Column } from "@/components/table/columns";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Pill } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count, DateText, Money } from "@/components/ui/text/Figure";
import { exactSum } from "@/lib/exactSum";
import { formatPercent } from "@/lib/format";
import { DownloadButton } from "@/lists/DownloadButton";
import { LeagueTable } from "@/lists/table/LeagueTable";
import { mostLeagueRows } from "@/lists/table/leagueRows";
import { ShareBar } from "@/lists/table/ShareBar";
import { PlaceAddress } from "@/records/cells";
import { Explainable } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { explainedHolder, explainedTop } from "./explainedHolders";
import { HolderCohorts, noHolders } from "./HolderCohorts";
import { HolderConcentration } from "./HolderConcentration";

/** The tokens of one asset whose holders can be looked at; more do not fit beside each other. */
const mostTokens = 12;

/** A wallet is what every address is taken for. */
const addressKinds: Partial<Record<AddressKind, string>> = {
  contract: "Contract",
  bridge: "Bridge",
  escrow: "Escrow",
  burn: "Burn address",
};

type Holder = TopHolder &
  Pick<Token, "network_slug" | "is_sample"> & { largest: number; known: GetTopHoldersResponse };

type HolderNumberProps = {
  row: Holder;
  column: "balance" | "share" | "value_dollar";
  what: string;
};

/** The balance of an address, with its explanation. */
function HolderNumber({
  row,
  column,
  what,
  children,
}: HolderNumberProps & { children: ReactNode }) {
  const number = explainedHolder(row.known, row, column);
  return (
    <Explainable number={number} label={`${what} of holder ${row.rank}`}>
      {children}
    </Explainable>
  );
}

const columns: ReadonlyArray<Column<Holder>> = [
  {
    id: "address",
    header: "Address",
    kind: "text",
    width: 260,
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        <PlaceAddress row={row} what="address" />
        {row.is_issuer && <Pill>Issuer</Pill>}
        {row.address_kind !== null && addressKinds[row.address_kind] && (
          <Pill>{addressKinds[row.address_kind]}</Pill>
        )}
        {row.is_sample && <SampleTag short />}
      </span>
    ),
  },
  {
    id: "balance",
    header: "Balance",
    unit: "units",
    kind: "number",
    cell: (row) => (
      <HolderNumber row={row} column="balance" what="Balance">
        <Count value={row.balance} full />
      </HolderNumber>
    ),
  },
  {
    id: "share",
    header: "Share",
    kind: "share",
    description: "Share of the total supply, including units held by the issuer",
    cell: (row) => (
      <HolderNumber row={row} column="share" what="Share">
        <ShareBar share={row.share} largest={row.largest} />
      </HolderNumber>
    ),
  },
  {
    id: "value_dollar",
    header: "Value",
    unit: "US$ m",
    kind: "money",
    wideOnly: true,
    cell: (row) => (
      <HolderNumber row={row} column="value_dollar" what="Value">
        <Money value={row.value_dollar} column="millions" reason="Not available" />
      </HolderNumber>
    ),
  },
];

const facts = { id: ({ rank }: Holder) => String(rank), name: ({ address }: Holder) => address };

/** The addresses that hold most of an asset, token by token: holders of several networks cannot be added up. */
export function TopHolders({ asset }: { asset: Asset }) {
  const answer = useRows(resourceOf("tokens"), {
    filter: where("asset_slug", "equals", asset.slug),
    sort: { field: "name", direction: "asc" },
    pagination: { page: 1, perPage: mostTokens },
  });
  const failure = answer.error && describeFailure(answer.error);
  const [first, ...rest] = answer.data?.results ?? [];
  if (first) return <OfTokens all={[first, ...rest]} />;
  if (failure) {
    const retry = () => void answer.refetch();
    return (
      <Card>
        <ErrorState failure={failure} what="The tokens" onRetry={retry} />
      </Card>
    );
  }
  if (answer.data) {
    return (
      <Card>
        <EmptyState title={noHolders}>No tokens are recorded for this asset.</EmptyState>
      </Card>
    );
  }
  return (
    <Loading label="Loading holders">
      <Skeleton className="h-[360px] rounded-md" />
    </Loading>
  );
}

function OfTokens({ all }: { all: readonly [Token, ...Token[]] }) {
  const [slug, setSlug] = useState(all[0].slug);
  const token = all.find((one) => one.slug === slug) ?? all[0];
  const trpc = useTRPC();
  const answer = useQuery(
    trpc.holders.top.queryOptions({ token_slug: token.slug, limit: mostTopHolders }),
  );
  const failure = answer.error && describeFailure(answer.error);
  // The service knows no token without a number: it has no holders either.
  const unknown = failure?.code === "NOT_FOUND";
  const known = answer.data && answer.data.results.length > 0;
  return (
    <div className="flex flex-col gap-4">
      {(known || answer.isPending) && <HolderConcentration answer={answer.data} />}
      <LeagueTable
        title="Top holders"
        mark={known && <HoldersFile token={token.slug} />}
        views={{
          label: "Tokens",
          options: all.map((one) => ({ value: one.slug, label: one.network_name ?? one.name })),
          value: token.slug,
          onChange: setSlug,
        }}
        columns={columns}
        rows={unknown ? [] : answer.data && holdersOf(answer.data, token)}
        facts={facts}
        rankedBy="share"
        failure={failure}
        onRetry={() => void answer.refetch()}
        empty={noHolders}
        footer={answer.data && <Together answer={answer.data} />}
      />
      {known && <HolderCohorts key={token.slug} token={token.slug} />}
    </div>
  );
}

/** All that are known of, and not only those that are shown. */
function HoldersFile({ token }: { token: string }) {
  const query = { token_slug: token, limit: mostTopHolders };
  return (
    <DownloadButton
      label="Top holders"
      make={({ format, ...options }) => download({ file: "holders.top", query, format }, options)}
    />
  );
}

function holdersOf(known: GetTopHoldersResponse, token: Token): ReadonlyArray<Holder> {
  const { results } = known;
  const { network_slug, is_sample } = token;
  const largest = Math.max(0, ...results.map(({ share }) => share));
  return results
    .slice(0, mostLeagueRows)
    .map((holder) => ({ ...holder, network_slug, is_sample, largest, known }));
}

function Together({ answer }: { answer: GetTopHoldersResponse }) {
  const { results, date } = answer;
  if (date === null)
    return "Balances are not available: this installation is not connected to networks.";
  const largest = results.slice(0, mostLeagueRows);
  const label = `${largest.length} largest holders`;
  const share = exactSum(largest.map((holder) => holder.share));
  return (
    <>
      The {largest.length} largest hold{" "}
      <Explainable
        number={explainedTop(answer, { label, of: "of all units", share })}
        label={label}
      >
        {formatPercent(share)}
      </Explainable>{" "}
      of all units, at the end of <DateText value={date} />.
    </>
  );
}
