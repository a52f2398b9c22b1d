//! The rows of a file as texts, whatever its format.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

use csv::StringRecord;
use engine::day;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::reader::{ChunkReader, FileReader as _, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::import::limits::MOST_GROUP_BYTES;
use crate::import::report::Rejection;

/// A file that is read row by row.
pub enum Table {
    /// Comma-separated text, and how many bytes it is.
    Csv(Box<csv::Reader<Box<dyn Read + Send>>>, u64),
    /// Columns with their types, a group of rows at a time.
    Parquet(Box<Parquet>),
}

/// A Parquet file under way.
pub struct Parquet {
    head: StringRecord,
    rows: RowIter<'static>,
    line: i64,
    count: i64,
}

impl Table {
    /// Comma-separated text of a given size.
    pub fn csv(reader: Box<dyn Read + Send>, bytes: u64) -> Self {
        // With an end to the last line a record ends where its line does.
        let lines = Lines(reader).chain(&b"\n"[..]);
        let lines: Box<dyn Read + Send> = Box::new(lines);
        let reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(lines);
        Self::Csv(Box::new(reader), bytes)
    }

    pub fn parquet(file: impl ChunkReader + 'static) -> Result<Self, Rejection> {
        let reader = guarded(|| SerializedFileReader::new(file));
        let reader = reader.map_err(|error| broken(1, &error))?;
        check_unpacked(reader.metadata(), MOST_GROUP_BYTES)?;
        let metadata = reader.metadata().file_metadata();
        let head = metadata.schema().get_fields().iter().map(|field| field.name()).collect();
        let count = metadata.num_rows();
        let rows = guarded(|| Ok(RowIter::from_file_into(Box::new(reader))));
        let rows = rows.map_err(|error| broken(1, &error))?;
        // The head is the first line, as in a text.
        Ok(Self::Parquet(Box::new(Parquet { head, rows, line: 1, count })))
    }

    /// The names of the columns.
    pub fn head(&mut self) -> Result<StringRecord, Rejection> {
        match self {
            Self::Csv(reader, _) => reader.headers().cloned().map_err(|error| malformed(&error)),
            Self::Parquet(table) => Ok(table.head.clone()),
        }
    }

    /// The next row and the line that it is; none at the end.
    pub fn next(&mut self, record: &mut StringRecord) -> Result<Option<i64>, Rejection> {
        match self {
            Self::Csv(reader, _) => match reader.read_record(record) {
                Ok(true) => {
                    // The position that a record has is before the blank lines above it.
                    let within = record.as_slice().bytes().filter(|byte| *byte == b'\n').count();
                    Ok(Some(reader.position().line() as i64 - 1 - within as i64))
                }
                Ok(false) => Ok(None),
                Err(error) => Err(malformed(&error)),
            },
            Self::Parquet(table) => table.next(record),
        }
    }

    /// How many hundredths were read.
    pub fn percent(&self) -> u64 {
        let (read, all) = match self {
            Self::Csv(reader, bytes) => (reader.position().byte(), *bytes),
            Self::Parquet(table) => ((table.line - 1).unsigned_abs(), table.count.unsigned_abs()),
        };
        (read * 100).checked_div(all).unwrap_or(100)
    }
}

/// A text whose lines end alike, whichever machine wrote it.
struct Lines(Box<dyn Read + Send>);

impl Read for Lines {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.0.read(out)?;
            let mut kept = 0;
            for at in 0..read {
                out[kept] = out[at];
                kept += usize::from(out[at] != b'\r');
            }
            if kept > 0 || read == 0 {
                return Ok(kept);
            }
        }
    }
}

impl Parquet {
    fn next(&mut self, record: &mut StringRecord) -> Result<Option<i64>, Rejection> {
        let row = guarded(|| self.rows.next().transpose());
        let Some(row) = row.map_err(|error| broken(self.line + 1, &error))? else {
            return Ok(None);
        };
        self.line += 1;
        record.clear();
        for (name, field) in row.get_column_iter() {
            let Some(text) = text(field) else {
                // Days and instants that no calendar has cannot be shown either.
                let found = guarded(|| Ok(field.to_string())).unwrap_or_default();
                let expected = "a text, a number, a day or an instant";
                return Err(Rejection::at(self.line, name, &found, expected));
            };
            record.push_field(&text);
        }
        Ok(Some(self.line))
    }
}

/// Refuses a file by its head, before anything is unpacked, if a group of its rows would take more than `most` bytes. A page
/// that is larger than it states is refused when it is unpacked.
pub fn check_unpacked(metadata: &ParquetMetaData, most: u64) -> Result<(), Rejection> {
    for group in metadata.row_groups() {
        let sizes = group.columns().iter().map(ColumnChunkMetaData::uncompressed_size);
        let sizes = sizes.map(|size| u64::try_from(size).unwrap_or(u64::MAX));
        if sizes.fold(0, u64::saturating_add) > most {
            let expected = format!("groups of rows of at most {} MiB when unpacked", most >> 20);
            return Err(Rejection::at(1, "", "", &expected));
        }
    }
    Ok(())
}

