//! Rows of a file as records of a table, or why not.

use std::collections::HashMap;

use serde_json::{Map, Value};
use sqlx::PgConnection;

use super::manifest::Origin;
use super::report::Rejection;
use super::rows::{Row, Rows};
use crate::names;
use crate::schema::{self, Column, ColumnType, Item, Kind, Raw};
use crate::store::{Known, TAIL};

/// Numbers below this one belong to the specification, the others are given by the table.
const OWN_IDS: i64 = 10_000;
/// Measures that the specification does not have are known by numbers of the project.
const OWN_MEASURES: i64 = 100_000;
const LONGEST_SOURCE: usize = 500;
const LONGEST_NAME: usize = 300;

/// What is checked against.
pub struct Check<'a> {
    /// The table.
    pub kind: &'static Kind,
    /// Names of what can be referred to.
    pub known: &'a Known,
    /// What is said of rows that do not say it themselves.
    pub origin: &'a Origin,
}

/// A record with the line it came from.
pub type Found = (usize, Map<String, Value>);

impl Check<'_> {
    /// Every row as a record, or everything that is wrong with the file.
    pub fn all(&self, rows: &Rows) -> Result<Vec<Found>, Vec<Rejection>> {
        let mut rejections = self.head(&rows.columns);
        if !rejections.is_empty() {
            return Err(rejections);
        }
        let mut records = Vec::new();
        let mut lines: HashMap<String, usize> = HashMap::new();
        for row in &rows.rows {
            let before = rejections.len();
            let record = self.record(row, &mut rejections);
            let slug = record.get("slug").and_then(Value::as_str).unwrap_or_default();
            if let Some(first) = lines.get(slug) {
                let expected = format!("a slug that line {first} does not have already");
                rejections.push(refuse(row, "slug", expected));
            } else if rejections.len() == before {
                lines.insert(slug.to_owned(), row.line);
            }
            records.push((row.line, record));
        }
        if rejections.is_empty() { Ok(records) } else { Err(rejections) }
    }

    fn head(&self, columns: &[String]) -> Vec<Rejection> {
        let names = self::columns(self.kind);
        let unknown = columns.iter().filter(|column| !names.contains(column));
        unknown
            .map(|column| Rejection {
                line: 1,
                column: Some(Raw::from(column.as_str()).shown()),
                found: String::new(),
                expected: format!("one of the columns {}", names.join(", ")),
            })
            .collect()
    }

    fn record(&self, row: &Row, rejections: &mut Vec<Rejection>) -> Map<String, Value> {
        let mut record = Map::new();
        let mut take = |column: &str, value: Result<Value, String>| match value {
            Ok(value) => {
                record.insert(column.to_owned(), value);
            }
            Err(expected) => rejections.push(refuse(row, column, expected)),
        };
        if let Some(id) = row.cell("id") {
            let most = if self.kind.table == "measures" { OWN_MEASURES } else { OWN_IDS };
            take("id", whole(id, most - 1));
        }
        take("slug", text(row, "slug").and_then(|slug| schema::slug(self.kind.slug, slug)));
        let name = text(row, "name");
        if let Ok(name) = &name {
            take("sort_name", Ok(names::folded(name).into()));
        }
        take("name", name.and_then(|name| accepted("name", LONGEST_NAME, name)));
        for column in self.kind.written() {
            let stored = column.stored();
            match self.value(column, row) {
                Ok(value) => {
                    record.insert(stored, value);
                }
                Err(expected) => rejections.push(refuse(row, &column.filed(), expected)),
            }
        }
        for (column, value) in TAIL.iter().zip(self.tail(row)) {
            match value {
                Ok(value) => {
                    record.insert((*column).to_owned(), value);
                }
                Err(expected) => rejections.push(refuse(row, column, expected)),
            }
        }
        record.insert("origin".to_owned(), self.origin.kind.into());
        record
    }

    fn value(&self, column: &Column, row: &Row) -> Result<Value, String> {
        let Some(raw) = row.cell(&column.filed()) else {
            if column.required {
                return Err("a value".to_owned());
            }
            let is_list = matches!(column.column_type, ColumnType::List(_));
            return Ok(if is_list { Value::Array(Vec::new()) } else { Value::Null });
        };
        let value = schema::accept(column, raw)?;
        match column.column_type {
            ColumnType::Reference(table, shows) => {
                let name = value.as_str().unwrap_or_default();
                let id = self.known.id(table, shows.key(), name);
                id.map(Value::from).ok_or_else(|| there(table, shows.key()))
            }
            ColumnType::List(Item::Slugs(table)) => self.all_known(value, table, "slug"),
            ColumnType::List(Item::Codes(table)) => self.all_known(value, table, "code"),
            ColumnType::List(_) if column.required && value == Value::Array(Vec::new()) => {
                Err("at least one item".to_owned())
            }
            _ => Ok(value),
        }
    }

    fn all_known(
        &self,
        value: Value,
        table: &'static str,
        key: &'static str,
    ) -> Result<Value, String> {
        let mut items = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        let strange = items.find(|item| self.known.id(table, key, item).is_none());
        match strange {
            Some(item) => Err(format!("{}, not {item:?}", there(table, key))),
            None => Ok(value),
        }
    }

    fn tail(&self, row: &Row) -> [Result<Value, String>; 3] {
        let is_filed = self.origin.kind == "import";
        let missing = if is_filed { "a value, here or in manifest.json" } else { "a value" };
        let given = |column: &str, default: &Option<String>| match row.cell(column) {
            Some(Raw::One(text)) => Ok(text.clone()),
            Some(Raw::Many(_)) => Err("one value, not a list".to_owned()),
            None => default.clone().ok_or_else(|| missing.to_owned()),
        };
        let words = |column: &'static str, default| {
            given(column, default).and_then(|text| accepted(column, LONGEST_SOURCE, &text))
        };
        let day = given("retrieved_on", &self.origin.retrieved_on)
            .and_then(|text| schema::accept(&Column::date("retrieved_on", ""), &Raw::One(text)));
        [words("source", &self.origin.source), words("licence", &self.origin.licence), day]
    }
}

