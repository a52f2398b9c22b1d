import type {
  Filter,
  GetAggregateRequest,
  GetRequest,
  Procedures,
  SeriesKey,
} from "@/api/contract";
import { createStore } from "@/lib/createStore";

/** "asset_classes" for "assetClasses". */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";

type CatalogDomain = {
  [Domain in keyof Procedures]: Procedures[Domain] extends { get: { input: GetRequest } }
    ? Domain
    : never;
}[keyof Procedures];

/** The kinds of records of the catalog, as its files are named. */
export type CatalogKey = Snake<CatalogDomain>;

/** A number that can be explained: one value of a series, the sum or average of many, of one transfer, or what the catalog says. */
export type NumberKey =
  | { kind: "series"; key: SeriesKey; date?: string; asOf?: string }
  | {
      kind: "aggregate";
      /** The request for the number, whose total it is; with its range only where the value depends on it. */
      of: GetAggregateRequest;
      /** The first day of the interval whose value it is. */
      date: string;
      /** The members that are counted: "U.S. Treasuries". */
      name: string;
      /** The dimension of its parts, where it is not the subjects themselves. */
      parts?: Pick<GetAggregateRequest, "subject_kind" | "group_by">;
    }
  | {
      kind: "several";
      /** Tells it apart from other numbers with the same inputs. */
      id?: string;
      /** The common property of its inputs: "19 Nov 2026". */
      name: string;
      /** An item without a name is called as its measure is; `sample` marks figures that include sample data. */
      items: ReadonlyArray<{ name?: string; figure: string; number: NumberKey; sample: boolean }>;
      /** How they make one number, which stands last. */
      method?: string;
      figure?: string;
    }
  | {
      kind: "count";
      /** The name of the count: "Funds". */
      name: string;
      figure: string;
      of: "assets" | "investments" | "loans";
      /** The field whose different values are counted, in place of records. */
      distinct?: string;
      /** The field that is added up, in place of records. */
      sum?: string;
      filter?: Filter;
    }
  | {
      kind: "fact";
      /** The name of the fact: "Management fee of Alder Fund (sample)". */
      name: string;
      /** The record that says it, and in which field. */
      of: CatalogKey;
      slug: string;
      field: string;
    }
  | {
      kind: "transfer";
      /** The name of the number: "Amount of Alder Fund (sample)". */
      name: string;
      /** The transfer, and which of its numbers. */
      id: number;
      field: "amount" | "value_dollar";
    };

const store = createStore<NumberKey | null>(null);

/** Opens the explanation of a number beside the page; null closes it. */
export const explain = store.set;

/** The number that is explained now, so that it can be outlined on the page. */
export const useOpenExplanation = store.useValue;

// These change while more answers arrive: a slug becomes a name, "no value" a figure.
function withoutShown(field: string, value: unknown): unknown {
  return ["name", "figure", "sample"].includes(field) ? undefined : value;
}

/** Whether two explanations are of one number. */
function isSameNumber(one: NumberKey | null, other: NumberKey): boolean {
  if (one?.kind !== other.kind) return false;
  return JSON.stringify(one, withoutShown) === JSON.stringify(other, withoutShown);
}

type ExplainToggle = { pressed: boolean; onPress: () => void };

/** Returns for each number whether it is explained, and the press that opens or closes its explanation. */
export function useExplainer(): (number: NumberKey) => ExplainToggle {
  const shown = useOpenExplanation();
  return (number) => {
    const pressed = isSameNumber(shown, number);
    return { pressed, onPress: () => explain(pressed ? null : number) };
  };
}

/** Whether one number is explained, and the press that explains it; only that number is rendered again. */
export function useExplainToggle(number: NumberKey): ExplainToggle {
  const pressed = store.useSelected((explained) => isSameNumber(explained, number));
  return { pressed, onPress: () => explain(pressed ? null : number) };
}
