import type { GetSeriesResponse } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { useSeries } from "@/api/series";
import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { Chart } from "@/charts/Chart";
import { type ChartPage, noOffer } from "@/charts/chartAddress";
import { nameInComparison } from "@/charts/data/freshness";
import { lineSeries, timeData } from "@/charts/data/timeData";
import { useSeriesOrigin } from "@/charts/data/useOrigin";
import { comparisonPage } from "@/charts/figures/comparison";
import { benchmarkKey, useReferences } from "@/charts/figures/useReferences";
import { valueFileEntries } from "@/charts/files/valueFileEntries";
import { earlierOf, endOf, intervalName } from "@/charts/measures/intervals";
import { exactText } from "@/charts/measures/units";
import type { Market, ReferenceChart } from "@/charts/queries/market";
import { ranges } from "@/charts/range";
import type { ChartState, TimeData } from "@/charts/types";
import { useChartSettings } from "@/charts/useChartSettings";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { type Day, lastDay } from "@/lib/dates/day";

/** The reference series of a page: real series of public sources, each with its own day. */
export function References({ market }: { market: Market }) {
  const { state: comparison } = useChartSettings(comparisonPage);
  const { tiles } = useReferences(market.references, comparison.period);
  const { referenceChart } = market;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <header>
        <h2 className="font-semibold text-md">Reference rates and prices</h2>
        <p className="text-sm text-text-3">
          Published series of public sources, each as of its own day. None of them is sample data.
        </p>
      </header>
      <KpiStrip label="Reference rates and prices" tiles={tiles} />
      {referenceChart && <Lines id={market.id} chart={referenceChart} />}
    </div>
  );
}

function dataOf(answer: ReturnType<typeof useSeries>["data"], chart: ReferenceChart): TimeData {
  if (!answer) return { days: [], series: [] };
  const parts = chart.lines.flatMap(({ slug, name }) =>
    answer.lines
      .filter(({ subject_slug: subject }) => subject === slug)
      .slice(0, 1)
      .flatMap((line) => {
        // Points after the newest value repeat it.
        const newest = line.last_date ?? "";
        const values = line.values.map((value, place) =>
          (answer.dates[place] ?? "") <= newest ? value : null,
        );
        return lineSeries([{ ...line, values }]).map((part) => ({
          ...part,
          id: slug,
          name: nameInComparison(name, line, lastDay()),
        }));
      }),
  );
  return timeData(answer, parts);
}

/** The explanation of an interval of the chart: the newest value of each line in it. */
export function explainedLines(
  { lines }: ReferenceChart,
  { dates, lines: answered, interval }: GetSeriesResponse,
  start: Day,
): NumberKey {
  const date = earlierOf(endOf(interval, start), lastDay());
  const items = lines.flatMap(({ slug, name, measure }) => {
    const line = answered.find(({ subject_slug: subject }) => subject === slug);
    const value = line?.values[dates.indexOf(start)] ?? null;
    if (!line || value === null) return [];
    const number = { kind: "series" as const, key: benchmarkKey({ slug, measure }), date };
    return [
      {
        name,
        figure: exactText(value, { unit: line.unit, measure }),
        number,
        sample: line.is_sample,
      },
    ];
  });
  return { kind: "several", name: intervalName(interval, start), items };
}

const page: ChartPage = {
  has: ["range", "legend", "full", "table"],
  offer: { ...noOffer, range: () => ({ values: ranges, default: "All" }) },
  prefix: "reference_",
};

function Lines({ id, chart }: { id: string; chart: ReferenceChart }) {
  const { controlled, ready } = useChartSettings(page);
  const keys = chart.lines.map(benchmarkKey);
  const request = { keys, interval: chart.interval };
  const answer = useSeries(ready ? request : null);
  const origin = useSeriesOrigin(request);
  const state: ChartState = answer.data
    ? { status: "ready" }
    : answer.error
      ? {
          status: "error",
          failure: describeFailure(answer.error),
          onRetry: () => void answer.refetch(),
        }
      : { status: "loading" };
  return (
    <Chart
      id={`${id}-references`}
      title={chart.title}
      unitLine={chart.unitLine}
      unit={chart.unit}
      kind="line"
      size="asset"
      legend="keys"
      headingLevel={3}
      data={dataOf(answer.data, chart)}
      state={state}
      origin={origin}
      changeDays={null}
      onChoose={(day) => answer.data && explain(explainedLines(chart, answer.data, day))}
      menu={[valueFileEntries(answer.data ? { file: "timeseries.get", query: request } : null)]}
      {...controlled}
    />
  );
}
