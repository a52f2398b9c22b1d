//! Files of fictional numbers that are taken over as recorded, and the removal of everything fictional.

use crate::support::World;
use kit::clock::milliseconds;
use sheet::{Cell, Column, Format, Kind, Sheet};
use time::OffsetDateTime;
use time::macros::datetime;
use timeseries::import::{self, Input, LoadSummary, Outcome, Rejection, Subjects};

const VALUES: [(&str, Kind); 9] = [
    ("subject_kind", Kind::Text),
    ("subject_slug", Kind::Text),
    ("subject_name", Kind::Text),
    ("measure", Kind::Text),
    ("frequency", Kind::Text),
    ("date", Kind::Day),
    ("known_at", Kind::Instant),
    ("value", Kind::Number),
    ("reason", Kind::Text),
];
const HOLDERS: [(&str, Kind); 11] = [
    ("token_slug", Kind::Text),
    ("date", Kind::Day),
    ("rank", Kind::Integer),
    ("address", Kind::Text),
    ("is_issuer", Kind::Truth),
    ("balance_raw", Kind::Text),
    ("balance", Kind::Number),
    ("share", Kind::Number),
    ("value_dollar", Kind::Number),
    ("known_at", Kind::Instant),
    ("address_kind", Kind::Text),
];
const LATE: OffsetDateTime = datetime!(2026-02-01 00:00 UTC);

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

fn parquet(columns: &[(&str, Kind)], rows: Vec<Vec<Cell>>) -> Vec<u8> {
    let columns =
        columns.iter().map(|(name, kind)| Column { name: (*name).to_owned(), kind: *kind });
    let mut sheet = Sheet::new(Format::Parquet, columns.collect()).unwrap();
    for row in rows {
        sheet.row(row).unwrap();
    }
    sheet.finish().unwrap()
}

/// A value of the asset "coin" in the form of such a file.
fn value(date: &str, known_at: OffsetDateTime, value: f64, reason: Option<&str>) -> Vec<Cell> {
    vec![
        text("asset"),
        text("coin"),
        text("Coin (sample)"),
        text("market_value_dollar"),
        text("weekly"),
        text(date),
        Cell::Integer(milliseconds(known_at)),
        Cell::Number(value),
        reason.map_or(Cell::Nothing, text),
    ]
}

fn holder(date: &str, rank: i64, balance: f64) -> Vec<Cell> {
    vec![
        text("one:0xab"),
        text(date),
        Cell::Integer(rank),
        text(&format!("0x{rank}")),
        Cell::Truth(rank == 1),
        text("1000"),
        Cell::Number(balance),
        Cell::Number(0.5),
        Cell::Nothing,
        Cell::Integer(milliseconds(LATE)),
        Cell::Nothing,
    ]
}

/// The outcome of a file with more words in its manifest.
async fn outcome(
    world: &World,
    kind: &str,
    words: &str,
    bytes: Vec<u8>,
) -> anyhow::Result<Outcome> {
    let manifest = format!(
        r#"{{"kind": "{kind}", "files": {{"rows.parquet": {{"source": "test", "licence": "CC0-1.0",
            "retrieved_on": "2026-02-01", "source_slug": "made", {words}}}}}}}"#
    );
    let files = vec![
        Input::received("manifest.json".to_owned(), manifest.into_bytes()),
        Input::received("rows.parquet".to_owned(), bytes),
    ];
    let report = import::import(&world.test_db.db, files, Subjects::Any, &world.clock).await?;
    Ok(report.files[0].outcome.clone())
}

async fn load(world: &World, words: &str, bytes: Vec<u8>) -> LoadSummary {
    match outcome(world, "sample", words, bytes).await.unwrap() {
        Outcome::Loaded(loaded) => loaded,
        other => panic!("{other:?}"),
    }
}

async fn refused(world: &World, bytes: Vec<u8>) -> Rejection {
    match outcome(world, "sample", r#""mode": "as_recorded""#, bytes).await.unwrap() {
        Outcome::Refused(rejections) => rejections.all()[0].clone(),
        other => panic!("{other:?}"),
    }
}

const AS_RECORDED: &str =
    r#""mode": "as_recorded", "method": "made 1", "transformation": "made up""#;

#[tokio::test]
async fn reasons_and_instants_are_those_of_the_file() {
    let world = World::start().await;
    let early = datetime!(2026-01-02 00:00 UTC);
    let rows = vec![
        value("2026-01-01", early, 5.0, Some("nav_jump")),
        value("2026-01-01", LATE, 6.0, None),
        value("2026-01-02", datetime!(2026-01-03 00:00 UTC), -7.0, None),
    ];
    let loaded = load(&world, AS_RECORDED, parquet(&VALUES, rows)).await;
    assert_eq!((loaded.accepted, loaded.series, loaded.restated), (3, 1, 1));
    assert_eq!(loaded.withheld, [("nav_jump".to_owned(), 1)]);
    let found = world
        .texts(
            "SELECT u.name || ' ' || u.is_sample || ' ' || s.source || ' ' || s.carry_days || ' ' || o.date || ' ' ||
                 (o.known_at AT TIME ZONE 'UTC')::date || ' ' || o.value || ' ' || coalesce(o.reason, '-')
             FROM observations o JOIN series s ON s.id = o.series_id JOIN subjects u ON u.id = s.subject_id
             ORDER BY o.date, o.known_at",
        )
        .await;
    let expected = [
        "Coin (sample) true made 14 2026-01-01 2026-01-02 5 nav_jump",
        "Coin (sample) true made 14 2026-01-01 2026-02-01 6 -",
        "Coin (sample) true made 14 2026-01-02 2026-01-03 -7 -",
    ];
    assert_eq!(found, expected, "no gate has withheld the negative value");
    let noted = "SELECT method_version || ' ' || transformation || ' ' || is_sample || ' ' || restated FROM loads";
    assert_eq!(world.texts(noted).await, ["made 1 made up true 1"]);

    // A later file goes on, and restates what an earlier one said.
    let rows = vec![value("2026-01-02", LATE, 8.0, None), value("2026-01-09", LATE, 9.0, None)];
    let more = load(&world, AS_RECORDED, parquet(&VALUES, rows)).await;
    assert_eq!((more.accepted, more.restated), (2, 1));
    let restated = "SELECT date || ' ' || earlier_value || ' ' || coalesce(earlier_reason, '-') || ' ' || value
        FROM restatements ORDER BY date";
    assert_eq!(world.texts(restated).await, ["2026-01-01 5 nav_jump 6", "2026-01-02 -7 - 8"]);
}

