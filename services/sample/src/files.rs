//! The universe as the files of an import: records for the catalog, numbers for timeseries.

mod columns;

use std::fmt::Write as _;

use engine::day::{self, Day};
use kit::clock::milliseconds;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use sheet::Kind;

use self::columns::{Column, Columns};
use crate::later_loans;
use crate::numbers::{Batch, Generator, METHOD, Point, Series, Span, end_of, today};
use crate::source_ranks::{ADMINISTRATED_MEASURE, ADMINISTRATOR, SOURCE};
use crate::tables::tables;

/// Where records and numbers are taken from.
pub const TAKEN_FROM: &str = "Sample universe: fictional, made by a program";
/// The conditions under which they are.
pub const LICENCE: &str = "own work, Apache-2.0";
/// The name of the manifest, which describes the other files.
const MANIFEST: &str = "manifest.json";
/// The fund that the administrator reports, and its part of the universe.
pub const ADMINISTRATED_FUND: &str = "amber-treasury-fund-1-sample";
const ADMINISTRATED_PART: usize = 0;
/// The first day that it reports.
const ADMINISTRATED_SINCE: &str = "2025-07-01";
/// The part of what the ledger counts that the administrator reports, before a day and since then.
const DISAGREES_SINCE: &str = "2026-09-01";
const AGREEING: f64 = 0.997;
const DISAGREEING: f64 = 0.982;
const TRANSFORMATION: &str = "made from ledgers of fictional tokens";

#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The contents of a file of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Values of series.
    Values,
    /// Transfers of tokens.
    Transfers,
    /// Balances of the largest holders.
    Holders,
    /// Values of one fund from its administrator.
    Administrator,
}

impl Contents {
    /// Every kind, in the order in which they are loaded.
    pub const ALL: [Self; 4] = [Self::Values, Self::Transfers, Self::Holders, Self::Administrator];

    /// The kinds of contents that a part has.
    pub fn of_part(part: usize) -> impl Iterator<Item = Self> {
        let is_of_part =
            move |contents: &Self| *contents != Self::Administrator || part == ADMINISTRATED_PART;
        Self::ALL.into_iter().filter(is_of_part)
    }

    /// The name of the contents in a manifest.
    fn text(self) -> &'static str {
        match self {
            Self::Values | Self::Administrator => "values",
            Self::Transfers => "transfers",
            Self::Holders => "holders",
        }
    }

    /// The name of the file of a part of the universe.
    pub fn file(self, part: usize) -> String {
        let name = match self {
            Self::Administrator => "administrator",
            contents => contents.text(),
        };
        format!("sample-{name}-{}.parquet", part + 1)
    }
}

/// The records of the catalog on the day on which the universe stands still, a file for each table, with their manifest.
pub fn records() -> Vec<File> {
    records_on(today())
}

/// The records of the catalog on a day: those of loans go on after the day on which the universe stands still.
pub fn records_on(last: Day) -> Vec<File> {
    let mut files = Vec::new();
    let mut origins = serde_json::Map::new();
    let mut tables = tables();
    later_loans::bring_to(&mut tables, last);
    for table in tables {
        let rows = table.rows.into_iter().map(|row| {
            let cells = row.0.into_iter().map(|(name, text)| (name.to_owned(), text.into()));
            serde_json::Value::Object(cells.collect())
        });
        let name = format!("{}.json", table.name);
        let origin = serde_json::json!({
            "source": TAKEN_FROM, "licence": LICENCE, "retrieved_on": day::text(today()),
        });
        origins.insert(name.clone(), origin);
        let rows = serde_json::Value::Array(rows.collect());
        files.push(File { name, bytes: rows.to_string().into_bytes() });
    }
    files.push(manifest(origins));
    files
}

fn manifest(files: serde_json::Map<String, serde_json::Value>) -> File {
    let files = serde_json::Value::Object(files);
    let manifest = serde_json::json!({ "kind": "sample", "files": files });
    File { name: MANIFEST.to_owned(), bytes: manifest.to_string().into_bytes() }
}

