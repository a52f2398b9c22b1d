//! The contents of the files of each format.

use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::record::Field;
use bytes::Bytes;

use super::*;

fn columns() -> Vec<Column> {
    vec![
        Column::new("date", Kind::Day),
        Column::new("name", Kind::Text),
        Column::new("value", Kind::Number),
        Column::new("count", Kind::Integer),
        Column::new("known_at", Kind::Instant),
        Column::new("is_sample", Kind::Truth),
        Column::new("source", Kind::Text),
        Column::new("licence", Kind::Text),
    ]
}

fn row(number: i64, name: &str) -> Vec<Cell> {
    vec![
        Cell::Text("2026-11-20".to_owned()),
        Cell::Text(name.to_owned()),
        Cell::Number(0.1 + number as f64),
        Cell::Integer(number),
        Cell::Integer(1_763_629_200_123),
        Cell::Truth(false),
        Cell::Text("ECB".to_owned()),
        Cell::Text("CC-BY-4.0".to_owned()),
    ]
}

fn nothing() -> Vec<Cell> {
    vec![Cell::Nothing; columns().len()]
}

fn whole(format: Format, rows: impl IntoIterator<Item = Vec<Cell>>) -> Vec<u8> {
    let mut sheet = Sheet::new(format, columns()).unwrap();
    let mut bytes = Vec::new();
    for row in rows {
        sheet.row(row).unwrap();
        bytes.extend(sheet.take());
    }
    bytes.extend(sheet.finish().unwrap());
    bytes
}

fn text(format: Format, rows: impl IntoIterator<Item = Vec<Cell>>) -> String {
    String::from_utf8(whole(format, rows)).unwrap()
}

#[test]
fn comma_separated_text_keeps_figures_and_ends_with_the_licences() {
    let mut fictional = row(-12, "=1+1");
    fictional[5] = Cell::Truth(true);
    fictional[7] = Cell::Text("CC0-1.0".to_owned());
    let text = text(Format::Csv, [row(0, "A \"B\",\nC"), fictional, nothing()]);
    assert_eq!(
        text,
        "date,name,value,count,known_at,is_sample,source,licence\r\n\
         2026-11-20,\"A \"\"B\"\",\nC\",0.1,0,2025-11-20T09:00:00.123Z,false,ECB,CC-BY-4.0\r\n\
         2026-11-20,'=1+1,-11.9,-12,2025-11-20T09:00:00.123Z,true,ECB,CC0-1.0\r\n\
         ,,,,,,,\r\n\
         # Licence: CC-BY-4.0 (ECB); CC0-1.0 (ECB). Sample data: fictitious values for demonstration, not a measurement.\r\n"
    );
}

#[test]
fn a_licence_belongs_to_the_source_of_a_load() {
    let named = ["source", "load_sources", "licence"].map(|name| Column::new(name, Kind::Text));
    let mut sheet = Sheet::new(Format::Csv, named.to_vec()).unwrap();
    sheet
        .row(["ecb", "ECB Data Portal", "CC0-1.0"].map(|text| Cell::text(Some(text))).to_vec())
        .unwrap();
    let text = String::from_utf8(sheet.finish().unwrap()).unwrap();
    assert!(text.ends_with("# Licence: CC0-1.0 (ECB Data Portal)\r\n"), "{text}");
}

#[test]
fn a_file_without_rows_has_names_and_a_licence_line() {
    let text = text(Format::Csv, []);
    assert!(text.ends_with("licence\r\n# Licence: none stated\r\n"), "{text}");
    assert_eq!(whole(Format::Ndjson, []), b"{\"_file\":{\"licences\":[],\"has_sample\":false}}\n");
}

#[test]
fn every_line_of_json_is_a_row_but_the_last() {
    let text = text(Format::Ndjson, [row(7, "a\nb"), nothing()]);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["name"], "a\nb");
    assert_eq!(lines[0]["value"], 7.1);
    assert_eq!(lines[0]["known_at"], "2025-11-20T09:00:00.123Z");
    assert_eq!(lines[1]["value"], serde_json::Value::Null);
    assert_eq!(lines[2]["_file"]["licences"][0]["licence"], "CC-BY-4.0");
}

