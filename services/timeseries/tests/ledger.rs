//! Files of transfers and holders: the same rules as for values, and rows that never change.

use crate::support::{self, World};
use proto::query::v1::Query;
use proto::timeseries::v1::{GetTopHoldersRequest, TransferKind};
use timeseries::import::{self, LoadSummary, Outcome, Subjects};
use timeseries::transactions;

const TRANSFERS: &str = "token_slug,happened_at,block_number,transaction_hash,log_index,kind,amount_raw,amount,from_address,to_address,value_dollar,known_at\n\
    coin-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5000000,5,,0x1,5.5,2026-11-02T00:00:00Z\n\
    coin-one,2026-11-03T10:00:00Z,9,0xb,1,transfer,2000000,2,0x1,0x2,,\n\
    coin-one,2026-11-03T10:00:00Z,9,0xb,2,burn,1000000,1,0x2,,1.1,\n";
const HOLDERS: &str = "token_slug,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar\n\
    coin-one,2026-11-03,1,0x1,true,3000000,3,0.75,3.3\n\
    coin-one,2026-11-03,2,0x2,false,1000000,1,0.25,\n";
const COUNTS: &str =
    "SELECT (SELECT count(*) FROM transfers) || ' ' || (SELECT count(*) FROM holders) || ' ' ||
    (SELECT count(*) FROM loads)";

async fn loaded(world: &World, name: &str, text: &str) -> LoadSummary {
    let report = world.import(&[(name, text)]).await.unwrap();
    let Outcome::Loaded(loaded) = &report.files[0].outcome else { panic!("{report}") };
    loaded.clone()
}

