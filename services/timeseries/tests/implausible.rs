//! Values that cannot be: zeros, other scales, and prices that repeat too often.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::support::{HEAD, World};
use engine::day;
use kit::clock::DAY;

const FIRST: &str = "2026-01-01";

#[tokio::test]
async fn a_zero_that_cannot_be_is_withheld() {
    let world = World::start().await;
    let rows = "benchmark,homes,benchmark_index,2026-01-31,0\nbenchmark,homes,benchmark_index,2026-02-28,214.3\n\
        benchmark,gold,benchmark_price_dollar,2026-01-31,0.000\nbenchmark,bill,benchmark_rate,2026-01-31,0\n\
        benchmark,dkk,units_per_euro,2026-01-31,0\nasset,a,price_dollar,2026-01-31,0\n\
        asset,a,net_asset_value_dollar,2026-01-31,0\nasset,a,daily_mints_dollar,2026-01-31,0\n\
        asset,a,property_value_dollar,2026-01-31,0\n";
    let loaded = world.load(rows).await;
    assert_eq!(loaded.withheld, [("zero".to_owned(), 6)]);
    let kept = world.observations().await;
    for plain in ["bill benchmark_rate 2026-01-31 0", "a daily_mints_dollar 2026-01-31 0"] {
        assert!(kept.contains(&plain.to_owned()), "{kept:?}");
    }
    // Withheld values are no level that others are compared with.
    assert!(kept.contains(&"homes benchmark_index 2026-02-28 214.3".to_owned()), "{kept:?}");
}

#[tokio::test]
async fn a_file_in_another_scale_is_doubted_until_it_is_confirmed() {
    let world = World::start().await;
    world
        .load(
            "benchmark,bill,benchmark_rate,2026-01-01,0.0498\nbenchmark,low,benchmark_rate,2026-01-01,0.0001\n\
             benchmark,homes,benchmark_index,2026-01-01,214.3\nasset,a,price_dollar,2026-01-01,31.5\n\
             asset,a,bridged_token_value_dollar,2026-01-01,1000\n",
        )
        .await;
    world.clock.advance(DAY);
    let loaded = world
        .load(
            "benchmark,bill,benchmark_rate,2026-01-02,4.97\nbenchmark,low,benchmark_rate,2026-01-02,0.001\n\
             benchmark,homes,benchmark_index,2026-02-01,2.151\nasset,a,price_dollar,2026-01-02,314\n\
             asset,a,bridged_token_value_dollar,2026-01-02,1000000\n",
        )
        .await;
    // Rates near zero may grow tenfold, and an amount of which one value is known by any factor.
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 3)]);
    world.clock.advance(DAY);
    let loaded = world
        .load(
            "asset,a,price_dollar,2026-01-03,320\nbenchmark,bill,benchmark_rate,2026-01-03,0.0497",
        )
        .await;
    // The price stays where it is; the rate does not, and returns to the scale that it had.
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 1));
    let kept = world.observations().await;
    assert!(kept.contains(&"a price_dollar 2026-01-02 314".to_owned()), "{kept:?}");
    assert!(kept.contains(&"bill benchmark_rate 2026-01-03 0.0497".to_owned()), "{kept:?}");
    let jumped: Vec<_> =
        kept.iter().filter(|kept| kept.starts_with("bill benchmark_rate 2026-01-02")).collect();
    assert_eq!(jumped, ["bill benchmark_rate 2026-01-02 withheld: scale_jump"]);
}

#[tokio::test]
async fn a_ratio_that_cannot_be_is_withheld() {
    let world = World::start().await;
    let rows = "asset,percent,occupancy,2026-01-31,95\nasset,percent,loan_to_value,2026-01-31,65\n\
        asset,full,occupancy,2026-01-31,1\nasset,full,loan_to_value,2026-01-31,1.2\n";
    let loaded = world.load(rows).await;
    assert_eq!(loaded.withheld, [("above_maximum".to_owned(), 2)]);
    world.clock.advance(DAY);
    let rates = "asset,points,interest_rate,2026-01-31,450\nasset,dear,interest_rate,2026-01-31,11.43\n\
        benchmark,points,benchmark_rate,2026-01-31,450\n";
    assert_eq!(world.load(rates).await.withheld, [("above_maximum".to_owned(), 2)]);
    world.clock.advance(DAY);
    // An impossible value is no level that others are compared with.
    let loaded = world.load("asset,percent,occupancy,2026-02-28,0.95").await;
    assert_eq!(loaded.withheld, Vec::new());
}

