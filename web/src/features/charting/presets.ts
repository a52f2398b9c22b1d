import type { SeriesGroupBy, SubjectKind } from "@/api/contract";
import type { FurtherView } from "@/charts/addressParameters";
import type { Measure } from "@/charts/measures/measure";
import { measures } from "@/charts/measures/measures";

/** The subjects of a charting page and the measures, groups and filters that it offers. */
export type Preset = {
  /** Names its charts, so that each keeps its order for the session. */
  id: string;
  title: string;
  description: string;
  lead: string;
  /** The kinds of subjects that are added up; of several the first one that has series of the measure. */
  kinds: readonly [SubjectKind, ...SubjectKind[]];
  /** The kind whose value is added up, where these have none of their own. */
  valued?: SubjectKind;
  /** The kinds whose series can be chosen one by one. */
  chosenKinds: readonly SubjectKind[];
  families: readonly Measure["family"][];
  groups: readonly SeriesGroupBy[];
  /** The filters of its series. */
  filters: readonly FilterName[];
  defaults: { measure: string; group: SeriesGroupBy };
  /** The kind of chart of its own that it offers beside series. */
  further?: { view: FurtherView; label: string };
};

export type FilterName =
  | "asset_class"
  | "network"
  | "platform"
  | "issuer"
  | "country"
  | "tokenization_type"
  | "is_sample";

export const assetPreset: Preset = {
  id: "assets",
  title: "Asset charting",
  description:
    "Charts of tokenized assets over time: choose measure, grouping, interval and filters, compare subjects, and see how each number was obtained.",
  lead: "Any measure over time, by class, network, platform or issuer, with the source of every number.",
  kinds: ["asset"],
  chosenKinds: ["asset", "token", "network", "platform"],
  families: ["Value", "Price and yield", "Activity", "Flows", "Benchmarks"],
  groups: [
    "asset_class",
    "asset",
    "network",
    "parent_network",
    "platform",
    "issuer",
    "manager",
    "country",
    "token",
    "none",
  ],
  filters: [
    "asset_class",
    "network",
    "platform",
    "issuer",
    "country",
    "tokenization_type",
    "is_sample",
  ],
  defaults: { measure: "bridged_token_value_dollar", group: "asset_class" },
  further: { view: "cohorts", label: "Holder cohorts" },
};

export const protocolPreset: Preset = {
  id: "protocols",
  title: "Protocol time series",
  description:
    "Lending protocols over time: active loans, originations, defaults and capacity, each number with its source.",
  lead: "Active loans, originations and defaults of lending protocols over time.",
  kinds: ["platform", "pool"],
  valued: "asset",
  chosenKinds: ["platform", "pool"],
  families: ["Credit", "Value"],
  groups: ["platform", "none"],
  filters: ["platform", "is_sample"],
  defaults: { measure: "outstanding_capital_dollar", group: "platform" },
};

export const poolPreset: Preset = {
  id: "pools",
  title: "Pool time series",
  description:
    "Lending pools over time: active loans, originations, defaults and open capacity, each number with its source.",
  lead: "Capital lent, remaining capacity and losses of lending pools over time.",
  kinds: ["pool"],
  chosenKinds: ["pool"],
  families: ["Credit"],
  groups: ["token", "platform", "network", "parent_network", "none"],
  filters: ["platform", "network", "is_sample"],
  defaults: { measure: "outstanding_capital_dollar", group: "platform" },
};

export const loanPreset: Preset = {
  id: "loans",
  title: "Loan time series",
  description:
    "Loans over time: outstanding principal, originations and defaults, each number with its source.",
  lead: "Outstanding principal, originations and defaults of loans over time.",
  kinds: ["loan"],
  chosenKinds: ["loan"],
  families: ["Credit"],
  groups: ["platform", "issuer", "network", "parent_network", "token", "none"],
  filters: ["platform", "issuer", "network", "is_sample"],
  defaults: { measure: "outstanding_capital_dollar", group: "platform" },
  further: { view: "vintages", label: "Vintages" },
};

export function measuresOf({ families }: Preset): readonly Measure[] {
  return families.flatMap((family) => measures.filter((measure) => measure.family === family));
}
