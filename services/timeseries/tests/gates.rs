//! Values that fail a check of the import are withheld, and published once they are corrected.

use std::time::Duration;

use crate::support::{HEAD, World, asset, shown};
use proto::timeseries::v1::GetSeriesRequest;
use time::format_description::well_known::Rfc3339;
use timeseries::import::Outcome;

#[tokio::test]
async fn values_that_fail_a_gate_are_kept_and_withheld() {
    let world = World::start().await;
    let loaded = world
        .load(
            "asset,a,holding_addresses_count,2026-01-01,-1\n\
             asset,a,net_asset_value_dollar,2026-01-01,1\nasset,a,net_asset_value_dollar,2026-01-02,1.2\n\
             asset,a,net_asset_value_dollar,2026-01-03,1.01\nasset,a,net_asset_value_dollar,2026-01-04,1.02\n\
             asset,a,net_asset_value_dollar,2026-01-20,1.5\n\
             asset,b,market_value_dollar,2026-01-01,100\nasset,b,circulating_market_value_dollar,2026-01-01,101\n\
             asset,b,circulating_market_value_dollar,2026-01-02,1000\n\
             asset,c,daily_active_addresses_count,2026-01-01,9\nasset,c,weekly_active_addresses_count,2026-01-01,8\n\
             benchmark,oil,benchmark_price_dollar,2026-01-01,-37",
        )
        .await;
    let withheld: Vec<(&str, i64)> =
        loaded.withheld.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    let expected = [
        ("circulating_above_total", 2),
        ("distinct_counts_disagree", 2),
        ("nav_jump", 1),
        ("negative", 1),
    ];
    assert_eq!(withheld, expected);
    let kept = world.observations().await;
    assert!(
        kept.contains(&"a net_asset_value_dollar 2026-01-02 withheld: nav_jump".into()),
        "{kept:?}"
    );
    assert!(kept.contains(&"a net_asset_value_dollar 2026-01-03 1.01".into()), "{kept:?}");
    assert!(kept.contains(&"oil benchmark_price_dollar 2026-01-01 -37".into()), "{kept:?}");

    // A gate also looks at what was loaded before, and again finds the same.
    world.clock.advance(Duration::from_hours(1));
    let loaded = world
        .load("asset,b,market_value_dollar,2026-01-02,900\nasset,a,net_asset_value_dollar,2026-01-02,1.2")
        .await;
    assert_eq!(loaded.withheld, [("circulating_above_total".to_owned(), 1)]);
    assert_eq!((loaded.accepted, loaded.unchanged), (1, 1));
}

#[tokio::test]
async fn a_count_that_is_not_whole_is_withheld() {
    let world = World::start().await;
    let text = format!(
        "{HEAD}\nasset,a,14,2026-01-01,0.0025\nasset,a,15,2026-01-01,3.5\nasset,a,15,2026-01-02,3\n\
         asset,a,46,2026-01-01,-0.5\nasset,a,71,2026-01-01,3.5\n"
    );
    let report = world.import(&[("long.csv", &text)]).await.unwrap();
    assert!(report.to_string().contains("withheld: 2 for not_whole"), "{report}");
    assert_eq!(
        world.observations().await,
        [
            "a bridged_token_value_dollar 2026-01-01 3.5",
            "a daily_active_addresses_count 2026-01-01 withheld: not_whole",
            "a holding_addresses_count 2026-01-01 withheld: not_whole",
            "a holding_addresses_count 2026-01-02 3",
            "a number_of_daily_transactions_count 2026-01-01 withheld: negative",
        ]
    );
    // 5,500 in percent are 55, and 1.001 thousand make 1,000.9999999999999.
    let text = format!("{HEAD}\nasset,b,15,2026-01-01,5500\nasset,b,15,2026-01-02,5501\n");
    let report = world.import(&[("percent.csv", &text)]).await.unwrap();
    assert!(report.to_string().contains("withheld: 1 for not_whole"), "{report}");
    let loaded = world.load("asset,c,15,2026-01-01,1000.9999999999999").await;
    assert!(loaded.withheld.is_empty(), "{loaded:?}");
}

