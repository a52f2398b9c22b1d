//! Parses files into rows of texts, each with its line.

use kit::imports::{JsonObject, RepeatedKey, ending};
use serde::Deserialize as _;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::report::Rejection;
use crate::schema::Raw;

/// Columns that files may still call by the name that they had before.
const EARLIER_NAMES: [(&str, &str); 1] = [("status_as_told", "stated_status")];

fn present_name(column: &str) -> &str {
    let known = EARLIER_NAMES.iter().find(|(earlier, _)| *earlier == column);
    known.map_or(column, |(_, present)| present)
}

/// One row: its line, and its filled cells by column.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The line it begins on, counted from 1.
    pub line: usize,
    /// Column and value; what is empty is left out.
    pub cells: Vec<(String, Raw)>,
}

impl Row {
    /// The value of a column.
    pub fn cell(&self, column: &str) -> Option<&Raw> {
        self.cells.iter().find(|(name, _)| name == column).map(|(_, value)| value)
    }

    pub fn from_object(line: usize, object: Map<String, Value>) -> Result<Self, Rejection> {
        let mut cells: Vec<(String, Raw)> = Vec::new();
        for (column, value) in object {
            let refuse = |expected: &str| Rejection {
                line,
                column: Some(column.clone()),
                found: Raw::One(value.to_string()).shown(),
                expected: expected.to_owned(),
            };
            let raw = match &value {
                Value::Null => continue,
                Value::Array(items) => Raw::Many(
                    items
                        .iter()
                        .map(|item| {
                            scalar(item).ok_or_else(|| refuse("a list of texts and numbers"))
                        })
                        .collect::<Result<_, _>>()?,
                ),
                value => {
                    Raw::One(scalar(value).ok_or_else(|| refuse("a text, a number or a list"))?)
                }
            };
            if raw == Raw::One(String::new()) {
                continue;
            }
            let name = present_name(&column);
            if cells.iter().any(|(known, _)| known == name) {
                return Err(refuse("no column twice"));
            }
            cells.push((name.to_owned(), raw));
        }
        Ok(Self { line, cells })
    }
}

/// The columns of a file and its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// In the order of the file; of JSON, every key that occurs.
    pub columns: Vec<String>,
    /// In the order of the file.
    pub rows: Vec<Row>,
}

fn rejection(line: usize, found: &str, expected: impl Into<String>) -> Rejection {
    Rejection { line, column: None, found: Raw::from(found).shown(), expected: expected.into() }
}

/// Reads the rows of a file in the format of its ending: a list of objects, or comma-separated values. A file without rows
/// is none: with pruning it would remove every record of its kind.
pub fn file(name: &str, bytes: &[u8]) -> Result<Rows, Vec<Rejection>> {
    let rows = if ending(name) == "json" { json(bytes) } else { csv(bytes) }?;
    if rows.rows.is_empty() {
        return Err(vec![rejection(1, "", "at least one row")]);
    }
    Ok(rows)
}

/// Reads comma-separated values with a head line.
pub fn csv(bytes: &[u8]) -> Result<Rows, Vec<Rejection>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).from_reader(bytes);
    let head = match reader.headers() {
        Ok(head) => head.clone(),
        Err(error) => return Err(vec![malformed(&error)]),
    };
    let columns: Vec<String> = head.iter().map(|name| present_name(name).to_owned()).collect();
    if let Some(twice) = columns.iter().enumerate().find(|(at, name)| columns[..*at].contains(name))
    {
        return Err(vec![rejection(1, twice.1, "no column twice")]);
    }
    let (mut rows, mut rejections) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                rejections.push(malformed(&error));
                continue;
            }
        };
        let line = record.position().map_or(0, |position| position.line() as usize);
        if record.len() != columns.len() {
            let expected = format!("{} columns, as in the first line", columns.len());
            rejections.push(rejection(line, &record.len().to_string(), expected));
            continue;
        }
        let filled = columns.iter().zip(&record).filter(|(_, text)| !text.is_empty());
        let cells = filled.map(|(column, text)| (column.clone(), Raw::from(text))).collect();
        rows.push(Row { line, cells });
    }
    if rejections.is_empty() { Ok(Rows { columns, rows }) } else { Err(rejections) }
}

fn malformed(error: &csv::Error) -> Rejection {
    let line = error.position().map_or(1, |position| position.line() as usize);
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => rejection(line, "", "text in UTF-8"),
        _ => rejection(line, &error.to_string(), "comma-separated values"),
    }
}

