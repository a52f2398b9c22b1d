//! Rows as comma-separated text (RFC 4180) whose cells spreadsheets do not run as formulas.

use ::csv::{Terminator, WriterBuilder};
use kit::spreadsheet_formulas::harmless;

use crate::{Cell, Column};

/// Writes the line with the names of the columns.
pub fn names(out: &mut Vec<u8>, columns: &[Column]) {
    write(out, columns.iter().map(|column| column.name.clone()));
}

/// Writes a row: unknown values are empty, and numbers stay as they are.
pub fn row(out: &mut Vec<u8>, columns: &[Column], cells: Vec<Cell>) {
    write(out, cells.into_iter().zip(columns).map(|(cell, column)| plain(cell.shown(column.kind))));
}

/// Writes the last line, a comment.
pub fn last(out: &mut Vec<u8>, sentence: &str) {
    out.extend_from_slice(format!("# {sentence}\r\n").as_bytes());
}

fn write(out: &mut Vec<u8>, cells: impl Iterator<Item = String>) {
    let mut writer =
        WriterBuilder::new().terminator(Terminator::CRLF).buffer_capacity(512).from_writer(out);
    writer.write_record(cells).and_then(|()| Ok(writer.flush()?)).expect("memory takes every text");
}

fn plain(cell: Cell) -> String {
    match cell {
        Cell::Nothing => String::new(),
        Cell::Text(text) => harmless(text),
        Cell::Number(number) => serde_json::Value::from(number).to_string(),
        Cell::Integer(number) => number.to_string(),
        Cell::Truth(truth) => truth.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// The web escapes by the same cases: `web/src/lib/files/csvCell.test.ts`.
    #[test]
    fn spreadsheets_run_no_text() {
        let cases: HashMap<String, Vec<String>> =
            serde_json::from_str(include_str!("../cases/formulas.json")).unwrap();
        for text in &cases["escaped"] {
            assert_eq!(harmless(text.clone()), format!("'{text}"), "{text:?}");
        }
        for text in &cases["unchanged"] {
            assert_eq!(&harmless(text.clone()), text);
        }
    }
}