#[tokio::test]
async fn payments_and_large_amounts_in_another_scale_are_doubted() {
    let world = World::start().await;
    let first = "asset,a,distribution_per_unit_dollar,2026-01-31,0.05\nasset,a,annual_rent_dollar,2026-01-31,90000\n\
        asset,a,property_value_dollar,2026-01-31,1000000\nasset,a,bridged_token_value_dollar,2026-01-31,2000000000\n\
        asset,b,distribution_per_unit_dollar,2026-01-31,0.05\nasset,b,bridged_token_value_dollar,2026-01-31,2000000\n";
    world.load(first).await;
    world.clock.advance(DAY);
    let second = "asset,a,distribution_per_unit_dollar,2026-02-28,5\nasset,a,annual_rent_dollar,2026-02-28,9000000\n\
        asset,a,property_value_dollar,2026-02-28,1010\nasset,a,bridged_token_value_dollar,2026-02-01,2010000\n\
        asset,b,distribution_per_unit_dollar,2026-02-28,0.5\nasset,b,bridged_token_value_dollar,2026-02-01,200000000\n";
    let loaded = world.load(second).await;
    // A special distribution may be ten times the usual one, and a small amount may grow a hundredfold.
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 4)]);
}

#[tokio::test]
async fn a_rate_that_is_off_by_a_digit_is_doubted() {
    let world = World::start().await;
    let first = "asset,a,interest_rate,2026-01-01,0.0498\nasset,b,yield_to_maturity,2026-01-01,0.043\n\
        asset,low,interest_rate,2026-01-01,0.0007\nasset,home,occupancy,2026-01-01,0.09\n";
    world.load(first).await;
    world.clock.advance(DAY);
    let second = "asset,a,interest_rate,2026-01-02,0.498\nasset,b,yield_to_maturity,2026-01-02,0.0043\n\
        asset,low,interest_rate,2026-01-02,0.007\nasset,home,occupancy,2026-01-02,0.9\n";
    // Below one percent a rate may grow tenfold, and an empty building may be let.
    assert_eq!(world.load(second).await.withheld, [("scale_jump".to_owned(), 2)]);
    world.clock.advance(DAY);
    let third =
        "asset,a,interest_rate,2026-01-03,0.0501\nasset,b,yield_to_maturity,2026-01-03,0.0044\n";
    let loaded = world.load(third).await;
    // The yield stays where it is.
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 1));
}

/// Amounts of days from the first on, as rows of an asset.
pub fn amounts(
    slug: &str,
    measure: &str,
    from: i32,
    values: impl IntoIterator<Item = f64>,
) -> String {
    let first = day::parse(FIRST).unwrap() + from;
    let row = |(day, value)| format!("asset,{slug},{measure},{},{value}\n", day::text(day));
    (first..).zip(values).map(row).collect()
}

/// Values that move by less than a tenth.
pub fn steady(level: f64, count: i32) -> impl Iterator<Item = f64> {
    (0..count).map(move |day| level + level / 100.0 * f64::from(day % 7))
}