/// Reads a part of a Parquet file. The library panics at some damaged files, and a panic would end the process, with the
/// answers that it is making for others.
pub fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(ParquetError::General("the file is damaged".to_owned())))
}

/// A value as a text file would have it; a number is read from its text as the very same.
fn text(field: &Field) -> Option<String> {
    let instant = |milliseconds: i64| {
        let nanoseconds = i128::from(milliseconds) * 1_000_000;
        OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok()?.format(&Rfc3339).ok()
    };
    match field {
        Field::Null => Some(String::new()),
        Field::Str(text) => Some(text.clone()),
        Field::Date(day) => {
            let is_in_calendar = day::from_date(day::date(*day)) == *day;
            is_in_calendar.then(|| day::text(*day))
        }
        Field::TimestampMillis(milliseconds) => instant(*milliseconds),
        Field::TimestampMicros(microseconds) => instant(microseconds.div_euclid(1_000)),
        Field::Float(number) => Some(number.to_string()),
        Field::Double(number) => Some(number.to_string()),
        Field::Byte(_)
        | Field::Short(_)
        | Field::Int(_)
        | Field::Long(_)
        | Field::UByte(_)
        | Field::UShort(_)
        | Field::UInt(_)
        | Field::ULong(_)
        | Field::Decimal(_) => Some(field.to_string()),
        _ => None,
    }
}

fn malformed(error: &csv::Error) -> Rejection {
    let line = error.position().map_or(1, csv::Position::line) as i64;
    if matches!(error.kind(), csv::ErrorKind::Utf8 { .. }) {
        return Rejection::at(line, "", "", "text in UTF-8, and not in another encoding");
    }
    Rejection::at(line, "", &error.to_string(), "rows of CSV with as many cells as the head")
}

pub fn broken(line: i64, error: &ParquetError) -> Rejection {
    Rejection::at(
        line,
        "",
        &error.to_string(),
        "a whole Parquet file, not compressed or with zstd or snappy",
    )
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::Arc;

    use bytes::Bytes;
    use parquet::basic::{Compression, ZstdLevel};
    use parquet::data_type::Int64Type;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    #[test]
    fn a_group_of_rows_that_unpacks_to_too_much_is_refused_by_the_head() {
        let schema = parse_message_type("message rows { required int64 value; }").unwrap();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(false)
            .build();
        let mut writer =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).unwrap();
        let values = vec![7; 10_000];
        for _ in 0..2 {
            let mut group = writer.next_row_group().unwrap();
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<Int64Type>().write_batch(&values, None, None).unwrap();
            column.close().unwrap();
            group.close().unwrap();
        }
        let file = Bytes::from(writer.into_inner().unwrap());
        assert!(file.len() < 40_000, "{} bytes packed", file.len());
        let reader = SerializedFileReader::new(file).unwrap();
        check_unpacked(reader.metadata(), 100_000).unwrap();
        let refused = check_unpacked(reader.metadata(), 79_999).unwrap_err();
        assert_eq!((refused.line, refused.expected.starts_with("groups of rows")), (1, true));
    }

    #[test]
    fn counts_lines_alike_however_they_end() {
        for end in ["\n", "\r\n"] {
            let text = ["date,value", "a,1", "", "b,\"2", "3\"", "c,4"].join(end);
            let mut table = Table::csv(Box::new(Cursor::new(text.clone())), text.len() as u64);
            let mut record = StringRecord::new();
            table.head().unwrap();
            let mut found = Vec::new();
            while let Some(line) = table.next(&mut record).unwrap() {
                found.push((record[0].to_owned(), line));
            }
            let expected = [("a", 2), ("b", 4), ("c", 6)].map(|(row, line)| (row.to_owned(), line));
            assert_eq!(found, expected, "{end:?}");
        }
    }

    #[test]
    fn days_and_instants_that_no_calendar_has_have_no_text() {
        assert_eq!(text(&Field::Date(20_454)).as_deref(), Some("2026-01-01"));
        let instant = text(&Field::TimestampMicros(-1));
        assert_eq!(instant.as_deref(), Some("1969-12-31T23:59:59.999Z"));
        for field in [
            Field::Date(i32::MIN),
            Field::Date(i32::MAX),
            Field::TimestampMillis(i64::MIN),
            Field::TimestampMillis(i64::MAX),
            Field::TimestampMicros(i64::MAX),
        ] {
            assert_eq!(text(&field), None);
        }
    }

    #[test]
    fn a_panic_of_the_reader_is_a_refusal() {
        let outcome = guarded::<()>(|| panic!("not a file"));
        assert!(outcome.unwrap_err().to_string().ends_with("the file is damaged"));
        assert_eq!(guarded(|| Ok(1)).unwrap(), 1);
    }

    #[test]
    fn knows_how_far_it_is() {
        let text = "date,value\n2026-11-01,1\n2026-11-02,2\n2026-11-03,3\n";
        let mut table = Table::csv(Box::new(Cursor::new(text)), text.len() as u64);
        let mut record = StringRecord::new();
        let mut found = vec![table.percent()];
        table.head().unwrap();
        while table.next(&mut record).unwrap().is_some() {
            found.push(table.percent());
        }
        assert_eq!(found, [0, 48, 74, 100]);
    }
}