async fn refused(world: &World, name: &str, text: &str) -> Vec<String> {
    let before = world.texts(COUNTS).await;
    let rejections = world.refused(name, text).await;
    assert_eq!(world.texts(COUNTS).await, before);
    rejections.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn transfers_and_holders_of_a_folder_are_answered() {
    let world = World::start().await;
    let report =
        world.import(&[("transfers.csv", TRANSFERS), ("holders.csv", HOLDERS)]).await.unwrap();
    assert!(!report.is_refused() && report.accepted_count() == 5, "{report}");
    world.refresh().await;
    let page = transactions::list(&world.context(), &Query::default()).await.unwrap();
    let found: Vec<(TransferKind, f64, Option<f64>, &str)> = page
        .results
        .iter()
        .map(|row| (row.kind(), row.amount, row.value_dollar, row.amount_raw.as_str()))
        .collect();
    let expected = [
        (TransferKind::Burn, 1.0, Some(1.1), "1000000"),
        (TransferKind::Transfer, 2.0, None, "2000000"),
        (TransferKind::Mint, 5.0, Some(5.5), "5000000"),
    ];
    assert_eq!(found, expected);
    assert!(
        page.results.iter().all(|row| !row.is_sample && row.licence.as_deref() == Some("CC0-1.0"))
    );
    let mut client = world.serve().await;
    let request = GetTopHoldersRequest {
        token_slug: "coin-one".to_owned(),
        ..GetTopHoldersRequest::default()
    };
    let top = client.get_top_holders(request).await.unwrap().into_inner();
    assert_eq!((top.date.as_deref(), top.share), (Some("2026-11-03"), Some(1.0)));
    let holders: Vec<(&str, bool, f64)> =
        top.results.iter().map(|row| (row.address.as_str(), row.is_issuer, row.balance)).collect();
    assert_eq!(holders, [("0x1", true, 3.0), ("0x2", false, 1.0)]);
    assert_eq!(top.load.unwrap().accepted, 2);
}

#[tokio::test]
async fn rows_that_are_there_are_unchanged_and_new_ones_are_added() {
    let world = World::start().await;
    assert_eq!(loaded(&world, "transfers.csv", TRANSFERS).await.accepted, 3);
    let more =
        format!("{TRANSFERS}coin-one,2026-11-04T00:00:00Z,10,0xc,0,bridge_in,1,0.000001,,0x3,,\n");
    let again = loaded(&world, "transfers.csv", &more).await;
    assert_eq!((again.accepted, again.unchanged), (1, 3));
    assert_eq!(again.first_date.unwrap().to_string(), "2026-11-04");
    let report = world.import(&[("transfers.csv", &more)]).await.unwrap();
    assert_eq!(report.files[0].outcome, Outcome::Known);
    assert_eq!(loaded(&world, "holders.csv", HOLDERS).await.accepted, 2);
    let more = format!("{HOLDERS}coin-one,2026-11-04,1,0x1,true,3000000,3,1,\n");
    let again = loaded(&world, "holders.csv", &more).await;
    assert_eq!((again.accepted, again.unchanged), (1, 2));
}

#[tokio::test]
async fn invalid_rows_are_refused_with_line_and_column() {
    let world = World::start().await;
    let head = TRANSFERS.lines().next().unwrap();
    let wrong = format!(
        "{head}\n\
         coin one,2026-11-01T10:00:00Z,7,0xa,0,mint,5,5,,0x1,,\n\
         coin-one,2026-11-01,7,0xa,0,mint,5,5,,0x1,,\n\
         coin-one,2027-01-01T10:00:00Z,7,0xa,0,mint,5,5,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,-7,0xa,0,mint,5,5,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,,0,mint,5,5,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,-1,mint,5,5,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,gift,5,5,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5.0,5,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5,nan,,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5,5,0x1,0x1,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,burn,5,5,,,,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5,5,,0x1,-1,\n\
         coin-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5,5,,0x1,,2026-10-31T00:00:00Z\n"
    );
    let places = [
        "line 2, token_slug",
        "line 3, happened_at",
        "line 4, happened_at",
        "line 5, block_number",
        "line 6, transaction_hash",
        "line 7, log_index",
        "line 8, kind",
        "line 9, amount_raw",
        "line 10, amount",
        "line 11, from_address",
        "line 12, from_address",
        "line 13, value_dollar",
        "line 14, known_at",
    ];
    let found = refused(&world, "transfers.csv", &wrong).await;
    let found: Vec<&str> = found.iter().map(|text| text.split(": ").next().unwrap()).collect();
    assert_eq!(found, places);

    let head = HOLDERS.lines().next().unwrap();
    let wrong = format!(
        "{head}\n\
         coin-one,2027-11-03,1,0x1,true,3,3,0.75,\n\
         coin-one,2026-11-03,0,0x1,true,3,3,0.75,\n\
         coin-one,2026-11-03,1,0x 1,true,3,3,0.75,\n\
         coin-one,2026-11-03,1,0x1,yes,3,3,0.75,\n\
         coin-one,2026-11-03,1,0x1,true,3,3,1.75,\n"
    );
    let found = refused(&world, "holders.csv", &wrong).await;
    let found: Vec<&str> = found.iter().map(|text| text.split(": ").next().unwrap()).collect();
    let places =
        ["line 2, date", "line 3, rank", "line 4, address", "line 5, is_issuer", "line 6, share"];
    assert_eq!(found, places);
    let columns = refused(&world, "holders.csv", "token_slug,date,rank,rank,colour\n").await;
    assert_eq!(
        columns.len(),
        7,
        "two of one name, five that are missing, one too many: {columns:?}"
    );
}

#[tokio::test]
async fn rows_that_contradict_each_other_or_what_is_known_are_refused() {
    let world = World::start().await;
    let twice = format!("{TRANSFERS}{}", TRANSFERS.lines().nth(1).unwrap());
    let found = refused(&world, "transfers.csv", &twice).await;
    assert_eq!(
        found,
        ["line 5, log_index: expected one row for a place in a transaction: line 2 has it already"]
    );
    let gap = HOLDERS.replace("2026-11-03,2,", "2026-11-03,3,");
    let rising = HOLDERS.replace("3000000,3,", "3000000,0.5,");
    for wrong in [gap, rising] {
        let found = refused(&world, "holders.csv", &wrong).await;
        assert!(found[0].contains("rank: expected ranks from 1 without a gap"), "{found:?}");
    }
    loaded(&world, "transfers.csv", TRANSFERS).await;
    loaded(&world, "holders.csv", HOLDERS).await;
    let other = TRANSFERS.replace("5000000,5,", "6000000,6,");
    let found = refused(&world, "transfers.csv", &other).await;
    assert_eq!(
        found,
        ["line 2, transaction_hash: expected what is known of this transfer: it never changes"]
    );
    let other = HOLDERS.replace("0x2", "0x3");
    let fewer: String = HOLDERS.split_inclusive('\n').take(2).collect();
    for wrong in [other, fewer] {
        let found = refused(&world, "holders.csv", &wrong).await;
        assert!(
            found[0].contains("date: expected the holders that are known of this day"),
            "{found:?}"
        );
    }
}

#[tokio::test]
async fn tokens_are_known_and_fictional_rows_are_of_fictional_tokens() {
    let world = World::start().await;
    let report =
        world.import_about(Subjects::Known, &[("transfers.csv", TRANSFERS)]).await.unwrap();
    assert!(
        report.to_string().contains(
            "line 2, token_slug: expected the slug of a record of the catalog of the kind token"
        ),
        "{report}"
    );
    let folder = support::folder(&[
        ("transfers.csv", TRANSFERS),
        ("long.csv", &format!("{}\ntoken,coin-one,71,2026-11-01,1\n", support::HEAD)),
    ]);
    let path = folder.path().join("manifest.json");
    let manifest = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, manifest.replacen('{', r#"{"kind": "sample", "#, 1)).unwrap();
    let import = || async {
        let files = import::folder(folder.path()).unwrap();
        import::import(&world.test_db.db, files, Subjects::Any, &world.clock).await.unwrap()
    };
    let report = import().await;
    assert!(!report.is_refused(), "{report}");
    let fictional = "SELECT (SELECT bool_and(is_sample) FROM subjects) || ' ' || (SELECT bool_and(is_sample) FROM loads)";
    assert_eq!(world.texts(fictional).await, ["true true"]);
    world.texts("UPDATE subjects SET is_sample = false, name = 'Real' RETURNING slug").await;
    world
        .texts(
            "DELETE FROM loads WHERE id NOT IN (SELECT load_id FROM series_loads) RETURNING file",
        )
        .await;
    world.texts("UPDATE loads SET hash = 'former' RETURNING file").await;
    let report = import().await.to_string();
    assert!(
        report.contains("line 2, token_slug: expected a fictional token: this one is real"),
        "{report}"
    );
    assert!(
        report.contains("line 2, subject_slug: expected a fictional subject: this one is real"),
        "{report}"
    );
}