#[tokio::test]
async fn an_amount_with_a_history_in_another_scale_is_doubted() {
    let world = World::start().await;
    let checked = [
        "bridged_token_value_dollar",
        "cumulative_defaulted_amount_dollar",
        "late_loans_amount_dollar",
        "defaulted_loans_amount_dollar",
        "total_supply_token",
        "funded_assets_token",
        "benchmark_amount_dollar",
    ];
    let of_all = |from: i32, level: f64, count: i32| -> String {
        checked.map(|measure| amounts("a", measure, from, steady(level, count))).concat()
    };
    // A young asset, one that grows, and a volume, which may be ten times as large on any day.
    let value = "bridged_token_value_dollar";
    let others = amounts("young", value, 0, steady(1_000.0, 29))
        + &amounts("growing", value, 0, (1..=30_i32).map(f64::from))
        + &amounts("volume", "daily_transfer_volume_dollar", 0, steady(1_000.0, 30));
    let loaded = world.load(&(of_all(0, 1_000.0, 30) + &others)).await;
    assert_eq!(loaded.withheld, Vec::new());
    world.clock.advance(DAY);
    let others = amounts("young", value, 29, [10_000.0])
        + &amounts("growing", value, 30, [300.0])
        + &amounts("volume", "daily_transfer_volume_dollar", 30, [10_000.0]);
    // Cents for dollars, two days of them.
    let loaded = world.load(&(of_all(30, 100_000.0, 2) + &others)).await;
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 14)]);
    world.clock.advance(DAY);
    let loaded = world.load(&of_all(32, 101_000.0, 1)).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 14), "another load confirms them");
}

#[tokio::test]
async fn amounts_in_base_units_are_doubted() {
    let world = World::start().await;
    let (value, supply) = ("bridged_token_value_dollar", "total_supply_token");
    let first = amounts("six", supply, 0, steady(1_000.0, 30))
        + &amounts("eighteen", supply, 0, steady(1_000.0, 30))
        + &amounts("euro", value, 0, steady(1_000.0, 30))
        + &amounts("launch", value, 0, [1.0])
        + &amounts("fund", "net_asset_value_dollar", 0, [1.01]);
    assert_eq!(world.load(&first).await.withheld, Vec::new());
    world.clock.advance(DAY);
    let second = amounts("six", supply, 30, [1.01e9])
        + &amounts("eighteen", supply, 30, [1.01e21])
        + &amounts("euro", value, 30, [5e6])
        + &amounts("launch", value, 1, [1e9])
        + &amounts("fund", "net_asset_value_dollar", 1, [1.01e18]);
    let loaded = world.load(&second).await;
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 5)]);
    world.clock.advance(DAY);
    let loaded = world.load(&amounts("launch", value, 2, [1.2e9])).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 1), "a launch is confirmed");
}

#[tokio::test]
async fn a_whole_history_in_cents_does_not_confirm_itself() {
    let world = World::start().await;
    let value = "bridged_token_value_dollar";
    world.load(&amounts("a", value, 0, steady(1_000.0, 40))).await;
    world.clock.advance(DAY);
    let loaded = world.load(&amounts("a", value, 0, steady(100_000.0, 45))).await;
    assert_eq!((loaded.withheld, loaded.restated), (vec![("scale_jump".to_owned(), 45)], 40));
    world.clock.advance(DAY);
    let loaded = world.load(&amounts("a", value, 45, [1_010.0])).await;
    assert_eq!((loaded.withheld, loaded.accepted), (Vec::new(), 1), "dollars again");
}

