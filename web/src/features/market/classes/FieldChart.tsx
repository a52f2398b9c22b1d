import { useMemo } from "react";
import { type Asset, mostChartGroups } from "@/api/contract";
import { useAggregates } from "@/api/series";
import { explain } from "@/app-state/numberExplanation";
import { Chart } from "@/charts/Chart";
import { lookPage } from "@/charts/chartAddress";
import { truncationNote } from "@/charts/data/tableNotes";
import { timeData } from "@/charts/data/timeData";
import { useOrigin } from "@/charts/data/useOrigin";
import { explainedRest } from "@/charts/explanation/explainedRest";
import { explainedDay } from "@/charts/explanation/explanation";
import { figureExplainer } from "@/charts/explanation/figureExplainer";
import { valueFileEntries } from "@/charts/files/valueFileEntries";
import { earlierOf, endOf, intervalName } from "@/charts/measures/intervals";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { countedOf } from "@/charts/queries/measures";
import { useChartSettings } from "@/charts/useChartSettings";
import { addMonths, type Day, lastDay } from "@/lib/dates/day";
import { formatMoneyExact } from "@/lib/format";
import { compositionState } from "./compositionState";
import { explainedMembers } from "./explainedMembers";
import { type Course, coursesBy, type SplitGroup } from "./splits";
import { splitBy, useAssetsOf } from "./useMembers";

const interval = "week";
const months = 12;

export type FieldChartProps = {
  market: Market;
  /** Names it in the address. */
  id: string;
  title: string;
  partOf: (asset: Asset, today: Day) => SplitGroup | null;
};

function explainWeek(
  courses: ReadonlyArray<Course>,
  measure: string,
  { dates, day }: { dates: ReadonlyArray<Day>; day: Day },
): void {
  const end = earlierOf(endOf(interval, day), lastDay());
  const items = courses.flatMap((course) => {
    const value = course.values[dates.indexOf(day)] ?? null;
    const number = explainedMembers(measure, course, end, "token");
    if (value === null || !number) return [];
    return [{ name: course.name, figure: formatMoneyExact(value), number, sample: course.sample }];
  });
  explain({ kind: "several", name: intervalName(interval, day), items });
}

/** The distributed value of a class over a year, by a field of its assets. */
export function FieldChart({ market, id, title, partOf }: FieldChartProps) {
  const page = useMemo(() => lookPage(id), [id]);
  const { controlled } = useChartSettings(page);
  const { measure } = market.league;
  const to = lastDay();
  const request = requestOf(
    countedOf(market.group, measure),
    { from: addMonths(to, -months), to, interval },
    { by: "asset", limit: mostChartGroups },
  );
  const [answer] = useAggregates([request]);
  const worths = answer?.data;
  const origin = useOrigin(request, worths);
  const { catalog, assets } = useAssetsOf(worths);
  const courses = splitBy(coursesBy, worths, assets, (asset) => partOf(asset, to));
  const series = (courses ?? []).map(({ key, isRest, ...course }) => ({
    ...course,
    id: key || "unknown",
    ...(isRest && { role: "other" as const }),
  }));
  const sample = worths?.total.has_sample ?? false;
  const data = timeData(worths ?? { dates: [], interval, to }, series);
  const numberOf = (whose: string | null, day: Day) => {
    const whole = explainedDay(request, day, "Total");
    const course = courses?.find(({ key }) => (key || "unknown") === whose);
    if (!course) return whole;
    const end = earlierOf(endOf(interval, day), to);
    return (
      explainedMembers(measure, course, end, "token") ?? explainedRest(course.name, whole, sample)
    );
  };
  const unitOf = () => ({ unit: "usd", measure });
  // The table of the same parts says why there is nothing.
  if (courses?.length === 0) return null;
  const rest = truncationNote(
    worths?.group_count,
    mostChartGroups,
    "largest",
    "smaller ones are grouped as Others",
  );
  return (
    <Chart
      id={`${market.id}-${id}`}
      title={title}
      unitLine={`US$, distributed tokens, end of week UTC.${rest}`}
      unit={{ kind: "money" }}
      kind="area"
      size="asset"
      data={data}
      state={compositionState(courses, answer ? [answer, catalog] : [])}
      sample={sample}
      origin={origin}
      menu={[valueFileEntries(worths ? { file: "timeseries.aggregate", query: request } : null)]}
      // Weeks do not lie 30 days apart: the table of the same parts has that change.
      changeDays={null}
      explainerOf={figureExplainer({ data, unitOf, numberOf, start: null })}
      onChoose={(day) => explainWeek(courses ?? [], measure, { dates: worths?.dates ?? [], day })}
      {...controlled}
    />
  );
}
