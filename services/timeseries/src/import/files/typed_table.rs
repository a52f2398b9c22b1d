//! A Parquet file whose columns have given types, read a group of rows at a time and without a text for each cell.

use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use sheet::Kind;

use super::table::{broken, check_unpacked, guarded};
use crate::import::limits::MOST_GROUP_BYTES;
use crate::import::report::{Rejection, Rejections};

/// The type of a column, as a refusal names it.
fn in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "a column of texts (BYTE_ARRAY, UTF8)",
        Kind::Day => "a column of days (INT32, DATE)",
        Kind::Instant => "a column of instants (INT64, TIMESTAMP_MILLIS)",
        Kind::Number => "a column of numbers (DOUBLE)",
        Kind::Integer => "a column of whole numbers (INT64)",
        Kind::Truth => "a column of booleans (BOOLEAN)",
    }
}

/// A column that a file has to have.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// Whether each row has a value.
    pub is_required: bool,
}

/// A column in which each row has a value.
pub const fn required(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, is_required: true }
}

/// A column in which a row may have none.
pub const fn optional(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, is_required: false }
}

/// A file with the columns of a form.
pub struct TypedTable {
    reader: SerializedFileReader<Bytes>,
    form: &'static [Column],
    /// Where the columns of the form stand in the file.
    places: Vec<usize>,
}

impl TypedTable {
    /// Reads the head of a file. Columns that are missing, of another type or not of the form are refused.
    pub fn open(bytes: Bytes, form: &'static [Column]) -> Result<Self, Rejections> {
        let mut rejections = Rejections::default();
        let reader = match guarded(|| SerializedFileReader::new(bytes)) {
            Ok(reader) => reader,
            Err(error) => {
                rejections.push(broken(1, &error));
                return Err(rejections);
            }
        };
        if let Err(rejection) = check_unpacked(reader.metadata(), MOST_GROUP_BYTES) {
            rejections.push(rejection);
            return Err(rejections);
        }
        let schema = reader.metadata().file_metadata().schema_descr();
        let mut places = Vec::new();
        for column in form {
            let at = schema.columns().iter().position(|found| found.name() == column.name);
            let fits = at.is_some_and(|at| {
                let found = schema.column(at);
                (found.physical_type(), found.converted_type()) == column.kind.parquet()
                    && found.max_rep_level() == 0
                    && found.max_def_level() <= 1
            });
            if !fits {
                rejections.push(Rejection::at(1, column.name, "", in_words(column.kind)));
            }
            places.push(at.unwrap_or_default());
        }
        for found in schema.columns() {
            if form.iter().all(|column| column.name != found.name()) {
                let names: Vec<&str> = form.iter().map(|column| column.name).collect();
                let expected = format!("one of the columns {}", names.join(", "));
                rejections.push(Rejection::at(1, found.name(), "", &expected));
            }
        }
        if rejections.is_empty() { Ok(Self { reader, form, places }) } else { Err(rejections) }
    }

    /// How many groups of rows there are.
    pub fn group_count(&self) -> usize {
        self.reader.num_row_groups()
    }

    /// Reads some columns of a group; `line` is that of its first row.
    pub fn group(&self, at: usize, columns: &[usize], line: i64) -> Result<Group, Rejection> {
        let refused = |error: &ParquetError| broken(line, error);
        let group = guarded(|| self.reader.get_row_group(at)).map_err(|error| refused(&error))?;
        let row_count = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
        let mut cells = Vec::with_capacity(self.form.len());
        for (column, place) in self.form.iter().zip(&self.places) {
            if !columns.contains(&cells.len()) {
                cells.push(Cells::default());
                continue;
            }
            let reader = guarded(|| group.get_column_reader(*place));
            let reader = reader.map_err(|error| refused(&error))?;
            let is_nullable = group.metadata().column(*place).column_descr().max_def_level() > 0;
            let read = guarded(|| Cells::read(reader, row_count, is_nullable));
            let read = read.map_err(|error| refused(&error))?;
            if column.is_required
                && let Some(row) = read.levels.iter().flatten().position(|level| *level == 0)
            {
                return Err(Rejection::at(line + row as i64, column.name, "", "a value"));
            }
            cells.push(read);
        }
        Ok(Group { row_count, cells })
    }
}