#[tokio::test]
async fn totals_that_differ_from_their_parts_are_withheld() {
    let world = World::start().await;
    let parts = "asset,coin,71,2026-01-01,100,\nasset,coin,71,2026-01-02,100,\nasset,coin,71,2026-01-03,100,\n\
                 asset,coin,71,2026-01-01,60,one\nasset,coin,71,2026-01-02,60,one\nasset,coin,71,2026-01-03,60,one\n\
                 asset,coin,71,2026-01-02,40,two\nasset,coin,71,2026-01-03,50,two\n";
    let rows = format!("{HEAD},network_slug\n{parts}");
    let report = world.import(&[("long.csv", &rows)]).await.unwrap();
    // On the first day the second network has not begun, and the first one is not the whole.
    assert!(report.to_string().contains("withheld: 5 for parts_disagree"), "{report}");
    let kept = world.observations().await;
    let whole = "coin bridged_token_value_dollar 2026-01-0";
    assert!(kept.contains(&format!("{whole}2 100")), "{kept:?}");
    assert!(kept.contains(&format!("{whole}3 withheld: parts_disagree")), "{kept:?}");

    let supply = "token,t,total_supply_token,2026-01-01,10\ntoken,t,total_supply_token,2026-01-02,12\n\
                  token,t,daily_mints_token,2026-01-02,3\ntoken,t,daily_burns_token,2026-01-02,1\n\
                  token,t,total_supply_token,2026-01-03,13\ntoken,t,daily_mints_token,2026-01-03,2";
    let loaded = world.load_as("later.csv", supply).await;
    assert!(loaded.withheld.is_empty(), "without the burns nothing is compared: {loaded:?}");
    world.clock.advance(Duration::from_hours(1));
    let loaded = world.load_as("wide.csv", "token,t,daily_burns_token,2026-01-03,0").await;
    assert_eq!(loaded.withheld, [("supply_disagrees".to_owned(), 1)]);
}

#[tokio::test]
async fn withheld_values_are_published_when_the_wrong_value_is_corrected() {
    let world = World::start().await;
    let first = "asset,b,market_value_dollar,2026-01-01,40\nasset,b,circulating_market_value_dollar,2026-01-01,62\n\
                 asset,b,market_value_dollar,2026-01-02,40\nasset,b,circulating_market_value_dollar,2026-01-02,62\n\
                 asset,n,net_asset_value_dollar,2026-01-01,1\nasset,n,net_asset_value_dollar,2026-01-02,2\n\
                 asset,n,net_asset_value_dollar,2026-01-03,1.02\nasset,n,holding_addresses_count,2026-01-01,-1\n\
                 token,t,total_supply_token,2026-01-01,10\ntoken,t,total_supply_token,2026-01-02,12\n\
                 token,t,daily_mints_token,2026-01-02,3\ntoken,t,daily_burns_token,2026-01-02,2";
    let loaded = world.load(first).await;
    assert_eq!(loaded.withheld_count(), 10, "{loaded:?}");
    world.clock.advance(Duration::from_hours(1));
    // Of other days, with nothing corrected: what is withheld stays so, and nothing is written of it.
    let loaded = world
        .load_as("later.csv", "asset,b,market_value_dollar,2026-01-03,70\nasset,n,holding_addresses_count,2026-01-20,5")
        .await;
    assert_eq!((loaded.accepted, loaded.unchanged, loaded.restated), (2, 0, 0));
    world.clock.advance(Duration::from_hours(1));
    let loaded = world
        .load_as(
            "later.csv",
            "asset,b,market_value_dollar,2026-01-01,70\nasset,b,market_value_dollar,2026-01-03,70\n\
             asset,n,net_asset_value_dollar,2026-01-02,1.01\ntoken,t,daily_burns_token,2026-01-02,1",
        )
        .await;
    assert_eq!((loaded.accepted, loaded.unchanged, loaded.restated), (7, 1, 7));
    assert!(loaded.withheld.is_empty(), "{loaded:?}");
    let newest = world
        .texts(
            "SELECT DISTINCT ON (s.measure_slug, o.date) s.measure_slug || ' ' || o.date || ' ' || coalesce(o.reason, o.value::text)
             FROM observations o JOIN series s ON s.id = o.series_id WHERE o.date < '2026-01-04'
             ORDER BY s.measure_slug, o.date, o.known_at DESC",
        )
        .await;
    assert_eq!(
        newest,
        [
            "circulating_market_value_dollar 2026-01-01 62",
            "circulating_market_value_dollar 2026-01-02 circulating_above_total",
            "daily_burns_token 2026-01-02 1",
            "daily_mints_token 2026-01-02 3",
            "holding_addresses_count 2026-01-01 negative",
            "market_value_dollar 2026-01-01 70",
            "market_value_dollar 2026-01-02 circulating_above_total",
            "market_value_dollar 2026-01-03 70",
            "net_asset_value_dollar 2026-01-01 1",
            "net_asset_value_dollar 2026-01-02 1.01",
            "net_asset_value_dollar 2026-01-03 1.02",
            "total_supply_token 2026-01-01 10",
            "total_supply_token 2026-01-02 12",
        ]
    );
    let report = world.import(&[("long.csv", &format!("{HEAD}\n{first}"))]).await.unwrap();
    assert_eq!(report.files[0].outcome, Outcome::Known);
}

