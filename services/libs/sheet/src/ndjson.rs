//! Rows as JSON, one object for each line.

use serde_json::{Map, Value, json};

use crate::licences::Licences;
use crate::{Cell, Column};

pub fn row(out: &mut Vec<u8>, columns: &[Column], cells: &[Cell]) {
    let mut object = Map::with_capacity(columns.len());
    for (column, cell) in columns.iter().zip(cells) {
        object.insert(column.name.clone(), value(cell.clone().shown(column.kind)));
    }
    write(out, &Value::Object(object));
}

/// Writes the licences of all rows.
pub fn last(out: &mut Vec<u8>, licences: &Licences) {
    let pairs = licences.pairs();
    let pairs: Vec<_> =
        pairs.map(|(licence, source)| json!({ "licence": licence, "source": source })).collect();
    let about = json!({ "licences": pairs, "has_sample": licences.has_sample() });
    write(out, &json!({ "_file": about }));
}

fn value(cell: Cell) -> Value {
    match cell {
        Cell::Nothing => Value::Null,
        Cell::Text(text) => text.into(),
        Cell::Number(number) => number.into(),
        Cell::Integer(number) => number.into(),
        Cell::Truth(truth) => truth.into(),
    }
}

fn write(out: &mut Vec<u8>, value: &Value) {
    out.extend_from_slice(value.to_string().as_bytes());
    out.push(b'\n');
}
