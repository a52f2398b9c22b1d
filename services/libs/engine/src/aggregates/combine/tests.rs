//! The qualifiers of combined changes.

use proto::timeseries::v1::SeriesInterval;

use super::*;

/// The qualifiers of the changes of some columns together, in a week of days that begins on day 4, or in that week.
fn of_changes(
    columns: &[(&Column, bool)],
    combiner: Combiner,
    interval: SeriesInterval,
) -> Vec<QualifiedRun> {
    let axis = Axis::new(interval, 4, 10, 100).unwrap();
    let combine = |columns: &[(&Column, bool)]| {
        let mut combined = Combination::new(MeasureKind::Stock, Mode::Flow, combiner, false, &axis);
        combined.add(
            columns.iter().map(|(column, is_monthly_average)| Member {
                column,
                carry: 7,
                weight: None,
                is_monthly_average: *is_monthly_average,
                days: None,
            }),
            &axis,
        );
        combined
    };
    let (first, rest) = columns.split_at(1);
    let mut combined = combine(first);
    combined.merge(&combine(rest));
    let newest = |place: usize| {
        let levels = columns.iter().filter_map(|(column, _)| column.level(axis.ends[place], 7));
        levels.map(|(day, _)| day).max()
    };
    combined.qualifiers(newest)
}

fn run(first: usize, last: usize, qualifier: Qualifier) -> QualifiedRun {
    QualifiedRun { first, last, qualifier }
}

#[test]
fn a_change_of_members_without_a_new_value_is_carried() {
    // 1970-01-05 (4) was a Monday.
    let daily = Column::from_points((0..=8).map(|day| (day, Some(f64::from(day)))));
    let weekly = Column::from_points([(1, Some(1.0)), (6, Some(2.0))]);
    let both = [(&daily, false), (&weekly, false)];
    let of_friday = Qualifier { value_date: Some(8), ..Qualifier::default() };
    let carried = Qualifier { is_carried: true, ..of_friday };
    for combiner in [Combiner::Sum, Combiner::Average] {
        let days = of_changes(&both, combiner, SeriesInterval::Day);
        assert_eq!(days, [run(5, 6, carried)], "{combiner:?}");
    }
    let week = of_changes(&both, Combiner::Sum, SeriesInterval::Week);
    assert_eq!(week, [run(0, 0, of_friday)], "of Friday, and not carried");
    // Levels before the first ones are none that an average could have changed from.
    let new = Column::from_points([(4, Some(1.0))]);
    let days = of_changes(&[(&new, false), (&new, false)], Combiner::Average, SeriesInterval::Day);
    let qualifier = Qualifier { value_date: Some(4), is_carried: true, ..Qualifier::default() };
    assert_eq!(days, [run(1, 6, qualifier)]);
}

#[test]
fn a_change_of_monthly_averages_alone_is_one() {
    let average = Column::from_points([(3, Some(1.0)), (10, Some(2.0))]);
    let daily = Column::from_points([(3, Some(1.0)), (10, Some(2.0))]);
    let qualifier = Qualifier { value_date: Some(10), is_average: true, ..Qualifier::default() };
    for combiner in [Combiner::Sum, Combiner::Average] {
        let of = |other| {
            of_changes(&[(&average, true), (&daily, other)], combiner, SeriesInterval::Week)
        };
        assert_eq!(of(true), [run(0, 0, qualifier)], "{combiner:?}");
        assert_eq!(of(false), [], "{combiner:?}");
    }
}
