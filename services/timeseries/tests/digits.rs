//! Sums are those of written arithmetic, to the last digit: by members or by groups, by days or by longer intervals, from
//! series or from rollups.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::day::Day;
use engine::{
    Axis, Column, Combination, Combiner, Dimension, Member, Mode, Rollup, Series, Subject, measures,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proto::timeseries::v1::{
    GetLatestRequest, GetSeriesRequest, MeasureKind, SeriesInterval, SeriesMode, SubjectKind,
};

use crate::support::{self, World, asset};

const FIRST: Day = 20_000;
const DAYS: Day = 120;

/// An issuer, for how many days values are carried, and the values by day.
type KnownSeries = (u8, i32, BTreeMap<Day, f64>);

fn known() -> impl Strategy<Value = KnownSeries> {
    // Cents of small and of large amounts: no binary number is exactly one of them.
    let amount = || {
        prop_oneof![-9_999..9_999_i64, 0..99_999_999_999_i64].prop_map(|cents| cents as f64 / 100.0)
    };
    let broken = btree_map(FIRST..FIRST + DAYS, amount(), 0..60);
    let unbroken = (FIRST..FIRST + DAYS, vec(amount(), 1..60))
        .prop_map(|(first, values)| (first..).zip(values).collect());
    (0..4_u8, 0..20_i32, prop_oneof![broken, unbroken])
}

/// The sum of cents, which has cents.
fn exact(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let cents = values.into_iter().map(|value| (value * 100.0).round() as i128);
    let sum = cents.reduce(|sum, more| sum + more)?;
    Some(sum as f64 / 100.0)
}

fn series((id, (issuer, carry, values)): (usize, KnownSeries)) -> Arc<Series> {
    let id = id as i64 + 1;
    let slug = format!("asset-{id}");
    let issuer = Some(issuer.to_string());
    let subject = Subject { issuer, ..Subject::new(id, SubjectKind::Asset, &slug) };
    let points = values.into_iter().map(|(day, value)| (day, Some(value)));
    Arc::new(Series {
        carry,
        column: Arc::new(Column::from_points(points)),
        ..Series::observed(id, Arc::new(subject), measures::by_name("71").unwrap())
    })
}

fn combined(members: &[&Arc<Series>], kind: MeasureKind, mode: Mode, axis: &Axis) -> Combination {
    let mut combined = Combination::new(kind, mode, Combiner::Sum, false, axis);
    let members = members.iter().map(|series| Member {
        column: &series.column,
        carry: series.measure.carry(series.carry),
        weight: None,
        is_monthly_average: false,
        days: None,
    });
    combined.add(members, axis);
    combined
}

proptest! {
    #[test]
    fn sums_over_time_and_members_have_the_digits_of_written_ones(
        all in vec(known(), 1..24),
        interval in prop_oneof![
            Just(SeriesInterval::Day),
            Just(SeriesInterval::Week),
            Just(SeriesInterval::Month),
            Just(SeriesInterval::Year),
        ],
    ) {
        let axis = Axis::new(interval, FIRST - 7, FIRST + DAYS, 1_000).unwrap();
        let members: Vec<Arc<Series>> = all.iter().cloned().enumerate().map(series).collect();
        let everyone: Vec<&Arc<Series>> = members.iter().collect();
        let in_range = |from: Day, to: Day| {
            exact(all.iter().flat_map(|(_, _, values)| values.range(from..=to)).map(|pair| *pair.1))
        };
        let ranges = || axis.starts.iter().zip(&axis.ends);
        let sums: Vec<Option<f64>> = ranges().map(|(from, to)| in_range(*from, *to)).collect();
        let so_far: Vec<Option<f64>> = ranges()
            .zip(&sums)
            .map(|((_, to), sum)| sum.and_then(|_| in_range(axis.starts[0], *to)))
            .collect();
        let shown = |combined: &Combination| -> Vec<Option<f64>> {
            combined.values().into_iter().map(|value| Some(value).filter(|v| !v.is_nan())).collect()
        };
        for (mode, expected) in [(Mode::Level, sums), (Mode::Cumulative, so_far)] {
            let of = |members: &[&Arc<Series>]| combined(members, MeasureKind::Flow, mode, &axis);
            prop_assert_eq!(shown(&of(&everyone)), expected.clone());
            let mut by_issuer: BTreeMap<_, Vec<&Arc<Series>>> = BTreeMap::new();
            for series in &members {
                by_issuer.entry(series.subject.issuer.clone()).or_default().push(series);
            }
            let groups = by_issuer.values().rev().map(|members| of(members));
            let total = groups.reduce(|mut total, group| {
                total.merge(&group);
                total
            });
            prop_assert_eq!(shown(&total.unwrap()), expected);
        }
    }

    #[test]
    fn a_rollup_has_the_digits_of_written_sums_by_any_dimension(all in vec(known(), 1..24)) {
        let mut members: Vec<Arc<Series>> = all.iter().cloned().enumerate().map(series).collect();
        let measure = measures::by_name("71").unwrap();
        let level = |series: &Series, day: Day| series.column.level(day, series.carry);
        let (from, to) = (FIRST - 2, FIRST + DAYS + 25);
        let levels = |members: &[Arc<Series>], day: Day| {
            exact(members.iter().filter_map(|series| Some(level(series, day)?.1)))
        };
        let expected: Vec<Option<f64>> = (from..=to).map(|day| levels(&members, day)).collect();
        for by in [None, Some(Dimension::Issuer), Some(Dimension::Asset)] {
            let Some(rollup) = Rollup::new(measure, &members, by) else { return Ok(()) };
            let total = rollup.window(from, to).slice(rollup.total.values.numbers());
            let total: Vec<Option<f64>> =
                total.into_iter().map(|value| Some(value).filter(|v| !v.is_nan())).collect();
            prop_assert_eq!(&total, &expected, "{:?}", by);
            members.reverse();
        }
    }
}

#[tokio::test]
async fn changes_of_series_have_the_digits_of_written_ones() {
    let world = World::start().await;
    let rows = "asset,fund,71,2026-11-16,160785.38\nasset,fund,71,2026-11-17,131610.73\n\
        asset,fund,71,2026-11-18,76759.74\nasset,fund,3,2026-11-16,1.0432\nasset,fund,3,2026-11-17,1.0474\n\
        asset,fund,3,2026-11-18,1.0411\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let request = |interval: SeriesInterval| GetSeriesRequest {
        keys: vec![asset("fund", "71"), asset("fund", "3")],
        mode: Some(SeriesMode::Flow.into()),
        interval: Some(interval.into()),
        from: Some("2026-11-16".to_owned()),
        to: Some("2026-11-18".to_owned()),
        ..GetSeriesRequest::default()
    };
    let lines = client.get_series(request(SeriesInterval::Day)).await.unwrap().into_inner().lines;
    assert_eq!(format!("{:?}", lines[0].values), "[160785.38, -29174.65, -54850.99]");
    let [first, second, third] = lines[1].values[..] else { panic!("three days") };
    assert!(first.is_nan(), "a price begins with its first value");
    assert_eq!(format!("{second} {third}"), "0.0042 -0.0063");
    // A longer interval has the changes of its days.
    let lines = client.get_series(request(SeriesInterval::Month)).await.unwrap().into_inner().lines;
    let [of_fund, of_price] = [0, 1].map(|line: usize| lines[line].values[0]);
    assert_eq!(format!("{of_fund} {of_price}"), "76759.74 -0.0021");
    let keys = vec![asset("fund", "3")];
    let request = GetLatestRequest { keys, ..GetLatestRequest::default() };
    let latest = support::latest(&mut client, request).await;
    assert_eq!(latest.results[0].changes[0].amount.unwrap().to_string(), "-0.0063");
}
