//! Saves records for an editor, all or none, with an entry in the history of each.

use std::collections::{BTreeMap, HashMap};

use kit::clock::milliseconds;
use kit::db::DbError;
use kit::error::Violation;
use kit::peers::Person;
use proto::catalog::v1::{RecordAction, SaveRecordsRequest, SaveRecordsResponse, SavedRecord};
use proto::codec;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;
use time::macros::format_description;

use super::changes::{self, Note};
use super::kind;
use super::limits::MOST_RECORDS;
use super::locks::begin;
use super::person::recorded_id;
use crate::context::Context;
use crate::error::CatalogError;
use crate::import::{self, Origin, Rejection, Row, Rows};
use crate::schema::{Kind, Raw};
use crate::store::{self, RecordCells};

/// The time of the state that a change is based on.
const BASE: &str = "updated_at";

type Input = Map<String, Value>;

/// Writes records of one kind, all or none, and records each change.
pub async fn save(
    ctx: &Context,
    person: &Person,
    request: &SaveRecordsRequest,
) -> Result<SaveRecordsResponse, CatalogError> {
    let kind = kind(&request.resource)?;
    let inputs = parse(&request.records_json)?;
    let slugs = slugs(&inputs)?;
    let now = ctx.clock.now();
    let mut tx = begin(ctx).await?;
    let editor = recorded_id(&mut tx, person).await?;
    let before = by_slug(store::cells(&mut tx, kind, &slugs).await?);
    let generated = generated(&mut tx, kind, &before).await?;
    let changes = rows(kind, &inputs, &slugs, &before, &generated)?;
    let of_sample = Origin { kind: "sample", ..Origin::default() };
    for (rows, origin) in [(&changes.own, origin(now)?), (&changes.of_samples, of_sample)] {
        if rows.rows.is_empty() {
            continue;
        }
        let refuse = |rejections| CatalogError::Refused(refused(kind, &inputs, rejections));
        let written = import::write(&mut tx, kind, rows, &origin, now).await;
        written.map_err(|error| broken(kind, &inputs, error))?.map_err(refuse)?;
    }
    if !changes.are_none() {
        store::update_derived(&mut tx, now).await?;
    }
    let after = by_slug(store::cells(&mut tx, kind, &slugs).await?);
    let mut results = Vec::new();
    for slug in &slugs {
        let (before, after) = (before.get(slug), after.get(slug));
        let action = match (before, after) {
            (None, _) => RecordAction::Created,
            (Some(before), Some(after)) if before.is_like(after) => RecordAction::Unchanged,
            _ => RecordAction::Updated,
        };
        if action != RecordAction::Unchanged {
            let note = Note { kind, action, by: &editor, at: now, before, after };
            changes::note(&mut tx, note).await?;
        }
        let state = after.or(before);
        results.extend(state.map(|state| SavedRecord {
            id: state.id,
            slug: state.slug.clone(),
            action: action.into(),
            updated_at: milliseconds(state.updated_at),
        }));
    }
    tx.commit().await?;
    ctx.records.show_change(&ctx.db).await;
    Ok(SaveRecordsResponse { results })
}

fn parse(records_json: &str) -> Result<Vec<Input>, CatalogError> {
    let inputs: Option<Vec<Input>> = serde_json::from_str(records_json).ok();
    inputs
        .filter(|inputs| (1..=MOST_RECORDS).contains(&inputs.len()))
        .ok_or(CatalogError::RecordsMalformed(MOST_RECORDS))
}

/// The slug of each record, none twice.
fn slugs(inputs: &[Input]) -> Result<Vec<String>, CatalogError> {
    let mut slugs: Vec<String> = Vec::new();
    let mut violations = Vec::new();
    for (at, record) in inputs.iter().enumerate() {
        let mut refuse = |message: String| violations.push(violation(at, Some("slug"), message));
        match record.get("slug") {
            Some(Value::String(slug)) => match slugs.iter().position(|known| known == slug) {
                Some(first) => refuse(format!("is the slug of records[{first}], too")),
                None => slugs.push(slug.clone()),
            },
            _ => refuse("expected a value".to_owned()),
        }
    }
    if violations.is_empty() { Ok(slugs) } else { Err(CatalogError::Refused(violations)) }
}

