//! Checks of values on their way in. What fails is kept and withheld, with the reason; nothing is made up for it.
//!
//! The table `candidate` holds the values of the load, `present` answers what is known beside them.

use sqlx::{AssertSqlSafe, PgConnection};

use super::key::Key;

/// A reason to withhold a value, and what it means.
pub struct Reason {
    /// The word that is kept beside the value.
    pub code: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// Every reason.
pub static REASONS: &[Reason] = &[
    NEGATIVE,
    NAV_JUMP,
    CIRCULATING_ABOVE_TOTAL,
    BRIDGED_ABOVE_CIRCULATING,
    DISTINCT_COUNTS_DISAGREE,
    SOURCES_DISAGREE,
];

const NEGATIVE: Reason =
    Reason { code: "negative", meaning: "The measure cannot be below zero, and the value is." };
const NAV_JUMP: Reason = Reason {
    code: "nav_jump",
    meaning: "The net asset value of one unit moved by more than a tenth since the value before, at most a week earlier.",
};
const CIRCULATING_ABOVE_TOTAL: Reason = Reason {
    code: "circulating_above_total",
    meaning: "What circulates would be worth more than all there is.",
};
const BRIDGED_ABOVE_CIRCULATING: Reason = Reason {
    code: "bridged_above_circulating",
    meaning: "What sits on the network through bridges would be worth more than what circulates there.",
};
const DISTINCT_COUNTS_DISAGREE: Reason = Reason {
    code: "distinct_counts_disagree",
    meaning: "More addresses would have been active on the day than in the time around it.",
};
const SOURCES_DISAGREE: Reason = Reason {
    code: "sources_disagree",
    meaning: "Another source names a price that differs by more than a twentieth.",
};

/// The smaller measure, the larger one, by how much it may be exceeded, and the reason when it is.
const PAIRS: &[(&str, &str, f64, &Reason)] = &[
    ("circulating_market_value_dollar", "market_value_dollar", 0.001, &CIRCULATING_ABOVE_TOTAL),
    (
        "bridged_token_value_dollar",
        "circulating_asset_value_dollar",
        0.001,
        &BRIDGED_ABOVE_CIRCULATING,
    ),
    (
        "bridged_token_market_cap_dollar",
        "circulating_market_value_dollar",
        0.001,
        &BRIDGED_ABOVE_CIRCULATING,
    ),
    (
        "daily_active_addresses_count",
        "weekly_active_addresses_count",
        0.0,
        &DISTINCT_COUNTS_DISAGREE,
    ),
    (
        "daily_active_addresses_count",
        "monthly_active_addresses_count",
        0.0,
        &DISTINCT_COUNTS_DISAGREE,
    ),
];

const NAV: &str = "net_asset_value_dollar";
const PRICE: &str = "price_dollar";

/// What a reason means.
pub fn meaning(code: &str) -> Option<&'static str> {
    REASONS.iter().find(|reason| reason.code == code).map(|reason| reason.meaning)
}

/// Withholds what fails, of a load that has values of these series.
pub async fn run(tx: &mut PgConnection, keys: &[Key]) -> Result<(), sqlx::Error> {
    let has = |measure: &str| keys.iter().any(|key| key.measure_slug == measure);
    let mut statements = vec![negative()];
    let paired = PAIRS.iter().filter(|(lesser, greater, ..)| has(lesser) || has(greater));
    let paired: Vec<String> = paired.flat_map(|pair| [below(pair), above(pair)]).collect();
    if !paired.is_empty() || has(NAV) || has(PRICE) {
        statements.push("CREATE INDEX ON candidate (series_id, date)".to_owned());
        statements.push("ANALYZE candidate".to_owned());
        statements.push(PRESENT.to_owned());
    }
    statements.extend(paired);
    if has(NAV) {
        statements.push(nav_jump());
    }
    if has(PRICE) {
        statements.push(sources_disagree());
    }
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    Ok(())
}

/// The newest value of a series on a day, of this load or an earlier one.
const PRESENT: &str = "CREATE OR REPLACE FUNCTION pg_temp.present(of_series bigint, on_date date)
    RETURNS double precision LANGUAGE sql STABLE AS $$
    SELECT value FROM (
        SELECT value, known_at FROM candidate WHERE series_id = of_series AND date = on_date
        UNION ALL
        SELECT value, known_at FROM observations WHERE series_id = of_series AND date = on_date
    ) AS known ORDER BY known_at DESC LIMIT 1 $$";

fn negative() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN measures AS m ON m.slug = s.measure_slug
         WHERE s.id = c.series_id AND c.value < 0 AND NOT m.may_be_negative",
        NEGATIVE.code
    )
}

/// The values of the smaller measure that exceed the larger one.
fn below((lesser, greater, tolerance, reason): &(&str, &str, f64, &Reason)) -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM {}
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{lesser}' AND o.measure_slug = '{greater}'
           AND c.value > pg_temp.present(o.id, c.date) * (1 + {tolerance})",
        reason.code, SAME_SUBJECT
    )
}

/// The values of the larger measure that the smaller one exceeds.
fn above((lesser, greater, tolerance, reason): &(&str, &str, f64, &Reason)) -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM {}
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{greater}' AND o.measure_slug = '{lesser}'
           AND pg_temp.present(o.id, c.date) > c.value * (1 + {tolerance})",
        reason.code, SAME_SUBJECT
    )
}

const SAME_SUBJECT: &str = "series AS s JOIN series AS o
    ON o.subject_id = s.subject_id AND o.network_slug = s.network_slug AND o.source = s.source";

fn sources_disagree() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN series AS o
             ON o.subject_id = s.subject_id AND o.network_slug = s.network_slug AND o.source <> s.source
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{PRICE}' AND o.measure_slug = '{PRICE}'
           AND abs(c.value - pg_temp.present(o.id, c.date)) > 0.05 * pg_temp.present(o.id, c.date)",
        SOURCES_DISAGREE.code
    )
}

/// Compared with the value before it, whether that one is withheld or not: a level that stays is believed
/// from its second day on.
fn nav_jump() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s
         WHERE c.reason IS NULL AND s.id = c.series_id AND s.measure_slug = '{NAV}'
           AND (
               SELECT abs(c.value - before.value) > 0.1 * before.value
               FROM (
                   SELECT date, value, known_at FROM candidate WHERE series_id = c.series_id
                       AND date < c.date AND date >= c.date - 7
                   UNION ALL
                   SELECT date, value, known_at FROM observations WHERE series_id = c.series_id
                       AND date < c.date AND date >= c.date - 7
               ) AS before
               ORDER BY date DESC, known_at DESC LIMIT 1
           )",
        NAV_JUMP.code
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures;

    #[test]
    fn every_measure_that_a_gate_names_exists() {
        for name in PAIRS.iter().flat_map(|pair| [pair.0, pair.1]).chain([NAV, PRICE]) {
            assert_eq!(measures::named(name).map(|measure| measure.slug.as_str()), Some(name));
        }
    }

    #[test]
    fn every_reason_has_one_meaning() {
        for reason in REASONS {
            assert_eq!(meaning(reason.code), Some(reason.meaning));
        }
        assert_eq!(meaning("anything"), None);
    }
}
