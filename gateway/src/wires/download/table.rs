//! The rows of a file with their columns.

use sheet::{Cell, Column};

use super::file_limits::ROWS_PER_PART;
use super::list;
use crate::call::failure::Failure;

/// The rows of a file with their columns.
pub struct Table {
    pub columns: Vec<Column>,
    pub count: u64,
    /// About how many bytes the rows hold until the last of them is written; a list holds a page only, which is not counted.
    pub bytes: usize,
    pub rows: Rows,
}

/// Rows that come from pages, or from one answer.
pub enum Rows {
    Pages(Box<list::Rows>),
    Answer(Box<dyn Iterator<Item = Vec<Cell>> + Send>),
}

impl Table {
    /// The rows of a list, which are loaded page by page.
    pub fn from_list(rows: list::Rows) -> Self {
        let (columns, count) = (rows.columns().to_vec(), rows.count());
        Self { columns, count, bytes: 0, rows: Rows::Pages(Box::new(rows)) }
    }

    /// The rows of one answer, which holds about `bytes` bytes.
    pub fn from_answer(
        columns: Vec<Column>,
        count: u64,
        bytes: usize,
        rows: impl Iterator<Item = Vec<Cell>> + Send + 'static,
    ) -> Self {
        Self { columns, count, bytes, rows: Rows::Answer(Box::new(rows)) }
    }
}

impl Rows {
    /// Loads the next rows unless they are there already.
    pub async fn fetch(&mut self) -> Result<(), Failure> {
        match self {
            Self::Pages(pages) => pages.fetch().await,
            Self::Answer(_) => Ok(()),
        }
    }

    /// The next rows; none after the last.
    pub fn take(&mut self) -> Option<Vec<Vec<Cell>>> {
        match self {
            Self::Pages(pages) => pages.take(),
            Self::Answer(rows) => {
                let part: Vec<_> = rows.take(ROWS_PER_PART).collect();
                (!part.is_empty()).then_some(part)
            }
        }
    }
}
