//! What the importer takes, what it refuses, what it withholds, and what it tells.

mod support;

use std::time::Duration;

use faultkit::processes::Process;
use kit::clock::Clock;
use kit::config::Env;
use kit::db::{Db, DbConfig};
use kit::{failpoint, testing};
use proto::timeseries::v1::{ObservationsLoaded, ObservationsRestated};
use support::{HEAD, NOW, World};
use timeseries::import::{self, Outcome, Rejection, Subjects};
use timeseries::seed;
use tokio::process::Command;

const COLUMNS: &str = "file,column,subject_kind,subject_slug,subject_name,network_slug,measure,scale,source,frequency\n\
    wide.csv,a,benchmark,rate-a,Rate A,,benchmark_rate,percent,desk,business_daily\n\
    wide.csv,b,asset,coin,,one,71,one,desk,daily\n";
const NO_COLUMNS: &str = "file,column,subject_kind,subject_slug,measure,source\n";

#[tokio::test]
async fn a_file_with_a_column_for_each_series_is_read_as_series_csv_says() {
    let world = World::start().await;
    let wide = "date,a,b\n2026-01-01,4.25,100\n2026-01-02,,110.5\n";
    let report = world.import(&[("wide.csv", wide), ("series.csv", COLUMNS)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    assert_eq!(
        world.observations().await,
        [
            "coin bridged_token_value_dollar 2026-01-01 100",
            "coin bridged_token_value_dollar 2026-01-02 110.5",
            "rate-a benchmark_rate 2026-01-01 0.0425",
        ]
    );
    let loads = world
        .texts("SELECT file || '|' || source || '|' || attribution || '|' || transformation FROM loads")
        .await;
    assert_eq!(loads, ["wide.csv|test|A Source|percent divided by 100"]);
    let series = world
        .texts(
            "SELECT u.name || '|' || s.network_slug || '|' || s.source FROM series s
             JOIN subjects u ON u.id = s.subject_id ORDER BY 1",
        )
        .await;
    assert_eq!(series, ["Rate A||desk", "coin|one|desk"]);
}

#[tokio::test]
async fn of_whom_the_catalog_has_not_told_nothing_is_loaded_unless_it_is_wanted() {
    let world = World::start().await;
    world
        .texts(
            "INSERT INTO subjects (kind, slug, name, told_at)
             VALUES ('asset', 'coin', 'Coin', 7), ('network', 'one', 'One', 7) RETURNING slug",
        )
        .await;
    let long = format!(
        "{HEAD},network_slug\nasset,coin,71,2026-01-01,1,one\nbenchmark,rate-a,benchmark_rate,2026-01-01,0.1,\n"
    );
    let report = world.import_of(Subjects::Known, &[("long.csv", &long)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let before = world.observations().await;

    let long = format!(
        "{long}asset,coin,71,2026-01-02,1,two\nasset,cion,71,2026-01-01,1,one\nasset,cion,71,2026-01-02,1,one\n"
    );
    let wide = "date,a,b\n2026-01-01,4.25,\n2026-01-02,4.5,7\n";
    let columns = COLUMNS.replace("coin", "cion");
    let files = [("later.csv", long.as_str()), ("wide.csv", wide), ("series.csv", &columns)];
    let report = world.import_of(Subjects::Known, &files).await.unwrap();
    let told: Vec<String> = report
        .files
        .iter()
        .flat_map(|file| match &file.outcome {
            Outcome::Refused(rejections) => rejections.all().to_vec(),
            other => panic!("{other:?}"),
        })
        .map(|rejection| rejection.to_string())
        .collect();
    assert_eq!(
        told,
        [
            "line 4, network_slug: expected a slug of the kind network that the catalog has told of, or --any-subject, found \"two\"",
            "line 5, subject_slug: expected a slug of the kind asset that the catalog has told of, or --any-subject, found \"cion\"",
            "line 3, b: expected a slug of the kind asset that the catalog has told of, or --any-subject, found \"cion\"",
        ]
    );
    assert_eq!(world.observations().await, before);
    assert_eq!(world.texts("SELECT slug FROM subjects WHERE slug = 'cion'").await.len(), 0);
    let report = world.import_of(Subjects::Any, &files).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.texts("SELECT slug FROM subjects WHERE slug = 'cion'").await, ["cion"]);
}

#[tokio::test]
async fn the_same_file_again_changes_nothing_and_is_not_read() {
    let world = World::start().await;
    let file = format!("{HEAD}\nasset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2\n");
    world.import(&[("long.csv", &file)]).await.unwrap();
    let again = world.import(&[("long.csv", &file)]).await.unwrap();
    assert_eq!(again.files[0].outcome, Outcome::Known);
    // Another name, the same values: read, and nothing new found.
    let loaded =
        world.load_as("later.csv", "asset,coin,71,2026-01-02,2\nasset,coin,71,2026-01-03,3").await;
    assert_eq!((loaded.accepted, loaded.unchanged, loaded.restated), (1, 1, 0));
    assert_eq!(world.observations().await.len(), 3);
}

#[tokio::test]
async fn a_correction_is_a_row_more_and_stands_in_the_log() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2").await;
    world.clock.advance(Duration::from_hours(1));
    let loaded = world.load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2.5").await;
    assert_eq!((loaded.accepted, loaded.unchanged, loaded.restated), (1, 1, 1));
    world.clock.advance(Duration::from_hours(1));
    let loaded = world.load("asset,coin,71,2026-01-02,null").await;
    assert_eq!((loaded.accepted, loaded.restated), (1, 1));
    assert_eq!(
        world.observations().await,
        [
            "coin bridged_token_value_dollar 2026-01-01 1",
            "coin bridged_token_value_dollar 2026-01-02 2",
            "coin bridged_token_value_dollar 2026-01-02 2.5",
            "coin bridged_token_value_dollar 2026-01-02 null",
        ]
    );
    let log = world
        .texts("SELECT earlier_value || ' → ' || coalesce(value::text, 'null') FROM restatements ORDER BY id")
        .await;
    assert_eq!(log, ["2 → 2.5", "2.5 → null"]);
    let changed = sqlx::query("UPDATE observations SET value = 9")
        .execute(&mut *world.test_db.db.conn().await.unwrap())
        .await;
    assert!(changed.unwrap_err().to_string().contains("never changed"));
}

#[tokio::test]
async fn history_may_be_loaded_with_the_instants_at_which_it_became_known() {
    let world = World::start().await;
    let head = format!("{HEAD},known_at");
    let rows = |rows: &str| format!("{head}\n{rows}");
    let text = rows(
        "asset,coin,71,2026-01-01,1,2026-01-02T00:00:00Z\n\
         asset,coin,71,2026-01-01,1,2026-01-03T00:00:00Z\n\
         asset,coin,71,2026-01-01,2,2026-01-04T00:00:00Z\n",
    );
    let report = world.import(&[("long.csv", &text)]).await.unwrap();
    let Outcome::Loaded(loaded) = &report.files[0].outcome else { panic!("{report}") };
    assert_eq!((loaded.accepted, loaded.restated, loaded.unchanged), (2, 1, 1));
    // What was known in between comes later and takes its place.
    let text = rows("asset,coin,71,2026-01-01,5,2026-01-02T12:00:00Z\n");
    world.import(&[("later.csv", &text)]).await.unwrap();
    let values = world.texts("SELECT value::text FROM observations ORDER BY known_at").await;
    assert_eq!(values, ["1", "5", "2"]);
    let log = world
        .texts("SELECT earlier_value || ' → ' || value || ' by ' || load_id FROM restatements ORDER BY id")
        .await;
    assert_eq!(log, ["1 → 2 by 1", "1 → 5 by 2", "5 → 2 by 1"], "the correction was there before");
    // Nobody rewrites what was known at an instant.
    let text = rows("asset,coin,71,2026-01-01,6,2026-01-04T00:00:00Z\n");
    let refused = world.refused("later.csv", &text).await;
    assert_eq!((refused[0].line, refused[0].column.as_str()), (2, "known_at"));
}

#[tokio::test]
async fn every_wrong_value_is_named_with_its_place_and_nothing_is_loaded() {
    let world = World::start().await;
    let rows = "asset,coin,71,2026-02-30,1\nasset,coin,nothing,2026-01-01,1\nasset,coin,71,2026-01-01,1e999\n\
                thing,coin,71,2026-01-01,1\nasset,co in,71,2026-01-01,1\nasset,coin,71,1899-12-31,1\n\
                asset,coin,71,2026-11-23,1\nasset,coin,71,2026-01-01,NaN\nasset,coin,71,2026-01-05,\n\
                asset,coin,71,2026-01-06,-1e25\nasset,coin,71,2026-11-21,1\nasset,coin,71,2026-11-20,1e24\n";
    let refused = world.refused("long.csv", &format!("{HEAD}\n{rows}")).await;
    let places: Vec<(i64, &str)> =
        refused.iter().map(|rejection| (rejection.line, rejection.column.as_str())).collect();
    let expected = [
        (2, "date"),
        (3, "measure"),
        (4, "value"),
        (5, "subject_kind"),
        (6, "subject_slug"),
        (7, "date"),
        (8, "date"),
        (9, "value"),
        (11, "value"),
        (12, "date"),
    ];
    assert_eq!(places, expected);
    let dates = "a day from 1900-01-01 to 2026-11-20";
    let measure = "the slug, number or key of a measure";
    assert!(refused.contains(&Rejection::at(3, "measure", "nothing", measure)), "{refused:?}");
    assert!(refused.contains(&Rejection::at(8, "date", "2026-11-23", dates)), "{refused:?}");
    assert_eq!(world.texts("SELECT slug FROM subjects").await, Vec::<String>::new());
}

#[tokio::test]
async fn files_that_make_no_sense_are_refused() {
    let world = World::start().await;
    for (name, text, told) in [
        ("long.csv", "subject_kind,date\n", "this column in the head"),
        ("long.csv", "a,b\n1,2,3\n", "this column in the head"),
        ("wide.csv", "day,a,b\n", "this column in the head"),
        ("wide.csv", "date,a,b,c\n", "a line in series.csv"),
        ("wide.csv", "date,a,b,a\n2026-01-01,1,2,3\n", "line 1, a: expected a name that no column"),
        ("long.csv", &format!("{HEAD},value\n"), "line 1, value: expected a name that no column"),
        ("wide.csv", "date,a,b\n2026-01-01,1\n", "as many cells as the head"),
        ("wide.csv", "date,a,b\n2026-01-01,one,2\n", "a number"),
        (
            "wide.csv",
            "date,a,b\n2026-01-01,1,1e308\n",
            "line 2, coin: expected a number of at most 1e24",
        ),
    ] {
        let columns = if name == "wide.csv" { COLUMNS } else { NO_COLUMNS };
        let report = world.import(&[(name, text), ("series.csv", columns)]).await.unwrap();
        assert!(report.to_string().contains(told), "{text}: {report}");
    }
    let twice = format!(
        "{HEAD}\nasset,coin,71,2026-01-01,1\nasset,coin,BridgedTokenValueDollar,2026-01-01,1\n"
    );
    let refused = world.refused("long.csv", &twice).await;
    assert_eq!(refused[0].line, 3);
    assert!(refused[0].expected.contains("line 2 has it already"), "{refused:?}");
    assert_eq!(world.observations().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_folder_has_what_its_manifest_describes_and_nothing_else() {
    let world = World::start().await;
    let long = format!("{HEAD}\nasset,coin,71,2026-01-01,1\n");
    let wide = "date,a,b\n2026-01-01,1,2\n";
    let folder = support::folder(&[("long.csv", &long), ("wide.csv", wide), ("later.csv", &long)]);
    let import = async || {
        let files = import::folder(folder.path()).unwrap();
        import::import(&world.test_db.db, files, Subjects::Any, &Clock::fixed(NOW))
            .await
            .unwrap_err()
            .to_string()
    };
    std::fs::write(folder.path().join("series.csv"), COLUMNS).unwrap();
    std::fs::write(folder.path().join("other.csv"), "a\n").unwrap();
    // Beside the files of the program lie those that say what is measured.
    std::fs::write(folder.path().join("derived.csv"), "a\n").unwrap();
    let told = import().await;
    assert!(told.contains("nothing of other.csv: source, licence and retrieved_on"), "{told}");
    for gone in ["other.csv", "later.csv", "wide.csv"] {
        std::fs::remove_file(folder.path().join(gone)).unwrap();
    }
    let told = import().await;
    assert_eq!(told, "manifest.json describes what is not in the folder: later.csv, wide.csv");
    let folder = support::folder(&[("long.csv", &long), ("series.csv", COLUMNS)]);
    let files = import::folder(folder.path()).unwrap();
    let told = import::import(&world.test_db.db, files, Subjects::Any, &Clock::fixed(NOW))
        .await
        .unwrap_err();
    assert_eq!(told.to_string(), "series.csv describes what is not in the folder: wide.csv");
    assert_eq!(world.texts("SELECT file FROM loads").await, Vec::<String>::new());
}

#[tokio::test]
async fn of_numbers_it_is_told_whence_and_when_they_were_taken() {
    let world = World::start().await;
    let folder = support::folder(&[("long.csv", &format!("{HEAD}\n"))]);
    for (source, licence, day, told) in [
        (" ", "CC0-1.0", "2026-01-02", "source must not be blank"),
        ("desk", "", "2026-01-02", "licence must not be blank"),
        (
            "desk",
            "CC0-1.0",
            "2026-11-21",
            "a day as YYYY-MM-DD, at most 2026-11-20, not \"2026-11-21\"",
        ),
        ("desk", "CC0-1.0", "2.1.2026", "retrieved_on must be a day"),
    ] {
        let manifest = format!(
            r#"{{"files": {{"long.csv": {{"source": "{source}", "licence": "{licence}", "retrieved_on": "{day}"}}}}}}"#
        );
        std::fs::write(folder.path().join("manifest.json"), manifest).unwrap();
        let files = import::folder(folder.path()).unwrap();
        let refused = import::import(&world.test_db.db, files, Subjects::Any, &world.clock).await;
        let refused = format!("{:#}", refused.unwrap_err());
        assert!(refused.starts_with("manifest.json, long.csv: "), "{refused}");
        assert!(refused.contains(told), "{refused}");
    }
}

#[tokio::test]
async fn text_that_is_not_utf_8_is_refused_by_that_name_beside_what_is_loaded() {
    let world = World::start().await;
    let rows = format!("{HEAD}\nasset,coin,71,2026-01-01,1\n");
    let latin =
        [rows.replace("coin", "m").as_bytes(), b"asset,m\xfcnze,71,2026-01-01,1\n"].concat();
    let wide: Vec<u8> =
        b"\xff\xfe".iter().copied().chain(rows.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for (bytes, line) in [(latin, 3), (wide, 1)] {
        let folder = support::folder(&[("later.csv", &rows), ("long.csv", "")]);
        std::fs::write(folder.path().join("long.csv"), bytes).unwrap();
        let files = import::folder(folder.path()).unwrap();
        let report =
            import::import(&world.test_db.db, files, Subjects::Any, &world.clock).await.unwrap();
        assert_eq!(report.refused(), ["long.csv"]);
        let told = format!("line {line}: expected text in UTF-8, and not in another encoding\n");
        assert!(report.to_string().contains(&told), "{report}");
    }
}

#[tokio::test]
async fn values_that_fail_a_gate_are_kept_and_withheld() {
    let world = World::start().await;
    let loaded = world
        .load(
            "asset,a,holding_addresses_count,2026-01-01,-1\n\
             asset,a,net_asset_value_dollar,2026-01-01,1\nasset,a,net_asset_value_dollar,2026-01-02,1.2\n\
             asset,a,net_asset_value_dollar,2026-01-03,1.21\nasset,a,net_asset_value_dollar,2026-01-20,1.5\n\
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
    assert!(kept.contains(&"a net_asset_value_dollar 2026-01-03 1.21".into()), "{kept:?}");
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
async fn what_does_not_add_up_is_withheld() {
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
async fn what_was_withheld_for_a_wrong_value_is_published_when_that_is_corrected() {
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
        .load_as("later.csv", "asset,b,market_value_dollar,2026-01-03,70\nasset,n,net_asset_value_dollar,2026-01-20,1")
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
async fn tokens_add_up_to_their_asset() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,71,2026-01-01,1\ntoken,one:c,15,2026-01-01,1\ntoken,two:c,15,2026-01-01,1",
        )
        .await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query("UPDATE subjects SET asset_slug = 'coin' WHERE kind = 'token'")
        .execute(&mut *conn)
        .await
        .unwrap();
    drop(conn);
    let loaded = world
        .load_as("later.csv", "asset,coin,71,2026-01-02,100\ntoken,one:c,71,2026-01-02,30")
        .await;
    assert!(loaded.withheld.is_empty(), "one of them is not told: {loaded:?}");
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
async fn a_price_that_another_source_contradicts_is_withheld() {
    let world = World::start().await;
    let rows = |source: &str, price: &str| {
        format!("{HEAD},source\nasset,coin,price_dollar,2026-01-01,{price},{source}\n")
    };
    world.import(&[("long.csv", &rows("one", "1"))]).await.unwrap();
    world.import(&[("later.csv", &rows("two", "1.04"))]).await.unwrap();
    let report = world.import(&[("later.csv", &rows("three", "1.2"))]).await.unwrap();
    assert!(report.to_string().contains("withheld: 1 for sources_disagree"), "{report}");
}

#[tokio::test]
async fn a_load_is_told_when_it_is_there_and_not_before() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    timeseries::start(&world.app, &world.context(), &bus);
    world.load("asset,coin,71,2026-01-01,1\nasset,other,71,2026-01-02,2").await;
    world.refused("later.csv", "nonsense\n").await;
    world.clock.advance(Duration::from_hours(1));
    world.load("asset,coin,71,2026-01-01,3").await;
    world.load_as("later.csv", "asset,coin,71,2026-01-01,3").await;
    testing::settled(&world.test_db.db).await;

    let mut told = bus.events::<ObservationsLoaded>().await;
    // Events of different loads come in any order.
    told.sort_by_key(|told| told.event.load_id);
    let counts: Vec<(usize, i64)> =
        told.iter().map(|told| (told.event.series_ids.len(), told.event.accepted)).collect();
    assert_eq!(counts, [(2, 2), (1, 1)], "a load that changes nothing is not told of numbers");
    assert_eq!(told[0].event.first_date.as_deref(), Some("2026-01-01"));
    let restated = bus.events::<ObservationsRestated>().await;
    assert_eq!(restated.len(), 1);
    assert_eq!(restated[0].event.load_id, told[1].event.load_id);
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}

#[tokio::test]
async fn what_comes_with_the_program_loads_once_and_again_without_a_change() {
    let world = World::start().await;
    let report =
        import::import(&world.test_db.db, seed::files(), Subjects::Known, &Clock::fixed(NOW))
            .await
            .unwrap();
    assert!(!report.is_refused(), "{report}");
    assert_eq!(report.accepted(), 432_517, "{report}");
    let nothing: Vec<String> = Vec::new();
    assert_eq!(
        world.texts("SELECT DISTINCT reason FROM observations WHERE reason IS NOT NULL").await,
        nothing
    );
    assert_eq!(world.texts("SELECT count(*)::text FROM series").await, ["73"]);
    let again =
        import::import(&world.test_db.db, seed::files(), Subjects::Known, &Clock::fixed(NOW))
            .await
            .unwrap();
    assert!(again.files.iter().all(|file| file.outcome == Outcome::Known), "{again}");
}

#[tokio::test]
async fn what_waited_for_another_load_became_known_when_it_was_written() {
    let world = World::start().await;
    let mut other = world.test_db.db.tx().await.unwrap();
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('timeseries import'))")
        .execute(&mut *other)
        .await
        .unwrap();
    let let_go = async {
        let waiting = "SELECT count(*)::text FROM pg_locks
            WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        while world.texts(waiting).await != ["1"] {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        world.clock.advance(Duration::from_mins(5));
        other.rollback().await.unwrap();
    };
    let (loaded, ()) = tokio::join!(world.load("asset,coin,71,2026-01-01,1"), let_go);
    assert_eq!(loaded.accepted, 1);
    let known = "SELECT to_char(known_at, 'HH24:MI:SS') FROM ";
    for table in ["loads", "observations", "series_loads"] {
        let statement = sqlx::AssertSqlSafe(format!("{known}{table}"));
        let mut conn = world.test_db.db.conn().await.unwrap();
        let at: String = sqlx::query_scalar(statement).fetch_one(&mut *conn).await.unwrap();
        assert_eq!(at, "12:05:00", "{table}");
    }
}

/// The other process of the test below: this program again, told by its environment what to be.
#[tokio::test]
async fn child() {
    let mut env = Env::process();
    let Ok(folder) = env.required("CHILD_FOLDER") else { return };
    let config = DbConfig::from_url(&env.required("CHILD_DATABASE").unwrap()).unwrap();
    failpoint::arm(&env.required("CHILD_DIES_AT").unwrap(), 1);
    let db = Db::connect(&testing::app(), &config);
    import::import(
        &db,
        import::folder(folder.as_ref()).unwrap(),
        Subjects::Any,
        &Clock::fixed(NOW),
    )
    .await
    .unwrap();
}

#[tokio::test]
async fn a_load_that_is_killed_leaves_all_of_it_or_nothing() {
    let world = World::start().await;
    let many: Vec<String> =
        (1..=28).map(|day| format!("asset,coin,71,2026-01-{day:02},{day}\n")).collect();
    let many = many.concat();
    let folder = support::folder(&[("long.csv", &format!("{HEAD}\n{many}"))]);
    for (place, left) in [
        ("import.copied", "0 0 0"),
        ("import.written", "0 0 0"),
        ("import.announced", "0 0 0"),
        ("import.committed", "28 1 1"),
    ] {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "child", "--nocapture"]);
        command
            .env("CHILD_FOLDER", folder.path())
            .env("CHILD_DATABASE", &world.test_db.url)
            .env("CHILD_DIES_AT", place);
        let mut child = Process::start(command, &folder.path().join("child.log"));
        assert!(!child.ended().await, "{place} was not reached: {}", child.output());
        let counts = world
            .texts(
                "SELECT (SELECT count(*) FROM observations) || ' ' || (SELECT count(*) FROM loads) || ' ' ||
                     (SELECT count(*) FROM outbox)",
            )
            .await;
        assert_eq!(counts, [left], "{place}");
    }
    let files = import::folder(folder.path()).unwrap();
    let again =
        import::import(&world.test_db.db, files, Subjects::Any, &Clock::fixed(NOW)).await.unwrap();
    assert_eq!(again.files[0].outcome, Outcome::Known, "what was killed after its commit is there");
}
