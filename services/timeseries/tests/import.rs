//! Files that the importer accepts, refuses and withholds, and its reports.

use std::time::Duration;

use crate::support::{self, HEAD, NOW, World};
use kit::clock::Clock;
use timeseries::import::{self, Outcome, Rejection, Subjects};

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
async fn values_of_unknown_subjects_are_loaded_only_on_request() {
    let world = World::start().await;
    world
        .texts(
            "INSERT INTO subjects (kind, slug, name, updated_at)
             VALUES ('asset', 'coin', 'Coin', 7), ('network', 'one', 'One', 7) RETURNING slug",
        )
        .await;
    let long = format!(
        "{HEAD},network_slug\nasset,coin,71,2026-01-01,1,one\nbenchmark,rate-a,benchmark_rate,2026-01-01,0.1,\n"
    );
    let report = world.import_about(Subjects::Known, &[("long.csv", &long)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let before = world.observations().await;

    let long = format!(
        "{long}asset,coin,71,2026-01-02,1,two\nasset,cion,71,2026-01-01,1,one\nasset,cion,71,2026-01-02,1,one\n"
    );
    let wide = "date,a,b\n2026-01-01,4.25,\n2026-01-02,4.5,7\n";
    let columns = COLUMNS.replace("coin", "cion");
    let files = [("later.csv", long.as_str()), ("wide.csv", wide), ("series.csv", &columns)];
    let report = world.import_about(Subjects::Known, &files).await.unwrap();
    let refusals: Vec<String> = report
        .files
        .iter()
        .flat_map(|file| match &file.outcome {
            Outcome::Refused(rejections) => rejections.all().to_vec(),
            other => panic!("{other:?}"),
        })
        .map(|rejection| rejection.to_string())
        .collect();
    assert_eq!(
        refusals,
        [
            "line 4, network_slug: expected the slug of a record of the catalog of the kind network, or --any-subject, found \"two\"",
            "line 5, subject_slug: expected the slug of a record of the catalog of the kind asset, or --any-subject, found \"cion\"",
            "line 3, b: expected the slug of a record of the catalog of the kind asset, or --any-subject, found \"cion\"",
        ]
    );
    assert_eq!(world.observations().await, before);
    assert_eq!(world.texts("SELECT slug FROM subjects WHERE slug = 'cion'").await.len(), 0);
    let report = world.import_about(Subjects::Any, &files).await.unwrap();
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
async fn a_name_or_a_frequency_that_is_said_anew_is_corrected() {
    let world = World::start().await;
    let values = "date,a,b\n2026-01-01,4.25,100\n";
    world.import(&[("wide.csv", values), ("series.csv", COLUMNS)]).await.unwrap();
    let query = "SELECT u.slug || '|' || u.name || '|' || s.carry_days FROM series s
        JOIN subjects u ON u.id = s.subject_id ORDER BY 1";
    assert_eq!(world.texts(query).await, ["coin|coin|7", "rate-a|Rate A|7"]);
    world
        .texts(
            "UPDATE subjects SET updated_at = 7, name = 'Coin' WHERE slug = 'coin' RETURNING slug",
        )
        .await;
    let corrected = COLUMNS
        .replace("Rate A", "Rate of A")
        .replace("desk,daily", "desk,monthly")
        .replace("coin,,one", "coin,A coin,one")
        .replace("business_daily", "quarterly");
    let report = world.import(&[("wide.csv", values), ("series.csv", &corrected)]).await.unwrap();
    assert_eq!(report.accepted_count(), 0, "{report}");
    let expected = ["coin|Coin|62", "rate-a|Rate of A|184"];
    assert_eq!(world.texts(query).await, expected);

    let silent = corrected.replace("quarterly", "").replace("Rate of A", "");
    world.import(&[("wide.csv", values), ("series.csv", &silent)]).await.unwrap();
    assert_eq!(world.texts(query).await, expected, "what the file leaves out stays");
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
    // A value that was known in between is loaded later and takes its place.
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
                asset,coin,71,2026-01-06,-1e25\nasset,coin,71,2026-11-21,1\nasset,coin,71,2026-11-20,1e24\n\
                asset,coin,yield_7d,2026-01-01,0.05\n";
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
        (14, "measure"),
    ];
    assert_eq!(places, expected);
    let dates = "a day from 1900-01-01 to 2026-11-20";
    let measure = "the slug, number or key of a measure";
    assert!(refused.contains(&Rejection::at(3, "measure", "nothing", measure)), "{refused:?}");
    let derived = "a measure that is reported: this one is derived from others";
    assert!(refused.contains(&Rejection::at(14, "measure", "yield_7d", derived)), "{refused:?}");
    assert!(refused.contains(&Rejection::at(8, "date", "2026-11-23", dates)), "{refused:?}");
    assert_eq!(world.texts("SELECT slug FROM subjects").await, Vec::<String>::new());
}

#[tokio::test]
async fn files_that_make_no_sense_are_refused() {
    let world = World::start().await;
    for (name, text, expected) in [
        ("long.csv", "subject_kind,date\n", "this column in the head"),
        ("long.csv", "a,b\n1,2,3\n", "this column in the head"),
        ("long.csv", "PAR1\u{15}\u{4}\n\u{15}PAR1\n", "this column in the head"),
        ("wide.csv", "day,a,b\n", "this column in the head"),
        ("wide.csv", "date,a,b,c\n", "a line in series.csv"),
        ("wide.csv", "date,a,b,a\n2026-01-01,1,2,3\n", "line 1, a: expected a name that no column"),
        ("long.csv", &format!("{HEAD},value\n"), "line 1, value: expected a name that no column"),
        ("wide.csv", "date,a,b\n2026-01-01,1\n", "as many cells as the head"),
        ("wide.csv", "date,a,b\n2026-01-01,one,2\n", "a number"),
        (
            "wide.csv",
            "date,a,b\n2026-01-01,1,1e308\n",
            "line 2, b: expected a number of at most 1e24",
        ),
    ] {
        let columns = if name == "wide.csv" { COLUMNS } else { NO_COLUMNS };
        let report = world.import(&[(name, text), ("series.csv", columns)]).await.unwrap();
        assert!(report.to_string().contains(expected), "{text}: {report}");
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
    let refusal = import().await;
    assert!(
        refusal.contains("nothing of other.csv: source, licence and retrieved_on"),
        "{refusal}"
    );
    for gone in ["other.csv", "later.csv", "wide.csv"] {
        std::fs::remove_file(folder.path().join(gone)).unwrap();
    }
    let refusal = import().await;
    assert_eq!(refusal, "manifest.json describes what is not in the folder: later.csv, wide.csv");
    let folder = support::folder(&[("long.csv", &long), ("series.csv", COLUMNS)]);
    let files = import::folder(folder.path()).unwrap();
    let refusal = import::import(&world.test_db.db, files, Subjects::Any, &Clock::fixed(NOW))
        .await
        .unwrap_err();
    assert_eq!(refusal.to_string(), "series.csv describes what is not in the folder: wide.csv");
    assert_eq!(world.texts("SELECT file FROM loads").await, Vec::<String>::new());
}

#[tokio::test]
async fn numbers_need_a_source_a_licence_and_a_retrieval_date() {
    let world = World::start().await;
    let folder = support::folder(&[("long.csv", &format!("{HEAD}\n"))]);
    for (source, licence, day, expected) in [
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
        assert!(refused.contains(expected), "{refused}");
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
        assert_eq!(report.refused_files(), ["long.csv"]);
        let expected =
            format!("line {line}: expected text in UTF-8, and not in another encoding\n");
        assert!(report.to_string().contains(&expected), "{report}");
    }
}