fn by_slug(records: Vec<RecordCells>) -> HashMap<String, RecordCells> {
    records.into_iter().map(|record| (record.slug.clone(), record)).collect()
}

/// The cells that sample records had before editors changed them, by their ids.
async fn generated(
    conn: &mut PgConnection,
    kind: &Kind,
    before: &HashMap<String, RecordCells>,
) -> Result<HashMap<i64, Input>, DbError> {
    let samples = before.values().filter(|record| record.is_sample());
    let samples: Vec<i64> = samples.map(|record| record.id).collect();
    match kind.rules.sample_edits {
        Some(edits) if !samples.is_empty() => (edits.generated)(conn, &samples).await,
        _ => Ok(HashMap::new()),
    }
}

/// The provenance of records that do not state it themselves.
fn origin(now: OffsetDateTime) -> Result<Origin, CatalogError> {
    let day = now.format(format_description!("[year]-[month]-[day]"));
    let today = day.map_err(|error| CatalogError::Defect(error.into()))?;
    Ok(Origin { retrieved_on: Some(today), kind: "editor", ..Origin::default() })
}

/// Rows as of files: those of the editor, and those of the sample universe that they changed.
#[derive(Default)]
struct Changes {
    own: Rows,
    of_samples: Rows,
}

impl Changes {
    fn are_none(&self) -> bool {
        self.own.rows.is_empty() && self.of_samples.rows.is_empty()
    }
}

/// The records as rows of a file, without those that are the same as before. The generated cells are those that sample
/// records had before editors changed them.
fn rows(
    kind: &Kind,
    inputs: &[Input],
    slugs: &[String],
    before: &HashMap<String, RecordCells>,
    generated: &HashMap<i64, Input>,
) -> Result<Changes, CatalogError> {
    let (mut changes, mut violations) = (Changes::default(), Vec::new());
    for (at, (record, slug)) in inputs.iter().zip(slugs).enumerate() {
        let known = before.get(slug);
        check_state(kind, record, slug, known)?;
        if record.contains_key("id") {
            violations.push(violation(at, Some("id"), "ids are assigned by the table".to_owned()));
        }
        let mut cells = merged(record, slug, known);
        let sample = known.filter(|known| known.is_sample());
        if let (Some(known), Some(edits)) = (sample, kind.rules.sample_edits) {
            let generated = generated.get(&known.id);
            if let Err(column) = (edits.complete)(&mut cells, &known.cells, generated) {
                violations.push(violation(at, Some(column), "expected a value".to_owned()));
                continue;
            }
        }
        let row = match Row::from_object(at + 1, cells) {
            Ok(row) => row,
            Err(rejection) => {
                violations.push(violation(at, rejection.column.as_deref(), message(&rejection)));
                continue;
            }
        };
        if known.is_some_and(|known| is_same(&row, known)) {
            continue;
        }
        let (rows, row) = match known {
            Some(_) if sample.is_some() => (&mut changes.of_samples, row),
            // The provenance that the file stated does not hold for the change.
            Some(known) => (&mut changes.own, without_provenance(row, record, &known.origin)),
            None => (&mut changes.own, row),
        };
        for (column, _) in &row.cells {
            if !rows.columns.contains(column) {
                rows.columns.push(column.clone());
            }
        }
        rows.rows.push(row);
    }
    if violations.is_empty() { Ok(changes) } else { Err(CatalogError::Refused(violations)) }
}

/// Refuses to change more of a sample record than its kind allows, and a record that has changed since the state that
/// the change is based on.
fn check_state(
    kind: &Kind,
    record: &Input,
    slug: &str,
    known: Option<&RecordCells>,
) -> Result<(), CatalogError> {
    let mut columns =
        record.keys().map(String::as_str).filter(|column| ![BASE, "slug"].contains(column));
    let edits = kind.rules.sample_edits;
    let is_edit = edits.is_some_and(|edits| columns.all(|column| edits.columns.contains(&column)));
    if known.is_some_and(RecordCells::is_sample) && !is_edit {
        return Err(CatalogError::RecordIsSample(slug.to_owned()));
    }
    let Some(base) = record.get(BASE) else { return Ok(()) };
    let state = known.map(|known| codec::instant(milliseconds(known.updated_at)));
    let state = state.transpose().map_err(|error| CatalogError::Defect(error.into()))?;
    if base.as_str() == state.as_deref() {
        return Ok(());
    }
    Err(CatalogError::RecordChanged(slug.to_owned()))
}

