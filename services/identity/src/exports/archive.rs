//! The files of an export: a JSON file with all sections, and a ZIP archive (APPNOTE.TXT of PKWARE) with a CSV file for each.

use std::io::{self, Write as _};

use csv::{Terminator, WriterBuilder};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use kit::spreadsheet_formulas::harmless;
use proto::personal_data::v1::Section;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// Names are in UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATED: u16 = 8;
/// 1 January 1980: the earliest day of the format, since files of an archive have no time of their own.
const DATE: u16 = 0x21;
const VERSION: u16 = 20;

/// The section that says which rows are missing; files with all rows have none.
const LEFT_OUT: &str = "left_out";
/// Why rows are missing, for the person whose they are.
const NO_ROOM: &str =
    "The file has no room for more rows. The operator of this site can provide them.";

/// An archive that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("the rows of a section are not a list of objects")]
    Rows(#[from] serde_json::Error),
    #[error("a file could not be compressed")]
    Packed(#[from] io::Error),
    #[error("a section could not be written as a table")]
    Table(#[from] csv::Error),
    #[error("the archive is too large")]
    TooLarge,
}

/// Sections that become files.
#[derive(Default)]
pub struct Archive {
    json: Vec<u8>,
    zip: Zip,
    /// The rows of [`LEFT_OUT`].
    left_out: Vec<Value>,
}

/// The files of an export.
pub struct Files {
    pub json: Vec<u8>,
    /// A ZIP archive.
    pub csv: Vec<u8>,
}

impl Archive {
    pub fn add(&mut self, section: &Section) -> Result<(), ArchiveError> {
        let rows: Vec<&RawValue> = serde_json::from_str(&section.rows_json)?;
        self.zip.add(&format!("{}.csv", section.name), &table(&section.columns, &rows)?)?;
        self.json.extend(if self.json.is_empty() { b"{\n" } else { b",\n" });
        serde_json::to_writer(&mut self.json, &section.name)?;
        self.json.extend(b": ");
        self.json.extend(section.rows_json.as_bytes());
        if section.left_out > 0 {
            let (name, count) = (&section.name, section.left_out);
            self.left_out.push(json!({"section": name, "rows": count, "reason": NO_ROOM}));
        }
        Ok(())
    }

    /// The bytes of the larger file so far.
    pub fn size(&self) -> usize {
        self.json.len().max(self.zip.out.len())
    }

    /// The files, of at least one section.
    pub fn finish(mut self) -> Result<Files, ArchiveError> {
        if !self.left_out.is_empty() {
            let missing = Section {
                name: LEFT_OUT.to_owned(),
                columns: ["section", "rows", "reason"].map(str::to_owned).to_vec(),
                rows_json: Value::from(std::mem::take(&mut self.left_out)).to_string(),
                left_out: 0,
            };
            self.add(&missing)?;
        }
        self.json.extend(b"\n}\n");
        Ok(Files { json: self.json, csv: self.zip.finish()? })
    }
}

/// The rows as a table. One after the other becomes a map, which takes many times the bytes of its text.
fn table(columns: &[String], rows: &[&RawValue]) -> Result<Vec<u8>, ArchiveError> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(columns)?;
    for row in rows {
        let row: Map<String, Value> = serde_json::from_str(row.get())?;
        writer.write_record(columns.iter().map(|column| cell(row.get(column))))?;
    }
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => harmless(text.clone()),
        Some(other) => other.to_string(),
    }
}

/// A ZIP file that is being written.
#[derive(Default)]
struct Zip {
    out: Vec<u8>,
    /// The directory, which stands at the end of the file.
    directory: Vec<u8>,
    count: u16,
}

impl Zip {
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        let mut crc = Crc::new();
        crc.update(bytes);
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        packer.write_all(bytes)?;
        let packed = packer.finish()?;
        let mut about = Vec::new();
        for field in [VERSION, FLAGS, DEFLATED, 0, DATE] {
            about.extend(field.to_le_bytes());
        }
        for field in [crc.sum(), number(packed.len())?, number(bytes.len())?] {
            about.extend(field.to_le_bytes());
        }
        // The length of the name, and none of further fields.
        about.extend(number(name.len())?.to_le_bytes());

        let offset = number(self.out.len())?;
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&about);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());

        self.out.extend(b"PK\x03\x04");
        self.out.extend(about);
        self.out.extend(name.as_bytes());
        self.out.extend(packed);
        self.count += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<u8>, ArchiveError> {
        let offset = number(self.out.len())?;
        let size = number(self.directory.len())?;
        self.out.append(&mut self.directory);
        self.out.extend(b"PK\x05\x06\0\0\0\0");
        self.out.extend(self.count.to_le_bytes());
        self.out.extend(self.count.to_le_bytes());
        self.out.extend(size.to_le_bytes());
        self.out.extend(offset.to_le_bytes());
        self.out.extend([0; 2]);
        Ok(self.out)
    }
}

