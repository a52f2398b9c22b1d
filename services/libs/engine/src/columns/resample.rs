//! Resamples a series to the intervals of an axis.

use proto::timeseries::v1::MeasureKind;

use super::changes::{amounts, changes};
use super::column::{Column, Entry};
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::numbers::exact_sum::ExactSum;

/// The value that stands for each interval. Unknown values are NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The value at the end for a stock, the sum for a flow, the last one for a distinct count.
    Level,
    /// The change since the last value before the interval for a stock, the sum for a flow.
    Flow,
    /// The sum since the first interval, for a flow.
    Cumulative,
}

/// The values of a series on an axis.
///
/// A stock has the value of the last day of the interval, carried for at most `carry` days. A flow is the sum of its
/// days. A count of distinct things is neither carried nor summed. Sums and changes have no more decimals than the values.
pub fn resample(
    column: &Column,
    kind: MeasureKind,
    mode: Mode,
    carry: i32,
    axis: &Axis,
) -> Vec<f64> {
    let rounded = |sums: Vec<f64>| {
        let decimals = column.decimals();
        sums.into_iter().map(|sum| decimals.round(sum)).collect()
    };
    match (kind, mode) {
        (MeasureKind::Flow, Mode::Cumulative) => rounded(cumulate(sums(column, axis))),
        (MeasureKind::Flow, _) => rounded(values(sums(column, axis))),
        (MeasureKind::Distinct, _) => axis
            .starts
            .iter()
            .zip(&axis.ends)
            .map(|(start, end)| {
                column.level(*end, end - start).map_or(f64::NAN, |(_, value)| value)
            })
            .collect(),
        (_, Mode::Flow) => rounded(amounts(changes(column, carry, axis), false)),
        _ => levels(column, carry, axis),
    }
}

/// The sum of the known days of each interval: as its withheld days are left out, days, weeks and months have one sum.
pub(crate) fn sums(column: &Column, axis: &Axis) -> impl Iterator<Item = Option<ExactSum>> {
    let ranges = axis.starts.iter().zip(&axis.ends);
    ranges.map(|(start, end)| Some(column.known_sum(*start, *end)?.sum))
}

/// Sums, each rounded once; unknown ones are NaN.
pub(crate) fn values(sums: impl Iterator<Item = Option<ExactSum>>) -> Vec<f64> {
    sums.map(|sum| sum.map_or(f64::NAN, ExactSum::value)).collect()
}

/// An interval without a value adds nothing and has no value itself.
pub(crate) fn cumulate(sums: impl Iterator<Item = Option<ExactSum>>) -> Vec<f64> {
    let mut so_far = ExactSum::default();
    values(sums.map(|sum| {
        so_far.merge(sum?);
        Some(so_far)
    }))
}

/// One pass over the days, however long values are carried.
fn levels(column: &Column, carry: i32, axis: &Axis) -> Vec<f64> {
    let mut out = vec![f64::NAN; axis.len()];
    let (Some(first), Some(last)) = (column.first(), column.last()) else { return out };
    let Some(begin) = axis.ends.first() else { return out };
    let mut day = begin.saturating_sub(carry).max(first);
    let mut standing: Option<(Day, f64)> = None;
    for (end, out) in axis.ends.iter().zip(&mut out) {
        while day <= *end && day <= last {
            match column.at(day) {
                Entry::Known(value) => standing = Some((day, value)),
                Entry::Barred => standing = None,
                Entry::Gap => {}
            }
            day += 1;
        }
        if let Some((since, value)) = standing
            && end - since <= carry
        {
            *out = value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proto::timeseries::v1::SeriesInterval;

    use super::*;

    fn shown(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().map(|value| (!value.is_nan()).then_some(*value)).collect()
    }

    fn days(from: Day, to: Day) -> Axis {
        Axis::new(SeriesInterval::Day, from, to, 1_000).unwrap()
    }

    #[test]
    fn a_stock_is_carried_a_flow_is_not() {
        let column = Column::from_points([(1, Some(5.0)), (4, Some(7.0))]);
        let of = |kind| shown(&resample(&column, kind, Mode::Level, 1, &days(0, 6)));
        let (five, seven) = (Some(5.0), Some(7.0));
        assert_eq!(of(MeasureKind::Stock), [None, five, five, None, seven, seven, None]);
        assert_eq!(of(MeasureKind::Flow), [None, five, None, None, seven, None, None]);
        assert_eq!(of(MeasureKind::Distinct), [None, five, None, None, seven, None, None]);
    }

    #[test]
    fn a_week_has_the_last_level_or_the_sum() {
        // 1970-01-05 (4) was a Monday.
        let column = Column::from_points((4..18).map(|day| (day, Some(f64::from(day)))));
        let axis = Axis::new(SeriesInterval::Week, 4, 17, 10).unwrap();
        let of = |kind, mode| shown(&resample(&column, kind, mode, 7, &axis));
        assert_eq!(of(MeasureKind::Stock, Mode::Level), [Some(10.0), Some(17.0)]);
        assert_eq!(of(MeasureKind::Stock, Mode::Flow), [Some(6.0), Some(7.0)]);
        assert_eq!(of(MeasureKind::Flow, Mode::Level), [Some(49.0), Some(98.0)]);
        assert_eq!(of(MeasureKind::Flow, Mode::Cumulative), [Some(49.0), Some(147.0)]);
    }

    #[test]
    fn a_value_from_before_the_range_is_carried_into_it() {
        let column = Column::from_points([(1, Some(5.0)), (2, None), (3, Some(6.0))]);
        let values = resample(&column, MeasureKind::Stock, Mode::Level, 3, &days(5, 7));
        assert_eq!(shown(&values), [Some(6.0), Some(6.0), None]);
    }
}