/// Some rows. The cells of a column are taken one after the other, one in each row.
pub struct Group {
    pub row_count: usize,
    cells: Vec<Cells>,
}

impl Group {
    /// The next text of a column.
    pub fn text(&mut self, column: usize) -> Option<&[u8]> {
        let cells = &mut self.cells[column];
        let at = cells.next()?;
        match &cells.values {
            Values::Texts(values) => values.get(at).map(ByteArray::data),
            _ => None,
        }
    }

    /// The next day of a column.
    pub fn day(&mut self, column: usize) -> Option<i32> {
        let cells = &mut self.cells[column];
        let at = cells.next()?;
        match &cells.values {
            Values::Days(values) => values.get(at).copied(),
            _ => None,
        }
    }

    /// The next whole number of a column, or the milliseconds of its next instant.
    pub fn integer(&mut self, column: usize) -> Option<i64> {
        let cells = &mut self.cells[column];
        let at = cells.next()?;
        match &cells.values {
            Values::Integers(values) => values.get(at).copied(),
            _ => None,
        }
    }

    /// The next number of a column.
    pub fn number(&mut self, column: usize) -> Option<f64> {
        let cells = &mut self.cells[column];
        let at = cells.next()?;
        match &cells.values {
            Values::Numbers(values) => values.get(at).copied(),
            _ => None,
        }
    }

    /// The next truth of a column.
    pub fn truth(&mut self, column: usize) -> Option<bool> {
        let cells = &mut self.cells[column];
        let at = cells.next()?;
        match &cells.values {
            Values::Truths(values) => values.get(at).copied(),
            _ => None,
        }
    }
}

#[derive(Default)]
enum Values {
    #[default]
    None,
    Texts(Vec<ByteArray>),
    Days(Vec<i32>),
    Integers(Vec<i64>),
    Numbers(Vec<f64>),
    Truths(Vec<bool>),
}

#[derive(Default)]
struct Cells {
    values: Values,
    /// Whether each row has a value; `None` where all have.
    levels: Option<Vec<i16>>,
    row: usize,
    value: usize,
}

impl Cells {
    fn read(
        reader: ColumnReader,
        row_count: usize,
        is_nullable: bool,
    ) -> Result<Self, ParquetError> {
        let mut levels = is_nullable.then(Vec::new);
        let values = match reader {
            ColumnReader::ByteArrayColumnReader(reader) => {
                Values::Texts(all(reader, row_count, &mut levels)?)
            }
            ColumnReader::Int32ColumnReader(reader) => {
                Values::Days(all(reader, row_count, &mut levels)?)
            }
            ColumnReader::Int64ColumnReader(reader) => {
                Values::Integers(all(reader, row_count, &mut levels)?)
            }
            ColumnReader::DoubleColumnReader(reader) => {
                Values::Numbers(all(reader, row_count, &mut levels)?)
            }
            ColumnReader::BoolColumnReader(reader) => {
                Values::Truths(all(reader, row_count, &mut levels)?)
            }
            _ => return Err(ParquetError::General("a column has another type".to_owned())),
        };
        Ok(Self { values, levels, row: 0, value: 0 })
    }

    /// The place of the next row's value.
    fn next(&mut self) -> Option<usize> {
        let has_value = self.levels.as_ref().is_none_or(|levels| levels.get(self.row) == Some(&1));
        self.row += 1;
        if !has_value {
            return None;
        }
        self.value += 1;
        Some(self.value - 1)
    }
}

fn all<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    row_count: usize,
    levels: &mut Option<Vec<i16>>,
) -> Result<Vec<T::T>, ParquetError> {
    let mut values = Vec::new();
    let mut read = 0;
    while read < row_count {
        let (records, ..) =
            reader.read_records(row_count - read, levels.as_mut(), None, &mut values)?;
        if records == 0 {
            return Err(ParquetError::EOF("a column has fewer rows than its group".to_owned()));
        }
        read += records;
    }
    Ok(values)
}
