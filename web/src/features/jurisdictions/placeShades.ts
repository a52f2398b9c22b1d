import { classesOf, classOf, rampColour } from "@/charts/options/ramp";
import type { MapPlace } from "@/components/map/MapShapes";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { isRecorded, type Place, ruleCount } from "./places";

type Colour = `var(--${string})`;

type Shade = {
  label: string;
  /** The legend under the map. */
  note: string;
} & (
  | { kind: "choice"; value: (place: Place) => string | null; colours: Record<string, Colour> }
  | { kind: "count"; value: (place: Place) => number; noun: [one: string, many: string] }
);

const ramp: ReadonlyArray<Colour> = [
  "var(--seq-3)",
  "var(--seq-4)",
  "var(--seq-5)",
  "var(--seq-6)",
  "var(--seq-7)",
];

/** Recorded, but without the value that is shown. */
const blank: Colour = "var(--line-strong)";

export const shades = {
  law: {
    label: "Law on stablecoins",
    note: "Legal status of stablecoins, as classified by the source.",
    kind: "choice",
    value: ({ law }) => law?.legal_status ?? null,
    colours: {
      legal: "var(--div-9)",
      legal_with_restrictions: "var(--div-8)",
      partially_legal: "var(--div-7)",
      unclear: "var(--div-4)",
      banned: "var(--div-2)",
    },
  },
  regime: {
    label: "Regime",
    note: "Stage of the regulatory regime.",
    kind: "choice",
    value: ({ law }) => law?.regime_status ?? null,
    colours: {
      finalized: "var(--seq-6)",
      in_progress: "var(--seq-4)",
      draft: "var(--seq-3)",
      developing: "var(--seq-2)",
    },
  },
  rules: {
    label: "Rules",
    note: "Number of recorded rules.",
    kind: "count",
    value: ruleCount,
    noun: ["rule", "rules"],
  },
  assets: {
    label: "Assets",
    note: "Assets issued in the jurisdiction.",
    kind: "count",
    value: ({ country }) => country?.asset_count ?? 0,
    noun: ["asset", "assets"],
  },
  issuers: {
    label: "Issuers",
    note: "Issuers incorporated in the country.",
    kind: "count",
    value: ({ country }) => country?.issuer_count ?? 0,
    noun: ["issuer", "issuers"],
  },
} as const satisfies Record<string, Shade>;

export type ShadeName = keyof typeof shades;

export function isShade(name: string | null): name is ShadeName {
  return name !== null && name in shades;
}

type LegendEntry = { label: string; colour: Colour };

export type ShadedMap = {
  places: ReadonlyMap<string, MapPlace>;
  legend: ReadonlyArray<LegendEntry>;
};

/** The countries of the map under one of the shades. */
export function shadedMap(name: ShadeName, places: ReadonlyArray<Place>): ShadedMap {
  const shade: Shade = shades[name];
  const countries = places.filter(({ isUnion }) => !isUnion);
  return shade.kind === "choice" ? byChoice(shade, countries) : byCount(shade, countries);
}

function mapPlace(place: Place, words: string | null, colour: Colour | null): [string, MapPlace] {
  const { code, name } = place;
  if (!isRecorded(place)) return [code, { code, name, words: "Nothing recorded", colour: null }];
  return [code, { code, name, words: words ?? notDisclosed, colour: colour ?? blank }];
}

function byChoice(
  shade: Extract<Shade, { kind: "choice" }>,
  places: ReadonlyArray<Place>,
): ShadedMap {
  const used = new Set(places.map(shade.value));
  return {
    places: new Map(
      places.map((place) => {
        const value = shade.value(place);
        return mapPlace(
          place,
          value && choiceLabel(value),
          value === null ? null : (shade.colours[value] ?? null),
        );
      }),
    ),
    legend: [
      ...Object.entries(shade.colours).flatMap(([value, colour]) =>
        used.has(value) ? { label: choiceLabel(value), colour } : [],
      ),
      { label: "Recorded, not disclosed", colour: blank },
    ],
  };
}

function byCount(
  shade: Extract<Shade, { kind: "count" }>,
  places: ReadonlyArray<Place>,
): ShadedMap {
  const values = places.map(shade.value);
  const classes = classesOf(values, ramp.length);
  const colourOf = (which: number) => rampColour(ramp, classes, which) ?? blank;
  const [one, many] = shade.noun;
  const known = values.filter((value) => value > 0);
  const lowest = known.length > 0 ? Math.min(...known) : 0;
  const bounds = [lowest, ...classes.bounds];
  return {
    places: new Map(
      places.map((place) => {
        const value = shade.value(place);
        const words =
          value === 0 ? `No ${many}` : `${formatCountFull(value)} ${value === 1 ? one : many}`;
        return mapPlace(place, words, value === 0 ? null : colourOf(classOf(classes, value)));
      }),
    ),
    legend: [
      ...(known.length === 0 ? [] : bounds).map((bound, which) => {
        const next = bounds[which + 1];
        const last = next === undefined ? Math.max(...known) : next - 1;
        const from = formatCountFull(bound);
        const label = last > bound ? `${from} to ${formatCountFull(last)}` : from;
        return { label, colour: colourOf(which) };
      }),
      { label: "None", colour: blank },
    ],
  };
}
