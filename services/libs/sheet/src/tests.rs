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
