//! Sums over days of which some are withheld: days, weeks and months agree, and state their missing days.

use crate::support::{Client, World, asset, is_close, shown};
use engine::day::Day;
use engine::{
    Axis, Column, Combination, Combiner, Member, Mode, QualifiedRun, qualifiers, resample,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetSeriesRequest, MeasureKind, SeriesInterval,
    SeriesMode, ValueQualifier,
};

/// Volumes of January and February: of a, one day is withheld and one was taken back.
const VOLUMES: &str = "asset,a,20,2026-01-05,1\nasset,a,20,2026-01-06,-5\nasset,a,20,2026-01-07,2\n\
    asset,a,20,2026-02-02,3\nasset,a,20,2026-02-03,null\nasset,a,20,2026-03-02,4\n\
    asset,b,20,2026-01-05,10\nasset,b,20,2026-02-02,20\nasset,b,20,2026-03-02,30\n";

const FROM: &str = "2026-01-01";
const TO: &str = "2026-03-31";

/// The first days of the intervals whose values are partial.
fn partial(qualifiers: &[ValueQualifier]) -> Vec<(&str, &str)> {
    let partial = qualifiers.iter().filter(|qualifier| qualifier.is_partial);
    partial.map(|qualifier| (qualifier.from.as_str(), qualifier.to.as_str())).collect()
}

async fn sums(
    client: &mut Client,
    interval: SeriesInterval,
    mode: SeriesMode,
) -> (Vec<Option<f64>>, Vec<ValueQualifier>) {
    let request = GetSeriesRequest {
        keys: vec![asset("a", "20")],
        interval: Some(interval.into()),
        mode: Some(mode.into()),
        from: Some(FROM.to_owned()),
        to: Some(TO.to_owned()),
        ..GetSeriesRequest::default()
    };
    let line = client.get_series(request).await.unwrap().into_inner().lines.remove(0);
    (shown(&line.values), line.qualifiers)
}

#[tokio::test]
async fn a_month_with_a_withheld_day_is_the_sum_of_the_others_and_partial() {
    let world = World::start().await;
    world.load(VOLUMES).await;
    let mut client = world.serve().await;
    let level = SeriesMode::Level;
    let (months, qualified) = sums(&mut client, SeriesInterval::Month, level).await;
    assert_eq!(months, [Some(3.0), Some(3.0), Some(4.0)]);
    assert_eq!(partial(&qualified), [("2026-01-01", "2026-02-01")]);
    for interval in [SeriesInterval::Day, SeriesInterval::Week] {
        let (values, _) = sums(&mut client, interval, level).await;
        assert!(is_close(Some(values.iter().flatten().sum()), Some(10.0)), "{interval:?}");
    }
    let (months, qualified) =
        sums(&mut client, SeriesInterval::Month, SeriesMode::Cumulative).await;
    assert_eq!(months, [Some(3.0), Some(6.0), Some(10.0)]);
    assert_eq!(
        partial(&qualified),
        [("2026-01-01", "2026-03-01")],
        "what is missing stays missing"
    );
}

#[tokio::test]
async fn a_month_that_is_not_over_says_whether_it_lacks_withheld_days_too() {
    let world = World::start().await;
    world.load(VOLUMES).await;
    let mut client = world.serve().await;
    for (to, lacks_days) in [("2026-02-15", true), ("2026-03-15", false)] {
        let (from, to) = (Some(FROM.to_owned()), Some(to.to_owned()));
        let interval = Some(SeriesInterval::Month.into());
        let aggregate = GetAggregateRequest {
            measure: "20".to_owned(),
            interval,
            from: from.clone(),
            to: to.clone(),
            ..GetAggregateRequest::default()
        };
        let total = client.get_aggregate(aggregate).await.unwrap().into_inner().total.unwrap();
        let series = GetSeriesRequest {
            keys: vec![asset("a", "20")],
            interval,
            from,
            to,
            ..GetSeriesRequest::default()
        };
        let line = client.get_series(series).await.unwrap().into_inner().lines.remove(0);
        for qualifiers in [total.qualifiers, line.qualifiers] {
            let month = qualifiers.last().unwrap();
            assert!(month.is_partial, "{month:?}");
            assert_eq!(month.lacks_days, lacks_days, "{month:?}");
        }
    }
}

