import { useState } from "react";
import { Chart } from "@/charts/Chart";
import { CompositionChart } from "@/charts/CompositionChart";
import { ChartPicker } from "@/charts/frame/ChartPicker";
import type { TimeKind } from "@/charts/kinds";
import type { Range } from "@/charts/range";
import type { ChartUnit } from "@/charts/types";
import { ChartStatesGallery } from "./ChartStatesGallery";
import {
  classesOverTime,
  compositionByNetwork,
  flowsOverTime,
  networksOverTime,
  yieldsOverTime,
} from "./samples/chartSamples";
import { MapSample } from "./samples/MapSample";

const dollars: ChartUnit = { kind: "money" };
const origin = { sources: ["Fictitious data for the gallery"], licence: "CC BY 4.0" };

const measures = [
  { value: "distributed", label: "Distributed value" },
  { value: "represented", label: "Represented value" },
];
const groups = [
  { value: "class", label: "Asset class" },
  { value: "network", label: "Network" },
];

/** All that a large chart can do, with its controls. */
function MainChart() {
  const [range, setRange] = useState<Range | null>("1Y");
  const [style, setStyle] = useState<TimeKind>("area");
  const [scale, setScale] = useState<"linear" | "log">("linear");
  const [measure, setMeasure] = useState("distributed");
  const [group, setGroup] = useState("class");
  return (
    <Chart
      id={`gallery-main-${group}`}
      title={`${measures.find(({ value }) => value === measure)?.label} by ${group === "class" ? "asset class" : "network"}`}
      unitLine="US$ billion, end of day UTC, NAV-based. Without stablecoins and cryptocurrencies."
      unit={dollars}
      kind={style}
      data={group === "class" ? classesOverTime : networksOverTime}
      sample
      origin={origin}
      coverage="Coverage 412 of 418 assets. 6 withheld."
      range={{ value: range, onChange: setRange }}
      style={{ value: style, options: ["area", "line", "share", "bar"], onChange: setStyle }}
      scale={{ value: scale, onChange: setScale }}
      controls={
        <>
          <ChartPicker label="Measure" value={measure} options={measures} onChange={setMeasure} />
          <ChartPicker label="Group by" value={group} options={groups} onChange={setGroup} />
        </>
      }
    />
  );
}

/** Every kind of chart on figures that were made up. */
export function ChartsGallery() {
  return (
    <div className="flex flex-col gap-4">
      <MainChart />
      <div className="grid gap-4 lg:grid-cols-2">
        <Chart
          id="gallery-asset"
          title="Value by network"
          unitLine="US$ million, supply times NAV, end of day UTC"
          unit={{ kind: "money", per: 1e6 }}
          kind="area"
          size="asset"
          legend="keys"
          data={networksOverTime}
          sample
          origin={origin}
        />
        <Chart
          id="gallery-yields"
          title="7-day yield"
          unitLine="Percent per year; dashed: overnight rate"
          unit={{ kind: "percent" }}
          kind="line"
          size="asset"
          legend="keys"
          data={yieldsOverTime}
          sample
          origin={origin}
        />
        <Chart
          id="gallery-flows"
          title="Net flow by month"
          unitLine="US$ million, mints minus burns"
          unit={dollars}
          kind="bar"
          size="asset"
          legend="keys"
          changeDays={null}
          data={flowsOverTime}
          sample
          origin={origin}
        />
        <Chart
          id="gallery-share"
          title="Share by asset class"
          unitLine="Percent of distributed value"
          unit={dollars}
          kind="share"
          size="asset"
          legend="keys"
          data={{ ...classesOverTime, marks: [] }}
          sample
          origin={origin}
        />
      </div>
      <CompositionChart
        id="gallery-network-parts"
        title="Value by network on one day"
        unitLine="US$ billion"
        unit={dollars}
        data={compositionByNetwork}
        sample
        origin={origin}
      />
      <MapSample />
      <ChartStatesGallery />
    </div>
  );
}
