//! A file of records, read as comma-separated values and as JSON, and checked as records of several kinds.

use std::collections::BTreeSet;

use catalog::import::fuzzing::{Check, csv, is_chain_list, is_token_list, json};
use catalog::import::{Origin, Rows};
use catalog::kinds::KINDS;
use catalog::schema::Raw;
use catalog::store::Targets;
use serde_json::Value;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "catalog_files",
    run,
    tokens: &[
        ",",
        "\n",
        "\r\n",
        "\"",
        "\"\"",
        ";",
        " ",
        "\u{feff}",
        "slug",
        "name",
        "key",
        "id",
        "source",
        "licence",
        "retrieved_on",
        "2026-01-31",
        "status_as_told",
        "stated_status",
        "=1+1",
        "\u{0}",
        "é",
        "[",
        "]",
        "{",
        "}",
        ":",
        "null",
        "1",
        "\\u0000",
        "{\"slug\": \"a\"}",
    ],
    rounds: 1000,
};

fn run(input: &[u8]) {
    if let Ok(rows) = csv(input) {
        well_formed(&rows);
        same_when_written(input, &rows);
        checked(&rows);
    }
    if let Ok(rows) = json(input) {
        well_formed(&rows);
        checked(&rows);
    }
    assert!(!(is_token_list(input) && is_chain_list(input)));
}

/// Columns have a name each, and rows have cells of these columns and on lines in order.
fn well_formed(rows: &Rows) {
    let columns: BTreeSet<&str> = rows.columns.iter().map(String::as_str).collect();
    assert_eq!(columns.len(), rows.columns.len());
    assert!(rows.rows.is_sorted_by_key(|row| row.line) && rows.rows.iter().all(|row| row.line > 0));
    for (column, value) in rows.rows.iter().flat_map(|row| &row.cells) {
        assert!(columns.contains(&**column), "{column:?}");
        assert_ne!(value, &Raw::One(String::new()));
        assert!(value.shown().chars().count() <= 60);
    }
}

/// Each row has as many fields as the head, and all of them are kept.
fn same_when_written(input: &[u8], rows: &Rows) {
    if rows.columns.is_empty() {
        return;
    }
    let text = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    let mut reader = ::csv::ReaderBuilder::new().flexible(true).from_reader(text);
    let counts: Vec<usize> =
        reader.byte_records().map(|record| record.expect("bytes are enough").len()).collect();
    assert_eq!(counts, vec![rows.columns.len(); rows.rows.len()]);
    // The catalog and its library each take away one mark of the byte order: another is part of the first column.
    let mut writer = ::csv::Writer::from_writer("\u{feff}\u{feff}".as_bytes().to_vec());
    writer.write_record(&rows.columns).expect("memory takes every text");
    for row in &rows.rows {
        let cell = |column: &String| row.cell(column).map(Raw::to_text).unwrap_or_default();
        writer.write_record(rows.columns.iter().map(cell)).expect("memory takes every text");
    }
    let written = writer.into_inner().expect("memory takes every text");
    let again = csv(&written).expect("what was read can be written");
    assert_eq!(again.columns, rows.columns);
    let cells = |rows: &Rows| rows.rows.iter().map(|row| row.cells.clone()).collect::<Vec<_>>();
    assert_eq!(cells(&again), cells(rows));
}

/// Records that are accepted have slugs of their own.
fn checked(rows: &Rows) {
    let origin = Origin { kind: "import", ..Origin::default() };
    let targets = Targets::for_origin("import");
    for kind in KINDS.iter().copied().filter(|kind| kind.is_written()).step_by(5) {
        let Ok(records) = (Check { kind, targets: &targets, origin: &origin }).all(rows) else {
            continue;
        };
        let slugs = records.iter().map(|(_, record)| record.get("slug").and_then(Value::as_str));
        let slugs: BTreeSet<&str> = slugs.map(|slug| slug.expect("each has one")).collect();
        assert_eq!((slugs.len(), records.len()), (rows.rows.len(), rows.rows.len()));
        assert!(slugs.iter().all(|slug| !slug.is_empty()));
    }
}
