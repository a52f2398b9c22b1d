//! Rows as files: comma-separated text, a JSON object for each line, Parquet, or a workbook.

mod cell;
mod csv;
mod licences;
mod ndjson;
mod parquet;
mod xlsx;
mod yield_conventions;

pub use cell::{Cell, Column, Kind};
pub use yield_conventions::{CONVENTION, yield_convention};

use licences::Licences;

/// The most rows of a text file: what a spreadsheet can open.
pub const MOST_TEXT_ROWS: u32 = 250_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated text (RFC 4180) without formulas for spreadsheets; its last line lists the licences.
    Csv,
    /// A JSON object for each row; the last one lists the licences.
    Ndjson,
    /// Columns with their types; the file metadata lists the licences.
    Parquet,
    /// A workbook for spreadsheets with typed cells; its second sheet lists the licences.
    Xlsx,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Csv, Self::Ndjson, Self::Parquet, Self::Xlsx];

    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
            Self::Parquet => "parquet",
            Self::Xlsx => "xlsx",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Ndjson => "application/x-ndjson",
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// The format of a file extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }
}

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// A row has more or fewer cells than there are columns.
    #[error("a row has {0} cells for {1} columns")]
    Cells(usize, usize),
    /// Parquet cannot represent it.
    #[error(transparent)]
    Parquet(#[from] ::parquet::errors::ParquetError),
    /// A workbook ends at 4 GiB.
    #[error("the workbook is too large")]
    TooLarge,
    /// The workbook could not be compressed.
    #[error(transparent)]
    Packed(#[from] std::io::Error),
}

enum FormatWriter {
    Csv(Vec<u8>),
    Ndjson(Vec<u8>),
    Parquet(Box<parquet::Parquet>),
    Xlsx(Box<xlsx::Xlsx>),
}

/// A file that is being written.
// Written row by row and read part by part, so that only the part since the last read is in memory.
pub struct Sheet {
    columns: Vec<Column>,
    licences: Licences,
    out: FormatWriter,
}

impl Sheet {
    /// Starts a file.
    pub fn new(format: Format, columns: Vec<Column>) -> Result<Self, SheetError> {
        let out = match format {
            Format::Csv => {
                let mut out = Vec::new();
                csv::names(&mut out, &columns);
                FormatWriter::Csv(out)
            }
            Format::Ndjson => FormatWriter::Ndjson(Vec::new()),
            Format::Parquet => FormatWriter::Parquet(Box::new(parquet::Parquet::new(&columns)?)),
            Format::Xlsx => FormatWriter::Xlsx(Box::new(xlsx::Xlsx::new(&columns)?)),
        };
        Ok(Self { licences: Licences::new(&columns), columns, out })
    }

    /// Writes a row, its cells in the order of the columns.
    pub fn row(&mut self, cells: Vec<Cell>) -> Result<(), SheetError> {
        if cells.len() != self.columns.len() {
            return Err(SheetError::Cells(cells.len(), self.columns.len()));
        }
        self.licences.note(&cells);
        match &mut self.out {
            FormatWriter::Csv(out) => csv::row(out, &self.columns, cells),
            FormatWriter::Ndjson(out) => ndjson::row(out, &self.columns, &cells),
            FormatWriter::Parquet(out) => out.row(cells)?,
            FormatWriter::Xlsx(out) => out.row(cells)?,
        }
        Ok(())
    }

    /// The bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        match &mut self.out {
            FormatWriter::Csv(out) | FormatWriter::Ndjson(out) => std::mem::take(out),
            FormatWriter::Parquet(out) => out.take(),
            FormatWriter::Xlsx(out) => out.take(),
        }
    }

    /// Ends the file and returns the rest of it.
    pub fn finish(self) -> Result<Vec<u8>, SheetError> {
        match self.out {
            FormatWriter::Csv(mut out) => {
                csv::last(&mut out, &self.licences.sentence());
                Ok(out)
            }
            FormatWriter::Ndjson(mut out) => {
                ndjson::last(&mut out, &self.licences);
                Ok(out)
            }
            FormatWriter::Parquet(out) => out.finish(&self.licences.sentence()),
            FormatWriter::Xlsx(out) => out.finish(&self.licences.sentence()),
        }
    }
}

#[cfg(test)]
mod tests;