#[tokio::test]
async fn rows_that_cannot_be_copied_unchanged_are_refused() {
    let world = World::start().await;
    let one = || value("2026-01-02", LATE, 1.0, None);
    let mut text_values = VALUES;
    text_values[7].1 = Kind::Text;
    let mut row = one();
    row[7] = text("1");
    let wrong = refused(&world, parquet(&text_values, vec![row])).await;
    assert_eq!((wrong.line, wrong.column.as_str()), (1, "value"), "{wrong:?}");
    for (rows, line, column) in [
        (vec![one(), value("2026-01-01", LATE, 1.0, None)], 3, "date"),
        (vec![one(), one()], 3, "date"),
        (vec![value("2026-01-02", datetime!(2026-01-01 00:00 UTC), 1.0, None)], 2, "known_at"),
        (vec![value("2026-01-02", datetime!(2027-01-01 00:00 UTC), 1.0, None)], 2, "known_at"),
        (vec![value("2027-01-02", LATE, 1.0, None)], 2, "date"),
        (vec![value("2026-01-02", LATE, 1e25, None)], 2, "value"),
        (vec![value("2026-01-02", LATE, 1.0, Some("dislike"))], 2, "reason"),
    ] {
        let found = refused(&world, parquet(&VALUES, rows)).await;
        assert_eq!((found.line, found.column.as_str()), (line, column), "{found:?}");
    }
    assert_eq!(world.texts("SELECT count(*)::text FROM observations").await, ["0"]);

    load(&world, AS_RECORDED, parquet(&VALUES, vec![one()])).await;
    let again = refused(&world, parquet(&VALUES, vec![one()])).await;
    assert_eq!(again.column, "known_at", "its method is another, its values are there");

    let real = World::start().await;
    real.load("asset,coin,71,2021-01-01,1").await;
    let found = refused(&real, parquet(&VALUES, vec![one()])).await;
    assert_eq!((found.line, found.column.as_str()), (2, "subject_slug"), "{found:?}");
}

#[tokio::test]
async fn words_for_fictional_numbers_are_refused_of_real_ones() {
    let world = World::start().await;
    let file = || parquet(&VALUES, vec![value("2026-01-02", LATE, 1.0, None)]);
    let error = outcome(&world, "import", AS_RECORDED, file()).await.unwrap_err();
    assert!(format!("{error:#}").contains("as_recorded"), "{error:#}");
    let error = outcome(&world, "sample", r#""earlier_days": "month_ends""#, file()).await;
    assert!(format!("{:#}", error.unwrap_err()).contains("earlier_days"));
}

#[tokio::test]
async fn of_holders_the_ends_of_months_and_the_last_day_stay() {
    let world = World::start().await;
    let words = r#""mode": "as_recorded", "contents": "holders", "earlier_days": "month_ends""#;
    for dates in [&["2025-12-31", "2026-01-29"][..], &["2026-01-30"], &["2026-01-31"]] {
        let rows = dates.iter().flat_map(|date| [holder(date, 1, 3.0), holder(date, 2, 2.0)]);
        let loaded = load(&world, words, parquet(&HOLDERS, rows.collect())).await;
        assert_eq!(loaded.accepted, dates.len() as i64 * 2);
    }
    let kept = "SELECT date || ' ' || count(*) || ' ' || bool_or(is_issuer) FROM holders GROUP BY date ORDER BY date";
    assert_eq!(world.texts(kept).await, ["2025-12-31 2 true", "2026-01-31 2 true"]);
    // Balances that grow with their rank contradict each other, also as recorded.
    let rows = vec![holder("2026-01-28", 1, 1.0), holder("2026-01-28", 2, 2.0)];
    match outcome(&world, "sample", words, parquet(&HOLDERS, rows)).await.unwrap() {
        Outcome::Refused(rejections) => assert_eq!(rejections.all()[0].column, "rank"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn real_data_stays_when_sample_data_is_removed() {
    const COUNTS: &str = "SELECT (SELECT count(*) FROM observations) || ' ' || (SELECT count(*) FROM holders) || ' ' ||
        (SELECT count(*) FROM loads) || ' ' || (SELECT count(*) FROM series) || ' ' || (SELECT count(*) FROM subjects)";
    let world = World::start().await;
    world.load("asset,real,71,2021-01-01,1\nasset,real,71,2021-01-02,2").await;
    let (before, values) = (world.texts(COUNTS).await, world.observations().await);
    let rows = vec![value("2026-01-01", LATE, 1.0, None)];
    load(&world, AS_RECORDED, parquet(&VALUES, rows)).await;
    assert_ne!(world.texts(COUNTS).await, before);
    import::remove_samples(&world.test_db.db).await.unwrap();
    assert_eq!(world.texts(COUNTS).await, before);
    assert_eq!(world.observations().await, values);
}
