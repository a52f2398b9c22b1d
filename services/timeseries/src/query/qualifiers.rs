//! Writes which values of an answer were not measured in their interval.

use engine::{Day, QualifiedRun, Qualifier, day};
use proto::timeseries::v1::ValueQualifier;

/// Runs as messages, by the first days of the intervals.
pub fn messages(runs: &[QualifiedRun], starts: &[Day]) -> Vec<ValueQualifier> {
    let message = |run: &QualifiedRun| {
        let Qualifier { value_date, is_carried, is_partial, lacks_days, spans_gap, is_average } =
            run.qualifier;
        ValueQualifier {
            from: day::text(starts[run.first]),
            to: day::text(starts[run.last]),
            value_date: value_date.map(day::text),
            is_carried,
            is_partial,
            spans_gap,
            is_average,
            lacks_days,
        }
    };
    runs.iter().map(message).collect()
}
