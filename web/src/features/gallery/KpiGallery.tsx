import { type ReactNode, useState } from "react";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { KpiTile, type KpiTileProps } from "@/components/kpi/KpiTile";
import { Sparkline } from "@/components/Sparkline";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Hallmark, hallmarkNames } from "@/components/ui/marks/Hallmark";
import { sayMoney, splitCount, splitMoney } from "@/lib/format";
import { sampleCourse } from "./samples/sampleFunds";

function trend(seed: number, change: number) {
  return { values: sampleCourse(seed, 40, change), label: "30 days" };
}

const distributed: KpiTileProps = {
  label: "Distributed value",
  value: splitMoney(29_140_000_000),
  exact: "$29,140,000,000.00",
  spoken: sayMoney(29_140_000_000),
  change: { value: 0.042, period: "30d" },
  trend: trend(4, 0.3),
  freshness: { state: "fresh", text: "14 min ago" },
  origin: "blend",
};

const holders: KpiTileProps = {
  label: "Asset holders",
  value: splitCount(1_418_204),
  change: { value: 0.068, period: "30d" },
  trend: trend(9, 0.2),
  freshness: { state: "fresh", text: "14 min ago" },
  origin: "chain",
};

const six: ReadonlyArray<KpiTileProps> = [
  distributed,
  {
    ...distributed,
    label: "Represented value",
    value: splitMoney(391_600_000_000),
    spoken: sayMoney(391_600_000_000),
    change: { value: 0.011, period: "30d" },
    trend: trend(2, 0.1),
    freshness: { state: "fresh", text: "3 h ago" },
    origin: "issuer",
  },
  holders,
  {
    ...holders,
    label: "Net flow, 30 days",
    value: { number: "+$812", suffix: "M" },
    note: "was +$1.07B",
    trend: trend(5, -0.3),
  },
  {
    ...distributed,
    label: "Stablecoin value",
    value: splitMoney(296_300_000_000),
    change: { value: 0.019, period: "30d" },
    trend: trend(6, 0.15),
  },
  {
    ...holders,
    label: "Tokenized assets",
    value: splitCount(5_563),
    change: { value: -0.003, period: "30d" },
    trend: trend(7, -0.1),
    freshness: { state: "late", text: "26 h ago" },
  },
];

const states: ReadonlyArray<{ state: string; tile: KpiTileProps; dir?: "rtl" }> = [
  { state: "Current", tile: distributed },
  {
    state: "A count without a unit",
    tile: { ...holders, label: "Assets", value: splitCount(412) },
  },
  { state: "Late", tile: { ...holders, freshness: { state: "late", text: "26 h ago" } } },
  {
    state: "Stale: dimmed, its day in place of the change",
    tile: {
      ...holders,
      label: "30-day transfers",
      value: splitMoney(486_200_000),
      note: "as of 17 Nov",
      freshness: { state: "stale", text: "3 days old" },
    },
  },
  {
    state: "Withheld: a reason, not a number",
    tile: {
      label: "Alder Fund value (sample)",
      value: null,
      note: "Fails check 2",
      trend: { values: [...sampleCourse(8, 30, 0.2), null, null, null, null], label: "30 days" },
      freshness: { state: "paused", text: "since 19 Nov" },
      origin: "withheld",
    },
  },
  {
    state: "Empty: why there is none",
    tile: {
      label: "7-day yield",
      value: null,
      reason: "Does not pay a yield",
      note: "pays no yield",
    },
  },
  { state: "Loading", tile: { label: "Asset holders", value: null, status: "loading" } },
  { state: "Error", tile: { label: "Asset holders", value: null, status: "failed" } },
  {
    state: "Huge number, long name",
    tile: {
      ...distributed,
      label: "Cumulative transfer volume since inception, all networks",
      value: { number: "$18,402.7", suffix: "T" },
      change: { value: 12.046, period: "1y" },
    },
  },
  {
    state: "Full number",
    tile: {
      ...distributed,
      label: "Par value",
      value: { number: "$2,314,908,127.44", suffix: "" },
    },
  },
  {
    state: "Sample",
    tile: { ...distributed, label: "Represented value", origin: "sample", trend: trend(3, 0.1) },
  },
  {
    state: "A share, in points",
    tile: {
      ...distributed,
      label: "Share of the largest network",
      value: { number: "54.6", suffix: "%" },
      spoken: "54.6 percent",
      change: { value: -0.009, period: "30d", points: "share" },
    },
  },
  {
    state: "Right to left",
    dir: "rtl",
    tile: {
      ...distributed,
      label: "القيمة الموزعة",
      change: { value: 0.042, period: "30 يوم" },
      freshness: { state: "fresh", text: "قبل 14 دقيقة" },
    },
  },
];

