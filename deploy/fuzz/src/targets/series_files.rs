//! A file of numbers as comma-separated text and as Parquet, with a row for each value or a column for each series.

use std::sync::LazyLock;

use time::OffsetDateTime;
use time::macros::datetime;
use timeseries::import::fuzzing::{Bounds, LARGEST, Values, holders, values};
use timeseries::import::{Input, Manifest};

use crate::target::Target;

pub const TEXT: Target = Target {
    name: "series_text",
    run: text,
    tokens: &[
        ",",
        "\n",
        "\r\n",
        "\r",
        "\"",
        "\"\"",
        " ",
        "\u{feff}",
        "\u{0}",
        "asset",
        "token",
        "gold",
        "71",
        "date",
        "value",
        "a",
        "b",
        "known_at",
        "source",
        "network_slug",
        "2026-01-01",
        "1900-01-01",
        "2026-12-31",
        "0000-00-00",
        "T00:00:00Z",
        "2026-01-01T12:00:00Z",
        "null",
        "nan",
        "inf",
        "1e24",
        "-1e25",
        "1e2147483647",
        "0x1",
        ".",
        "e",
        "=1+1",
        "\u{a0}",
    ],
    rounds: 2000,
};

pub const PARQUET: Target = Target {
    name: "series_parquet",
    run: parquet,
    tokens: &["PAR1", "value", "date"],
    rounds: 600,
};

const NOW: OffsetDateTime = datetime!(2026-11-27 12:00 UTC);
/// 2026-11-27.
const BOUNDS: Bounds = Bounds { last_day: 20_784, now: NOW };

const COLUMNS: &str = "file,column,subject_kind,subject_slug,network_slug,measure,scale,source,frequency\n\
    wide.csv,a,asset,gold,,71,one,desk,daily\n\
    wide.csv,b,asset,silver,net,71,percent,desk,monthly_average\n\
    wide.parquet,a,asset,gold,,71,million,desk,daily\n\
    wide.parquet,b,asset,silver,net,71,basis_points,desk,monthly\n";

static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| {
    let names = ["long.csv", "wide.csv", "long.parquet", "wide.parquet"];
    let origin = r#"{"source": "desk", "licence": "CC0-1.0", "retrieved_on": "2026-11-27"}"#;
    let origins = names.map(|name| format!("{name:?}: {origin}")).join(", ");
    let manifest = format!(r#"{{"files": {{{origins}}}}}"#);
    let described = [("manifest.json", manifest.as_str()), ("series.csv", COLUMNS)];
    let files = described.into_iter().chain(names.map(|name| (name, "")));
    let files = files.map(|(name, text)| Input::received(name.to_owned(), text.into())).collect();
    Manifest::take(files, BOUNDS.last_day).expect("the files are well described").0
});

fn read(name: &str, input: &[u8]) -> Values {
    let file = Input::received(name.to_owned(), input.to_vec());
    values(&file, &MANIFEST, BOUNDS).expect("a file in memory can be read")
}

fn text(input: &[u8]) {
    for name in ["long.csv", "wide.csv"] {
        let found = read(name, input);
        well_formed(&found);
        if found.rejections.is_empty() {
            same_width(input);
        }
    }
}

/// Every row of a file that is taken has as many cells as the head.
fn same_width(input: &[u8]) {
    let plain: Vec<u8> = input.iter().copied().filter(|byte| *byte != b'\r').collect();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(&*plain);
    let width = reader.byte_headers().expect("bytes are enough").len();
    for record in reader.byte_records() {
        assert_eq!(record.expect("bytes are enough").len(), width);
    }
}

fn parquet(input: &[u8]) {
    for name in ["long.parquet", "wide.parquet"] {
        well_formed(&read(name, input));
    }
    if let Some(count) = holders(input.to_vec(), BOUNDS) {
        assert!(count <= 1 << 20);
    }
}

/// Values are of days and in a range that the engine calculates with, and each series is there once.
fn well_formed(found: &Values) {
    let Values { keys, points, rejections } = found;
    for point in points {
        assert!((0..keys.len()).contains(&(point.key as usize)), "{point:?}");
        assert!(BOUNDS.has_day(point.day) && point.line > 0, "{point:?}");
        assert!(point.value.is_none_or(|value| value.abs() <= LARGEST), "{point:?}");
        assert!(point.known_at.is_none_or(|known_at| known_at <= NOW), "{point:?}");
    }
    assert!(points.is_sorted_by_key(|point| point.line));
    for (at, key) in keys.iter().enumerate() {
        assert!(!keys[..at].contains(key), "{key:?}");
        assert!(!key.subject_slug.is_empty() && !key.source.is_empty(), "{key:?}");
    }
    for rejection in rejections.all() {
        assert!(!rejection.expected.is_empty() && rejection.found.chars().count() <= 60);
    }
}
