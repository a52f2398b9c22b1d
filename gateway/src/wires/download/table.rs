//! The rows of a file with their columns.

use sheet::{Cell, Column, Kind};

use super::file_limits::ROWS_PER_PART;
use super::list;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::failure::Failure;

/// The column of a narrowed file.
const STATEMENT: &str = "access";

/// The rows of a file with their columns.
pub struct Table {
    pub columns: Vec<Column>,
    pub count: u64,
    /// About how many bytes the rows hold until the last of them is written; a list holds a page only, which is not counted.
    pub bytes: usize,
    pub rows: Rows,
}

/// The rows, each with the statement of a narrowed file.
pub struct Rows {
    source: Source,
    statement: Option<Cell>,
}

/// Rows that come from pages, or from one answer.
enum Source {
    Pages(Box<list::Rows>),
    Answer(Box<dyn Iterator<Item = Vec<Cell>> + Send>),
}

impl Table {
    /// The rows of a list, which are loaded page by page.
    pub fn from_list(rows: list::Rows) -> Self {
        let (columns, count) = (rows.columns().to_vec(), rows.count());
        let source = Source::Pages(Box::new(rows));
        Self { columns, count, bytes: 0, rows: Rows { source, statement: None } }
    }

    /// The rows of one answer, which holds about `bytes` bytes.
    pub fn from_answer(
        columns: Vec<Column>,
        count: u64,
        bytes: usize,
        rows: impl Iterator<Item = Vec<Cell>> + Send + 'static,
    ) -> Self {
        let source = Source::Answer(Box::new(rows));
        Self { columns, count, bytes, rows: Rows { source, statement: None } }
    }

    /// With a statement of what policies leave out, beside the licences of each row: a file is passed on without its head.
    #[must_use]
    pub fn with_statement(mut self, statement: String) -> Self {
        self.columns.push(Column::new(STATEMENT, Kind::Text));
        self.rows.statement = Some(Cell::Text(statement));
        self
    }
}

impl Rows {
    /// The caller who has the numbers beside the rows of a list.
    pub fn numbers(&self) -> Option<&AdmittedCaller> {
        match &self.source {
            Source::Pages(pages) => pages.numbers(),
            Source::Answer(_) => None,
        }
    }

    /// Loads the next rows unless they are there already.
    pub async fn fetch(&mut self) -> Result<(), Failure> {
        match &mut self.source {
            Source::Pages(pages) => pages.fetch().await,
            Source::Answer(_) => Ok(()),
        }
    }

    /// The next rows; none after the last.
    pub fn take(&mut self) -> Option<Vec<Vec<Cell>>> {
        let mut part = match &mut self.source {
            Source::Pages(pages) => pages.take()?,
            Source::Answer(rows) => rows.take(ROWS_PER_PART).collect(),
        };
        if part.is_empty() && matches!(self.source, Source::Answer(_)) {
            return None;
        }
        for row in &mut part {
            row.extend(self.statement.clone());
        }
        Some(part)
    }
}
