import type { HallmarkKind } from "@/components/ui/marks/Hallmark";

/** Fictitious funds, equal on every day and machine, for the gallery. */
export type SampleFund = {
  id: string;
  ticker: string;
  name: string;
  assetClass: "Treasuries" | "Private credit" | "Commodities";
  colour: `--${string}`;
  manager: string;
  networks: ReadonlyArray<{ name: string; colour: string | null }>;
  valueUsd: number | null;
  change30d: number | null;
  trend: ReadonlyArray<number | null>;
  yield7d: number | null;
  price: number | null;
  holders: number | null;
  flow30d: number | null;
  feeFraction: number;
  age: "fresh" | "late" | "stale" | "paused";
  origin: HallmarkKind;
  inception: string;
};

const classes = [
  { assetClass: "Treasuries", colour: "--cat-1" },
  { assetClass: "Private credit", colour: "--cat-3" },
  { assetClass: "Commodities", colour: "--cat-2" },
] as const;

const firstWords =
  "Alder Birch Cedar Dogwood Elm Fir Gorse Hazel Ivy Juniper Kelp Linden Maple Nettle Oak Pine Quince Rowan Sorrel Thorn".split(
    " ",
  );
const secondWords = [
  "Short Treasury Fund",
  "Senior Loans",
  "Vaulted Gold",
  "Government Money Market Institutional Share Class",
  "Trade Receivables",
  "Bullion",
];
const managers = ["Fathom House", "Tarn & Fell", "Kestrel Road", "Lantern Quay"];
const sampleNetworks = [
  { name: "Orchard (sample)", colour: "#4a78c2" },
  { name: "Quarry (sample)", colour: "#7c5cdf" },
  { name: "Harbour (sample)", colour: "#25a768" },
  { name: "Foundry (sample)", colour: "#e84142" },
  { name: "Meadow (sample)", colour: null },
];

/** The same numbers on every run. */
export function sampleRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A course of a number of days that ends near 1 and changed by about `change` on its way. */
export function sampleCourse(seed: number, days: number, change: number): number[] {
  const random = sampleRandom(seed);
  let drift = 0;
  return Array.from({ length: days }, (_, day) => {
    drift = drift * 0.96 + (random() - 0.5) * 0.03;
    return 1 - change * (1 - day / (days - 1)) + drift;
  });
}

export function sampleFunds(count: number): SampleFund[] {
  return Array.from({ length: count }, (_, index) => sampleFund(index));
}

const withheld: Partial<SampleFund> = {
  valueUsd: null,
  change30d: null,
  flow30d: null,
  age: "paused",
  origin: "withheld",
};

/** One of every state among the first page. */
const special: Record<number, Partial<SampleFund>> = {
  10: { age: "stale" },
  11: withheld,
  12: { origin: "issuer", price: null },
  14: { age: "late" },
  18: { holders: null },
  22: { change30d: 0, flow30d: 0 },
};

function sampleFund(index: number): SampleFund {
  const random = sampleRandom(index * 7919 + 17);
  const kind = classes[index % classes.length] ?? classes[0];
  const first = firstWords[index % firstWords.length] ?? "Alder";
  const second = secondWords[(index * 5 + Math.floor(index / 20)) % secondWords.length] ?? "";
  const series = index < firstWords.length ? "" : ` ${Math.floor(index / firstWords.length) + 1}`;
  const change = Math.round((random() - 0.35) * 300) / 1000;
  const value = 2_314_900_000 / (1 + index * 0.38);
  const course = sampleCourse(index + 1, 45, special[index]?.change30d ?? change);
  return {
    id: `fund-${index + 1}`,
    ticker: `${first.slice(0, 3).toUpperCase()}${String.fromCharCode(65 + (index % 26))}`,
    name: `${first} ${second}${series} (sample)`,
    assetClass: kind.assetClass,
    colour: kind.colour,
    manager: managers[index % managers.length] ?? "",
    networks: sampleNetworks.slice(index % 3, (index % 3) + 1 + (index % 4)),
    valueUsd: Math.round(value),
    change30d: change,
    trend: course.map((point, day) => (special[index] === withheld && day > 36 ? null : point)),
    yield7d: kind.assetClass === "Commodities" ? null : 0.02 + Math.round(random() * 800) / 10_000,
    price: 1 + Math.round(random() * 1_000_000) / 10_000,
    holders: Math.round(10 ** (1 + random() * 4)),
    flow30d: Math.round(value * change * 0.8),
    feeFraction: Math.round(random() * 50) / 10_000,
    age: "fresh",
    origin: "blend",
    inception: new Date(Date.UTC(2021, index % 60, 1 + (index % 27))).toISOString().slice(0, 10),
    ...special[index],
  };
}
