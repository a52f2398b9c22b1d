import { describeFailure } from "@/api/failures";
import { useAggregates } from "@/api/series";
import { EmptyState } from "@/components/EmptyState";
import { ErrorState } from "@/components/ErrorState";
import { SampleTag } from "@/components/ui/Badge";
import { Link } from "@/components/ui/Link";
import { Monogram } from "@/components/ui/Monogram";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Loading, Skeleton } from "@/components/ui/Skeleton";
import { assetAddress } from "@/lib/addresses";
import { classColour } from "@/lib/classColour";
import { lastDay } from "@/lib/day";
import { ExplainNumber } from "../explain/ExplainNumber";
import { type Names, useNames } from "../parts/names";
import { explainedNet } from "./explainedRow";
import { type Flow, flowRequests, flowsOf } from "./flows";
import { SignedMillions } from "./leagueColumns";
import type { Market } from "./market";
import { assetsOf, slugs } from "./measures";
import { type FlowDays, useRankingView } from "./useMarketView";
import { ZeroBar } from "./ZeroBar";

const dayNames: ReadonlyArray<{ value: FlowDays; label: string }> = [
  { value: "7", label: "7D" },
  { value: "30", label: "30D" },
];

/** Into which assets money went, and out of which. */
export function NetFlows({ market }: { market: Market }) {
  const { ranking, change, ready } = useRankingView(market);
  const days = Number(ranking.flow);
  const answers = useAggregates(flowRequests(market, lastDay()), ready);
  const [minted, burned] = answers;
  const flows = minted?.data && burned?.data && flowsOf(minted.data, burned.data, days);
  const names = useNames(
    "asset",
    (flows?.shown ?? []).map(({ key }) => key),
  );
  const failed = minted?.error ?? burned?.error ?? null;
  const retry = () => {
    for (const answer of answers) if (answer.error) void answer.refetch();
  };
  return (
    <section
      aria-label="Net flows"
      className="offscreen-free flex min-w-0 flex-col rounded-md border border-line bg-surface [--room:560px]"
    >
      <header className="flex min-h-11 flex-wrap items-center gap-2.5 px-(--card-pad) pt-2.5 pb-1">
        <h2 className="flex-1 font-semibold text-md">Net flows</h2>
        {minted?.data?.total.has_sample && <SampleTag />}
        <SegmentedControl
          label="Days"
          segments={dayNames}
          value={ranking.flow}
          onChange={(flow) => change({ flow: flow === "30" ? "" : flow })}
        />
      </header>
      <p className="px-(--card-pad) pb-2 text-sm text-text-3">
        Mints less burns, US$ million, by asset
      </p>
      {flows && flows.shown.length > 0 && (
        <FlowRows flows={flows} names={names} days={days} market={market} />
      )}
      {flows?.shown.length === 0 && (
        <EmptyState title="No flows known">
          Mints and burns of these assets come with the collector or with imported files.
        </EmptyState>
      )}
      {!flows && failed && (
        <ErrorState failure={describeFailure(failed)} what="Net flows" onRetry={retry} />
      )}
      {!flows && !failed && (
        <Loading label="Loading net flows">
          <div className="px-(--card-pad) pb-4">
            <Skeleton className="h-[372px] rounded-xs" />
          </div>
        </Loading>
      )}
    </section>
  );
}

type FlowRowsProps = {
  flows: NonNullable<ReturnType<typeof flowsOf>>;
  names: Names;
  days: number;
  market: Market;
};

function FlowRows({ flows, names, days, market }: FlowRowsProps) {
  const { shown, total, count } = flows;
  const { subject, filter } = assetsOf(market.classes, slugs.minted);
  const name = `all ${count} assets`;
  const all = { subject, filter, by: "asset", key: null, name, to: lastDay() } as const;
  const most = Math.max(0, ...shown.map(({ value }) => value));
  const least = Math.min(0, ...shown.map(({ value }) => value));
  return (
    <>
      <ul className="flex flex-1 flex-col">
        {shown.map((flow) => (
          <FlowRow key={flow.key} flow={flow} names={names} days={days} least={least} most={most} />
        ))}
      </ul>
      <p className="mt-1.5 flex h-(--row-h) items-center justify-between border-line border-t bg-surface-2 px-(--card-pad) font-semibold text-sm">
        All {count} assets
        <ExplainNumber number={total === null ? null : explainedNet(all, days, flows)} label={name}>
          <SignedMillions value={total} />
        </ExplainNumber>
      </p>
    </>
  );
}

type FlowRowProps = { flow: Flow; names: Names; days: number; least: number; most: number };

function FlowRow({ flow, names, days, least, most }: FlowRowProps) {
  const { key, value } = flow;
  const known = names.get(key);
  const name = known?.name ?? key;
  const group = { subject: "asset", by: "asset", key, name, to: lastDay() } as const;
  return (
    <li className="group/row relative grid max-h-11 min-h-[27px] flex-1 grid-cols-[minmax(0,116px)_minmax(0,1fr)_56px] items-center gap-2 px-(--card-pad) text-sm hover:bg-surface-2 pointer-coarse:min-h-11">
      <Link
        href={assetAddress(key)}
        className="flex min-w-0 items-center gap-2 font-medium after:absolute after:inset-0"
        title={name}
      >
        <Monogram id={key} name={known?.symbol ?? name} colour={classColour(known?.classSlug)} />
        <bdi className="truncate">{known?.symbol ?? name}</bdi>
        {known?.symbol && <span className="sr-only">, {name}</span>}
      </Link>
      <ZeroBar value={value} least={least} most={most} />
      <span className="num relative z-[1] text-end">
        <ExplainNumber number={explainedNet(group, days, flow)} label={name}>
          <SignedMillions value={value} />
        </ExplainNumber>
      </span>
    </li>
  );
}
