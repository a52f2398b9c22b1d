//! Marks values as carried, averages or partial, with the day that they are of.

use proto::timeseries::v1::MeasureKind;

use super::changes::changes;
use super::column::Column;
use super::resample::Mode;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;

/// Where the value of an interval comes from, if it was not measured at its end.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a field of the answer")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifier {
    /// The day of the value, if that is not the last day of the interval.
    pub value_date: Option<Day>,
    /// Whether the value is from before the interval.
    pub is_carried: bool,
    /// Whether the value covers a part of the interval only.
    pub is_partial: bool,
    /// Whether it does because withheld days are missing in a sum, whether or not the interval is over.
    pub lacks_days: bool,
    /// Whether a change covers earlier intervals too, in which the value was missing.
    pub spans_gap: bool,
    /// Whether the value is the average of the month of its day.
    pub is_average: bool,
}

/// Consecutive intervals with one qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QualifiedRun {
    /// The position of the first one.
    pub first: usize,
    /// The position of the last one.
    pub last: usize,
    pub qualifier: Qualifier,
}

impl Qualifier {
    /// The qualifier of a value of some day in an interval.
    pub(crate) fn of_day(day: Day, (start, end): (Day, Day)) -> Self {
        let value_date = (day < end).then_some(day);
        Self { value_date, is_carried: day < start, ..Self::default() }
    }
}

/// The runs of values that need a qualifier; `None` stands for an interval without a value.
pub(crate) fn runs(each: impl IntoIterator<Item = Option<Qualifier>>) -> Vec<QualifiedRun> {
    let mut runs: Vec<QualifiedRun> = Vec::new();
    for (place, qualifier) in each.into_iter().enumerate() {
        let Some(qualifier) = qualifier.filter(|qualifier| *qualifier != Qualifier::default())
        else {
            continue;
        };
        match runs.last_mut() {
            Some(run) if run.last + 1 == place && run.qualifier == qualifier => run.last = place,
            _ => runs.push(QualifiedRun { first: place, last: place, qualifier }),
        }
    }
    runs
}

/// The qualifiers of the values of one series.
pub fn qualifiers(
    column: &Column,
    kind: MeasureKind,
    mode: Mode,
    carry: i32,
    axis: &Axis,
) -> Vec<QualifiedRun> {
    let ranges = || axis.starts.iter().copied().zip(axis.ends.iter().copied());
    match (kind, mode) {
        (MeasureKind::Flow, mode) => {
            let mut lacks_earlier = false;
            runs(ranges().map(|(start, end)| {
                let lacks = column.barred(start, end).is_some();
                let lacks_days = lacks || (lacks_earlier && mode == Mode::Cumulative);
                lacks_earlier |= lacks;
                column.known_sum(start, end)?;
                Some(Qualifier { is_partial: lacks_days, lacks_days, ..Qualifier::default() })
            }))
        }
        (MeasureKind::Distinct, _) => runs(ranges().map(|(start, end)| {
            let (day, _) = column.level(end, end - start)?;
            Some(Qualifier::of_day(day, (start, end)))
        })),
        (_, Mode::Flow) => runs(changes(column, carry, axis).map(|change| {
            let change = change?;
            let (is_partial, spans_gap) = (!change.is_whole, change.spans_gap);
            Some(Qualifier { is_partial, spans_gap, ..Qualifier::default() })
        })),
        _ => runs(ranges().map(|(start, end)| {
            let (day, _) = column.level(end, carry)?;
            Some(Qualifier::of_day(day, (start, end)))
        })),
    }
}

/// Marks the last interval as partial: it is not over.
pub fn mark_last_partial(runs: &mut Vec<QualifiedRun>, intervals: usize) {
    let Some(place) = intervals.checked_sub(1) else { return };
    let mut qualifier = Qualifier { is_partial: true, ..Qualifier::default() };
    if let Some(run) = runs.last().copied().filter(|run| run.last == place) {
        qualifier = Qualifier { is_partial: true, ..run.qualifier };
        runs.pop();
        if run.first < place {
            runs.push(QualifiedRun { last: place - 1, ..run });
        }
    }
    runs.push(QualifiedRun { first: place, last: place, qualifier });
}

#[cfg(test)]
mod tests {
    use proto::timeseries::v1::SeriesInterval;

    use super::*;

    #[test]
    fn a_carried_level_and_a_running_week_are_qualified() {
        // 1970-01-05 (4) was a Monday.
        let column = Column::from_points([(4, Some(1.0)), (8, Some(2.0)), (11, Some(3.0))]);
        let days = Axis::new(SeriesInterval::Day, 8, 12, 100).unwrap();
        let found = qualifiers(&column, MeasureKind::Stock, Mode::Level, 7, &days);
        let carried = |first, last, day| QualifiedRun {
            first,
            last,
            qualifier: Qualifier {
                value_date: Some(day),
                is_carried: true,
                ..Qualifier::default()
            },
        };
        assert_eq!(found, [carried(1, 2, 8), carried(4, 4, 11)]);
        let weeks = Axis::new(SeriesInterval::Week, 4, 12, 100).unwrap();
        let mut found = qualifiers(&column, MeasureKind::Stock, Mode::Level, 7, &weeks);
        mark_last_partial(&mut found, weeks.len());
        let of_week = |place, day, is_partial| QualifiedRun {
            first: place,
            last: place,
            qualifier: Qualifier { value_date: Some(day), is_partial, ..Qualifier::default() },
        };
        assert_eq!(found, [of_week(0, 8, false), of_week(1, 11, true)]);
        let mut flows = qualifiers(&column, MeasureKind::Flow, Mode::Level, 0, &weeks);
        mark_last_partial(&mut flows, weeks.len());
        let running = Qualifier { is_partial: true, ..Qualifier::default() };
        assert_eq!(flows, [QualifiedRun { first: 1, last: 1, qualifier: running }]);
    }

    #[test]
    fn a_running_sum_that_lacks_a_withheld_day_says_both() {
        // 1970-01-05 (4) was a Monday; a day of each week is withheld.
        let column = Column::from_points([(4, Some(1.0)), (5, None), (11, None), (12, Some(2.0))]);
        let weeks = Axis::new(SeriesInterval::Week, 4, 13, 100).unwrap();
        let mut found = qualifiers(&column, MeasureKind::Flow, Mode::Level, 0, &weeks);
        mark_last_partial(&mut found, weeks.len());
        let lacking = Qualifier { is_partial: true, lacks_days: true, ..Qualifier::default() };
        let of_week = |place| QualifiedRun { first: place, last: place, qualifier: lacking };
        assert_eq!(found, [of_week(0), of_week(1)]);
        let whole = Column::from_points([(4, Some(1.0)), (11, Some(2.0))]);
        let mut found = qualifiers(&whole, MeasureKind::Flow, Mode::Level, 0, &weeks);
        mark_last_partial(&mut found, weeks.len());
        let running = Qualifier { is_partial: true, ..Qualifier::default() };
        assert_eq!(found, [QualifiedRun { first: 1, last: 1, qualifier: running }]);
    }

    #[test]
    fn a_change_over_a_gap_is_qualified() {
        let column = Column::from_points([(1, Some(1.0)), (2, None), (3, Some(3.0))]);
        let days = Axis::new(SeriesInterval::Day, 1, 3, 100).unwrap();
        let found = qualifiers(&column, MeasureKind::Stock, Mode::Flow, 7, &days);
        let qualifier = Qualifier { spans_gap: true, ..Qualifier::default() };
        assert_eq!(found, [QualifiedRun { first: 2, last: 2, qualifier }]);
    }
}
