//! Rows as comma-separated text (RFC 4180) that no spreadsheet runs.

use csv::{Terminator, WriterBuilder};

use crate::{Cell, Column};

/// Where spreadsheets take a cell for a formula, in the widths they know.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Writes the line with the names of the columns.
pub fn names(out: &mut Vec<u8>, columns: &[Column]) {
    write(out, columns.iter().map(|column| column.name.clone()));
}

/// Writes a row: what is not known is empty, and figures are as they are.
pub fn row(out: &mut Vec<u8>, columns: &[Column], cells: Vec<Cell>) {
    write(out, cells.into_iter().zip(columns).map(|(cell, column)| plain(cell.shown(column.kind))));
}

/// Writes the line that is no row: a comment to readers that know such.
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

/// A text that would be run is made text by an apostrophe, also where it hides behind what cannot be seen.
fn harmless(text: String) -> String {
    let seen = |letter: &char| {
        letter.is_ascii_graphic() || letter.is_alphanumeric() || FORMULA.contains(letter)
    };
    let runs = text.chars().find(seen).is_some_and(|letter| FORMULA.contains(&letter));
    if runs || text.starts_with(['\t', '\r', '\n']) { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_run_by_a_spreadsheet() {
        for text in [
            "=HYPERLINK(1)",
            "+1",
            "-1",
            "@a",
            " =1",
            "\t=1",
            "\u{200b}=1",
            "\u{202e}=1",
            "\u{a0}@a",
            "＝1",
            "＠a",
            "\ttext",
            "\rtext",
            "\ntext",
            "\u{feff}-1",
        ] {
            assert_eq!(harmless(text.to_owned()), format!("'{text}"), "{text:?}");
        }
        for text in ["", "Birch = Birch", "a@b", "12", "0x1", "\"=1\"", "𝛼-1", "العربية", " a-b"]
        {
            assert_eq!(harmless(text.to_owned()), text);
        }
    }
}
