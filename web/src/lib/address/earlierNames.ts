/** Present names by earlier ones. A text is the smallest script, and every page loads it. */
const tableOf = (pairs: string) =>
  new Map(pairs.split(" ").map((pair) => pair.split(":") as [string, string]));

/** Parameters of addresses. */
const parameters = tableOf(
  "by:group_by every:interval show:mode metric:measure calc:calculation only:compare beside:benchmarks second:second_axis top:group_limit like:like_for_like rank:ranking flow:flow_days reference:reference_range shade:layer investors:investor_countries investor:investor_type",
);

/** Measures, columns and other choices. */
const choices = tableOf(
  "apy7:yield7 apy30:yield30 apy_7d:yield_7d apy_30d:yield_30d navpremium:premium_to_nav navown:nav_own_currency spot:premium_to_underlying closed:premium_market_closed idle:cash_drag moved:transferred parents:parent_networks",
);

/** The present name of a measure, a column or another choice, by any name that addresses have had for it. */
export function presentName(name: string): string {
  return choices.get(name) ?? name;
}

/** The query of an address with the present names of its parameters, also of those of a second chart. */
export function presentQuery(search: string): string {
  const present = (name: string) =>
    name
      .replace(/^activity-/, "activity_")
      .replace(
        /^(activity_|cohorts_|vintages_|)(.*)/,
        (_, chart: string, own: string) => chart + (parameters.get(own) ?? own),
      );
  const written = new URLSearchParams(search);
  const pairs = [...written].flatMap(([name, value]) => {
    const now = present(name);
    // Beside its present name, an earlier one says nothing.
    return now !== name && written.has(now) ? [] : [[now, value]];
  });
  return String(new URLSearchParams(pairs));
}
