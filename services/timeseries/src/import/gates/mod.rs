//! Checks of values on their way in, whose failures are kept and withheld with the reason.

mod bounded_pairs;
mod declared_totals;
mod differing_sources;
mod distinct_counts;
mod levels;
mod nav_jumps;
pub(crate) mod recheck;
mod repeats;
mod rules;
mod scale_jumps;
mod single_values;
mod statements;
mod sums;

use std::collections::HashSet;

use proto::timeseries::v1::SubjectKind;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::import::manifests::declared_total::DeclaredTotal;
use differing_sources::{present, sources_disagree};
use engine::differing_sources::PRICE;
use engine::measures::{self, Aggregation, Measure};
use engine::withheld_reasons::{
    ABOVE_MAXIMUM, NAV_JUMP, NEGATIVE, NOT_WHOLE, PARTS_DISAGREE, REPEATED, Reason, SCALE_JUMP,
    SOURCES_DISAGREE, SUPPLY_DISAGREES, ZERO,
};
use levels::{IMPOSSIBLE, valuations};
use rules::{NAVS, never_zero, quoted, scaled};
use single_values::{COUNT, above_maximum, negative, not_whole, zero};
use statements::write;

/// The checks that look at values of a measure, of subjects of a kind. That of declared totals is not among them: whether a
/// value is one is stated by the manifest of its file alone.
pub fn checks_for(measure: &Measure, kind: SubjectKind) -> Vec<&'static Reason> {
    let slug = measure.slug.as_str();
    let mut found = Vec::new();
    found.extend((!measure.may_be_negative()).then_some(&NEGATIVE));
    found.extend((measure.unit == COUNT).then_some(&NOT_WHOLE));
    let rule = rules::for_measure(slug);
    found.extend(rule.is_never_zero.then_some(&ZERO));
    found.extend(rule.maximum.map(|_| &ABOVE_MAXIMUM));
    found.extend(rule.scale.map(|_| &SCALE_JUMP));
    found.extend(rule.is_quoted.then_some(&REPEATED));
    found.extend(bounded_pairs::reasons(slug));
    found.extend(distinct_counts::reasons(slug));
    found.extend(NAVS.contains(&slug).then_some(&NAV_JUMP));
    found.extend((slug == PRICE).then_some(&SOURCES_DISAGREE));
    let is_whole = kind == SubjectKind::Asset && measure.aggregation == Aggregation::Sum;
    found.extend(is_whole.then_some(&PARTS_DISAGREE));
    found.extend(measures::SUPPLY.contains(&slug).then_some(&SUPPLY_DISAGREES));
    found
}

/// The earlier value that a check compares a value with.
pub struct EarlierValue {
    /// The most days by which it may precede the value.
    pub days: i32,
    /// It is not withheld for one of these reasons.
    pub without: Vec<&'static str>,
    /// Whether it is of a day with events and of another file.
    pub is_activity: bool,
}

/// The earlier value that a check looks for, of a series that carries values for some days; `None` of a check that needs none.
pub fn earlier_value(check: &Reason, measure: &Measure, carry: i32) -> Option<EarlierValue> {
    let with = |further: &[&'static Reason]| {
        IMPOSSIBLE.iter().chain(further).map(|reason| reason.code).collect()
    };
    if *check == NAV_JUMP {
        let without = with(&[&SCALE_JUMP]);
        Some(EarlierValue { days: carry, without, is_activity: false })
    } else if *check == SCALE_JUMP {
        let is_activity =
            rules::for_measure(&measure.slug).scale.is_some_and(|scale| scale.is_activity);
        Some(EarlierValue { days: carry.max(scale_jumps::DAYS), without: with(&[]), is_activity })
    } else {
        None
    }
}

/// Withholds what fails.
// The table `candidate` holds the values of the load, `present` answers what is known beside them.
pub async fn run(
    tx: &mut PgConnection,
    total: Option<&DeclaredTotal>,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    let measures: HashSet<String> = sqlx::query_scalar(
        "SELECT DISTINCT s.measure_slug FROM key_series AS k JOIN series AS s ON s.id = k.series_id",
    )
    .fetch_all(&mut *tx)
    .await?
    .into_iter()
    .collect();
    let has = |measure: &str| measures.contains(measure);
    // In this order: a value keeps the first reason that is found, and what cannot be is no level for the checks after it.
    let mut statements = vec![negative(), not_whole()];
    if never_zero().any(has) {
        statements.push(zero());
    }
    statements.extend(above_maximum(has));
    statements.extend(bounded_pairs::statements(has));
    statements.extend(distinct_counts::statements(has));
    if scaled().any(has) {
        statements.push(valuations());
    }
    write(tx, statements).await?;
    // Before the jumps of net asset values: a file in another scale confirms each of its own.
    if scaled().any(has) {
        scale_jumps::run(tx).await?;
    }
    let mut statements = Vec::new();
    if NAVS.into_iter().any(has) {
        statements.push(nav_jumps::withhold());
    }
    if quoted().any(has) {
        statements.push(repeats::repeated());
    }
    if has(PRICE) {
        statements.extend([present(), sources_disagree()]);
    }
    write(tx, statements).await?;
    if let Some(total) = total {
        declared_totals::run(tx, total).await?;
    }
    // Last, as it hands the reasons of an asset on to its parts.
    sums::run(tx, now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_that_a_gate_names_exists() {
        for name in bounded_pairs::measures() {
            assert_eq!(measures::observed(name).map(|measure| measure.slug.as_str()), Some(name));
        }
    }
}
