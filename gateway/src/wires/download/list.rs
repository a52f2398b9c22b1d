//! The rows of a list of the catalog, with its fields as columns.

use std::collections::HashSet;
use std::sync::Arc;

use kit::low_priority::LowPriorityThreads;
use serde_json::Value;
use serde_json::value::RawValue;
use sheet::{Cell, Column, Format, Kind};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::failures::unreadable;
use super::file_limits::{MAX_LIST_FIELDS, check_export_rows, check_rows};
use super::list_numbers::{ARE_SAMPLE, Numbers};
use super::pages::{self, Pages, Row};
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::failure::Failure;
use crate::call::input::Input;
use crate::call::pipeline::Pipeline;
use crate::http_message::query::parameter;

/// The provenance columns that every file has, whichever fields were requested.
const PROVENANCE: [&str; 10] = [
    "slug",
    "is_sample",
    "source",
    "licence",
    "retrieved_on",
    "attribution",
    "load_id",
    "known_at",
    "method_version",
    ARE_SAMPLE,
];

/// A list whose first page is loaded already.
pub struct Rows {
    page: Option<Vec<Row>>,
    pages: Pages,
    columns: Vec<Column>,
    count: u64,
    /// How many rows were loaded, and how many policies allow.
    loaded: u64,
    most: Option<i64>,
    numbers: Option<Numbers>,
}

#[derive(serde::Deserialize)]
struct Meta {
    fields: Vec<Field>,
}

#[derive(serde::Deserialize)]
struct Field {
    name: String,
    r#type: String,
}

