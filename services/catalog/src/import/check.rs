//! Turns the rows of a file into records of a table, or states their faults.

use std::collections::HashMap;

use kit::licence::Terms;
use proto::codec::Text as _;
use serde_json::{Map, Value};

use super::limits::{LONGEST_RECORD_NAME, LONGEST_SOURCE};
use super::manifest::Origin;
use super::report::Rejection;
use super::rows::{Row, Rows};
use super::sort_name::sort_name;
use crate::schema::{self, CheckedRecord, Column, ColumnType, Item, Kind, Raw};
use crate::store::{PROVENANCE_COLUMNS, TERMS_COLUMNS, Targets};

/// The records and rules against which rows are checked.
pub struct Check<'a> {
    pub kind: &'static Kind,
    /// The records that they can refer to.
    pub targets: &'a Targets,
    /// The provenance of rows that do not state it.
    pub origin: &'a Origin,
}

impl Check<'_> {
    /// Every row as a record, or everything that is wrong with the file.
    pub fn all(&self, rows: &Rows) -> Result<Vec<CheckedRecord>, Vec<Rejection>> {
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
            take("id", integer(id, self.kind.rules.first_assigned_id - 1));
        }
        take("slug", text(row, "slug").and_then(|slug| schema::slug(self.kind.slug, slug)));
        let name = text(row, "name");
        if let Ok(name) = &name {
            take("sort_name", Ok(sort_name(name).into()));
        }
        take("name", name.and_then(|name| accepted("name", LONGEST_RECORD_NAME, name)));
        for column in self.kind.written_columns() {
            let stored = column.stored();
            match self.value(column, row) {
                Ok(value) => {
                    record.insert(stored, value);
                }
                Err(expected) => rejections.push(refuse(row, &column.filed(), expected)),
            }
        }
        for (column, value) in PROVENANCE_COLUMNS.iter().zip(self.provenance(row)) {
            match value {
                Ok(value) => {
                    record.insert((*column).to_owned(), value);
                }
                Err(expected) => rejections.push(refuse(row, column, expected)),
            }
        }
        record.insert("origin".to_owned(), self.origin.kind.into());
        if let Some(Terms { visible_to, is_redistributable }) = self.origin.terms {
            let values = [visible_to.text().into(), is_redistributable.into()];
            record.extend(TERMS_COLUMNS.map(str::to_owned).into_iter().zip(values));
        }
        record
    }

    fn value(&self, column: &Column, row: &Row) -> Result<Value, String> {
        let Some(raw) = row.cell(&column.filed()) else {
            if column.required {
                return Err("a value".to_owned());
            }
            return Ok(if column.is_list() { Value::Array(Vec::new()) } else { Value::Null });
        };
        let value = schema::accept(column, raw)?;
        match column.column_type {
            ColumnType::Reference(kind, shows) => {
                let name = value.as_str().unwrap_or_default();
                let id = self.targets.id(kind, shows.key(), name);
                id.map(Value::from).ok_or_else(|| existing(kind, shows.key()))
            }
            ColumnType::List(Item::Slugs(kind)) => self.all_exist(value, kind, "slug"),
            ColumnType::List(Item::Codes(kind)) => self.all_exist(value, kind, "code"),
            ColumnType::List(_) if column.required && value == Value::Array(Vec::new()) => {
                Err("at least one item".to_owned())
            }
            _ => Ok(value),
        }
    }

    fn all_exist(&self, value: Value, kind: &Kind, key: &'static str) -> Result<Value, String> {
        let mut items = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        let unknown = items.find(|item| self.targets.id(kind, key, item).is_none());
        match unknown {
            Some(item) => Err(format!("{}, not {item:?}", existing(kind, key))),
            None => Ok(value),
        }
    }

    fn provenance(&self, row: &Row) -> [Result<Value, String>; 3] {
        let is_filed = self.origin.kind == "import";
        let missing = if is_filed { "a value, here or in manifest.json" } else { "a value" };
        let stated = |column: &str, default: &Option<String>| match row.cell(column) {
            Some(Raw::One(text)) => Ok(text.clone()),
            Some(Raw::Many(_)) => Err("one value, not a list".to_owned()),
            None => default.clone().ok_or_else(|| missing.to_owned()),
        };
        let words = |column: &'static str, default| {
            stated(column, default).and_then(|text| accepted(column, LONGEST_SOURCE, &text))
        };
        let day = stated("retrieved_on", &self.origin.retrieved_on)
            .and_then(|text| schema::accept(&Column::date("retrieved_on", ""), &Raw::One(text)));
        [words("source", &self.origin.source), words("licence", &self.origin.licence), day]
    }
}

/// The columns that files of a kind may have.
pub fn columns(kind: &Kind) -> Vec<String> {
    let own = kind.written_columns().map(Column::filed);
    let head = ["id", "slug", "name"].map(str::to_owned);
    head.into_iter().chain(own).chain(PROVENANCE_COLUMNS.map(str::to_owned)).collect()
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

fn integer(raw: &Raw, most: i64) -> Result<Value, String> {
    schema::accept(&Column::integer("id", 1, most, ""), raw)
}

fn existing(kind: &Kind, key: &str) -> String {
    format!("the {key} of one of the existing {}", kind.table.replace('_', " "))
}

fn refuse(row: &Row, column: &str, expected: String) -> Rejection {
    let found = row.cell(column).map(Raw::shown).unwrap_or_default();
    Rejection { line: row.line, column: Some(column.to_owned()), found, expected }
}
