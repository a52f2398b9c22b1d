//! Counts of holders and activity in another scale: what is withheld, and when it is published.

use crate::implausible::{amounts, steady};
use crate::support::World;
use kit::clock::DAY;

#[tokio::test]
async fn holders_in_another_scale_are_doubted_until_another_load_confirms_them() {
    let world = World::start().await;
    let holders = "holding_addresses_count";
    let of = |slug: &str, from: i32, values: Vec<f64>| amounts(slug, holders, from, values);
    let first = of("a", 0, steady(1_000.0, 30).collect())
        + &of("grown", 0, steady(1_000.0, 30).collect())
        + &of("young", 0, steady(1_000.0, 29).collect())
        + &of("few", 0, vec![9.0; 30]);
    assert_eq!(world.load(&first).await.withheld, Vec::new());
    world.clock.advance(DAY);
    let second = of("a", 30, vec![10_000.0])
        + &of("grown", 30, vec![2_500.0])
        + &of("young", 29, vec![10_000.0])
        + &of("few", 30, vec![90.0]);
    // Thirty values say in which scale a series stands, and nine holders become ninety by themselves.
    assert_eq!(world.load(&second).await.withheld, [("scale_jump".to_owned(), 1)]);
    let kept = world.observations().await;
    assert!(kept.contains(&format!("a {holders} 2026-01-31 withheld: scale_jump")), "{kept:?}");
    world.clock.advance(DAY);
    let loaded = world.load(&of("a", 31, vec![10_100.0])).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 1), "another load confirms them");
    let kept = world.observations().await;
    assert!(kept.contains(&format!("a {holders} 2026-01-31 10000")), "{kept:?}");
}

#[tokio::test]
async fn a_zero_between_values_is_withheld_and_does_not_hide_a_jump() {
    let world = World::start().await;
    let of = |slug: &str, measure: &str, from: i32, values: Vec<f64>| {
        amounts(slug, measure, from, values)
    };
    let value = "total_asset_value_dollar";
    let history: Vec<f64> = steady(5e8, 6).chain([0.0]).chain(steady(5e8, 6)).collect();
    let ended: Vec<f64> = steady(5e8, 6).chain([0.0, 0.0]).collect();
    let first = of("slip", value, 0, history)
        + &of("ended", value, 0, ended)
        + &of("repaid", "outstanding_capital_dollar", 0, vec![5e6, 5e6, 5e6, 5e6, 5e6, 0.0])
        + &of("jump", value, 0, steady(5e8, 6).chain([0.0, 5e11]).chain(steady(5e8, 3)).collect())
        + &of("rate", "yield_to_maturity", 0, vec![0.045_39, 0.0, 4.541, 0.045_4, 0.045_5]);
    let withheld = world.load(&first).await.withheld;
    assert_eq!(withheld, [("scale_jump".to_owned(), 4)]);
    let kept = world.observations().await;
    for doubted in [
        format!("slip {value} 2026-01-07 withheld: scale_jump"),
        format!("jump {value} 2026-01-07 withheld: scale_jump"),
        format!("jump {value} 2026-01-08 withheld: scale_jump"),
        "rate yield_to_maturity 2026-01-03 withheld: scale_jump".to_owned(),
    ] {
        assert!(kept.contains(&doubted), "{doubted} is not in {kept:?}");
    }
    world.clock.advance(DAY);
    let fallen = of("slip", value, 13, vec![0.0]);
    assert_eq!(world.load(&fallen).await.withheld, [("scale_jump".to_owned(), 1)]);
    world.clock.advance(DAY);
    let loaded = world.load(&of("slip", value, 14, vec![0.0])).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 1), "another load confirms it");
}

#[tokio::test]
async fn a_count_that_is_not_whole_is_no_value_that_others_are_compared_with() {
    let world = World::start().await;
    let holders = "holding_addresses_count";
    world.load(&amounts("a", holders, 0, steady(1_000.0, 30))).await;
    world.clock.advance(DAY);
    let loaded = world.load(&amounts("a", holders, 30, [200.5])).await;
    assert_eq!(loaded.withheld, [("not_whole".to_owned(), 1)]);
    world.clock.advance(DAY);
    // The thirty values before it still lie within three times of one another.
    let loaded = world.load(&amounts("a", holders, 31, [10_000.0])).await;
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 1)]);
}

/// Volumes of days that differ by themselves, without events on one day of each week.
fn uneven(count: i32) -> impl Iterator<Item = f64> {
    (0..count).map(|day| if day % 7 == 6 { 0.0 } else { 1_000.0 + 300.0 * f64::from(day % 5) })
}

#[tokio::test]
async fn a_file_of_volumes_in_thousands_is_doubted_and_a_busy_day_is_not() {
    let world = World::start().await;
    let volume = "daily_transfer_volume_dollar";
    let of = |slug: &str, from: i32, values: Vec<f64>| amounts(slug, volume, from, values);
    let first = ["a", "busy", "again", "back"].map(|slug| of(slug, 0, uneven(36).collect()));
    // Four of its days have no events, and twenty-nine have some.
    let young = of("young", 0, uneven(33).collect());
    assert_eq!(world.load(&(first.concat() + &young)).await.withheld, Vec::new());
    world.clock.advance(DAY);
    let second = of("a", 36, vec![1_500_000.0, 0.0, 2_200_000.0])
        + &of("busy", 36, vec![150_000.0])
        + &of("again", 35, vec![1_000.0, 1_500_000.0])
        + &of("back", 36, vec![1_500_000.0, 1_300.0])
        + &of("young", 33, vec![1_500_000.0]);
    // A file that has the old scale, too, has a busy day in it.
    assert_eq!(world.load(&second).await.withheld, [("scale_jump".to_owned(), 2)]);
    let kept = world.observations().await;
    assert!(kept.contains(&format!("a {volume} 2026-02-06 withheld: scale_jump")), "{kept:?}");
    assert!(kept.contains(&format!("a {volume} 2026-02-07 0")), "{kept:?}");
    world.clock.advance(DAY);
    let loaded = world.load(&of("a", 39, vec![0.0])).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 0), "no events confirm nothing");
    world.clock.advance(DAY);
    let loaded = world.load(&of("a", 40, vec![1_200_000.0])).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 2), "another load confirms them");
}

#[tokio::test]
async fn active_addresses_and_mints_in_thousands_are_doubted() {
    let world = World::start().await;
    let checked = [
        "daily_active_addresses_count",
        "number_of_daily_transactions_count",
        "daily_mints_dollar",
        "daily_burns_token",
    ];
    let of_all = |from: i32, level: f64, count: i32| -> String {
        checked.map(|measure| amounts("a", measure, from, steady(level, count))).concat()
    };
    assert_eq!(world.load(&of_all(0, 1_000.0, 30)).await.withheld, Vec::new());
    world.clock.advance(DAY);
    let loaded = world.load(&of_all(30, 1_000_000.0, 2)).await;
    assert_eq!(loaded.withheld, [("scale_jump".to_owned(), 8)]);
}
