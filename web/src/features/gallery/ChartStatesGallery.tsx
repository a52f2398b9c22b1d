import { useDeferredValue, useMemo, useState } from "react";
import { Chart } from "@/charts/Chart";
import { ChartPicker } from "@/charts/frame/ChartPicker";
import type { ChartUnit, TimeData } from "@/charts/types";
import { Button } from "@/components/ui/buttons/Button";
import {
  classesOverTime,
  manySeries,
  networksOverTime,
  sampleDays,
  walk,
} from "./samples/chartSamples";

const dollars: ChartUnit = { kind: "money" };
const nothing = () => {};
const origin = { sources: ["Fictitious data for the gallery"], licence: "CC BY 4.0" };
const plain = { ...classesOverTime, marks: [] };

const onePoint: TimeData = {
  days: ["2026-11-19"],
  series: networksOverTime.series.map((series) => ({ ...series, values: series.values.slice(-1) })),
};

const allNull: TimeData = {
  days: sampleDays(90),
  series: [
    {
      id: "nothing",
      name: "Ash (sample)",
      sample: true,
      values: Array.from({ length: 90 }, () => null),
    },
  ],
  gaps: [{ from: "2026-01-01", to: "2026-12-31", reason: "not published by the issuer" }],
};

const demanding: TimeData = {
  days: sampleDays(90),
  series: [
    {
      id: "long",
      name: "Consolidated Larch and Rowan Institutional Liquidity Reserve Fund, Class J (sample)",
      sample: true,
      values: walk({ count: 90, from: 4.2e17, to: 8.1e17, noise: 0.02, seed: 5 }),
    },
    {
      id: "rtl",
      name: "صندوق السيولة التجريبي (sample)",
      sample: true,
      values: walk({ count: 90, from: 2.2e17, to: 3.1e17, noise: 0.03, seed: 6 }),
    },
  ],
};

const counts = ["1", "4", "8", "16", "60"] as const;

function ManySeries() {
  const [count, setCount] = useState<(typeof counts)[number]>("16");
  const [kind, setKind] = useState<"line" | "area">("line");
  const [days, setDays] = useState<"90" | "366" | "5000">("366");
  // Making up the values takes longer than a press may.
  const [deferredCount, deferredDays] = [useDeferredValue(count), useDeferredValue(days)];
  const data = useMemo(
    () => manySeries(Number(deferredCount), Number(deferredDays)),
    [deferredCount, deferredDays],
  );
  return (
    <Chart
      id={`gallery-many-${count}`}
      title={`${count} series over ${days} days`}
      unitLine="US$ million. Lines beyond sixteen are grey until they stand alone."
      unit={dollars}
      kind={kind}
      data={data}
      sample
      origin={origin}
      controls={
        <>
          <ChartPicker
            label="Series"
            value={count}
            options={counts.map((value) => ({ value, label: value }))}
            onChange={setCount}
          />
          <ChartPicker
            label="Days"
            value={days}
            options={(["90", "366", "5000"] as const).map((value) => ({ value, label: value }))}
            onChange={setDays}
          />
          <ChartPicker
            label="Chart type"
            value={kind}
            options={[
              { value: "line", label: "Lines" },
              { value: "area", label: "Stacked" },
            ]}
            onChange={setKind}
          />
        </>
      }
    />
  );
}

/** Charts with too much, too little or nothing to show. */
export function ChartStatesGallery() {
  const common = {
    unit: dollars,
    unitLine: "US$ billion",
    kind: "area",
    size: "asset",
    origin,
  } as const;
  return (
    <>
      <ManySeries />
      <div className="grid gap-4 lg:grid-cols-2">
        <Chart
          {...common}
          id="state-loading"
          title="Loading"
          state={{ status: "loading" }}
          data={plain}
        />
        <Chart
          {...common}
          id="state-error"
          title="Error"
          data={plain}
          state={{
            status: "error",
            failure: {
              code: "SERVICE_UNAVAILABLE",
              reason: null,
              message: "",
              traceId: "7f3a19c27f3a19c2",
            },
            onRetry: nothing,
          }}
        />
        <Chart
          {...common}
          id="state-empty"
          title="Empty"
          data={plain}
          state={{
            status: "empty",
            title: "No assets match",
            text: "Four filters are on. The nearest match lies below the minimum.",
            action: <Button>Remove value filter</Button>,
          }}
        />
        <Chart
          {...common}
          id="state-withheld"
          title="Withheld"
          data={plain}
          state={{ status: "withheld", reason: "Supply and transfers disagree (check 2)." }}
        />
        <Chart
          {...common}
          id="state-late"
          title="Late"
          legend="keys"
          data={plain}
          freshness={{ state: "late", text: "Late: last values of 18 Nov 2026" }}
        />
        <Chart
          {...common}
          id="state-stale"
          title="Stale"
          legend="keys"
          data={{
            ...plain,
            provisional: { from: "2026-11-01", sentence: "Hatched: stale since 1 Nov 2026." },
          }}
          freshness={{ state: "stale", text: "Stale: nothing new since 1 Nov 2026" }}
        />
        <Chart {...common} id="state-one" title="One day" legend="keys" data={onePoint} />
        <Chart {...common} id="state-null" title="No value at all" legend="keys" data={allNull} />
        <Chart
          {...common}
          id="state-demanding"
          title="Long names, right-to-left names and huge numbers"
          kind="line"
          legend="keys"
          data={demanding}
        />
        <Chart
          {...common}
          id="state-none"
          title="Nothing recorded yet"
          legend="keys"
          data={{ days: [], series: [] }}
        />
      </div>
    </>
  );
}
