//! Premiums to the price of an underlying, on days on which its market is open and on days on which it is closed.

use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{Client, World, asset, is_close, shown};
use proto::timeseries::v1::{
    GetExplanationRequest, GetSeriesRequest, ListRankedSlugsRequest, RankedNumber, SeriesGroupBy,
    SeriesLine, SubjectKind,
};
use time::macros::date;
use time::{Date, Weekday};

/// The days from Monday to Friday on which the New York Stock Exchange is closed in 2025 and 2026. Its shortened sessions,
/// such as those after Thanksgiving, have a close.
const NYSE_HOLIDAYS: [Date; 21] = [
    date!(2025 - 01 - 01),
    // A day of national mourning.
    date!(2025 - 01 - 09),
    date!(2025 - 01 - 20),
    date!(2025 - 02 - 17),
    // Good Friday.
    date!(2025 - 04 - 18),
    date!(2025 - 05 - 26),
    // Juneteenth.
    date!(2025 - 06 - 19),
    date!(2025 - 07 - 04),
    date!(2025 - 09 - 01),
    // Thanksgiving.
    date!(2025 - 11 - 27),
    date!(2025 - 12 - 25),
    date!(2026 - 01 - 01),
    date!(2026 - 01 - 19),
    date!(2026 - 02 - 16),
    date!(2026 - 04 - 03),
    date!(2026 - 05 - 25),
    date!(2026 - 06 - 19),
    // Independence Day is a Saturday.
    date!(2026 - 07 - 03),
    date!(2026 - 09 - 07),
    date!(2026 - 11 - 26),
    date!(2026 - 12 - 25),
];

/// From Friday to Monday: the token is traded on three days, its underlying on two.
const WEEKEND: &str = "asset,share,39,2026-01-23,101\nasset,share,39,2026-01-24,120\n\
    asset,share,39,2026-01-26,98\nasset,share,underlying_price_dollar,2026-01-23,100\n\
    asset,share,underlying_price_dollar,2026-01-26,100\n\
    asset,halted,39,2026-01-23,10\nasset,halted,39,2026-01-24,11\n\
    asset,halted,underlying_price_dollar,2026-01-22,10\n\
    asset,halted,underlying_price_dollar,2026-01-23,null";

fn is_session(day: Date) -> bool {
    !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !NYSE_HOLIDAYS.contains(&day)
}

fn days(from: Date, to: Date) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(from), |day| day.next_day()).take_while(move |day| *day <= to)
}

/// A price of 100 to 105 dollars that changes from day to day.
fn price(day: Date) -> f64 {
    f64::from(1_000 + (day.to_julian_day() * 37) % 50) / 10.0
}

/// A close of 100 to 104 dollars that changes from day to day.
fn close(day: Date) -> f64 {
    f64::from(1_000 + (day.to_julian_day() * 17) % 40) / 10.0
}

/// A token that is traded on every day, and the closes of the sessions.
fn calendar(from: Date, to: Date) -> String {
    let mut rows = String::new();
    for day in days(from, to) {
        writeln!(rows, "asset,share,39,{day},{}", price(day)).unwrap();
        if is_session(day) {
            writeln!(rows, "asset,share,underlying_price_dollar,{day},{}", close(day)).unwrap();
        }
    }
    rows
}

async fn line(client: &mut Client, slug: &str, measure: &str) -> SeriesLine {
    line_of(client, slug, measure, ["2026-01-23", "2026-01-26"]).await
}

async fn line_of(
    client: &mut Client,
    slug: &str,
    measure: &str,
    [from, to]: [&str; 2],
) -> SeriesLine {
    let request = GetSeriesRequest {
        keys: vec![asset(slug, measure)],
        from: Some(from.to_owned()),
        to: Some(to.to_owned()),
        ..GetSeriesRequest::default()
    };
    client.get_series(request).await.unwrap().into_inner().lines.remove(0)
}

