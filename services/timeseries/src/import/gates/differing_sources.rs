//! Withholds prices of a source that differ from those of another one.

use engine::differing_sources::{PRICE, PRICE_TOLERANCE};
use engine::withheld_reasons::SOURCES_DISAGREE;

use super::levels::impossible;

/// The newest value of a series on a day, of this load or an earlier one.
pub fn present() -> String {
    format!(
        "CREATE OR REPLACE FUNCTION pg_temp.present(of_series bigint, on_date date)
         RETURNS double precision LANGUAGE sql STABLE AS $$
         SELECT value FROM (
             SELECT value, known_at FROM valuations WHERE series_id = of_series AND date = on_date
             UNION ALL
             SELECT CASE WHEN reason IS NULL OR reason NOT IN ({}) THEN value END, known_at
             FROM observations WHERE series_id = of_series AND date = on_date
         ) AS known ORDER BY known_at DESC LIMIT 1 $$",
        impossible()
    )
}

/// Where sources have ranks, these decide which value counts, and nothing is withheld.
pub fn sources_disagree() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         -- The price of the other source stays: it is not of this load, and was checked by its own.
         FROM series AS s JOIN series AS o
             ON o.subject_id = s.subject_id AND o.network_slug = s.network_slug AND o.source <> s.source
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{PRICE}' AND o.measure_slug = '{PRICE}'
           AND abs(c.value - pg_temp.present(o.id, c.date)) > {PRICE_TOLERANCE} * pg_temp.present(o.id, c.date)
           AND NOT EXISTS (
               SELECT FROM (SELECT DISTINCT ON (slug) * FROM source_ranks ORDER BY slug, known_at DESC) AS r
               WHERE r.rank IS NOT NULL AND r.source IN (s.source, o.source)
                   AND coalesce(r.measure_slug, '{PRICE}') = '{PRICE}'
                   AND c.date >= r.valid_from AND c.date <= coalesce(r.valid_until, c.date)
           )",
        SOURCES_DISAGREE.code
    )
}