/// The numbers of a part of the universe that became known in a span, with their manifest.
pub fn numbers(
    generator: &Generator,
    part: usize,
    span: Span,
    wanted: &[Contents],
) -> Result<Vec<File>, ParquetError> {
    let mut values = Columns::new(VALUES)?;
    let mut transfers = Columns::new(TRANSFERS)?;
    let mut holders = Columns::new(HOLDERS)?;
    let mut administrator = Columns::new(VALUES)?;
    let mut has_administrator = false;
    let mut failure = Ok(());
    generator.generate(part, span, |batch| {
        let reported = reported_by_administrator(&batch);
        has_administrator |= !reported.points.is_empty();
        failure = add_values(reported, &mut administrator)
            .and_then(|()| add(batch, &mut values, &mut transfers, &mut holders));
        failure.is_ok()
    });
    failure?;
    let mut origins = serde_json::Map::new();
    let mut files = Vec::new();
    let columns = [values, transfers, holders, administrator];
    for (contents, columns) in Contents::ALL.into_iter().zip(columns) {
        let is_administrator = contents == Contents::Administrator;
        if !wanted.contains(&contents) || (is_administrator && !has_administrator) {
            continue;
        }
        let name = contents.file(part);
        let mut origin = serde_json::json!({
            "source": TAKEN_FROM,
            "licence": LICENCE,
            "retrieved_on": day::date(span.last).to_string(),
            "source_slug": if is_administrator { ADMINISTRATOR } else { SOURCE },
            "contents": contents.text(),
            "mode": "as_recorded",
            "method": METHOD,
        });
        match contents {
            Contents::Values | Contents::Administrator => {
                origin["transformation"] = TRANSFORMATION.into();
            }
            Contents::Holders => origin["earlier_days"] = "month_ends".into(),
            Contents::Transfers => {}
        }
        origins.insert(name.clone(), origin);
        files.push(File { name, bytes: columns.finish()? });
    }
    files.push(manifest(origins));
    Ok(files)
}

const VALUES: &[Column] = &[
    Column::required("subject_kind", Kind::Text),
    Column::required("subject_slug", Kind::Text),
    Column::required("subject_name", Kind::Text),
    Column::required("measure", Kind::Text),
    Column::required("frequency", Kind::Text),
    Column::required("date", Kind::Day),
    Column::required("known_at", Kind::Instant),
    Column::required("value", Kind::Number),
    Column::optional("reason", Kind::Text),
];
const TRANSFERS: &[Column] = &[
    Column::required("token_slug", Kind::Text),
    Column::required("happened_at", Kind::Instant),
    Column::required("block_number", Kind::Integer),
    Column::required("transaction_hash", Kind::Text),
    Column::required("log_index", Kind::Integer),
    Column::required("kind", Kind::Text),
    Column::required("amount_raw", Kind::Text),
    Column::required("amount", Kind::Number),
    Column::optional("from_address", Kind::Text),
    Column::optional("to_address", Kind::Text),
    Column::optional("value_dollar", Kind::Number),
    Column::required("known_at", Kind::Instant),
];
const HOLDERS: &[Column] = &[
    Column::required("token_slug", Kind::Text),
    Column::required("date", Kind::Day),
    Column::required("rank", Kind::Integer),
    Column::required("address", Kind::Text),
    Column::required("is_issuer", Kind::Truth),
    Column::required("balance_raw", Kind::Text),
    Column::required("balance", Kind::Number),
    Column::required("share", Kind::Number),
    Column::optional("value_dollar", Kind::Number),
    Column::required("known_at", Kind::Instant),
    Column::optional("address_kind", Kind::Text),
];

fn text(text: impl Into<String>) -> ByteArray {
    ByteArray::from(text.into().into_bytes())
}

/// The values that the administrator reports of a fund: slightly below the ledger's, and from a day on clearly below.
fn reported_by_administrator(batch: &Batch) -> Batch {
    let [since, disagrees] =
        [ADMINISTRATED_SINCE, DISAGREES_SINCE].map(|text| day::parse(text).unwrap_or(Day::MAX));
    let is_reported = |series: &Series| {
        (series.kind, series.measure) == ("asset", ADMINISTRATED_MEASURE)
            && series.slug == ADMINISTRATED_FUND
    };
    if !batch.series.iter().any(is_reported) {
        return Batch::default();
    }
    let points = batch
        .points
        .iter()
        .filter(|point| point.day >= since && is_reported(&batch.series[point.series]));
    let points = points.map(|point| {
        let part = if point.day < disagrees { AGREEING } else { DISAGREEING };
        Point { number: (point.number * part * 100.0).round() / 100.0, ..*point }
    });
    Batch { points: points.collect(), series: batch.series.clone(), ..Batch::default() }
}

fn add(
    batch: Batch,
    values: &mut Columns,
    transfers: &mut Columns,
    holders: &mut Columns,
) -> Result<(), ParquetError> {
    let Batch { transfers: moved, holdings, series, points } = batch;
    add_values(Batch { series, points, ..Batch::default() }, values)?;
    for transfer in moved {
        transfers.text(0, Some(text(transfer.token)));
        transfers.integer(1, milliseconds(transfer.happened_at));
        transfers.integer(2, transfer.block);
        transfers.text(3, Some(text(transfer.transaction)));
        transfers.integer(4, transfer.number as i64);
        transfers.text(5, Some(text(transfer.kind)));
        transfers.text(6, Some(text(transfer.raw)));
        transfers.number(7, Some(transfer.amount));
        transfers.text(8, transfer.from.map(text));
        transfers.text(9, transfer.to.map(text));
        transfers.number(10, transfer.dollar);
        transfers.integer(11, milliseconds(end_of(day::at(transfer.happened_at))));
        transfers.row()?;
    }
    for holding in holdings {
        holders.text(0, Some(text(holding.token)));
        holders.day(1, holding.day);
        holders.integer(2, holding.rank as i64);
        holders.text(3, Some(text(holding.address)));
        holders.truth(4, holding.is_issuer);
        holders.text(5, Some(text(holding.raw)));
        holders.number(6, Some(holding.balance));
        holders.number(7, Some(holding.share));
        holders.number(8, holding.dollar);
        holders.integer(9, milliseconds(end_of(holding.day)));
        holders.text(10, holding.address_kind.map(text));
        holders.row()?;
    }
    Ok(())
}