/// The present values of a record with the input laid over them.
fn merged(record: &Input, slug: &str, known: Option<&RecordCells>) -> Input {
    let mut merged = known.map(|known| known.cells.clone()).unwrap_or_default();
    merged.insert("slug".to_owned(), slug.into());
    for (column, value) in record.iter().filter(|(column, _)| *column != BASE) {
        match value {
            Value::Null => merged.remove(column),
            value => merged.insert(column.clone(), value.clone()),
        };
    }
    merged
}

fn is_same(row: &Row, known: &RecordCells) -> bool {
    let mut cells = known.cells.clone();
    cells.insert("slug".to_owned(), known.slug.clone().into());
    let by_column = |row: &Row| row.cells.iter().cloned().collect::<BTreeMap<_, _>>();
    Row::from_object(row.line, cells).is_ok_and(|known| {
        let blank = |raw: &Raw| raw.to_text().is_empty();
        let filled = |row: &Row| {
            let mut cells = by_column(row);
            cells.retain(|_, raw| !blank(raw));
            cells
        };
        filled(&known) == filled(row)
    })
}

/// An editor who changes an imported record states the source of the change; an editor's own source remains.
fn without_provenance(mut row: Row, record: &Input, origin: &str) -> Row {
    row.cells.retain(|(column, _)| {
        let stale = match column.as_str() {
            "retrieved_on" => true,
            "source" | "licence" => origin == "import",
            _ => false,
        };
        !stale || record.contains_key(column)
    });
    row
}

/// Every rejection with the place of its value in the request.
fn refused(kind: &Kind, inputs: &[Input], rejections: Vec<Rejection>) -> Vec<Violation> {
    let names = import::columns(kind);
    let place = |rejection: &Rejection| match &rejection.column {
        // Unknown columns are refused before the records are checked.
        Some(column) if !names.contains(column) => {
            inputs.iter().position(|record| record.contains_key(column)).unwrap_or_default()
        }
        _ => rejection.line.saturating_sub(1),
    };
    let refuse = |rejection: Rejection| {
        violation(place(&rejection), rejection.column.as_deref(), message(&rejection))
    };
    rejections.into_iter().map(refuse).collect()
}

/// Constraints of the database: a value that another record has, or values that exclude each other.
fn broken(kind: &Kind, inputs: &[Input], error: DbError) -> CatalogError {
    let Some(constraint) = error.constraint() else { return error.into() };
    let part = constraint.strip_prefix(kind.table).unwrap_or(constraint).trim_start_matches('_');
    let (part, message) = match part.strip_suffix("_key") {
        Some(part) => (part, "expected a value that no other record has".to_owned()),
        None => (part.trim_end_matches("_check"), format!("not allowed together: {part}")),
    };
    let column = kind
        .written_columns()
        .find(|column| [column.stored().as_str(), column.name].contains(&part));
    let column = column.map(crate::schema::Column::filed);
    // One statement writes all records; of several, the database does not say which.
    let only = if inputs.len() == 1 { "records[0]" } else { "records" };
    let path = column.map_or_else(|| only.to_owned(), |column| format!("{only}.{column}"));
    CatalogError::Refused(vec![Violation { path, message }])
}

fn message(rejection: &Rejection) -> String {
    match rejection.found.as_str() {
        "" => format!("expected {}", rejection.expected),
        found => format!("expected {}, found {found:?}", rejection.expected),
    }
}

fn violation(at: usize, column: Option<&str>, message: String) -> Violation {
    let path = match column {
        Some(column) => format!("records[{at}].{column}"),
        None => format!("records[{at}]"),
    };
    Violation { path, message }
}
