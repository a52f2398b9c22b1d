import type { ChartSeries, CompositionData, TimeData } from "@/charts/types";
import { dayMs } from "@/lib/dates/day";

const lastDay = Date.UTC(2026, 10, 19);

export function sampleDays(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(lastDay - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Mulberry32: the same figures on every machine. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Walk = { count: number; from: number; to: number; noise: number; seed: number };

/** A walk from one value to another with autocorrelated noise. */
export function walk({ count, from, to, noise, seed }: Walk): readonly number[] {
  const random = randomOf(seed);
  let drift = 0;
  const values = Array.from({ length: count }, (_, index) => {
    drift = drift * 0.97 + (random() - 0.5) * noise;
    return from * (to / from) ** (index / Math.max(1, count - 1)) * (1 + drift);
  });
  const correction = to / (values.at(-1) ?? to) - 1;
  return values.map(
    (value, index) => value * (1 + correction * (index / Math.max(1, count - 1)) ** 6),
  );
}

const year = 366;

type ClassSample = [
  id: NonNullable<ChartSeries["classKey"]>,
  name: string,
  from: number,
  to: number,
];

const classSamples: readonly ClassSample[] = [
  ["treasuries", "Government bills (sample)", 5.6e9, 11.24e9],
  ["commodities", "Commodities (sample)", 2.3e9, 6.87e9],
  ["private-credit", "Private credit (sample)", 1.06e9, 4.02e9],
  ["institutional-funds", "Funds (sample)", 1.5e9, 3.31e9],
  ["stocks", "Stocks (sample)", 0.42e9, 1.74e9],
  ["global-bonds", "World bonds (sample)", 0.7e9, 1.52e9],
  ["real-estate", "Real estate (sample)", 0.36e9, 0.44e9],
];

const jump = 113;

export const classesOverTime: TimeData = {
  days: sampleDays(year),
  series: classSamples.map(([id, name, from, to], index) => {
    const values = walk({ count: year, from, to, noise: 0.026, seed: 3 + index * 6 });
    return {
      id,
      name,
      sample: true,
      classKey: id,
      values:
        id === "private-credit"
          ? values.map((value, day) => (day < jump ? value : value + 0.9e9 * (1 - day / year)))
          : values,
    };
  }),
  marks: [
    {
      day: sampleDays(year)[jump] ?? "",
      shape: "disc",
      words: "Coverage +$0.9B",
      sentence: "Larch Credit (sample) added with its history: +$0.9B is coverage, not growth.",
    },
    {
      day: "2026-09-04",
      shape: "disc",
      words: "Restated",
      sentence:
        "Alder Fund (sample) restated back to 28 Aug: one share class had been counted twice.",
    },
  ],
  provisional: { from: "2026-11-18", sentence: "Hatched: the last two days are provisional." },
};

const networkNames = [
  "Juniper",
  "Sorrel",
  "Tansy",
  "Bryony",
  "Yarrow",
  "Betony",
  "Clover",
  "Fennel",
];

function gapped(values: readonly number[], from: number, to: number): readonly (number | null)[] {
  return values.map((value, index) => (index >= from && index <= to ? null : value));
}

const networkDays = sampleDays(year);
const networkEnds = [902e6, 412e6, 318e6, 236e6, 188e6, 121e6, 84e6, 52e6];
const networkSeries: readonly ChartSeries[] = networkNames.map((name, index) => {
  const to = networkEnds[index] ?? 1e6;
  const values = walk({ count: year, from: to * 0.55, to, noise: 0.03, seed: 50 + index });
  return {
    id: `network-${name.toLowerCase()}`,
    name: `${name} (sample)`,
    sample: true,
    values: gapped(values, 165, 173),
  };
});

function totalAt(index: number): number {
  return networkSeries.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

export const networksOverTime: TimeData = {
  days: networkDays,
  series: networkSeries,
  gaps: [
    {
      from: networkDays[165] ?? "",
      to: networkDays[173] ?? "",
      reason: "withheld",
      sentence: "Sorrel (sample) was not read, the value is withheld.",
    },
  ],
  marks: [
    {
      day: networkDays[289] ?? "",
      shape: "disc",
      words: "Restated",
      sentence: "One share class had been counted twice. Dotted: as first published.",
    },
  ],
  published: [
    {
      from: networkDays[268] ?? "",
      values: Array.from({ length: 22 }, (_, offset) => totalAt(268 + offset) + 190e6),
    },
  ],
  provisional: { from: "2026-11-17", sentence: "Hatched: the last three days are provisional." },
};

export const yieldsOverTime: TimeData = {
  days: sampleDays(year),
  series: [
    {
      id: "aldf",
      name: "ALDF (sample)",
      sample: true,
      values: walk({ count: year, from: 0.046, to: 0.0407, noise: 0.01, seed: 3 }),
    },
    {
      id: "mapl",
      name: "MAPL (sample)",
      sample: true,
      values: gapped(
        walk({ count: year, from: 0.045, to: 0.0394, noise: 0.012, seed: 8 }),
        150,
        172,
      ),
    },
    {
      id: "rown",
      name: "ROWN (sample)",
      sample: true,
      values: walk({ count: year, from: 0.049, to: 0.042, noise: 0.006, seed: 11 }),
    },
    {
      id: "overnight",
      name: "Overnight rate",
      sample: true,
      role: "reference",
      values: walk({ count: year, from: 0.043, to: 0.037, noise: 0.008, seed: 14 }),
    },
  ],
};

const monthEnds = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2025, 12 + index, 0)).toISOString().slice(0, 10),
);

export const flowsOverTime: TimeData = {
  days: monthEnds,
  series: [
    {
      id: "flow",
      name: "Net flow (sample)",
      sample: true,
      values: [118, 88, -31, 64, 143, -74, -16, 91, 211, 128, -46, 162].map((value) => value * 1e6),
    },
  ],
};

const manyNames = [
  "Aster",
  "Birch",
  "Cedar",
  "Dahlia",
  "Elm",
  "Furze",
  "Gorse",
  "Hazel",
  "Iris",
  "Jasmine",
];

/** Any number of series over any number of days. */
export function manySeries(count: number, days: number): TimeData {
  return {
    days: sampleDays(days),
    series: Array.from({ length: count }, (_, index) => ({
      id: `many-${index}`,
      name: `${manyNames[index % manyNames.length] ?? ""} ${Math.floor(index / manyNames.length) + 1} (sample)`,
      sample: true,
      values: walk({
        count: days,
        from: 4e7 / (index + 1),
        to: 9e8 / (index + 1) ** 1.2,
        noise: 0.04,
        seed: 200 + index,
      }),
    })),
  };
}

export const compositionByNetwork: CompositionData = {
  day: "2026-11-19",
  parts: [
    ["Juniper", 15.91],
    ["Sorrel", 2.48],
    ["Tansy", 2.21],
    ["Bryony", 1.97],
    ["Yarrow", 1.12],
    ["Betony", 1.04],
    ["Clover", 0.93],
    ["Fennel", 0.81],
    ["Gentian", 0.74],
    ["Hyssop", 0.41],
    ["Lovage", null],
  ].map(([name, value]) => ({
    id: `network-${String(name).toLowerCase()}`,
    name: `${name} (sample)`,
    sample: true,
    value: typeof value === "number" ? value * 1e9 : null,
    ...(value === null ? { reason: "withheld: a check failed" } : {}),
  })),
};
