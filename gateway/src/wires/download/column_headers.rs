//! The column headers of files about numbers over time and holders, in every format; groups have most of theirs beside the
//! cells, and lists the names of their fields.

use sheet::{CONVENTION, Column, Kind};

/// The columns that qualify a value: its day, and whether it is carried, covers a part of its interval, covers a gap too, is
/// an average, or lacks days that are withheld.
pub const VALUE_QUALIFIERS: [(&str, Kind); 6] = [
    ("value_date", Kind::Day),
    ("is_carried", Kind::Truth),
    ("is_partial", Kind::Truth),
    ("spans_gap", Kind::Truth),
    ("is_average", Kind::Truth),
    ("lacks_days", Kind::Truth),
];

/// The provenance columns of a value with one load.
const OF_VALUE: [(&str, Kind); 6] = [
    ("licence", Kind::Text),
    ("attribution", Kind::Text),
    ("load_id", Kind::Integer),
    ("known_at", Kind::Instant),
    ("method_version", Kind::Text),
    ("is_sample", Kind::Truth),
];

/// The provenance columns of a value with many loads.
pub const OF_ALL: [(&str, Kind); 5] = [
    ("licence", Kind::Text),
    ("attribution", Kind::Text),
    ("load_ids", Kind::Text),
    ("method_version", Kind::Text),
    ("is_sample", Kind::Truth),
];

/// The columns of a file with a row for each value of series.
pub fn series() -> Vec<Column> {
    let texts = [
        "subject_kind",
        "subject_slug",
        "subject_name",
        "network_slug",
        "measure_slug",
        "measure_name",
        "unit",
        CONVENTION,
        "interval",
        "mode",
    ];
    let mut columns = vec![Column::new("date", Kind::Day), Column::new("to_date", Kind::Day)];
    columns.extend(texts.map(|name| Column::new(name, Kind::Text)));
    columns.push(Column::new("value", Kind::Number));
    columns.push(Column::new("reason", Kind::Text));
    columns.extend(VALUE_QUALIFIERS.map(|(name, kind)| Column::new(name, kind)));
    columns.extend(["source", "load_sources"].map(|name| Column::new(name, Kind::Text)));
    columns.extend(OF_VALUE.map(|(name, kind)| Column::new(name, kind)));
    columns
}

/// The columns of a file with a row for each of the largest holders of a token.
pub fn holders() -> Vec<Column> {
    let columns = [
        ("token_slug", Kind::Text),
        ("token_name", Kind::Text),
        ("date", Kind::Day),
        ("rank", Kind::Integer),
        ("address", Kind::Text),
        ("is_issuer", Kind::Truth),
        ("balance_raw", Kind::Text),
        ("balance", Kind::Number),
        ("share", Kind::Number),
        ("value_dollar", Kind::Number),
        ("address_kind", Kind::Text),
        ("source", Kind::Text),
    ];
    let columns = columns.into_iter().chain(OF_VALUE);
    columns.map(|(name, kind)| Column::new(name, kind)).collect()
}

/// The columns of a file with a row for each cohort of holders on each day.
pub fn holder_cohorts() -> Vec<Column> {
    let columns = [
        ("token_slug", Kind::Text),
        ("token_name", Kind::Text),
        ("date", Kind::Day),
        ("cohort", Kind::Text),
        ("is_from_start", Kind::Truth),
        ("holder_count", Kind::Integer),
        ("units", Kind::Number),
        ("known_count", Kind::Integer),
        ("is_complete", Kind::Truth),
        ("circulating", Kind::Number),
        ("other_units", Kind::Number),
        ("known_at", Kind::Instant),
        ("load_sources", Kind::Text),
    ];
    let columns = columns.into_iter().chain(OF_ALL);
    columns.map(|(name, kind)| Column::new(name, kind)).collect()
}