#[tokio::test]
async fn an_amount_that_grows_within_a_file_is_confirmed_by_its_next_value() {
    let world = World::start().await;
    let value = "bridged_token_value_dollar";
    let grown = steady(1_000.0, 30).chain([10_100.0, 10_200.0]);
    let slip = steady(1_000.0, 30).chain([101_000.0, 1_020.0]);
    let last = steady(1_000.0, 30).chain([10_100.0]);
    let rows = amounts("grown", value, 0, grown)
        + &amounts("slip", value, 0, slip)
        + &amounts("last", value, 0, last);
    let loaded = world.load(&rows).await;
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 2)]);
    let kept = world.observations().await;
    for plain in [
        format!("grown {value} 2026-01-31 10100"),
        format!("slip {value} 2026-01-31 withheld: scale_jump"),
    ] {
        assert!(kept.contains(&plain), "{kept:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_wholly_in_another_scale_does_not_confirm_itself() {
    let world = World::start().await;
    let rows = |from: i32, to: i32, price: i32| -> String {
        let row = |day| format!("asset,a,price_dollar,2026-01-{day:02},{}.5\n", price + day);
        (from..=to).map(row).collect()
    };
    assert!(world.load(&rows(1, 5, 300)).await.withheld.is_empty());
    world.clock.advance(DAY);
    // The history again, and more of it, wholly in another scale: it replaces values that were published.
    let loaded = world.load(&rows(1, 9, 30_000)).await;
    assert_eq!((loaded.withheld, loaded.restated), (vec![("scale_jump".to_owned(), 9)], 5));
    world.clock.advance(DAY);
    // The same values under another name are no other values.
    let loaded = world.load_as("wide.csv", &rows(1, 9, 30_000)).await;
    assert_eq!((loaded.withheld, loaded.unchanged), (Vec::new(), 9));
    world.clock.advance(DAY);
    let loaded = world.load_as("later.csv", &rows(10, 10, 30_000)).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 9));
    let kept = world.texts(
        "SELECT DISTINCT ON (date) date || ' ' || value || ' ' || coalesce(reason, '') FROM observations
         ORDER BY date, known_at DESC",
    );
    let expected: Vec<String> =
        (1..=10).map(|day| format!("2026-01-{day:02} {}.5 ", 30_000 + day)).collect();
    assert_eq!(kept.await, expected);
}

#[tokio::test]
async fn net_asset_values_in_another_scale_do_not_confirm_themselves() {
    let world = World::start().await;
    let row = |slug: &str, date: &str, value: &str| {
        format!("asset,{slug},net_asset_value_dollar,{date},{value}\n")
    };
    let daily = |from: i32, to: i32, point: &str| -> String {
        (from..=to)
            .map(|day| row("daily", &format!("2026-01-{day:02}"), &format!("1{point}{day:02}")))
            .collect()
    };
    let first = daily(1, 3, ".")
        + &row("monthly", "2026-01-31", "1.02")
        + &row("slip", "2026-01-01", "1.01");
    assert!(world.load(&first).await.withheld.is_empty());
    world.clock.advance(DAY);
    // Published days and two more, all of them a hundredfold; a month; and one day of three.
    let second = daily(1, 5, "")
        + &row("monthly", "2026-02-28", "102")
        + &row("slip", "2026-01-02", "102")
        + &row("slip", "2026-01-03", "1.03");
    let loaded = world.load_as("wide.csv", &second).await;
    assert_eq!((loaded.withheld, loaded.restated), (vec![("scale_jump".to_owned(), 7)], 3));
    let kept = world.observations().await;
    for plain in ["2026-01-02 withheld: scale_jump", "2026-01-03 1.03"] {
        assert!(kept.contains(&format!("slip net_asset_value_dollar {plain}")), "{kept:?}");
    }
    world.clock.advance(DAY);
    let third = daily(6, 6, "") + &row("monthly", "2026-03-31", "103");
    let loaded = world.load_as("later.csv", &third).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 6));
}

#[tokio::test]
async fn a_wrong_scale_that_the_same_file_corrects_is_withheld() {
    let world = World::start().await;
    world.load("asset,a,price_dollar,2026-01-01,31.4").await;
    world.clock.advance(DAY);
    let rows = "asset,a,price_dollar,2026-01-02,3140,2026-01-02T20:00:00Z\n\
                asset,a,price_dollar,2026-01-02,31.5,2026-01-03T08:00:00Z";
    let text = format!("{HEAD},known_at\n{rows}");
    let report = world.import(&[("later.csv", &text)]).await.unwrap();
    assert!(report.to_string().contains("withheld: 1 for scale_jump"), "{report}");
    let kept = world.observations().await;
    let expected = ["2026-01-01 31.4", "2026-01-02 withheld: scale_jump", "2026-01-02 31.5"];
    assert_eq!(kept, expected.map(|plain| format!("a price_dollar {plain}")));
}

