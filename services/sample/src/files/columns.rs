//! Rows of typed columns as Parquet, without a cell for each value.

use std::sync::Arc;

use parquet::basic::{Compression, Repetition, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use sheet::Kind;

const ROWS_PER_GROUP: usize = 100_000;

#[derive(Clone, Copy, Debug)]
pub struct Column {
    name: &'static str,
    kind: Kind,
    is_required: bool,
}

impl Column {
    /// A column in which each row has a value.
    pub const fn required(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, is_required: true }
    }

    /// A column in which a row may have none.
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, is_required: false }
    }

    fn field(&self) -> Result<Type, ParquetError> {
        let (physical, converted) = self.kind.parquet();
        let repetition = if self.is_required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        Type::primitive_type_builder(self.name, physical)
            .with_repetition(repetition)
            .with_converted_type(converted)
            .build()
    }
}

#[derive(Default)]
struct ColumnBuffer {
    texts: Vec<ByteArray>,
    days: Vec<i32>,
    integers: Vec<i64>,
    numbers: Vec<f64>,
    truths: Vec<bool>,
    /// Whether each row has a value, in a column in which one may have none.
    levels: Option<Vec<i16>>,
}

/// Rows that are being written.
pub struct Columns {
    writer: SerializedFileWriter<Vec<u8>>,
    buffers: Vec<ColumnBuffer>,
    row_count: usize,
}

impl Columns {
    /// Begins a file.
    pub fn new(columns: &'static [Column]) -> Result<Self, ParquetError> {
        let fields = columns.iter().map(|column| column.field().map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_column_dictionary_enabled("value".into(), false)
            .set_created_by("Assay".to_owned())
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        let buffers = columns.iter().map(|column| ColumnBuffer {
            levels: (!column.is_required).then(Vec::new),
            ..ColumnBuffer::default()
        });
        Ok(Self { writer, buffers: buffers.collect(), row_count: 0 })
    }

    /// The text of a column in the present row.
    pub fn text(&mut self, column: usize, text: Option<ByteArray>) {
        let buffer = &mut self.buffers[column];
        buffer.note(text.is_some());
        buffer.texts.extend(text);
    }

    pub fn day(&mut self, column: usize, day: i32) {
        self.buffers[column].days.push(day);
    }

    /// The whole number of a column, or the milliseconds of an instant.
    pub fn integer(&mut self, column: usize, number: i64) {
        self.buffers[column].integers.push(number);
    }

    pub fn number(&mut self, column: usize, number: Option<f64>) {
        let buffer = &mut self.buffers[column];
        buffer.note(number.is_some());
        buffer.numbers.extend(number);
    }

    pub fn truth(&mut self, column: usize, truth: bool) {
        self.buffers[column].truths.push(truth);
    }

    /// Ends a row, of which each column was given.
    pub fn row(&mut self) -> Result<(), ParquetError> {
        self.row_count += 1;
        if self.row_count >= ROWS_PER_GROUP { self.group() } else { Ok(()) }
    }

    /// Ends the file.
    pub fn finish(mut self) -> Result<Vec<u8>, ParquetError> {
        if self.row_count > 0 {
            self.group()?;
        }
        self.writer.into_inner()
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for buffer in &mut self.buffers {
            let Some(mut column) = group.next_column()? else { break };
            buffer.write(column.untyped())?;
            column.close()?;
        }
        group.close()?;
        self.row_count = 0;
        Ok(())
    }
}

impl ColumnBuffer {
    fn note(&mut self, is_known: bool) {
        if let Some(levels) = &mut self.levels {
            levels.push(i16::from(is_known));
        }
    }

    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = self.levels.as_deref();
        match writer {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                writer.write_batch(&self.texts, levels, None)?;
            }
            ColumnWriter::Int32ColumnWriter(writer) => {
                writer.write_batch(&self.days, levels, None)?;
            }
            ColumnWriter::Int64ColumnWriter(writer) => {
                writer.write_batch(&self.integers, levels, None)?;
            }
            ColumnWriter::DoubleColumnWriter(writer) => {
                writer.write_batch(&self.numbers, levels, None)?;
            }
            ColumnWriter::BoolColumnWriter(writer) => {
                writer.write_batch(&self.truths, levels, None)?;
            }
            _ => return Err(ParquetError::General("a column has another type".to_owned())),
        }
        self.texts.clear();
        self.days.clear();
        self.integers.clear();
        self.numbers.clear();
        self.truths.clear();
        if let Some(levels) = &mut self.levels {
            levels.clear();
        }
        Ok(())
    }
}