/// All rows that match a query. The first page is loaded before the answer begins, so that an invalid query is refused.
pub async fn rows(
    pipeline: &Pipeline,
    list: &AdmittedCaller,
    packing: &Arc<LowPriorityThreads>,
    format: Format,
    query: &str,
) -> Result<Rows, Failure> {
    let mut numbers = Numbers::parse(pipeline, list, query)?;
    let mut pages = Pages::new(list.clone(), Arc::clone(packing), list_query(query)?);
    let mut first = pages.next().await?.unwrap_or_default();
    if let Some(numbers) = &mut numbers {
        numbers.fill(&mut first).await?;
    }
    // Only the answers tell which numbers are yields, since a measure has several names.
    let fields = fields(pipeline, list, query, numbers.as_ref()).await?;
    let count = pages.row_count();
    check_rows(count, format)?;
    let columns: Vec<Column> = fields
        .into_iter()
        .map(|Field { name, r#type }| {
            let kind = kind(&r#type, first.iter().filter_map(|row| row.get(&name)));
            Column { name, kind }
        })
        .collect();
    let of_numbers = numbers.as_ref().and_then(|it| it.reader().data_limits().export_rows);
    let most = list.data_limits().export_rows.into_iter().chain(of_numbers).min();
    check_export_rows(count, of_numbers)?;
    let loaded = first.len() as u64;
    Ok(Rows { page: Some(first), pages, columns, count, loaded, most, numbers })
}

impl Rows {
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The caller who has the numbers of the rows, if there are any.
    pub fn numbers(&self) -> Option<&AdmittedCaller> {
        self.numbers.as_ref().map(Numbers::reader)
    }

    /// How many rows the list had when its first page was loaded.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Loads the next page unless it is there already.
    pub async fn fetch(&mut self) -> Result<(), Failure> {
        if self.page.is_none() {
            self.page = self.pages.next().await?;
            // The list may have grown meanwhile; the file then breaks off.
            self.loaded += self.page.as_ref().map_or(0, Vec::len) as u64;
            check_export_rows(self.loaded, self.most)?;
            if let (Some(rows), Some(numbers)) = (&mut self.page, &mut self.numbers) {
                numbers.fill(rows).await?;
            }
        }
        Ok(())
    }

    /// The rows of the loaded page; none after the last.
    pub fn take(&mut self) -> Option<Vec<Vec<Cell>>> {
        let cells = |row: &Row| {
            let columns = self.columns.iter();
            columns
                .map(|column| cell(row.get(&column.name).map(AsRef::as_ref), column.kind))
                .collect()
        };
        Some(self.page.take()?.iter().map(cells).collect())
    }
}

/// The requested fields, or all of them, and the provenance of each row.
async fn fields(
    pipeline: &Pipeline,
    list: &AdmittedCaller,
    query: &str,
    numbers: Option<&Numbers>,
) -> Result<Vec<Field>, Failure> {
    let mut known = list_fields(pipeline, list).await?;
    if let Some(numbers) = numbers {
        let field =
            |name: &str, r#type: &str| Field { name: name.to_owned(), r#type: r#type.to_owned() };
        for name in numbers.names() {
            known.push(field(name, "decimal"));
            let qualifiers = numbers.qualifiers(name);
            known.extend(qualifiers.iter().map(|(name, r#type)| field(name, r#type)));
        }
        known.push(field(ARE_SAMPLE, "bool"));
        let mut seen = HashSet::new();
        if let Some(twice) = known.iter().find(|field| !seen.insert(&field.name)) {
            let message =
                format!("numbers.columns.{}: the list already has this field", twice.name);
            return Err(Failure::bad_request(message));
        }
    }
    let mut names: Vec<String> = match parameter(query, "fields") {
        None => known.iter().map(|field| field.name.clone()).collect(),
        Some(text) => text.split(',').take(MAX_LIST_FIELDS).map(str::to_owned).collect(),
    };
    let is_known = |name: &str| known.iter().any(|field| field.name == name);
    if let Some(at) = names.iter().position(|name| !is_known(name)) {
        let message = format!("fields[{at}]: unknown field");
        let failure = Failure::bad_request(message);
        return Err(Failure { reason: Some("unknown_field".into()), ..failure });
    }
    if let Some(numbers) = numbers {
        // The qualifiers of a number are right behind it.
        let with_qualifiers = names.into_iter().flat_map(|name| {
            let qualifiers = numbers.qualifiers(&name).into_iter().map(|(name, _)| name);
            std::iter::once(name).chain(qualifiers)
        });
        names = with_qualifiers.collect();
    }
    names.extend(PROVENANCE.into_iter().filter(|name| is_known(name)).map(str::to_owned));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let place = |name: &String| known.iter().position(|field| field.name == *name);
    let places: Vec<usize> = names.iter().filter_map(place).collect();
    let mut known: Vec<Option<Field>> = known.drain(..).map(Some).collect();
    Ok(places.into_iter().filter_map(|place| known[place].take()).collect())
}

async fn list_fields(pipeline: &Pipeline, list: &AdmittedCaller) -> Result<Vec<Field>, Failure> {
    let name = list.procedure().name.replace(".list", ".meta");
    let Some(meta) = pipeline.procedure(&name) else { return Ok(Vec::new()) };
    let answer = list.admit_to(meta, &Input::Null)?.call(&Input::Null).await?.unwrap_or_default();
    let meta: Meta = serde_json::from_slice(&answer).map_err(unreadable)?;
    Ok(meta.fields)
}

/// The query for the rows: filter and order only, since the file pages by itself and has no groups.
fn list_query(query: &str) -> Result<serde_json::Map<String, Value>, Failure> {
    let query = pages::query_parameter(query)?;
    for name in query.keys() {
        if !matches!(name.as_str(), "filter" | "sort" | "as_of") {
            let name: String = name.chars().take(64).collect();
            return Err(Failure::bad_request(format!(
                "query.{name}: a file supports filter, sort and as_of only"
            )));
        }
    }
    Ok(query)
}

/// The kind of a field's column. Numbers and amounts may come as text, as the first value shows.
fn kind<'a>(declared: &str, mut values: impl Iterator<Item = &'a Box<RawValue>>) -> Kind {
    let kind = match declared {
        "int" | "id" => Kind::Integer,
        "decimal" => Kind::Number,
        "bool" => Kind::Truth,
        "date" => Kind::Day,
        "instant" => return Kind::Instant,
        _ => return Kind::Text,
    };
    let is_text =
        values.find(|value| value.get() != "null").is_some_and(|one| one.get().starts_with('"'));
    if is_text && kind != Kind::Day { Kind::Text } else { kind }
}

/// The cell of a JSON value. Numbers are parsed from their text, to the last digit; the items of lists are separated by
/// semicolons.
fn cell(value: Option<&RawValue>, kind: Kind) -> Cell {
    let written = value.map(RawValue::get).unwrap_or_default();
    match (written.as_bytes().first(), kind) {
        (None | Some(b'n'), _) => Cell::Nothing,
        (Some(b'"'), Kind::Integer | Kind::Number) => {
            figure(&serde_json::from_str::<String>(written).unwrap_or_default())
        }
        (Some(b'"'), Kind::Instant) => instant(written),
        (Some(b'"'), _) => Cell::text(serde_json::from_str::<String>(written).ok()),
        (Some(b'['), _) => Cell::text(serde_json::from_str::<Vec<Value>>(written).ok().map(joined)),
        (Some(b'{'), _) | (Some(_), Kind::Text) => Cell::text(Some(written)),
        (Some(b't'), _) => Cell::Truth(true),
        (Some(b'f'), _) => Cell::Truth(false),
        (Some(_), _) => figure(written),
    }
}

fn figure(written: &str) -> Cell {
    let whole = written.parse().map(Cell::Integer);
    whole.or_else(|_| written.parse().map(Cell::number)).unwrap_or(Cell::Nothing)
}

/// The cell of an instant in RFC 3339.
fn instant(written: &str) -> Cell {
    let text: String = serde_json::from_str(written).unwrap_or_default();
    let read = OffsetDateTime::parse(&text, &Rfc3339).map(kit::clock::milliseconds);
    read.map_or(Cell::Text(text), Cell::Integer)
}

/// The items of a list as text; objects stay JSON.
fn joined(items: Vec<Value>) -> String {
    if items.iter().any(Value::is_object) {
        return Value::Array(items).to_string();
    }
    let plain = |item: Value| match item {
        Value::String(text) => text,
        other => other.to_string(),
    };
    items.into_iter().map(plain).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn numbers_keep_their_last_digit() {
        for (written, expected) in [
            ("0.1", Cell::Number(0.1)),
            ("9007199254740993", Cell::Integer(9_007_199_254_740_993)),
            ("6631.234567891234", Cell::Number(6_631.234_567_891_234)),
            ("1e300", Cell::Number(1e300)),
            ("-12", Cell::Integer(-12)),
            ("\"12.50\"", Cell::Number(12.5)),
            ("null", Cell::Nothing),
        ] {
            assert_eq!(cell(Some(&raw(written)), Kind::Number), expected, "{written}");
        }
        assert_eq!(cell(None, Kind::Number), Cell::Nothing);
    }

    #[test]
    fn lists_and_texts_are_text() {
        for (written, expected) in [
            (r#"["x","y"]"#, "x;y"),
            ("[1,2]", "1;2"),
            ("[]", ""),
            (r#""a\nb""#, "a\nb"),
            ("12", "12"),
            (r#"{"a":1}"#, r#"{"a":1}"#),
        ] {
            assert_eq!(cell(Some(&raw(written)), Kind::Text), Cell::Text(expected.to_owned()));
        }
        assert_eq!(cell(Some(&raw("true")), Kind::Truth), Cell::Truth(true));
        let instant = raw("\"2025-11-20T09:00:00.123Z\"");
        assert_eq!(cell(Some(&instant), Kind::Instant), Cell::Integer(1_763_629_200_123));
    }

    #[test]
    fn a_field_has_the_kind_of_its_values() {
        let (text, number) = ([raw("null"), raw("\"77\"")], [raw("77")]);
        assert_eq!(kind("decimal", text.iter()), Kind::Text);
        assert_eq!(kind("decimal", number.iter()), Kind::Number);
        assert_eq!(kind("id", [].iter()), Kind::Integer);
        assert_eq!(kind("date", [raw("\"2026-01-01\"")].iter()), Kind::Day);
        assert_eq!(kind("enum", number.iter()), Kind::Text);
    }
}