/// The days that are not measured, each with the day that its value is of.
fn carried(line: &SeriesLine) -> Vec<(&str, &str, &str)> {
    line.qualifiers
        .iter()
        .filter(|qualifier| qualifier.is_carried)
        .map(|qualifier| {
            let of = qualifier.value_date.as_deref().unwrap_or_default();
            (qualifier.from.as_str(), qualifier.to.as_str(), of)
        })
        .collect()
}

#[tokio::test]
async fn a_day_without_a_session_is_not_measured_and_one_with_a_session_is_not_closed() {
    let world = World::start().await;
    world.load(WEEKEND).await;
    let mut client = world.serve().await;
    let open = line(&mut client, "share", "premium_to_underlying").await;
    let expected = [Some(0.01), Some(0.01), Some(0.01), Some(-0.02)];
    for (found, expected) in shown(&open.values).into_iter().zip(expected) {
        assert!(is_close(found, expected), "{open:?}");
    }
    assert_eq!(carried(&open), [("2026-01-24", "2026-01-25", "2026-01-23")]);

    let closed = line(&mut client, "share", "premium_to_underlying_closed").await;
    // On Saturday the price is compared with the close of Friday; on Sunday and Monday that stands.
    let expected = [None, Some(0.2), Some(0.2), Some(0.2)];
    for (found, expected) in shown(&closed.values).into_iter().zip(expected) {
        assert!(is_close(found, expected), "{closed:?}");
    }
    assert_eq!(carried(&closed), [("2026-01-25", "2026-01-26", "2026-01-24")]);
}

#[tokio::test]
async fn a_withheld_close_is_compared_with_nothing() {
    let world = World::start().await;
    world.load(WEEKEND).await;
    let mut client = world.serve().await;
    for measure in ["premium_to_underlying", "premium_to_underlying_closed"] {
        let found = shown(&line(&mut client, "halted", measure).await.values);
        assert_eq!(found[..2], [None, None], "{measure}");
    }
}

