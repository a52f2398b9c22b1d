//! Withholds values that cannot be, whatever stands beside them: negative, zero, too large, or a part of a whole number.

use engine::withheld_reasons::{ABOVE_MAXIMUM, NEGATIVE, NOT_WHOLE, ZERO};

use super::rules::{self, Rule, never_zero};
use super::statements::listed;

/// The unit of what counts things.
pub const COUNT: &str = "count";

pub fn negative() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN measures AS m ON m.slug = s.measure_slug
         WHERE c.reason IS NULL AND s.id = c.series_id AND c.value < 0 AND NOT m.may_be_negative",
        NEGATIVE.code
    )
}

/// A count in thousands or millions may miss the whole number by its last digits.
pub fn not_whole() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}'
         FROM series AS s JOIN measures AS m ON m.slug = s.measure_slug
         WHERE c.reason IS NULL AND s.id = c.series_id AND m.unit = '{COUNT}'
             AND abs(c.value - round(c.value)) > 1e-9 * greatest(abs(c.value), 1)",
        NOT_WHOLE.code
    )
}

pub fn zero() -> String {
    format!(
        "UPDATE candidate AS c SET reason = '{}' FROM series AS s
         WHERE c.reason IS NULL AND s.id = c.series_id AND c.value = 0 AND s.measure_slug IN ({})",
        ZERO.code,
        listed(never_zero())
    )
}

/// One statement for each rule with a maximum, of whose measures the load has one.
pub fn above_maximum(has: impl Fn(&str) -> bool) -> Vec<String> {
    let bounded = |rule: &'static Rule| rule.maximum.map(|maximum| (rule.measures, maximum));
    let bounds = rules::RULES.iter().filter_map(bounded);
    bounds
        .filter(|(measures, _)| measures.iter().any(|measure| has(measure)))
        .map(|(measures, maximum)| {
            format!(
                "UPDATE candidate AS c SET reason = '{}' FROM series AS s
                 WHERE c.reason IS NULL AND s.id = c.series_id AND c.value > {maximum} * (1 + 1e-9)
                     AND s.measure_slug IN ({})",
                ABOVE_MAXIMUM.code,
                listed(measures.iter().copied())
            )
        })
        .collect()
}
