//! The values that several sources report of one number, for explanations and newest values.

use std::sync::Arc;

use engine::differing_sources::differ;
use engine::ranks::on;
use engine::{Columns, Day, Entry, Series, Snapshot};
use proto::timeseries::v1::SourceValue;

/// The series of every source that reports what a series shows; none if there are not several, and of derived numbers.
pub fn reporting(snapshot: &Snapshot, series: &Series) -> Vec<Arc<Series>> {
    if series.origin.is_some() {
        return Vec::new();
    }
    let sources: Vec<_> = snapshot.sources(series).cloned().collect();
    if sources.len() < 2 { Vec::new() } else { sources }
}

/// The values that these sources report of a day, the one that counts first, then by rank.
pub fn values(
    snapshot: &Snapshot,
    columns: &Columns,
    series: &Arc<Series>,
    sources: &[Arc<Series>],
    day: Day,
) -> Vec<SourceValue> {
    let taken = columns.source_on(series, day);
    let known = |source: &Series| match columns.get(source)?.column.at(day) {
        Entry::Known(value) => Some(value),
        Entry::Barred | Entry::Gap => None,
    };
    let published = known(taken);
    let values = sources.iter().map(|source| {
        let ranks = snapshot.ranks().of_source(&source.source, source.measure);
        let rank = on(&ranks, day);
        let value = known(source);
        let reason = columns.get(source).and_then(|values| values.column.reason(day));
        SourceValue {
            source: source.source.clone(),
            value,
            reason: reason.map(|reason| reason.code.to_owned()),
            rank: rank.map(|rank| rank.rank),
            rank_known_at: rank.map(|rank| rank.known_at),
            is_taken: source.id == taken.id,
            differs: value
                .zip(published)
                .is_some_and(|(value, published)| differ(source.measure, value, published)),
        }
    });
    let mut values: Vec<SourceValue> = values.collect();
    values.sort_by_key(|value| (!value.is_taken, value.rank.unwrap_or(u32::MAX)));
    values
}
