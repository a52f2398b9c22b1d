//! Parquet files are imported as text files are.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use crate::support::World;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use timeseries::import::{self, Outcome, Report, Subjects};

const SCHEMA: &str = "message rows {
    required binary subject_kind (UTF8);
    required binary subject_slug (UTF8);
    required binary measure (UTF8);
    required int32 date (DATE);
    optional double value;
}";
/// 2026-01-01.
const DAY: i32 = 20_454;
/// A figure whose digits are lost where it is read carelessly.
const LONG: f64 = 6_631.234_567_891_234;

type Row = (&'static str, &'static str, i32, Option<f64>);

/// Writes rows of assets in groups of two.
fn write(path: &Path, rows: &[Row], compression: Compression) {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let properties = WriterProperties::builder().set_compression(compression).build();
    let file = File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
    for part in rows.chunks(2) {
        let mut group = writer.next_row_group().unwrap();
        let texts: [Vec<ByteArray>; 3] = [
            part.iter().map(|_| "asset".into()).collect(),
            part.iter().map(|row| row.0.into()).collect(),
            part.iter().map(|row| row.1.into()).collect(),
        ];
        for texts in texts {
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
            column.close().unwrap();
        }
        let days: Vec<i32> = part.iter().map(|row| row.2).collect();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<Int32Type>().write_batch(&days, None, None).unwrap();
        column.close().unwrap();
        let levels: Vec<i16> = part.iter().map(|row| i16::from(row.3.is_some())).collect();
        let values: Vec<f64> = part.iter().filter_map(|row| row.3).collect();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<DoubleType>().write_batch(&values, Some(&levels), None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    writer.close().unwrap();
}

async fn load(world: &World, make: impl FnOnce(&Path)) -> Report {
    let manifest = r#"{"files": {"long.parquet":
        {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"}}}"#;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("manifest.json"), manifest).unwrap();
    make(&folder.path().join("long.parquet"));
    let files = import::folder(folder.path()).unwrap();
    import::import(&world.test_db.db, files, Subjects::Any, &world.clock).await.unwrap()
}

#[tokio::test]
async fn a_parquet_file_is_loaded_through_the_same_gates() {
    let world = World::start().await;
    let rows = [
        ("coin", "71", DAY, Some(LONG)),
        ("coin", "71", DAY + 1, None),
        ("coin", "71", DAY + 2, Some(-1.0)),
        ("bond", "net_asset_value_dollar", DAY, Some(1e-7)),
        ("bond", "net_asset_value_dollar", DAY + 1, Some(1e-7)),
    ];
    for compression in [Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default())] {
        let report = load(&world, |path| write(path, &rows, compression)).await;
        let Outcome::Loaded(loaded) = &report.files[0].outcome else { panic!("{report}") };
        // The same numbers in another file are nothing new.
        let is_first = compression == Compression::SNAPPY;
        assert_eq!(loaded.accepted, if is_first { 4 } else { 0 });
    }
    let expected = [
        "bond net_asset_value_dollar 2026-01-01 1e-07",
        "bond net_asset_value_dollar 2026-01-02 1e-07",
        "coin bridged_token_value_dollar 2026-01-01 6631.234567891234",
        "coin bridged_token_value_dollar 2026-01-03 withheld: negative",
    ];
    assert_eq!(world.observations().await, expected);
}

#[tokio::test]
async fn errors_in_a_parquet_file_are_reported_with_their_row() {
    let world = World::start().await;
    let rows = [
        ("coin", "71", DAY, Some(1.0)),
        ("coin", "nothing", DAY, Some(1.0)),
        ("coin", "71", DAY + 100_000, Some(1.0)),
        ("coin", "71", DAY + 1, Some(f64::NAN)),
    ];
    let report = load(&world, |path| write(path, &rows, Compression::UNCOMPRESSED)).await;
    let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
    let rejected: Vec<_> = rejections
        .all()
        .iter()
        .map(|rejection| (rejection.line, rejection.column.as_str()))
        .collect();
    assert_eq!(rejected, [(3, "measure"), (4, "date"), (5, "value")]);

    // A part of a file, and one of another kind under its name.
    for is_text in [false, true] {
        let report = load(&world, |path| {
            write(path, &rows[..1], Compression::UNCOMPRESSED);
            let whole = std::fs::read(path).unwrap();
            let text = b"subject_kind,subject,measure,date,value\nasset,coin,71,2026-01-01,1\n";
            let wrong: &[u8] = if is_text { text } else { &whole[..whole.len() / 2] };
            std::fs::write(path, wrong).unwrap();
        })
        .await;
        let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
        assert_eq!(
            rejections.all()[0].expected,
            "a whole Parquet file, not compressed or with zstd or snappy"
        );
    }
    assert!(world.observations().await.is_empty());
}
