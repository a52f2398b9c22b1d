//! Marks values as carried, averages or partial, with the day that they are of.

use proto::timeseries::v1::MeasureKind;

use super::changes::{Change, changes};
use super::column::Column;
use super::resample::Mode;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;

/// Where the value of an interval comes from, if it was not measured at its end.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a field of the answer")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifier {
    /// The day of the value, if that is not the last day of the interval; of a change, the day of its newest value.
    pub value_date: Option<Day>,
    /// Whether the value is from before the interval; of a change, whether its newest value is.
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

    /// The qualifier of a change in an interval.
    pub(crate) fn of_change(change: &Change, range: (Day, Day)) -> Self {
        // The newest value of a change that ends early does not stand at the end of the interval.
        let of_day =
            if change.is_whole { Self::of_day(change.now.0, range) } else { Self::default() };
        Self { is_partial: !change.is_whole, spans_gap: change.spans_gap, ..of_day }
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
        (_, Mode::Flow) => {
            let changes = changes(column, carry, axis).zip(ranges());
            runs(changes.map(|(change, range)| Some(Qualifier::of_change(&change?, range))))
        }
        _ => runs(ranges().map(|(start, end)| {
            let (day, _) = column.level(end, carry)?;
            Some(Qualifier::of_day(day, (start, end)))
        })),
    }
}

/// The parts of runs that have values: a change needs a value before it, except in what begins at zero.
pub fn runs_with_values(all: &[QualifiedRun], values: &[f64]) -> Vec<QualifiedRun> {
    let mut each = vec![None; values.len()];
    for run in all {
        each[run.first..=run.last].fill(Some(run.qualifier));
    }
    let known = each.into_iter().zip(values);
    runs(known.map(|(qualifier, value)| qualifier.filter(|_| !value.is_nan())))
}

/// Marks the value of the last interval as partial: the interval is not over. Without a value there is nothing partial.
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
    fn a_change_without_a_new_value_is_carried_and_an_earlier_one_has_its_day() {
        // 1970-01-05 (4) was a Monday; of the second week, only Tuesday has a value, and of the third none.
        let column = Column::from_points([(7, Some(1.0)), (8, Some(2.0)), (12, Some(3.0))]);
        let of = |interval, last| {
            let axis = Axis::new(interval, 8, last, 100).unwrap();
            qualifiers(&column, MeasureKind::Stock, Mode::Flow, 14, &axis)
        };
        let of_day = |first, last, day, is_carried| QualifiedRun {
            first,
            last,
            qualifier: Qualifier { value_date: Some(day), is_carried, ..Qualifier::default() },
        };
        let days = of(SeriesInterval::Day, 13);
        assert_eq!(days, [of_day(1, 3, 8, true), of_day(5, 5, 12, true)]);
        let weeks = of(SeriesInterval::Week, 24);
        let expected = [of_day(0, 0, 8, false), of_day(1, 1, 12, false), of_day(2, 2, 12, true)];
        assert_eq!(weeks, expected);
        let early = Column::from_points([(4, Some(1.0)), (12, Some(3.0)), (13, None)]);
        let weeks = Axis::new(SeriesInterval::Week, 11, 17, 100).unwrap();
        let qualifier = Qualifier { is_partial: true, ..Qualifier::default() };
        assert_eq!(
            qualifiers(&early, MeasureKind::Stock, Mode::Flow, 14, &weeks),
            [QualifiedRun { first: 0, last: 0, qualifier }],
            "it does not stand until the end"
        );
    }

    #[test]
    fn an_interval_without_a_value_has_no_qualifier() {
        let qualifier = Qualifier { is_average: true, ..Qualifier::default() };
        let run = |first, last| QualifiedRun { first, last, qualifier };
        let values = [f64::NAN, 1.0, f64::NAN, 2.0, 3.0];
        assert_eq!(runs_with_values(&[run(0, 3)], &values), [run(1, 1), run(3, 3)]);
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
