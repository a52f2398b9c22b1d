import { useState } from "react";
import { mostChartGroups } from "@/api/contract";
import { useAggregates } from "@/api/series";
import { explainedGroup } from "@/app-state/explainedGroup";
import { useNames } from "@/charts/measures/names";
import { classesOf, classOf, rampColour } from "@/charts/options/ramp";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { countedOf } from "@/charts/queries/measures";
import type { MapPlace } from "@/components/map/MapShapes";
import { WorldMap } from "@/components/map/WorldMap";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Money } from "@/components/ui/text/Figure";
import { addDays, lastDay, month } from "@/lib/dates/day";
import { formatMoney } from "@/lib/format";
import { ExplainNumber } from "@/records/ExplainNumber";
import { mapHeight } from "./mapHeight";
import { groupSplits, type Split } from "./splits";

type Colour = NonNullable<MapPlace["colour"]>;

const ramp: readonly Colour[] = [
  "var(--seq-3)",
  "var(--seq-4)",
  "var(--seq-5)",
  "var(--seq-6)",
  "var(--seq-7)",
];

/** Countries with what is issued under their law, and what the colours stand for. */
export function shadedCountries(rows: ReadonlyArray<Split>) {
  const known = rows.flatMap(({ key, name, value, sample }) =>
    value !== null && value > 0 && /^[A-Z]{2}$/.test(key) ? [{ key, name, value, sample }] : [],
  );
  const classes = classesOf(
    known.map(({ value }) => value),
    ramp.length,
  );
  const colourOf = (which: number) => rampColour(ramp, classes, which) ?? "var(--seq-5)";
  const places = new Map<string, MapPlace>(
    known.map(({ key, name, value, sample }) => {
      const colour = colourOf(classOf(classes, value));
      const words = sample ? `${formatMoney(value)}, includes sample data` : formatMoney(value);
      return [key, { code: key, name, words, colour, sample }];
    }),
  );
  const bounds = known.length > 0 ? [null, ...classes.bounds, null] : [];
  const legend = bounds.slice(1).map((to, which) => ({
    label: rangeOf(bounds[which] ?? null, to),
    colour: colourOf(which),
  }));
  return { places, legend };
}

function rangeOf(from: number | null, to: number | null): string {
  const [least, most] = [from, to].map((bound) => formatMoney(bound, { digits: 0 }));
  if (from === null) return to === null ? "Value available" : `Below ${most}`;
  return to === null ? `${least} and more` : `${least} to ${most}`;
}

/** A world map of the value of a class by country of issue. */
export function CountryMap({ market }: { market: Market }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { measure } = market.league;
  const to = lastDay();
  const [worths] = useAggregates([
    requestOf(
      countedOf(market.group, measure),
      { from: addDays(to, -month), to },
      { by: "country", limit: mostChartGroups },
    ),
  ]);
  const names = useNames(
    "countries",
    (worths?.data?.groups ?? []).map(({ key }) => key),
  );
  const rows = worths?.data ? groupSplits(worths.data, names) : [];
  const { places, legend } = shadedCountries(rows);
  const row = rows.find(({ key }) => key === chosen);
  if (!worths?.data && !worths?.error) return <div aria-busy="true" className={mapHeight} />;
  // The table of countries below says why there is nothing.
  if (places.size === 0) return null;
  const title = "Distributed value by country";
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2.5 px-(--card-pad) pt-3 pb-2">
        <h2 className="min-w-0 flex-1 font-semibold text-md">{title}</h2>
        {rows.some(({ sample }) => sample) && <SampleTag />}
      </header>
      <div className="px-2">
        <WorldMap
          label={title}
          places={places}
          selected={chosen === null ? [] : [chosen]}
          onSelect={setChosen}
        />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-(--card-pad) py-2.5 text-sm">
        <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1">
          {legend.map(({ label, colour }) => (
            <li key={label} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className="size-[11px] flex-none rounded-xs border border-axis"
                style={{ background: colour }}
              />
              {label}
            </li>
          ))}
        </ul>
        <CountryValue row={row} market={market} />
      </footer>
    </section>
  );
}

function CountryValue({ row, market }: { row: Split | undefined; market: Market }) {
  if (!row) return <p className="text-text-3">Select a country to see its value.</p>;
  const { subject, ...query } = countedOf(market.group, market.league.measure);
  const group = { ...query, subject_kind: subject, by: "country" as const, key: row.key };
  const conditions = `filter=country_code:is:${encodeURIComponent(row.key)}&filter=class_group:is:${market.group}`;
  return (
    <p aria-live="polite" className="flex flex-wrap items-center gap-x-3">
      <Link
        href={`/assets?${conditions}`}
        className="inline-flex min-h-6 items-center text-accent hover:underline pointer-coarse:min-h-11"
      >
        <bdi>{row.name}</bdi>
      </Link>
      <ExplainNumber number={explainedGroup(group, lastDay(), row.name)} label={row.name}>
        <Money value={row.value} />
      </ExplainNumber>
      {row.sample && <SampleTag short />}
    </p>
  );
}