#[tokio::test]
async fn a_net_asset_value_is_judged_by_the_one_before_it_in_whatever_order_they_come() {
    let world = World::start().await;
    let nav = |slug: &str, date: &str, value: &str| {
        format!("asset,{slug},net_asset_value_dollar,{date},{value}\n")
    };
    let days = ["2026-01-03", "2026-01-06", "2026-01-07"];
    let level: String = days
        .iter()
        .flat_map(|day| ["late", "restated"].map(|slug| nav(slug, day, "100")))
        .chain([nav("late", "2026-01-20", "100")])
        .collect();
    assert!(world.load(&level).await.withheld.is_empty());
    world.clock.advance(Duration::from_hours(1));
    let before = nav("late", "2026-01-02", "10") + &nav("restated", "2026-01-06", "91");
    let loaded = world.load_as("later.csv", &before).await;
    assert!(loaded.withheld.is_empty(), "the day after the late one is confirmed by the next");
    assert_eq!((loaded.accepted, loaded.restated), (2, 1));
    world.clock.advance(Duration::from_hours(1));
    let loaded = world.load_as("later.csv", &nav("restated", "2026-01-06", "80")).await;
    assert_eq!(loaded.withheld, [("nav_jump".to_owned(), 2)], "a jump down, and one up again");
    world.clock.advance(Duration::from_hours(1));
    let mended = nav("restated", "2026-01-06", "100") + &nav("late", "2026-01-02", "99");
    let loaded = world.load_as("later.csv", &mended).await;
    assert!(loaded.withheld.is_empty(), "{loaded:?}");
    assert_eq!((loaded.accepted, loaded.restated), (3, 3));
}

/// A column for each frequency, of a fund of that name.
fn frequencies() -> String {
    let head =
        "file,column,subject_kind,subject_slug,subject_name,measure,scale,source,frequency\n";
    let column = |frequency| {
        format!(
            "wide.csv,{frequency},asset,{frequency},,net_asset_value_dollar,one,desk,{frequency}\n"
        )
    };
    head.to_owned() + &["daily", "weekly", "monthly", "quarterly"].map(column).concat()
}

#[tokio::test]
async fn a_net_asset_value_is_compared_and_confirmed_as_its_frequency_has_it() {
    let world = World::start().await;
    let columns = frequencies();
    let load = async |rows: &str| {
        let values = format!("date,daily,weekly,monthly,quarterly\n{rows}");
        let files = [("wide.csv", &*values), ("series.csv", &*columns)];
        let report = world.import(&files).await.unwrap();
        let Outcome::Loaded(loaded) = &report.files[0].outcome else { panic!("{report}") };
        loaded.clone()
    };
    let loaded = load(
        "2025-12-31,,,,100\n2026-01-05,100,100,,\n2026-01-06,72,,,\n2026-01-12,,72,,\n\
         2026-01-31,,,100,\n2026-02-28,,,72,\n2026-03-31,,,,72\n",
    )
    .await;
    assert_eq!(loaded.withheld, [("nav_jump".to_owned(), 4)]);
    world.clock.advance(Duration::from_hours(1));
    // A day later than a week after it, and at the next end of a month and of a quarter.
    let next = "2026-01-14,72.5,,,\n2026-01-20,,72.5,,\n2026-03-31,,,72.5,\n2026-06-30,,,,72.5\n";
    let loaded = load(next).await;
    assert_eq!((loaded.withheld, loaded.accepted, loaded.restated), (Vec::new(), 8, 4));
    world.clock.advance(Duration::from_hours(1));
    // A value that its frequency no longer carries is compared with nothing. The quarterly value is carried for half a
    // year.
    let later = "2026-01-22,50,,,\n2026-02-04,,50,,\n2026-06-02,,,50,\n2026-11-10,,,,50\n";
    let loaded = load(later).await;
    assert_eq!(loaded.withheld, [("nav_jump".to_owned(), 1)]);
}