fn add_values(batch: Batch, values: &mut Columns) -> Result<(), ParquetError> {
    let Batch { series, points, .. } = batch;
    // A text of a series is shared by its rows.
    let names: Vec<[ByteArray; 5]> = series
        .into_iter()
        .map(|series| {
            let frequency = series.frequency.text();
            [
                text(series.kind),
                text(series.slug),
                text(series.name),
                text(series.measure),
                text(frequency),
            ]
        })
        .collect();
    for point in points {
        for (column, name) in names[point.series].iter().enumerate() {
            values.text(column, Some(name.clone()));
        }
        values.day(5, point.day);
        values.integer(6, milliseconds(point.known_at));
        values.number(7, Some(point.number));
        values.text(8, point.reason.map(text));
        values.row()?;
    }
    Ok(())
}

/// The files of a part that a load has left behind, and after which day.
pub fn missing(
    part: usize,
    last: Day,
    known: impl Fn(&str) -> Option<Day>,
) -> Vec<(Option<Day>, Vec<Contents>)> {
    let mut missing: Vec<(Option<Day>, Vec<Contents>)> = Vec::new();
    for contents in Contents::of_part(part) {
        let after = known(&contents.file(part));
        if after.is_some_and(|after| after >= last) {
            continue;
        }
        match missing.iter_mut().find(|(day, _)| *day == after) {
            Some((_, all)) => all.push(contents),
            None => missing.push((after, vec![contents])),
        }
    }
    missing
}

/// Names files in one line of a log.
pub fn names(files: &[File]) -> String {
    let mut names = String::new();
    for file in files.iter().filter(|file| file.name != MANIFEST) {
        let comma = if names.is_empty() { "" } else { ", " };
        let _ = write!(names, "{comma}{}", file.name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_goes_on_where_each_of_its_files_ends() {
        let known = |name: &str| match name {
            "sample-values-2.parquet" => Some(20),
            "sample-transfers-2.parquet" => Some(19),
            _ => None,
        };
        let expected = [(Some(19), vec![Contents::Transfers]), (None, vec![Contents::Holders])];
        assert_eq!(missing(1, 20, known), expected);
        assert_eq!(missing(0, 20, known), [(None, Contents::ALL.to_vec())]);
        assert_eq!(missing(2, 20, known), [(None, Contents::ALL[..3].to_vec())]);
        assert_eq!(missing(1, 20, |_| Some(20)), []);
    }

    #[test]
    fn every_record_is_in_a_file_that_the_manifest_names() {
        let files = records();
        let manifest = files.last().unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest.bytes).unwrap();
        let named = manifest["files"].as_object().unwrap();
        assert_eq!((named.len(), manifest["kind"].as_str()), (files.len() - 1, Some("sample")));
        let (mut rows, mut expected) = (0, 0);
        for file in &files[..files.len() - 1] {
            assert!(named.contains_key(&file.name), "{}", file.name);
            let all: Vec<serde_json::Value> = serde_json::from_slice(&file.bytes).unwrap();
            rows += all.len();
        }
        expected += tables().iter().map(|table| table.rows.len()).sum::<usize>();
        assert_eq!(rows, expected);
    }

    #[test]
    fn the_administrator_agrees_with_the_ledger_until_a_day() {
        let generator = Generator::with_assets(&tables(), &[ADMINISTRATED_FUND]);
        let last = day::from_date(crate::TODAY);
        let mut parts = std::collections::BTreeMap::new();
        generator.generate(0, Span { after: None, last }, |batch| {
            let counted: std::collections::BTreeMap<Day, f64> = batch
                .points
                .iter()
                .filter(|point| {
                    let series = &batch.series[point.series];
                    (series.kind, series.measure) == ("asset", ADMINISTRATED_MEASURE)
                })
                .map(|point| (point.day, point.number))
                .collect();
            for point in reported_by_administrator(&batch).points {
                parts.insert(point.day, point.number / counted[&point.day]);
            }
            true
        });
        assert!(parts.len() > 400 && parts.contains_key(&last), "{} days", parts.len());
        for (day, part) in parts {
            let disagrees = day >= day::parse(DISAGREES_SINCE).unwrap();
            assert_eq!(
                1.0 - part > engine::differing_sources::TOLERANCE,
                disagrees,
                "{day}: {part}"
            );
        }
    }
}