fn number(size: usize) -> Result<u32, ArchiveError> {
    u32::try_from(size).map_err(|_| ArchiveError::TooLarge)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::DeflateDecoder;

    use super::*;

    fn section() -> Section {
        Section {
            name: "sessions".to_owned(),
            columns: vec!["id".to_owned(), "user_agent".to_owned(), "features".to_owned()],
            rows_json:
                r#"[{"features":["a"],"id":7,"user_agent":"=run(), \"really\""},{"id":null}]"#
                    .to_owned(),
            left_out: 0,
        }
    }

    /// The names and the contents of the files, found by the directory.
    fn files(zip: &[u8]) -> Vec<(String, String)> {
        let two = |at: usize| usize::from(u16::from_le_bytes([zip[at], zip[at + 1]]));
        let four = |at: usize| two(at) + (two(at + 2) << 16);
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
        let mut at = four(end + 16);
        assert_eq!(at + four(end + 12), end);
        let mut files = Vec::new();
        for _ in 0..two(end + 10) {
            assert_eq!(&zip[at..at + 4], b"PK\x01\x02");
            let (packed, size, length) = (four(at + 20), four(at + 24), two(at + 28));
            let name = String::from_utf8(zip[at + 46..at + 46 + length].to_vec()).unwrap();
            let local = four(at + 42);
            assert_eq!(&zip[local..local + 4], b"PK\x03\x04");
            assert_eq!(zip[local + 4..local + 30], zip[at + 6..at + 32]);
            let start = local + 30 + two(local + 26);
            let mut text = String::new();
            let mut unpacked = DeflateDecoder::new(&zip[start..start + packed]);
            unpacked.read_to_string(&mut text).unwrap();
            assert_eq!(text.len(), size);
            let mut crc = Crc::new();
            crc.update(text.as_bytes());
            assert_eq!(crc.sum() as usize, four(at + 16));
            files.push((name, text));
            at += 46 + length;
        }
        files
    }

    #[test]
    fn one_file_holds_all_sections_and_the_archive_a_table_of_each() {
        let mut archive = Archive::default();
        archive.add(&section()).unwrap();
        let other =
            Section { name: "passkeys".to_owned(), rows_json: "[]".to_owned(), ..section() };
        archive.add(&other).unwrap();
        assert!(archive.size() > 0);
        let made = archive.finish().unwrap();
        let found = files(&made.csv);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["sessions.csv", "passkeys.csv"]);
        let expected =
            "id,user_agent,features\r\n7,\"'=run(), \"\"really\"\"\",\"[\"\"a\"\"]\"\r\n,,\r\n";
        assert_eq!(found[0].1, expected);
        assert_eq!(found[1].1, "id,user_agent,features\r\n");
        let everything: Value = serde_json::from_slice(&made.json).unwrap();
        assert_eq!(everything["sessions"][0]["user_agent"], "=run(), \"really\"");
        assert_eq!(everything["passkeys"], Value::Array(Vec::new()));
    }

    #[test]
    fn the_files_say_how_many_rows_they_lack() {
        let mut archive = Archive::default();
        archive.add(&Section { left_out: 3, ..section() }).unwrap();
        archive.add(&Section { name: "passkeys".to_owned(), ..section() }).unwrap();
        let made = archive.finish().unwrap();
        let everything: Value = serde_json::from_slice(&made.json).unwrap();
        let expected = json!([{"section": "sessions", "rows": 3, "reason": NO_ROOM}]);
        assert_eq!(everything[LEFT_OUT], expected);
        let (name, text) = files(&made.csv).pop().unwrap();
        assert_eq!(name, "left_out.csv");
        assert_eq!(text, format!("section,rows,reason\r\nsessions,3,{NO_ROOM}\r\n"));
    }

    #[test]
    fn a_formula_behind_an_invisible_character_stays_a_text() {
        let text = "\u{200b}=run()";
        assert_eq!(cell(Some(&Value::from(text))), format!("'{text}"));
    }

    #[test]
    fn refuses_rows_that_are_no_list_of_objects() {
        let section = Section { rows_json: "[1]".to_owned(), ..section() };
        assert!(matches!(Archive::default().add(&section), Err(ArchiveError::Rows(_))));
    }
}
