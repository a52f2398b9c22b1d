//! The cells that say which values were not measured in their interval.

use proto::timeseries::v1::ValueQualifier;
use sheet::Cell;

/// The cells of the value of an interval, whose last day is the day of an unqualified value; none without a value.
pub fn cells(
    qualifiers: &[ValueQualifier],
    value: Option<f64>,
    date: &str,
    last_day: Cell,
) -> [Cell; 6] {
    if value.is_none_or(f64::is_nan) {
        return [const { Cell::Nothing }; 6];
    }
    let at = qualifiers.partition_point(|qualifier| qualifier.to.as_str() < date);
    let found = qualifiers.get(at).filter(|qualifier| qualifier.from.as_str() <= date);
    let is = |of: fn(&ValueQualifier) -> bool| Cell::Truth(found.is_some_and(of));
    [
        found
            .and_then(|qualifier| qualifier.value_date.as_ref())
            .map_or(last_day, |day| Cell::text(Some(day))),
        is(|qualifier| qualifier.is_carried),
        is(|qualifier| qualifier.is_partial),
        is(|qualifier| qualifier.spans_gap),
        is(|qualifier| qualifier.is_average),
        is(|qualifier| qualifier.lacks_days),
    ]
}
