//! Checks of how many addresses were active on days, in weeks and in months up to then: no day has more than its week,
//! and no week more than all its days together.

use engine::withheld_reasons::{DISTINCT_COUNT_ABOVE_DAYS, DISTINCT_COUNTS_DISAGREE, Reason};

use crate::import::store::candidates::RECHECKED;

const DAY: &str = "daily_active_addresses_count";
/// The counts over longer intervals, and their names in the database.
const SPANS: [(&str, &str); 2] =
    [("weekly_active_addresses_count", "week"), ("monthly_active_addresses_count", "month")];

/// The measures that are compared.
fn measures() -> impl Iterator<Item = &'static str> {
    SPANS.iter().map(|(measure, _)| *measure).chain([DAY])
}

/// The reasons for which values of a measure may be withheld.
pub fn reasons(measure: &str) -> Vec<&'static Reason> {
    if measures().any(|name| name == measure) {
        return vec![&DISTINCT_COUNTS_DISAGREE, &DISTINCT_COUNT_ABOVE_DAYS];
    }
    Vec::new()
}

/// The statements that withhold values of a load, if it has these measures.
pub fn statements(has: impl Fn(&str) -> bool) -> Vec<String> {
    if measures().any(has) {
        return vec![counted(), daily(), BOUNDS.to_owned(), beyond()];
    }
    Vec::new()
}

/// Series of days and those that count them, of each span apart, and the days that lie in a span with some of the load.
fn counted() -> String {
    let spans = SPANS.map(|(measure, unit)| format!("('{measure}', '{unit}')")).join(", ");
    format!(
        "CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
             WITH spans AS (
                 SELECT w.id AS whole_id, d.id AS day_id, p.unit
                 FROM (VALUES {spans}) AS p (measure, unit)
                 JOIN series AS w ON w.measure_slug = p.measure
                 JOIN series AS d ON d.measure_slug = '{DAY}' AND d.subject_id = w.subject_id
                     AND d.network_slug = w.network_slug AND d.source = w.source
             ), sides AS (
                 SELECT whole_id, unit, day_id AS series_id, true AS is_day FROM spans
                 UNION ALL
                 SELECT whole_id, unit, whole_id, false FROM spans
             ), loaded AS (
                 SELECT series_id, min(date) AS first, max(date) AS last FROM candidate GROUP BY series_id
             ), reached AS (
                 SELECT s.*, min(l.first) OVER of_both AS first, max(l.last) OVER of_both AS last
                 FROM sides AS s LEFT JOIN loaded AS l USING (series_id) WINDOW of_both AS (PARTITION BY whole_id)
             )
             SELECT whole_id, unit, series_id, is_day, date_trunc(unit, first::timestamp)::date AS first,
                 (date_trunc(unit, last::timestamp) + ('1 ' || unit)::interval)::date AS next
             FROM reached WHERE first IS NOT NULL;
         ANALYZE counted"
    )
}

/// The counts that are known then, from the load or from before it. One that was withheld and is checked again is not
/// believed yet.
fn daily() -> String {
    format!(
        "CREATE TEMPORARY TABLE daily_counts ON COMMIT DROP AS
             SELECT DISTINCT ON (whole_id, is_day, date) whole_id, is_day, date, known_at, value, is_loaded,
                 CASE WHEN is_believed THEN value END AS believed,
                 date_trunc(unit, date::timestamp)::date AS start
             FROM (
                 SELECT s.whole_id, s.unit, s.is_day, c.date, c.known_at, c.value,
                     c.reason IS NULL AND c.line <> {RECHECKED} AS is_believed, true AS is_loaded
                 FROM counted AS s JOIN candidate AS c USING (series_id)
                 UNION ALL
                 SELECT s.whole_id, s.unit, s.is_day, o.date, o.known_at, o.value, o.reason IS NULL, false
                 FROM counted AS s
                 JOIN observations AS o ON o.series_id = s.series_id AND o.date >= s.first AND o.date < s.next
             ) AS known
             ORDER BY whole_id, is_day, date, known_at DESC, is_loaded;
         ANALYZE daily_counts"
    )
}

/// The bounds of each count, in one pass over every week and month: up to a day the most that one
/// had, and all together where each is reported and believed; since then the least that a count has. A count that was known
/// before, and is above its days by the load, is one that these are to blame for.
const BOUNDS: &str = "CREATE TEMPORARY TABLE bounds ON COMMIT DROP AS
    WITH sums AS (
        SELECT *, max(value) FILTER (WHERE is_day) OVER so_far AS most_of_day,
            CASE WHEN count(believed) FILTER (WHERE is_day) OVER so_far = date - start + 1
                THEN sum(believed) FILTER (WHERE is_day) OVER so_far END AS all_days
        FROM daily_counts WINDOW so_far AS (PARTITION BY whole_id, start ORDER BY date)
    )
    SELECT whole_id, is_day, date, known_at, most_of_day, all_days,
        min(value) FILTER (WHERE NOT is_day) OVER since AS least_of_whole,
        bool_or(believed > all_days) FILTER (WHERE NOT is_day AND NOT is_loaded) OVER since AS is_short
    FROM sums WINDOW since AS (PARTITION BY whole_id, start ORDER BY date DESC);
    ANALYZE bounds";

/// A value that the load itself corrects is not compared with what became known after it.
fn beyond() -> String {
    let (disagree, above) = (DISTINCT_COUNTS_DISAGREE.code, DISTINCT_COUNT_ABOVE_DAYS.code);
    format!(
        "WITH compared AS (
             SELECT c.ctid AS at, c.series_id, c.date, c.known_at,
                 CASE WHEN s.is_day THEN c.value > b.least_of_whole ELSE c.value < b.most_of_day END AS is_disagreeing,
                 CASE WHEN s.is_day THEN b.is_short AND b.known_at = c.known_at ELSE c.value > b.all_days END AS is_above
             FROM counted AS s
             JOIN candidate AS c USING (series_id)
             JOIN bounds AS b ON b.whole_id = s.whole_id AND b.is_day = s.is_day AND b.date = c.date
             WHERE c.reason IS NULL
         ), failed AS MATERIALIZED (
             SELECT at, series_id, date, known_at,
                 CASE WHEN bool_or(is_disagreeing) THEN '{disagree}' ELSE '{above}' END AS reason
             FROM compared WHERE is_disagreeing OR is_above GROUP BY at, series_id, date, known_at
         )
         UPDATE candidate AS c SET reason = failed.reason FROM failed
         WHERE c.ctid = failed.at AND NOT EXISTS (
             SELECT FROM candidate AS later WHERE later.series_id = failed.series_id
                 AND later.date = failed.date AND later.known_at > failed.known_at
         )"
    )
}

#[cfg(test)]
mod tests {
    use super::measures;

    #[test]
    fn every_measure_that_is_compared_exists() {
        assert!(measures().all(|name| engine::measures::observed(name).is_some()));
    }
}