#[tokio::test]
async fn a_price_that_is_repeated_is_withheld_over_several_loads() {
    let world = World::start().await;
    let row = |slug: &str, number: i32, price: &str| {
        format!("asset,{slug},price_dollar,2026-01-{number:02},{price}\n")
    };
    let rows = |from: i32, to: i32| -> String {
        let each = (from..=to).flat_map(|number| {
            [row("stuck", number, "31.415"), row("peg", number, "1"), row("offer", number, "51.25")]
        });
        each.collect()
    };
    assert!(world.load(&rows(1, 9)).await.withheld.is_empty());
    world.clock.advance(DAY);
    let loaded = world.load(&rows(10, 13)).await;
    assert_eq!(loaded.withheld, [("repeated".to_owned(), 3)]);
    world.clock.advance(DAY);
    assert!(world.load(&row("stuck", 14, "31.416")).await.withheld.is_empty());
    let kept = world.observations().await;
    assert!(kept.contains(&"stuck price_dollar 2026-01-10 31.415".to_owned()), "{kept:?}");
    assert!(kept.contains(&"stuck price_dollar 2026-01-11 withheld: repeated".to_owned()));
}

#[tokio::test]
async fn values_of_a_rare_series_are_compared_for_as_long_as_they_are_carried() {
    let world = World::start().await;
    let first = "asset,year,property_value_dollar,2024-06-30,512000\n\
        asset,lapsed,property_value_dollar,2024-06-30,512000\n\
        benchmark,month,benchmark_index,2025-01-28,214.35\n";
    assert_eq!(world.load(first).await.withheld, Vec::new());
    let rare = "UPDATE series AS s SET carry_days = CASE u.slug WHEN 'year' THEN 400 ELSE 62 END
                FROM subjects AS u WHERE u.id = s.subject_id RETURNING u.slug";
    assert_eq!(world.texts(rare).await.len(), 3);
    world.clock.advance(DAY);
    let second = "asset,year,property_value_dollar,2025-06-30,51400000\n\
        asset,lapsed,property_value_dollar,2025-06-30,51400000\n";
    assert_eq!(world.load(second).await.withheld, [("scale_jump".to_owned(), 1)]);
    // Month by month, each in a load of its own: the eleventh is withheld.
    let mut withheld = Vec::new();
    for month in 2..=12 {
        world.clock.advance(DAY);
        let row = format!("benchmark,month,benchmark_index,2025-{month:02}-28,214.35\n");
        withheld.push(world.load(&row).await.withheld.len());
    }
    assert_eq!(withheld, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
}

#[tokio::test]
async fn a_head_alone_is_no_load() {
    let world = World::start().await;
    for (name, head) in [
        ("long.csv", HEAD),
        (
            "transfers.csv",
            "token_slug,happened_at,block_number,transaction_hash,log_index,kind,amount_raw,amount",
        ),
        ("holders.csv", "token_slug,date,rank,address,is_issuer,balance_raw,balance,share"),
    ] {
        for end in ["", "\n", "\n\n"] {
            let refused = world.refused(name, &format!("{head}{end}")).await;
            assert!(refused[0].expected.contains("below the head"), "{name}: {refused:?}");
        }
    }
    let blank = format!("{HEAD}\nasset,a,price_dollar,2026-01-01,\n");
    assert_eq!(world.refused("long.csv", &blank).await[0].line, 1);
    assert!(world.texts("SELECT file FROM loads").await.is_empty());
}

#[tokio::test]
async fn a_slug_that_a_spreadsheet_would_run_is_refused() {
    let world = World::start().await;
    for sign in ["=", "+", "-", "@", "＝"] {
        let text = format!("{HEAD}\nbenchmark,{sign}1+1,benchmark_rate,2026-01-01,0.01\n");
        let refused = world.refused("long.csv", &text).await;
        assert_eq!((refused[0].line, refused[0].column.as_str()), (2, "subject_slug"), "{sign}");
        let text = format!(
            "token_slug,date,rank,address,is_issuer,balance_raw,balance,share\n{sign}a,2026-01-01,1,x,false,1,1,1\n"
        );
        let refused = world.refused("holders.csv", &text).await;
        assert_eq!((refused[0].line, refused[0].column.as_str()), (2, "token_slug"), "{sign}");
    }
    assert!(world.texts("SELECT slug FROM subjects").await.is_empty());
}

/// Whether one price is about 10 or 100 times another one, or 1,000 times and more.
fn is_jump(one: f64, other: f64) -> bool {
    let power = (one / other).log10().abs();
    power > 3.0 - 0.0414 || [1.0, 2.0].iter().any(|whole: &f64| (power - whole).abs() < 0.0414)
}

/// The values of one file that a naive reader withholds: each is compared with the last one believed and the last one
/// in doubt.
fn naive(values: &[f64]) -> Vec<Option<&'static str>> {
    let levels: Vec<usize> = (0..values.len()).filter(|place| values[*place] != 0.0).collect();
    let mut found = vec![None; values.len()];
    for (place, value) in values.iter().enumerate() {
        let Some(at) = levels.iter().position(|level| *level == place) else {
            found[place] = Some("zero");
            continue;
        };
        let before = levels[..at].iter().rev().find(|place| found[**place] != Some("scale_jump"));
        let doubted = levels[..at].last().filter(|place| found[**place] == Some("scale_jump"));
        let is_next = doubted.is_some_and(|place| (0.5..=2.0).contains(&(value / values[*place])));
        let is_jump = before.is_some_and(|place| is_jump(*value, values[*place]));
        let same = levels[..=at]
            .iter()
            .rev()
            .take_while(|level| values[**level].to_bits() == value.to_bits())
            .count();
        if is_next || is_jump {
            found[place] = Some("scale_jump");
        } else if same > 10 && value.to_bits() != 5.25_f64.to_bits() {
            found[place] = Some("repeated");
        }
    }
    found
}