#[tokio::test]
async fn a_new_level_is_published_once_it_is_confirmed_as_a_restatement() {
    let world = World::start().await;
    let nav = |slug: &str, date: &str, value: &str, known: &str| {
        format!("asset,{slug},net_asset_value_dollar,2026-02-{date},{value},{known}\n")
    };
    let file = |rows: &str| format!("{HEAD},known_at\n{rows}");
    let first = nav("fund", "02", "100", "") + &nav("fund", "09", "72", "");
    let report = world.import(&[("long.csv", &file(&first))]).await.unwrap();
    assert!(report.to_string().contains("withheld: 1 for nav_jump"), "{report}");
    let doubted = world.clock.now().format(&Rfc3339).unwrap();
    world.clock.advance(Duration::from_hours(1));
    // One file that states when its values became known: the confirmation counts from its instant on.
    let dated = nav("dated", "02", "100", "2026-02-02T20:00:00Z")
        + &nav("dated", "09", "72", "2026-02-09T20:00:00Z")
        + &nav("dated", "10", "72.5", "2026-02-10T20:00:00Z");
    let rows = nav("fund", "10", "72.5", "") + &dated;
    world.import(&[("later.csv", &file(&rows))]).await.unwrap();
    let mut client = world.serve().await;
    for (slug, doubted) in [("fund", doubted.as_str()), ("dated", "2026-02-10T19:00:00Z")] {
        let mut value = async |measure: &str, as_of: Option<&str>| {
            let request = GetSeriesRequest {
                keys: vec![asset(slug, measure)],
                from: Some("2026-02-09".to_owned()),
                to: Some("2026-02-09".to_owned()),
                as_of: as_of.map(str::to_owned),
                ..GetSeriesRequest::default()
            };
            let answer = client.get_series(request).await.unwrap().into_inner();
            shown(&answer.lines[0].values)[0]
        };
        assert_eq!(value("3", Some(doubted)).await, None, "{slug}");
        assert_eq!(value("3", None).await, Some(72.0), "{slug}");
        assert_eq!(value("yield_7d", Some(doubted)).await, None, "{slug}");
        assert!(value("yield_7d", None).await.is_some_and(|rate| rate < -14.0), "{slug}");
    }
    let restated = world
        .texts(
            "SELECT r.date || ' ' || r.value || ' ' || r.earlier_reason FROM restatements AS r
             JOIN series AS s ON s.id = r.series_id JOIN subjects AS u ON u.id = s.subject_id ORDER BY u.slug",
        )
        .await;
    assert_eq!(restated, ["2026-02-09 72 nav_jump"; 2]);
}

/// Makes the tokens that were loaded those of one asset.
async fn belong_to_coin(world: &World) {
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query("UPDATE subjects SET asset_slug = 'coin' WHERE kind = 'token'")
        .execute(&mut *conn)
        .await
        .unwrap();
}

#[tokio::test]
async fn tokens_add_up_to_their_asset() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,71,2026-01-01,1\ntoken,one:c,15,2026-01-01,1\ntoken,two:c,15,2026-01-01,1",
        )
        .await;
    belong_to_coin(&world).await;
    let loaded = world
        .load_as("later.csv", "asset,coin,71,2026-01-02,100\ntoken,one:c,71,2026-01-02,30")
        .await;
    assert!(loaded.withheld.is_empty(), "one of them was not loaded: {loaded:?}");
    let loaded = world
        .load_as(
            "wide.csv",
            "asset,coin,71,2026-01-03,100\ntoken,one:c,71,2026-01-03,30\ntoken,two:c,71,2026-01-03,30\n\
             asset,coin,71,2026-01-04,100\ntoken,one:c,71,2026-01-04,30\ntoken,two:c,71,2026-01-04,70",
        )
        .await;
    assert_eq!(loaded.withheld, [("parts_disagree".to_owned(), 3)]);
    let loaded = world.load_as("percent.csv", "token,two:c,71,2026-01-05,5000").await;
    assert!(loaded.withheld.is_empty(), "without the whole nothing is compared: {loaded:?}");
}

