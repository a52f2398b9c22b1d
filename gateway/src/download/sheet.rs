//! Rows as comma-separated text (RFC 4180) that no spreadsheet runs.

use csv::{Terminator, WriterBuilder};
use serde_json::Value;

use super::pages::Row;

/// What every file tells of each row, whichever columns were asked for.
pub const ORIGIN: [&str; 5] = ["slug", "is_sample", "source", "licence", "retrieved_on"];

/// Where spreadsheets take a cell for a formula, in the widths they know.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The line with the names of the columns.
pub fn head(columns: &[String]) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out, columns.iter().cloned());
    out
}

/// A line per row.
pub fn rows(columns: &[String], rows: &[Row]) -> Vec<u8> {
    let mut out = Vec::new();
    for row in rows {
        write(&mut out, columns.iter().map(|name| cell(row.get(name))));
    }
    out
}

fn write(out: &mut Vec<u8>, cells: impl Iterator<Item = String>) {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
    writer.write_record(cells).and_then(|()| Ok(writer.flush()?)).expect("memory takes every text");
}

/// What is not known is empty, lists stand between semicolons, and figures are as they are.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::Bool(_) | Value::Number(_)) => value.map(Value::to_string).unwrap_or_default(),
        Some(Value::String(text)) => harmless(text.clone()),
        Some(Value::Array(items)) => {
            harmless(items.iter().map(plain).collect::<Vec<_>>().join(";"))
        }
        Some(object @ Value::Object(_)) => harmless(object.to_string()),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
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
    use serde_json::json;

    use super::*;

    fn line(row: &Value) -> String {
        let columns: Vec<_> = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        String::from_utf8(rows(&columns, &[row.as_object().unwrap().clone()])).unwrap()
    }

    #[test]
    fn figures_are_kept_and_the_unknown_is_empty() {
        assert_eq!(line(&json!({"a": -12.5, "b": 0, "c": null})), "-12.5,0,,\r\n");
        assert_eq!(
            line(&json!({"a": false, "b": [], "c": ["x", "y"], "d": [1, 2]})),
            "false,,x;y,1;2\r\n"
        );
    }

    #[test]
    fn what_would_break_a_line_is_quoted() {
        assert_eq!(line(&json!({"a": "A \"B\",\nC", "b": "x;y"})), "\"A \"\"B\"\",\nC\",x;y,,\r\n");
        assert_eq!(
            String::from_utf8(head(&["name".into(), "slug".into()])).unwrap(),
            "name,slug\r\n"
        );
    }

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
        assert_eq!(line(&json!({"a": ["=1", "b"]})), "'=1;b,,,\r\n");
    }
}
