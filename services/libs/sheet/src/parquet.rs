//! Rows as Parquet: columns with their types, compressed, in groups of rows.

use std::sync::Arc;

use parquet::basic::{Compression, Repetition, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use crate::{Cell, Column, Kind, SheetError};

const ROWS_PER_GROUP: usize = 20_000;
/// The bytes of text that end a group earlier.
const BYTES_PER_GROUP: usize = 8 << 20;
/// The Julian day number of 1 January 1970.
const EPOCH: i32 = OffsetDateTime::UNIX_EPOCH.to_julian_day();

enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<f64>),
    Integer(Vec<i64>),
    Truth(Vec<bool>),
    Day(Vec<i32>),
}

/// The buffered values of a column; a row without a value has only the level 0.
struct ColumnBuffer {
    values: Values,
    levels: Vec<i16>,
}

/// A file that is being written.
pub struct Parquet {
    writer: SerializedFileWriter<Vec<u8>>,
    buffers: Vec<ColumnBuffer>,
    rows: usize,
    bytes: usize,
}

impl Parquet {
    /// Starts a file.
    pub fn new(columns: &[Column]) -> Result<Self, ParquetError> {
        let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>, _>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by("Assay".to_owned())
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        let buffers = columns.iter().map(|column| ColumnBuffer::new(column.kind)).collect();
        Ok(Self { writer, buffers, rows: 0, bytes: 0 })
    }

    /// Buffers a row.
    pub fn row(&mut self, cells: Vec<Cell>) -> Result<(), SheetError> {
        for (buffer, cell) in self.buffers.iter_mut().zip(cells) {
            self.bytes += buffer.push(cell);
        }
        self.rows += 1;
        if self.rows >= ROWS_PER_GROUP || self.bytes >= BYTES_PER_GROUP {
            self.group()?;
        }
        Ok(())
    }

    /// The bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(self.writer.inner_mut())
    }

    /// Ends the file with its metadata.
    pub fn finish(mut self, licence: &str) -> Result<Vec<u8>, SheetError> {
        if self.rows > 0 {
            self.group()?;
        }
        self.writer
            .append_key_value_metadata(KeyValue::new("licence".to_owned(), licence.to_owned()));
        Ok(self.writer.into_inner()?)
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for buffer in &mut self.buffers {
            let Some(mut column) = group.next_column()? else { break };
            buffer.write(column.untyped())?;
            column.close()?;
        }
        group.close()?;
        self.writer.flush()?;
        self.rows = 0;
        self.bytes = 0;
        Ok(())
    }
}

fn field(column: &Column) -> Result<TypePtr, ParquetError> {
    let (physical, converted) = column.kind.parquet();
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(converted)
        .build()?;
    Ok(Arc::new(field))
}

impl ColumnBuffer {
    fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::Integer | Kind::Instant => Values::Integer(Vec::new()),
            Kind::Truth => Values::Truth(Vec::new()),
            Kind::Day => Values::Day(Vec::new()),
        };
        Self { values, levels: Vec::new() }
    }

    /// Buffers a value and returns its size. A value of another type counts as missing.
    fn push(&mut self, cell: Cell) -> usize {
        let mut bytes = 8;
        let is_known = match (&mut self.values, cell) {
            (Values::Text(values), Cell::Text(text)) => {
                bytes += text.len();
                values.push(text.into_bytes().into());
                true
            }
            (Values::Number(values), Cell::Number(value)) if value.is_finite() => {
                values.push(value);
                true
            }
            (Values::Number(values), Cell::Integer(value)) => {
                values.push(value as f64);
                true
            }
            (Values::Integer(values), Cell::Integer(value)) => {
                values.push(value);
                true
            }
            (Values::Truth(values), Cell::Truth(value)) => {
                values.push(value);
                true
            }
            (Values::Day(values), Cell::Text(text)) => {
                day(&text).map(|day| values.push(day)).is_some()
            }
            _ => false,
        };
        self.levels.push(i16::from(is_known));
        bytes
    }

    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = std::mem::take(&mut self.levels);
        let levels = Some(levels.as_slice());
        match (&mut self.values, writer) {
            (Values::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                writer.write_batch(&std::mem::take(values), levels, None)?;
            }
            (Values::Number(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                writer.write_batch(&std::mem::take(values), levels, None)?;
            }
            (Values::Integer(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                writer.write_batch(&std::mem::take(values), levels, None)?;
            }
            (Values::Truth(values), ColumnWriter::BoolColumnWriter(writer)) => {
                writer.write_batch(&std::mem::take(values), levels, None)?;
            }
            (Values::Day(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                writer.write_batch(&std::mem::take(values), levels, None)?;
            }
            _ => return Err(ParquetError::General("a column has another type".to_owned())),
        }
        Ok(())
    }
}

fn day(text: &str) -> Option<i32> {
    let date = Date::parse(text, format_description!("[year]-[month]-[day]")).ok()?;
    Some(date.to_julian_day() - EPOCH)
}
