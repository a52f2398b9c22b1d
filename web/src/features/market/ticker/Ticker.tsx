import { useRef } from "react";
import { describeFailure } from "@/api/failures";
import { useAggregates } from "@/api/series";
import { explainedGroup } from "@/app-state/explainedGroup";
import { useNames, useNamesLoad } from "@/charts/measures/names";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { assetsOf, slugs } from "@/charts/queries/measures";
import { explainFailure } from "@/components/states/failureTexts";
import { Button } from "@/components/ui/buttons/Button";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { CutEdge } from "@/components/ui/tabs/CutEdge";
import { useCutEdge } from "@/components/ui/tabs/useCutEdge";
import { Change, Money } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { addDays, lastDay, week } from "@/lib/dates/day";
import { isBeyondPlan } from "@/lib/failure";
import { ExplainNumber } from "@/records/ExplainNumber";
import { type TickerGroup, type TickerItem, tickerGroups, unnamedGroups } from "./tickerGroups";
import { tickerPlace } from "./tickerPlace";

/** The number of largest assets to request: enough for a few of each class. */
const most = 60;

/** The value that the list and the page of an asset show: that of all its tokens, distributed or not. */
const query = assetsOf(null, slugs.value);

function Item({ item }: { item: TickerItem }) {
  const { subject, ...of } = query;
  const group = { ...of, subject_kind: subject, by: "asset" as const, key: item.key };
  return (
    <li className="flex flex-none items-center gap-1.5">
      <Link
        href={assetAddress(item.key)}
        title={item.name}
        className="inline-flex min-h-6 items-center rounded-sm font-medium hover:underline pointer-coarse:min-h-11"
      >
        <bdi className="max-w-[16ch] truncate">{item.symbol}</bdi>
      </Link>
      <ExplainNumber
        number={explainedGroup(group, lastDay(), item.name)}
        label={`Value of ${item.name}`}
      >
        <Money value={item.value} />
      </ExplainNumber>
      <Change value={item.change} reason="No value 7 days before" />
      {item.sample && <SampleTag short />}
    </li>
  );
}

function useTicker() {
  const day = lastDay();
  const by = { by: "asset", limit: most } as const;
  const [answer] = useAggregates([requestOf(query, { from: addDays(day, -week), to: day }, by)]);
  const {
    names: assets,
    isFailed,
    answer: named,
  } = useNamesLoad(
    "assets",
    (answer?.data?.groups ?? []).map(({ key }) => key),
  );
  const classes = useNames(
    "asset_classes",
    [...assets.values()].map(({ classSlug }) => classSlug),
  );
  const data = answer?.data;
  if (data && isFailed) return { answer, groups: unnamedGroups(data) };
  const isNamed = assets.size > 0 || named.data !== undefined;
  return { answer, groups: data && isNamed ? tickerGroups(data, assets, classes) : undefined };
}

/** The largest assets of each class in one line that stands still: it is scrolled, and never moves by itself. */
export function Ticker() {
  const { answer, groups } = useTicker();
  if (answer?.error && !answer.data) {
    const failure = describeFailure(answer.error);
    const isMissing = isBeyondPlan(failure);
    return (
      <div role="status" className={`${tickerPlace} flex items-center gap-3 px-(--card-pad)`}>
        <p className="min-w-0 truncate text-text-2">
          {isMissing
            ? "The largest assets are not shown."
            : "The largest assets could not be loaded."}{" "}
          {explainFailure(failure)}
        </p>
        {isMissing ? (
          <ButtonLink size="small" href="/settings/plan">
            Compare plans
          </ButtonLink>
        ) : (
          <Button size="small" onClick={() => void answer.refetch()}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  if (groups?.length === 0) {
    return (
      <p className={`${tickerPlace} flex items-center px-(--card-pad) text-text-2`}>
        No values of assets available yet
      </p>
    );
  }
  return <Strip groups={groups} />;
}

/** The strip of some groups; undefined while these are on their way. */
function Strip({ groups }: { groups: ReadonlyArray<TickerGroup> | undefined }) {
  const scroller = useRef<HTMLElement>(null);
  const cut = useCutEdge(scroller);
  return (
    <div className={`${tickerPlace} relative overflow-hidden`}>
      <section
        ref={scroller}
        aria-label="Largest assets by class: value, and change in 7 days"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard.
        tabIndex={0}
        className="h-full overflow-x-auto overflow-y-hidden rounded-md [scrollbar-width:thin]"
      >
        <ul className="flex h-full w-max items-center gap-x-6 px-(--card-pad)">
          {groups?.map(({ key, label, items }) => (
            <li key={key} className="flex flex-none items-center gap-4">
              <span className="text-text-2 text-xs">{label}, 7 days</span>
              <ul className="flex flex-none items-center gap-4">
                {items.map((item) => (
                  <Item key={item.key} item={item} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
      {groups === undefined && (
        <div className="absolute inset-0 flex items-center px-(--card-pad)">
          <Loading label="Loading the largest assets">
            <div className="flex gap-6">
              {["w-44", "w-36", "w-48"].map((width) => (
                <Skeleton key={width} className={`h-3 flex-none rounded-xs ${width}`} />
              ))}
            </div>
          </Loading>
        </div>
      )}
      {cut && <CutEdge />}
    </div>
  );
}