/// The columns that a file of a kind may have.
pub fn columns(kind: &Kind) -> Vec<String> {
    let own = kind.written().map(Column::filed);
    let head = ["id", "slug", "name"].map(str::to_owned);
    head.into_iter().chain(own).chain(TAIL.map(str::to_owned)).collect()
}

/// Loads the names of everything that the kind refers to.
pub async fn load_known(
    conn: &mut PgConnection,
    kind: &'static Kind,
    known: &mut Known,
) -> Result<(), sqlx::Error> {
    for column in kind.columns {
        match column.column_type {
            ColumnType::Reference(table, shows) => known.load(conn, table, shows.key()).await?,
            ColumnType::List(Item::Slugs(table)) => known.load(conn, table, "slug").await?,
            ColumnType::List(Item::Codes(table)) => known.load(conn, table, "code").await?,
            _ => {}
        }
    }
    Ok(())
}

fn text<'a>(row: &'a Row, column: &str) -> Result<&'a str, String> {
    match row.cell(column) {
        Some(Raw::One(text)) => Ok(text),
        Some(Raw::Many(_)) => Err("one value, not a list".to_owned()),
        None => Err("a value".to_owned()),
    }
}

fn accepted(name: &'static str, most: usize, text: &str) -> Result<Value, String> {
    schema::accept(&Column::text(name, most, ""), &Raw::from(text))
}

fn whole(raw: &Raw, most: i64) -> Result<Value, String> {
    schema::accept(&Column::integer("id", 1, most, ""), raw)
}

fn there(table: &str, key: &str) -> String {
    format!("the {key} of one of the {} that are there", table.replace('_', " "))
}

fn refuse(row: &Row, column: &str, expected: String) -> Rejection {
    let found = row.cell(column).map(Raw::shown).unwrap_or_default();
    Rejection { line: row.line, column: Some(column.to_owned()), found, expected }
}
