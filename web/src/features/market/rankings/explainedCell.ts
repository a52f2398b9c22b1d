import type { NumberKey } from "@/app-state/numberExplanation";
import {
  explainedChange,
  explainedMembership,
  explainedShare,
  explainedShareChange,
  partOf,
} from "@/charts/explanation/numberParts";
import { slugs } from "@/charts/queries/measures";
import { addDays, month, week } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { explainedLevel, explainedNet, explainedRank, type Group } from "./explainedRow";
import type { LeagueEntry } from "./league";

export type RankColumn =
  | "members"
  | "value"
  | "change_7d"
  | "share"
  | "share_change"
  | "holders"
  | "net_flow";

export type Ranking = Omit<Group, "key" | "name"> & { measure: string };

/** Explains a figure of a row, or of all rows together in the last one. */
export type Cell = Omit<LeagueEntry, "known">;

/** Members without a row of their own have no query of their own. */
function explainedRest(column: RankColumn, row: Cell, all: Group, measure: string): NumberKey {
  return {
    kind: "several",
    id: `${row.id} ${column}`,
    name: row.name,
    items: [
      { name: "Total value", number: explainedLevel(all, measure) },
      { name: "Total holders", number: explainedLevel(all, slugs.holders) },
      { name: "Total net flow, 30 days", number: explainedNet(all, month) },
    ].map((item) => ({ ...item, figure: "", sample: row.sample || row.wholeSample })),
    method: "The total minus all other rows.",
  };
}

function explainedOf(
  column: RankColumn,
  row: Cell,
  group: Group,
  { measure, ...of }: Ranking,
): NumberKey | null {
  const { name } = row;
  const all: Group = { ...of, key: null, name: "All" };
  const level = (who: Group, label: string, value: number | null, ago: number) =>
    partOf(
      `${label}, ${formatDay(addDays(of.to, -ago))}`,
      value,
      explainedLevel(who, measure, ago),
      who === all ? row.wholeSample : row.sample,
    );
  const now = level(group, name, row.value, 0);
  const whole = level(all, "All", row.whole, 0);
  switch (column) {
    case "members":
      return explainedMembership(name, now, row.members);
    case "value":
      return row.value === null ? null : explainedRank(group, measure, row);
    case "change_7d": {
      const before = level(group, name, row.before7, week);
      return row.change7 === null ? null : explainedChange(name, now, before, row.change7);
    }
    case "share":
      return row.share === null ? null : explainedShare(name, now, whole, row.share);
    case "share_change": {
      const before = level(group, name, row.before30, month);
      const totalBefore = level(all, "All", row.totalBefore, month);
      const parts = [now, whole, before, totalBefore] as const;
      return row.shareChange === null ? null : explainedShareChange(name, parts, row.shareChange);
    }
    case "holders":
      return row.holders === null ? null : explainedLevel(group, slugs.holders);
    default:
      return row.netFlow === null ? null : explainedNet(group, month);
  }
}

/** The explanation of a number of a ranking; null without one. */
export function explainedCell(column: RankColumn, row: Cell, ranking: Ranking): NumberKey | null {
  const { measure, ...of } = ranking;
  const group: Group = { ...of, key: row.key, name: row.name };
  const explained = explainedOf(column, row, group, ranking);
  const isRest = row.key === null && row.id !== all;
  if (!explained || !isRest) return explained;
  return explainedRest(column, row, { ...group, name: "All" }, measure);
}

/** The id of the row of all together. */
export const all = "all";
