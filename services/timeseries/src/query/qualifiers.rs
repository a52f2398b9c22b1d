//! Writes which values of an answer were not measured in their interval.

use engine::{Day, QualifiedRun, day};
use proto::timeseries::v1::ValueQualifier;

/// Runs as messages, by the first days of the intervals.
pub fn messages(runs: &[QualifiedRun], starts: &[Day]) -> Vec<ValueQualifier> {
    let message = |run: &QualifiedRun| ValueQualifier {
        from: day::text(starts[run.first]),
        to: day::text(starts[run.last]),
        value_date: run.qualifier.value_date.map(day::text),
        is_carried: run.qualifier.is_carried,
        is_partial: run.qualifier.is_partial,
        spans_gap: run.qualifier.spans_gap,
        is_average: run.qualifier.is_average,
    };
    runs.iter().map(message).collect()
}
