import { useAggregates } from "@/api/series";
import { type FlowDays, parameters } from "@/charts/addressParameters";
import { type ChartPage, noOffer } from "@/charts/chartAddress";
import { useOrigins } from "@/charts/data/useOrigin";
import { type Names, useNames } from "@/charts/measures/names";
import type { Market } from "@/charts/queries/market";
import { bothSidesDaily, countedOf, ofDistributed, slugs } from "@/charts/queries/measures";
import { useChartSettings } from "@/charts/useChartSettings";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { TableFile } from "@/components/tableFile/TableFile";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Link } from "@/components/ui/links/Link";
import { Monogram } from "@/components/ui/marks/Monogram";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { assetAddress } from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import { lastDay } from "@/lib/dates/day";
import { formatPercent } from "@/lib/format";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { failureOf } from "@/lists/AssetTable";
import { SignedMillions } from "@/lists/table/SignedMillions";
import { ExplainNumber } from "@/records/ExplainNumber";
import { explainedMovers, explainedNet, type Group } from "./explainedRow";
import { type Flow, flowKeys, flowRequests, flowsOf } from "./flows";
import { useNamedGroups } from "./namedGroups";
import { ZeroBar } from "./ZeroBar";

const dayNames: ReadonlyArray<{ value: FlowDays; label: string }> = [
  { value: "7", label: "7D" },
  { value: "30", label: "30D" },
];

/** The days that are added up, in the address of the page. */
const flowPage: ChartPage = { has: ["flowDays"], offer: noOffer };

/** Fewer rows would leave the card as high as the table beside it with nothing in its lower part. */
const filling = 14;

/** Into which assets money went, and out of which. */
export function NetFlows({ market }: { market: Market }) {
  const { state, update, unread, ready } = useChartSettings(flowPage);
  const days = Number(state.flowDays);
  const requests = flowRequests(market, lastDay(), days);
  const answers = useAggregates(requests, ready);
  const loaded = answers.map(({ data }) => data);
  const keys = loaded.includes(undefined) ? [] : flowKeys(loaded);
  const { whole, further, named } = useNamedGroups(requests, answers, keys);
  const [net, minted, burned] = whole;
  const flows = net && minted && burned ? flowsOf(net, minted, burned) : undefined;
  const all = [...answers, ...named];
  const origin = useOrigins(
    [...requests, ...further],
    all.map(({ data }) => data),
  );
  const names = useNames(
    "assets",
    (flows?.shown ?? []).map(({ key }) => key),
  );
  const { failure, onRetry } = failureOf(all);
  return (
    <section
      aria-label="Net flows"
      className={`offscreen-free flex min-w-0 flex-col rounded-md border border-line bg-surface [--room:560px] ${flows && flows.shown.length < filling ? "xl:self-start" : ""}`}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-2.5 px-(--card-pad) pt-2.5 pb-1">
        <h2 className="flex-1 whitespace-nowrap font-semibold text-md">Net flows</h2>
        {net?.total.has_sample && <SampleTag />}
        <TableFile
          title={`Net flows of ${days} days, ${market.title}`}
          about={`Mints minus burns${ofDistributed(market.group)}, at daily values. ${bothSidesDaily}${fileText(flows)}${coverageText(flows)}`}
          rows={flows?.all}
          sampleOf={({ sample }) => sample}
          origin={origin}
          columns={[
            { name: "slug", value: ({ key }) => key },
            {
              name: `minted_${days}d_dollar`,
              value: ({ minted: sum }) => sum,
              mark: ({ marks }) => marks.minted,
            },
            {
              name: `burned_${days}d_dollar`,
              value: ({ burned: sum }) => sum,
              mark: ({ marks }) => marks.burned,
            },
            {
              name: `net_flow_${days}d_dollar`,
              value: ({ value }) => value,
              mark: ({ marks }) => marks.net,
            },
          ]}
        />
        <SegmentedControl
          label={parameters.flowDays.label}
          segments={dayNames}
          value={state.flowDays}
          onChange={(flowDays) => update({ flowDays })}
        />
      </header>
      <IgnoredConditions noun="setting" count={unread.length} onRemove={() => update({})} />
      <p className="px-(--card-pad) pb-2 text-sm text-text-3">
        Mints minus burns{ofDistributed(market.group)}, US$ million, by asset.
        {coverageText(flows)}
      </p>
      {flows && flows.shown.length > 0 && (
        <FlowRows flows={flows} names={names} days={days} market={market} />
      )}
      {flows?.shown.length === 0 && (
        <EmptyState title="No flows recorded">
          No mints or burns{ofDistributed(market.group)} are known in the last {days} days.
        </EmptyState>
      )}
      {!flows && failure && <ErrorState failure={failure} what="Net flows" onRetry={onRetry} />}
      {!flows && !failure && (
        <Loading label="Loading net flows">
          <div className="px-(--card-pad) pb-4">
            <Skeleton className="h-[372px] rounded-xs" />
          </div>
        </Loading>
      )}
    </section>
  );
}

