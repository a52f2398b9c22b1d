import type {
  GetAggregateRequest,
  GetAggregateResponse,
  SeriesGroup,
  WithheldMember,
} from "@/api/contract";
import { newestOf } from "@/charts/data/freshness";
import { addDays, countDays } from "@/lib/dates/day";

type Values = ReadonlyArray<number | null>;

export function sampleGroup(key: string | null, values: Values): SeriesGroup {
  return {
    key,
    is_other: false,
    member_count: 1,
    values: [...values],
    coverage: values.map((value) => (value === null ? 0 : 1)),
    has_sample: true,
    withheld_count: 0,
    last_date: null,
    carry_days: 7,
    qualifiers: [],
    sample_count: 1,
  };
}

/** The same, with a value on every day, unless it states its last day itself. */
function dated(group: SeriesGroup, dates: ReadonlyArray<string>): SeriesGroup {
  const last = group.values.findLastIndex((value) => value !== null);
  return { ...group, last_date: group.last_date ?? dates[last] ?? null };
}

function sumAt(groups: ReadonlyArray<SeriesGroup>, place: number): number | null {
  const known = groups.flatMap(({ values }) => values[place] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A member whose values are withheld from one day to another. */
export function sampleWithheld(part: Partial<WithheldMember> = {}): WithheldMember {
  return {
    group_key: null,
    is_other: false,
    subject_kind: "asset",
    subject_slug: "alder-fund-sample",
    subject_name: "Alder Fund (sample)",
    network_slug: null,
    is_sample: true,
    reason: "nav_jump",
    reason_meaning: "It moved by more than a tenth.",
    from: "2026-11-18",
    to: "2026-11-18",
    ...part,
  };
}

/** An answer whose total is the sum of its groups. */
export function sampleAnswer(
  groups: ReadonlyArray<SeriesGroup>,
  part: Partial<GetAggregateResponse> = {},
): GetAggregateResponse {
  const length = groups[0]?.values.length ?? 0;
  const whole = Array.from({ length }, (_, place) => sumAt(groups, place));
  const dates =
    part.dates ?? Array.from({ length }, (_, place) => addDays("2026-11-19", place + 1 - length));
  const datedGroups = groups.map((group) => dated(group, dates));
  return {
    measure_slug: "bridged_token_value_dollar",
    kind: "stock",
    unit: "usd",
    interval: "day",
    dates,
    groups: datedGroups,
    total: {
      ...sampleGroup(null, whole),
      member_count: groups.length,
      has_sample: groups.some(({ has_sample: hasSample }) => hasSample),
      sample_count: groups.reduce((sum, { sample_count: count }) => sum + count, 0),
      ...newestOf(datedGroups),
    },
    group_count: groups.length,
    counts_twice: false,
    restricted_count: 0,
    feeder_count: 0,
    feeders: [],
    undisclosed: null,
    begun: null,
    withheld: [],
    to: "2026-11-19",
    current_at: "2026-11-20T10:00:00.000Z",
    known_at: "2026-11-20T10:00:00.000Z",
    ...part,
  };
}

/** The answer of a service that knows two fictional networks, or nothing. */
export function answerTo(request: GetAggregateRequest, known: boolean): GetAggregateResponse {
  const to = request.to ?? "2026-11-19";
  const days = countDays(request.from ?? to, to);
  const dates = Array.from({ length: days }, (_, day) => addDays(to, day + 1 - days));
  // Loans default on less than was lent.
  const part = request.measure.includes("defaulted") ? 1 / 16 : 1;
  const rising = (from: number) => dates.map((_, day) => (from + day * 1e6) * part);
  const grouped = request.group_by !== undefined && request.group_by !== null;
  const groups = known
    ? [sampleGroup("harbour-chain", rising(3e9)), sampleGroup("orchard-chain", rising(1e9))]
    : [];
  const answer = sampleAnswer(groups, { measure_slug: request.measure, dates });
  const nothing = {
    ...sampleGroup(
      null,
      dates.map(() => null),
    ),
    member_count: 0,
    has_sample: false,
    withheld_count: 0,
    sample_count: 0,
  };
  return {
    ...answer,
    dates,
    to,
    total: known ? answer.total : nothing,
    groups: grouped ? answer.groups : [],
  };
}