const widths = { full: "", tablet: "max-w-[680px]", phone: "max-w-[358px]" } as const;
type Width = keyof typeof widths;

/** Key figures and sparklines in every state. */
export function KpiGallery() {
  const [explained, setExplained] = useState<string | null>("Distributed value");
  const [width, setWidth] = useState<Width>("full");
  const live = (tile: KpiTileProps): KpiTileProps => ({
    ...tile,
    explained: explained === tile.label,
    onExplain: () => setExplained(explained === tile.label ? null : tile.label),
  });
  return (
    <div className="flex flex-col gap-6">
      <Group
        title="Strip"
        aside={
          <SegmentedControl
            label="Width"
            segments={[
              { value: "full", label: "Full" },
              { value: "tablet", label: "680" },
              { value: "phone", label: "358" },
            ]}
            value={width}
            onChange={setWidth}
          />
        }
      >
        <div className={widths[width]}>
          <KpiStrip label="Six figures" tiles={six.map(live)} />
        </div>
        <div className={widths[width]}>
          <KpiStrip
            label="Six figures on their way"
            tiles={six.map(({ label }) => ({ label, value: null, status: "loading" }))}
          />
        </div>
      </Group>
      <Group title="Tile, every state">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(212px,1fr))] gap-x-3 gap-y-4">
          {states.map(({ state, tile, dir }) => (
            <li key={state} dir={dir} className="flex min-w-0 flex-col">
              <p className="mb-1 text-text-3 text-xs cond">{state}</p>
              <div className="flex-1 rounded-md border border-line bg-surface">
                <KpiTile
                  {...tile}
                  {...(tile.value === null ? { onRetry: () => {} } : { onExplain: () => {} })}
                />
              </div>
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Sparklines">
        <ul className="flex flex-wrap gap-x-8 gap-y-4 rounded-md border border-line bg-surface p-4">
          <Shape name="Trend">
            <Sparkline values={sampleCourse(4, 40, 0.3)} label="30 days, up 30%" />
          </Shape>
          <Shape name="With a gap">
            <Sparkline
              values={sampleCourse(5, 40, 0.2).map((value, day) =>
                day > 14 && day < 20 ? null : value,
              )}
              label="30 days with a gap"
            />
          </Shape>
          <Shape name="Out of date">
            <Sparkline values={sampleCourse(6, 40, -0.2)} label="30 days, out of date" dim />
          </Shape>
          <Shape name="Withheld end">
            <Sparkline values={sampleCourse(7, 40, 0.1)} label="30 days" end={false} />
          </Shape>
          <Shape name="Area">
            <Sparkline
              values={sampleCourse(8, 60, 0.4)}
              label="60 days"
              width={110}
              height={32}
              area
            />
          </Shape>
          <Shape name="Without change">
            <Sparkline values={[4, 4, 4, 4]} label="No change" />
          </Shape>
          <Shape name="No history">
            <Sparkline values={[4]} label="30 days" />
          </Shape>
        </ul>
      </Group>
      <Group title="How a number was obtained">
        <ul className="flex flex-wrap gap-x-8 gap-y-2 rounded-md border border-line bg-surface p-4">
          {(Object.keys(hallmarkNames) as Array<keyof typeof hallmarkNames>).map((kind) => (
            <li key={kind} className="flex items-center gap-2 text-text-2">
              <Hallmark kind={kind} size={13} decorative />
              {hallmarkNames[kind]}
            </li>
          ))}
        </ul>
      </Group>
    </div>
  );
}

type GroupProps = { title: string; aside?: ReactNode; children: ReactNode };

function Group({ title, aside, children }: GroupProps) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <header className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-md">{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

function Shape({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <p className="mb-1 text-text-3 text-xs cond">{name}</p>
      {children}
    </li>
  );
}