#[tokio::test]
async fn a_premium_of_a_closed_day_is_explained_by_the_close_before() {
    let world = World::start().await;
    world.load(WEEKEND).await;
    let mut client = world.serve().await;
    let request = GetExplanationRequest {
        key: Some(asset("share", "premium_to_underlying_closed")),
        date: Some("2026-01-24".to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    let inputs: Vec<_> = explanation
        .inputs
        .iter()
        .map(|input| (input.role.as_str(), input.to.as_deref(), input.value))
        .collect();
    let expected = [
        ("Price", Some("2026-01-24"), Some(120.0)),
        ("Last underlying close", Some("2026-01-23"), Some(100.0)),
    ];
    assert_eq!(inputs, expected);
    assert_eq!(explanation.method_version, "2");
}

/// The newest day that a premium is of on each day, and the close that it is compared with.
fn compared(day: Date, is_open: bool) -> (Date, f64) {
    let back = |from: Date| std::iter::successors(Some(from), |day| day.previous_day());
    let measured = back(day).find(|day| is_session(*day) == is_open).unwrap();
    let session = back(measured).find(|day| is_session(*day)).unwrap();
    (measured, close(session))
}

#[tokio::test]
async fn each_day_of_an_exchange_has_one_premium_that_is_measured_and_one_that_is_carried() {
    let world = World::start().await;
    world.clock.advance(Duration::from_hours(24 * 60));
    // Both premiums begin before the first day that is checked.
    world.load(&calendar(date!(2024 - 12 - 27), date!(2026 - 12 - 31))).await;
    let mut client = world.serve().await;
    let years = [
        (date!(2025 - 01 - 01), date!(2025 - 12 - 31)),
        (date!(2026 - 01 - 01), date!(2026 - 12 - 31)),
    ];
    for (from, to) in years {
        for (measure, is_open) in
            [("premium_to_underlying", true), ("premium_to_underlying_closed", false)]
        {
            let range = [from.to_string(), to.to_string()];
            let range = [range[0].as_str(), range[1].as_str()];
            let line = line_of(&mut client, "share", measure, range).await;
            let carried = carried(&line);
            let values = shown(&line.values);
            assert_eq!(values.len(), days(from, to).count());
            for (day, value) in days(from, to).zip(values) {
                let (measured, close) = compared(day, is_open);
                let expected = Some(price(measured) / close - 1.0);
                assert!(is_close(value, expected), "{measure} on {day}: {value:?}, {expected:?}");
                let text = day.to_string();
                let of =
                    carried.iter().find(|(from, to, _)| (*from..=*to).contains(&text.as_str()));
                let expected = (measured != day).then(|| measured.to_string());
                assert_eq!(of.map(|(.., of)| (*of).to_owned()), expected, "{measure} on {day}");
            }
        }
    }
}

#[tokio::test]
async fn a_thanksgiving_is_compared_with_the_close_before_and_a_half_day_with_its_own() {
    let world = World::start().await;
    world.load(&calendar(date!(2025 - 11 - 24), date!(2025 - 12 - 01))).await;
    let mut client = world.serve().await;
    for (measure, date, of_price, of_close) in [
        // The session before the holiday, and the shortened one after it.
        ("premium_to_underlying", "2025-11-26", "2025-11-26", "2025-11-26"),
        ("premium_to_underlying", "2025-11-28", "2025-11-28", "2025-11-28"),
        ("premium_to_underlying_closed", "2025-11-27", "2025-11-27", "2025-11-26"),
        ("premium_to_underlying_closed", "2025-11-30", "2025-11-30", "2025-11-28"),
    ] {
        let request = GetExplanationRequest {
            key: Some(asset("share", measure)),
            date: Some(date.to_owned()),
            ..GetExplanationRequest::default()
        };
        let explanation = client.get_explanation(request).await.unwrap().into_inner();
        let days: Vec<_> =
            explanation.inputs.iter().map(|input| input.to.as_deref().unwrap()).collect();
        assert_eq!(days, [of_price, of_close], "{measure} on {date}");
    }
}

#[tokio::test]
async fn the_premium_of_a_closed_day_stands_through_a_week_of_sessions_also_if_a_holiday_follows() {
    let world = World::start().await;
    // The last day with a price is the third without a close: Monday, 19 January 2026.
    world.load(&calendar(date!(2026 - 01 - 08), date!(2026 - 01 - 19))).await;
    let mut client = world.serve().await;
    let week = ["2026-01-12", "2026-01-16"];
    let line = line_of(&mut client, "share", "premium_to_underlying_closed", week).await;
    let sunday = Some(price(date!(2026 - 01 - 11)) / close(date!(2026 - 01 - 09)) - 1.0);
    let values = shown(&line.values);
    assert!(values.iter().all(|value| is_close(*value, sunday)), "{values:?}");
    assert_eq!(carried(&line), [("2026-01-12", "2026-01-16", "2026-01-11")]);
}

#[tokio::test]
async fn on_a_sunday_a_list_states_the_day_of_each_premium() {
    let world = World::start().await;
    // From Friday to Sunday: the newest day that is over is a Saturday.
    world.clock.advance(Duration::from_hours(2 * 24));
    let (friday, saturday) = (date!(2026 - 11 - 20), date!(2026 - 11 - 21));
    let rows = calendar(date!(2026 - 11 - 16), saturday);
    world.load(&format!("{rows}asset,share,63,{friday},1000\n")).await;
    let mut client = world.serve().await;
    for (measure, measured) in
        [("premium_to_underlying", friday), ("premium_to_underlying_closed", saturday)]
    {
        let request = ListRankedSlugsRequest {
            slugs: vec!["share".to_owned()],
            number: Some(RankedNumber { measure: measure.to_owned(), ..RankedNumber::default() }),
            subject_kind: SubjectKind::Asset.into(),
            group_by: SeriesGroupBy::Asset.into(),
            limit: 1,
            ..ListRankedSlugsRequest::default()
        };
        let row = client.list_ranked_slugs(request).await.unwrap().into_inner().results.remove(0);
        let expected = Some(price(measured) / close(friday) - 1.0);
        assert!(is_close(row.value, expected), "{measure}: {row:?}");
        assert_eq!(row.value_date, Some(measured.to_string()), "{measure}");
        assert_eq!(row.is_carried, measured == friday, "{measure}");
    }
}
