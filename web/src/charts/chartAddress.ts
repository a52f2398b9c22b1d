import type { SeriesGroupBy } from "@/api/contract";
import {
  type ChartSettings,
  type Offer,
  type ParameterId,
  parameters,
  type Settings,
  type Texts,
} from "./addressParameters";
import { defaultRange, ranges } from "./range";

/** The chart settings in the address of a page, or of a part of it: its parameters, their choices and their names. */
export type ChartPage<Group extends string = SeriesGroupBy> = {
  has: readonly ParameterId[];
  offer: Offer<Group>;
  /** Before each name, where a page has another chart. */
  prefix?: string;
};

/** Nothing is offered of the parameters that a page does not have. */
export const noOffer = {
  view: () => [],
  measure: () => ({ values: [], default: "" }),
  group: () => ({ values: [], default: "none" }),
  interval: () => ({ values: [], default: "auto" }),
  mode: () => ({ values: [], default: "level" }),
  style: () => ({ values: [], default: "line" }),
  range: () => ({ values: ranges, default: defaultRange }),
  currency: () => ["usd"],
  calculation: () => ["none"],
  scale: () => "linear",
  benchmarks: () => [],
  ranking: () => ({ values: [], default: "" }),
  bucket: () => ({ values: ["all"], default: "all" }),
} satisfies Offer;

/** A chart beside the main one of a page, of which the address keeps the look alone. */
export function lookPage(name: string): ChartPage {
  return { has: ["legend", "full", "table"], offer: noOffer, prefix: `${name}_` };
}

const ids = Object.keys(parameters) as readonly ParameterId[];

function namesOf({ prefix = "" }: ChartPage<string>, id: ParameterId): readonly string[] {
  return parameters[id].names.map((name) => `${prefix}${name}`);
}

/** The value of one parameter as the address says it, or its default. */
function settingOf<Id extends ParameterId>(
  page: ChartPage<string>,
  id: Id,
  params: URLSearchParams,
  state: Settings,
): Settings[Id] {
  const { decode, default: initial } = parameters[id];
  const texts = namesOf(page, id).map((name) => params.getAll(name));
  const isSaid = page.has.includes(id) && texts.some(({ length }) => length > 0);
  const said = isSaid ? decode(texts, page.offer, state) : null;
  return said ?? initial(page.offer, state);
}

/** The settings of a page; parameters that are unknown, or not offered, have their defaults. */
export function decodeChart<Group extends string>(
  page: ChartPage<Group>,
  search: string,
): ChartSettings<Group> {
  const params = new URLSearchParams(search);
  let state = {} as ChartSettings<Group>;
  // Each parameter sees those above it, and no others.
  for (const id of ids) state = { ...state, [id]: settingOf(page, id, params, state) };
  return state;
}

function textsOf<Id extends ParameterId>(id: Id, state: Settings): Texts {
  return parameters[id].encode(state[id]);
}

/** Writes a state into an address, leaving out defaults; what else the address says stays. */
export function encodeChart(page: ChartPage<string>, state: Settings, into = ""): URLSearchParams {
  const params = new URLSearchParams(into);
  for (const id of page.has) {
    const texts = textsOf(id, state);
    const initial = textsOf(id, { ...state, [id]: parameters[id].default(page.offer, state) });
    const isDefault = JSON.stringify(texts) === JSON.stringify(initial);
    namesOf(page, id).forEach((name, place) => {
      const own = isDefault ? [] : (texts[place] ?? []).filter((text) => text !== "");
      const [first, ...rest] = own;
      if (first === undefined) params.delete(name);
      else params.set(name, first);
      for (const text of rest) params.append(name, text);
    });
  }
  return params;
}

function says<Id extends ParameterId>(
  id: Id,
  texts: readonly string[],
  state: Settings,
  place: number,
): boolean {
  const { says: own } = parameters[id];
  if (own) return own(texts, state[id]);
  return texts[0] === (textsOf(id, state)[place]?.[0] ?? "");
}

/** The names of an address that were not understood, do not suit the rest of it, or exceed what is compared. */
export function unreadNames(
  page: ChartPage<string>,
  search: string,
  state: Settings,
): readonly string[] {
  const params = new URLSearchParams(search);
  return page.has.flatMap((id) =>
    namesOf(page, id).filter((name, place) => {
      const texts = params.getAll(name);
      return texts.length > 0 && id !== "legend" && !says(id, texts, state, place);
    }),
  );
}