/// Reads a list of objects.
pub fn json(bytes: &[u8]) -> Result<Rows, Vec<Rejection>> {
    let text = std::str::from_utf8(bytes).map_err(|_| vec![rejection(1, "", "text in UTF-8")])?;
    let mut input = serde_json::Deserializer::from_str(text);
    let items =
        Vec::<&RawValue>::deserialize(&mut input).and_then(|items| input.end().map(|()| items));
    let items = items.map_err(|error| {
        vec![rejection(error.line().max(1), &error.to_string(), "a JSON list of objects")]
    })?;
    let mut found = Rows::default();
    let mut rejections = Vec::new();
    let (mut line, mut read) = (1, 0);
    for item in items {
        // The parts are borrowed from the text, so that their place in it is known.
        let start = item.get().as_ptr().addr() - text.as_ptr().addr();
        line += text[read..start].matches('\n').count();
        read = start;
        match row(line, item.get()) {
            Ok(row) => {
                for (column, _) in &row.cells {
                    if !found.columns.contains(column) {
                        found.columns.push(column.clone());
                    }
                }
                found.rows.push(row);
            }
            Err(rejection) => rejections.push(rejection),
        }
    }
    if rejections.is_empty() { Ok(found) } else { Err(rejections) }
}

/// The row of an object that begins on a line.
fn row(line: usize, text: &str) -> Result<Row, Rejection> {
    let object: JsonObject<Value> =
        serde_json::from_str(text).map_err(|_| rejection(line, text, "an object"))?;
    let cells =
        object.unique().map_err(|RepeatedKey(key)| rejection(line, &key, "no column twice"))?;
    Row::from_object(line, cells.into_iter().collect())
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_rows_is_none() {
        for (name, text) in [("a.csv", "slug,name\n"), ("a.JSON", "[]"), ("a", "")] {
            let rejections = file(name, text.as_bytes()).unwrap_err();
            assert_eq!(rejections[0].expected, "at least one row", "{text}");
        }
        assert_eq!(file("a.csv", b"slug\na\n").unwrap().rows.len(), 1);
    }

    #[test]
    fn rows_know_their_lines() {
        let rows = csv(b"\xef\xbb\xbfslug,name\na,\"A\nB\"\nb, \n").unwrap();
        assert_eq!(rows.columns, ["slug", "name"]);
        assert_eq!(rows.rows[1], Row { line: 4, cells: vec![("slug".into(), "b".into())] });
        let rows =
            json(b"[\n  {\"slug\": \"a\"},\n  {\"slug\": \"b\", \"x\": [1, \"2\"]}\n]").unwrap();
        assert_eq!(rows.rows[1].line, 3);
        let list = Raw::Many(vec!["1".into(), "2".into()]);
        assert_eq!(rows.rows[1].cell("x"), Some(&list));
        assert_eq!(rows.columns, ["slug", "x"]);
    }

    #[test]
    fn columns_answer_to_the_names_that_they_had() {
        for rows in
            [csv(b"slug,status_as_told\na,paid\n"), json(b"[{\"status_as_told\":\"paid\"}]")]
        {
            let rows = rows.unwrap();
            assert_eq!(rows.columns.last().unwrap(), "stated_status");
            assert_eq!(rows.rows[0].cell("stated_status"), Some(&Raw::from("paid")));
        }
    }

    #[test]
    fn broken_files_are_refused_with_the_line() {
        let refused = |rows: Result<Rows, Vec<Rejection>>| rows.unwrap_err()[0].clone();
        assert_eq!(refused(csv(b"a,b\n1,2\n1,2,3\n")).line, 3);
        assert_eq!(refused(csv(b"a,b\n1,\xff\n")).expected, "text in UTF-8");
        assert_eq!(refused(csv(b"a,a\n")).expected, "no column twice");
        assert_eq!(refused(json(b"[\n{\"a\": 1},\n{\"a\": {}}]")).line, 3);
        assert_eq!(refused(json(b"[\n1]")).expected, "an object");
        let twice = refused(json(b"[{},\n{\"a\": 1, \"b\": 1, \"a\": 1}]"));
        assert_eq!(
            (twice.line, twice.found.as_str(), &*twice.expected),
            (2, "a", "no column twice")
        );
        let renamed = refused(json(b"[{\"stated_status\": \"a\", \"status_as_told\": \"b\"}]"));
        assert_eq!(renamed.column.as_deref(), Some("status_as_told"));
        assert_eq!(renamed.expected, "no column twice");
        assert_eq!(refused(json(b"{}")).expected, "a JSON list of objects");
        assert_eq!(refused(json(b"[{}] x")).line, 1);
    }
}