#[test]
fn parquet_is_read_back_as_it_was_written() {
    let count = 45_000;
    let rows = (0..count).map(|number| match number % 10 {
        9 => nothing(),
        _ => row(number, "Birch"),
    });
    let reader = SerializedFileReader::new(Bytes::from(whole(Format::Parquet, rows))).unwrap();
    let metadata = reader.metadata();
    assert_eq!(metadata.file_metadata().num_rows(), count);
    assert_eq!(metadata.num_row_groups(), 3);
    let entries = metadata.file_metadata().key_value_metadata().unwrap();
    assert_eq!(entries[0].value.as_deref(), Some("Licence: CC-BY-4.0 (ECB)"));
    for (number, found) in reader.get_row_iter(None).unwrap().enumerate() {
        let fields = found.unwrap().into_columns();
        let values: Vec<Field> = fields.into_iter().map(|(_, field)| field).collect();
        if number % 10 == 9 {
            assert!(values.iter().all(|value| *value == Field::Null));
            continue;
        }
        assert_eq!(values[0], Field::Date(20_777));
        assert_eq!(values[1], Field::Str("Birch".to_owned()));
        assert_eq!(values[2], Field::Double(0.1 + number as f64));
        assert_eq!(values[3], Field::Long(number as i64));
        assert_eq!(values[4], Field::TimestampMillis(1_763_629_200_123));
        assert_eq!(values[5], Field::Bool(false));
    }
}

#[test]
fn values_that_are_not_finite_are_null() {
    let mut odd = row(1, "a");
    odd[2] = Cell::Number(f64::NAN);
    assert!(text(Format::Csv, [odd.clone()]).contains("a,,1,"));
    assert!(text(Format::Ndjson, [odd]).contains("\"value\":null"));
}

#[test]
fn a_row_of_another_length_is_refused() {
    let mut sheet = Sheet::new(Format::Csv, columns()).unwrap();
    assert!(matches!(sheet.row(vec![Cell::Nothing]), Err(SheetError::Cells(1, 8))));
}

/// The parts of an archive, unpacked by its directory.
fn unpacked(archive: &[u8]) -> std::collections::BTreeMap<String, String> {
    use std::io::Read as _;
    let half = |at: usize| usize::from(u16::from_le_bytes([archive[at], archive[at + 1]]));
    let word = |at: usize| half(at) | half(at + 2) << 16;
    let end = archive.len() - 22;
    assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
    let (count, mut at) = (half(end + 10), word(end + 16));
    let mut parts = std::collections::BTreeMap::new();
    for _ in 0..count {
        assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
        let (crc, packed, size) = (word(at + 16), word(at + 20), word(at + 24));
        let (length, offset) = (half(at + 28), word(at + 42));
        let name = String::from_utf8(archive[at + 46..at + 46 + length].to_vec()).unwrap();
        assert_eq!(&archive[offset..offset + 4], b"PK\x03\x04");
        let from = offset + 30 + length;
        let mut text = String::new();
        let bytes = &archive[from..from + packed];
        flate2::read::DeflateDecoder::new(bytes).read_to_string(&mut text).unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(text.as_bytes());
        assert_eq!((sum.sum() as usize, text.len()), (crc, size), "{name}");
        parts.insert(name, text);
        at += 46 + length;
    }
    assert_eq!(at, end, "the directory ends where the archive does");
    parts
}

#[test]
fn a_workbook_has_typed_cells_and_the_licences_on_a_second_sheet() {
    let mut fictional = row(-12, "=1+1 & <b>");
    fictional[3] = Cell::Integer(9_007_199_254_740_993);
    fictional[5] = Cell::Truth(true);
    let parts = unpacked(&whole(Format::Xlsx, [row(0, "Gold"), fictional, nothing()]));
    let rows = &parts["xl/worksheets/sheet1.xml"];
    let (_, data) = rows.split_once("<sheetData>").unwrap();
    let lines: Vec<&str> = data.split("</row>").collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with(
        "<row r=\"1\"><c t=\"inlineStr\" s=\"1\"><is><t xml:space=\"preserve\">date<"
    ));
    assert!(lines[1].contains("<c s=\"2\"><v>46346</v></c>"), "a day is a day: {}", lines[1]);
    assert!(lines[1].contains("<c><v>0.1</v></c><c><v>0</v></c>"), "{}", lines[1]);
    assert!(lines[1].contains("<c s=\"3\"><v>45981."), "an instant too: {}", lines[1]);
    assert!(lines[1].contains("<c t=\"b\"><v>0</v></c>"));
    assert!(lines[2].contains("s=\"4\"><is><t xml:space=\"preserve\">=1+1 &amp; &lt;b&gt;</t>"));
    assert!(lines[2].contains(">9007199254740993</t>"), "no digit is lost: {}", lines[2]);
    assert_eq!(lines[3], format!("<row r=\"4\">{}", "<c/>".repeat(8)));
    let licences = &parts["xl/worksheets/sheet2.xml"];
    assert!(licences.contains("CC-BY-4.0 (ECB)") && licences.contains("Sample data"), "{licences}");
    assert!(parts["[Content_Types].xml"].contains("/xl/styles.xml"));
}