#[tokio::test]
async fn reasons_of_an_asset_apply_to_its_tokens() {
    let world = World::start().await;
    let tokens = |date: &str| format!("token,one:c,71,{date},10\ntoken,two:c,71,{date},5\n");
    world.load(&format!("asset,coin,71,2026-01-01,15\n{}", tokens("2026-01-01"))).await;
    belong_to_coin(&world).await;
    world.clock.advance(Duration::from_hours(1));
    let circulating = |date: &str| format!("asset,coin,circulating_asset_value_dollar,{date},10\n");
    // The first day was loaded before; this load holds all of the second one.
    let both = format!(
        "{}{}asset,coin,71,2026-01-02,15\n{}",
        circulating("2026-01-01"),
        circulating("2026-01-02"),
        tokens("2026-01-02")
    );
    let loaded = world.load_as("later.csv", &both).await;
    assert_eq!(loaded.withheld, [("bridged_above_circulating".to_owned(), 5)]);
    assert_eq!(loaded.restated, 0, "what stood before stays, its value and those of its tokens");
    world.clock.advance(Duration::from_hours(1));
    let loaded = world.load_as("wide.csv", "asset,coin,71,2026-01-01,15.001").await;
    assert_eq!(loaded.withheld, [("bridged_above_circulating".to_owned(), 3)]);
    assert_eq!(
        loaded.restated, 3,
        "tokens are withheld with their asset, whenever they were loaded"
    );
    world.clock.advance(Duration::from_hours(1));
    let mended = "asset,coin,circulating_asset_value_dollar,2026-01-01,20\n\
                  asset,coin,circulating_asset_value_dollar,2026-01-02,20";
    let loaded = world.load_as("later.csv", mended).await;
    assert!(loaded.withheld.is_empty(), "{loaded:?}");
    assert_eq!(loaded.restated, 8, "what was withheld with the asset is published with it");
}

#[tokio::test]
async fn a_price_that_another_source_contradicts_is_withheld() {
    let world = World::start().await;
    let rows = |source: &str, price: &str| {
        format!("{HEAD},source\nasset,coin,price_dollar,2026-01-01,{price},{source}\n")
    };
    world.import(&[("long.csv", &rows("one", "1"))]).await.unwrap();
    world.import(&[("later.csv", &rows("two", "1.04"))]).await.unwrap();
    let report = world.import(&[("later.csv", &rows("three", "1.2"))]).await.unwrap();
    assert!(report.to_string().contains("withheld: 1 for sources_disagree"), "{report}");
    world.import(&[("later.csv", &rows("one", "-3"))]).await.unwrap();
    let report = world.import(&[("later.csv", &rows("four", "1.5"))]).await.unwrap();
    assert!(report.to_string().contains("sources_disagree"), "those of others stand: {report}");
    let of_late = |source: &str, price: &str| {
        format!("{HEAD},source\nasset,late,price_dollar,2026-01-01,{price},{source}\n")
    };
    world.import(&[("later.csv", &of_late("one", "-3"))]).await.unwrap();
    let report = world.import(&[("later.csv", &of_late("two", "50"))]).await.unwrap();
    assert!(!report.to_string().contains("withheld"), "what cannot be is no price: {report}");
    let expected = "behind another source: 1 series that the source one had first";
    assert!(report.to_string().contains(expected), "{report}");
}

#[tokio::test]
async fn a_value_in_the_own_currency_is_checked_as_the_one_in_dollars() {
    let world = World::start().await;
    let own = "net_asset_value_own_currency";
    world.load(&format!("asset,a,{own},2026-01-01,100\nasset,a,{own},2026-01-08,0\n")).await;
    world.clock.advance(Duration::from_hours(24));
    let loaded = world.load(&format!("asset,a,{own},2026-01-02,70")).await;
    assert_eq!(loaded.withheld, [("nav_jump".to_owned(), 1)]);
    let kept = world.observations().await;
    for withheld in ["2026-01-02 withheld: nav_jump", "2026-01-08 withheld: zero"] {
        assert!(kept.contains(&format!("a {own} {withheld}")), "{kept:?}");
    }
    world.clock.advance(Duration::from_hours(24));
    let loaded = world.load(&format!("asset,a,{own},2026-01-03,71")).await;
    assert_eq!((loaded.withheld, loaded.restated), (Vec::new(), 1), "the next value confirms it");
    let kept = world.observations().await;
    assert!(kept.contains(&format!("a {own} 2026-01-02 70")), "{kept:?}");
}