#[tokio::test]
async fn gates_withhold_what_a_naive_reader_withholds() {
    let world = World::start().await;
    let value = || {
        prop_oneof![Just(12.345), Just(123.46), Just(12_345.0), Just(0.0), Just(5.25), Just(12.346)]
    };
    let runs = vec((value(), prop_oneof![Just(1), 1..14_usize]), 1..16);
    let mut runner = TestRunner::deterministic();
    let all: Vec<Vec<f64>> = (0..kit::testing::cases(60))
        .map(|_| {
            let runs = runs.new_tree(&mut runner).unwrap().current();
            runs.into_iter().flat_map(|(value, count)| vec![value; count]).take(90).collect()
        })
        .collect();
    let first = day::parse(FIRST).unwrap();
    let (mut rows, mut expected) = (String::new(), BTreeMap::new());
    for (place, values) in all.iter().enumerate() {
        for ((day, value), reason) in (first..).zip(values).zip(naive(values)) {
            let date = day::text(day);
            writeln!(rows, "asset,s{place:05},price_dollar,{date},{value}").unwrap();
            expected.insert(format!("s{place:05} {date}"), reason);
        }
    }
    world.load(&rows).await;
    let found = world
        .texts(
            "SELECT u.slug || ' ' || o.date || ' ' || coalesce(o.reason, '') FROM observations AS o
             JOIN series AS s ON s.id = o.series_id JOIN subjects AS u ON u.id = s.subject_id ORDER BY 1",
        )
        .await;
    let expected: Vec<String> =
        expected.into_iter().map(|(of, reason)| format!("{of} {}", reason.unwrap_or(""))).collect();
    assert!(expected.iter().filter(|of| of.ends_with("scale_jump")).count() > 20);
    assert!(expected.iter().filter(|of| of.ends_with("repeated")).count() > 20);
    let apart: Vec<_> =
        found.iter().zip(&expected).filter(|(found, expected)| found != expected).collect();
    assert!(apart.is_empty() && found.len() == expected.len(), "{apart:?}");
}