#[tokio::test]
async fn a_total_counts_a_member_with_a_withheld_day_as_not_covered() {
    let world = World::start().await;
    world.load(VOLUMES).await;
    let mut client = world.serve().await;
    let aggregate = GetAggregateRequest {
        measure: "20".to_owned(),
        interval: Some(SeriesInterval::Month.into()),
        from: Some(FROM.to_owned()),
        to: Some(TO.to_owned()),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(aggregate.clone()).await.unwrap().into_inner();
    let total = answer.total.unwrap();
    assert_eq!(shown(&total.values), [Some(13.0), Some(23.0), Some(34.0)]);
    assert_eq!(shown(&total.coverage), [Some(0.5), Some(0.5), Some(1.0)]);
    assert_eq!(partial(&total.qualifiers), [("2026-01-01", "2026-02-01")]);
    assert_eq!(total.withheld_count, 1);
    // By days, every running total from the withheld day on lacks it.
    let running = GetAggregateRequest {
        interval: Some(SeriesInterval::Day.into()),
        mode: Some(SeriesMode::Cumulative.into()),
        from: Some("2026-01-05".to_owned()),
        to: Some("2026-02-02".to_owned()),
        ..aggregate.clone()
    };
    let running = client.get_aggregate(running).await.unwrap().into_inner().total.unwrap();
    assert_eq!(
        partial(&running.qualifiers),
        [("2026-01-07", "2026-01-07"), ("2026-02-02", "2026-02-02")],
        "days on which a member has a value"
    );
    let request = GetExplanationRequest {
        aggregate: Some(aggregate),
        date: Some("2026-01-31".to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_aggregate_explanation(request).await.unwrap().into_inner();
    assert_eq!((explanation.value, explanation.coverage), (Some(13.0), Some(0.5)));
    assert_eq!((explanation.begun_count, explanation.value_count), (2, 1));
    let counted: Vec<f64> = explanation
        .members
        .iter()
        .filter_map(|member| Some(member.counted.as_ref()?.value))
        .collect();
    assert_eq!(counted, [10.0, 3.0]);
}

const FIRST: Day = 20_000;

proptest! {
    #[test]
    fn the_change_of_a_sum_is_partial_where_that_of_a_member_is(
        all in vec(btree_map(FIRST - 60..FIRST + 120, option::weighted(0.7, -1_000..1_000_i32), 0..60), 1..6),
        carry in 0..20_i32,
        length in 0..150_i32,
    ) {
        let columns: Vec<Column> = all
            .iter()
            .map(|known| Column::from_points(known.iter().map(|(day, value)| (*day, value.map(f64::from)))))
            .collect();
        for interval in [SeriesInterval::Day, SeriesInterval::Week, SeriesInterval::Month] {
            let axis = Axis::new(interval, FIRST, FIRST + length, 1_000).unwrap();
            let of_all = |combiner| -> Vec<bool> {
                let mut combined =
                    Combination::new(MeasureKind::Stock, Mode::Flow, combiner, false, &axis);
                let member = |column| Member { column, carry, weight: None, is_monthly_average: false, days: None };
                combined.add(columns.iter().map(member), &axis);
                combined.is_partial().collect()
            };
            let runs: Vec<_> = columns
                .iter()
                .flat_map(|column| qualifiers(column, MeasureKind::Stock, Mode::Flow, carry, &axis))
                .collect();
            let of_any: Vec<bool> = (0..axis.len())
                .map(|place| {
                    runs.iter().any(|run| run.qualifier.is_partial && (run.first..=run.last).contains(&place))
                })
                .collect();
            prop_assert_eq!(of_all(Combiner::Sum), of_any, "{:?}", interval);
            prop_assert!(!runs.iter().any(|run| run.qualifier.lacks_days), "changes are no sums");
            prop_assert!(!of_all(Combiner::Average).contains(&true), "averages change as their levels do");
        }
    }

    #[test]
    fn days_weeks_and_months_have_one_sum_over_any_withheld_days(
        all in vec(btree_map(FIRST..FIRST + 120, option::weighted(0.7, -1_000..1_000_i32), 0..60), 1..6),
        length in 0..150_i32,
        mode in prop_oneof![Just(Mode::Level), Just(Mode::Cumulative)],
    ) {
        let columns: Vec<Column> = all
            .iter()
            .map(|known| Column::from_points(known.iter().map(|(day, value)| (*day, value.map(f64::from)))))
            .collect();
        let to = FIRST + length;
        let sum_of = |known: &std::collections::BTreeMap<Day, Option<i32>>, to: Day| -> i32 {
            known.range(..=to).filter_map(|(_, value)| *value).sum()
        };
        for interval in [
            SeriesInterval::Day,
            SeriesInterval::Week,
            SeriesInterval::Month,
            SeriesInterval::Quarter,
            SeriesInterval::Year,
        ] {
            let axis = Axis::new(interval, FIRST, to, 1_000).unwrap();
            let last = |values: &[f64]| -> f64 {
                let mut known = values.iter().copied().filter(|value| !value.is_nan());
                match mode {
                    Mode::Cumulative => known.next_back().unwrap_or_default(),
                    Mode::Level | Mode::Flow => known.sum(),
                }
            };
            let mut combined = Combination::new(MeasureKind::Flow, mode, Combiner::Sum, false, &axis);
            let member = |column| Member { column, carry: 0, weight: None, is_monthly_average: false, days: None };
            combined.add(columns.iter().map(member), &axis);
            let total: i32 = all.iter().map(|known| sum_of(known, to)).sum();
            let values = combined.values();
            prop_assert_eq!(last(&values) as i32, total, "{:?}", interval);
            for (place, is_partial) in combined.is_partial().enumerate() {
                let (start, end) = (axis.starts[place], axis.ends[place]);
                let lacks = all.iter().any(|known| match mode {
                    // A missing value of a member stays missing, also where the member has no other day.
                    Mode::Cumulative => {
                        known.range(axis.starts[0]..=end).any(|(_, value)| value.is_none())
                    }
                    Mode::Level | Mode::Flow => {
                        let of_interval = || known.range(start..=end).map(|(_, value)| value);
                        of_interval().any(Option::is_none) && of_interval().any(Option::is_some)
                    }
                });
                let is_marked = lacks && !values[place].is_nan();
                prop_assert_eq!(is_partial, is_marked, "{:?} {}", interval, place);
            }
            let lacks_days = |run: &QualifiedRun| run.qualifier.lacks_days == run.qualifier.is_partial;
            prop_assert!(combined.qualifiers(|_| None).iter().all(lacks_days), "{:?}", interval);
            for (column, known) in columns.iter().zip(&all) {
                let values = resample(column, MeasureKind::Flow, mode, 0, &axis);
                prop_assert_eq!(last(&values) as i32, sum_of(known, to), "{:?}", interval);
                let runs = qualifiers(column, MeasureKind::Flow, mode, 0, &axis);
                prop_assert!(runs.iter().all(lacks_days), "{:?}", interval);
                for (place, value) in values.iter().enumerate() {
                    let start = if mode == Mode::Cumulative { axis.starts[0] } else { axis.starts[place] };
                    let lacks = known.range(start..=axis.ends[place]).any(|(_, value)| value.is_none());
                    let is_marked = runs.iter().any(|run| {
                        (run.first..=run.last).contains(&place) && run.qualifier.is_partial
                    });
                    prop_assert_eq!(is_marked, lacks && !value.is_nan(), "{:?} {}", interval, place);
                }
            }
        }
    }
}