type Flows = ReturnType<typeof flowsOf>;

/** Where not all have a line of the file. */
function fileText(flows: Flows | undefined): string {
  if (!flows || flows.listed >= flows.known) return "";
  return ` The file has ${flows.all.length} of ${flows.known} assets, those with the largest net flows and burns.`;
}

/** Where days or assets are missing in the total, because only mints or only burns are reported. */
function coverageText(flows: Flows | undefined): string {
  if (!flows) return "";
  const { count, known, coverage } = flows;
  const parts = [
    ...(known < count ? [` ${known} of ${count} assets report both.`] : []),
    ...(coverage !== null && coverage < 1 ? [` Coverage ${formatPercent(coverage, 1)}.`] : []),
  ];
  return parts.join("");
}

type FlowRowsProps = {
  flows: Flows;
  names: Names;
  days: number;
  market: Market;
};

function FlowRows({ flows, names, days, market }: FlowRowsProps) {
  const { shown, total, totalMark, count } = flows;
  const { subject, filter } = countedOf(market.group, slugs.netFlow);
  const name = `all ${count} assets`;
  const counted = { subject, filter, by: "asset", to: lastDay() } as const;
  const all = { ...counted, key: null, name };
  const most = Math.max(0, ...shown.map(({ value }) => value));
  const least = Math.min(0, ...shown.map(({ value }) => value));
  return (
    <>
      <ul className="flex flex-1 flex-col">
        {shown.map((flow) => (
          <FlowRow key={flow.key} {...{ flow, names, days, least, most, counted }} />
        ))}
      </ul>
      <p className="mt-1.5 flex h-(--row-h) items-center justify-between border-line border-t bg-surface-2 px-(--card-pad) font-semibold text-sm">
        <span>
          All{" "}
          <ExplainNumber
            number={explainedMovers(all, count, flows.sample)}
            label={`number of ${name}`}
          >
            {count}
          </ExplainNumber>{" "}
          assets {flows.sample && <SampleTag short />}
        </span>
        <Starred reason={qualifierLabel(totalMark)}>
          <ExplainNumber number={total === null ? null : explainedNet(all, days)} label={name}>
            <SignedMillions value={total} />
          </ExplainNumber>
        </Starred>
      </p>
    </>
  );
}

type FlowRowProps = {
  flow: Flow;
  names: Names;
  days: number;
  least: number;
  most: number;
  counted: Omit<Group, "key" | "name">;
};

function FlowRow({ flow, names, days, least, most, counted }: FlowRowProps) {
  const { key, value } = flow;
  const known = names.get(key);
  const name = known?.name ?? key;
  const group = { ...counted, key, name };
  return (
    <li className="group/row relative grid max-h-14 min-h-[27px] flex-1 grid-cols-[minmax(0,116px)_minmax(0,1fr)_56px] items-center gap-2 px-(--card-pad) text-sm hover:bg-surface-2 pointer-coarse:min-h-11">
      <Link
        href={assetAddress(key)}
        className="flex min-w-0 items-center gap-2 font-medium after:absolute after:inset-0"
        title={name}
      >
        <Monogram id={key} name={known?.symbol ?? name} colour={classColour(known?.classSlug)} />
        <bdi className="truncate">{known?.symbol ?? name}</bdi>
        {flow.sample && <SampleTag short />}
        {known?.symbol && <span className="sr-only">, {name}</span>}
      </Link>
      <ZeroBar value={value} least={least} most={most} />
      <span className="num relative z-[1] text-end">
        <Starred reason={qualifierLabel(flow.marks.net)}>
          <ExplainNumber number={explainedNet(group, days)} label={name}>
            <SignedMillions value={value} />
          </ExplainNumber>
        </Starred>
      </span>
    </li>
  );
}
