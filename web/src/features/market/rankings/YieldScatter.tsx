import { explain } from "@/app-state/numberExplanation";
import { slugs } from "@/charts/queries/measures";
import { ScatterChart } from "@/charts/ScatterChart";
import type { Origin } from "@/lib/files/origin";
import { formatMoneyExact, formatPercent } from "@/lib/format";
import { simpleYieldField } from "@/lib/format/yieldConventions";
import { explainedAsset, explainedFee } from "./explainedRow";
import type { FundYield } from "./yields";

const fewestPoints = 3;

const labels = { fee: "Management fee", week: "7-day yield" } as const;

/** Explains both numbers of a point, and the value that sets its area, if any. */
function explainPoint({ key, name, week, fee, value, sample }: FundYield): void {
  const worth = {
    name: "Value",
    figure: formatMoneyExact(value),
    number: explainedAsset(key, name, slugs.value),
    sample,
  };
  explain({
    kind: "several",
    name,
    items: [
      { name: labels.fee, figure: formatPercent(fee, 2), number: explainedFee(key, name), sample },
      {
        name: labels.week,
        figure: formatPercent(week, 4),
        number: explainedAsset(key, name, slugs.weekYield),
        sample,
      },
      ...(value === null ? [] : [worth]),
    ],
  });
}

type YieldScatterProps = { funds: ReadonlyArray<FundYield>; origin: () => Promise<Origin> };

/** Yield against fee, for funds that disclose both. */
export function YieldScatter({ funds, origin }: YieldScatterProps) {
  const points = funds.flatMap(({ key, name, week, fee, value, sample, marks }) => {
    if (week === null || fee === null) return [];
    const pointMarks = { y: marks.week, size: marks.value };
    return [{ id: key, name, x: fee, y: week, size: value, sample, marks: pointMarks }];
  });
  if (points.length < fewestPoints) return null;
  return (
    <ScatterChart
      title="Yield against fee"
      lead="Funds in the table above with both figures. The area of a point is proportional to the value."
      x={{
        label: labels.fee,
        field: "management_fee",
        show: (fee) => formatPercent(fee, 2),
      }}
      y={{
        label: labels.week,
        field: simpleYieldField("yield_7d"),
        show: (week) => formatPercent(week, 2),
      }}
      sizeField="value_dollar"
      points={points}
      origin={origin}
      onChoose={(id) => {
        const fund = funds.find(({ key }) => key === id);
        if (fund) explainPoint(fund);
      }}
    />
  );
}
