//! Rows of the universe as a file would hold them.

use time::macros::date;
use time::{Date, Duration};

/// The day on which the records of the universe stand still.
pub const TODAY: Date = date!(2026 - 11 - 20);

/// The rows of one table of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    /// In the order in which they were made.
    pub rows: Vec<Row>,
}

/// A row: columns and their values; what is empty is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row(pub Vec<(&'static str, String)>);

impl Row {
    /// The value of a column.
    pub fn cell(&self, column: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == column).map(|(_, value)| value.as_str())
    }

    /// Gives columns other values.
    pub(crate) fn replace<const N: usize>(&mut self, cells: [(&'static str, String); N]) {
        self.0.retain(|(name, _)| cells.iter().all(|(other, _)| name != other));
        self.0.extend(cells);
    }
}

impl Table {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, rows: Vec::new() }
    }

    pub(crate) fn add<const N: usize>(&mut self, cells: [(&'static str, String); N]) {
        self.rows.push(Row::default());
        self.also(cells);
    }

    /// Adds to the row that was added last.
    pub(crate) fn also<const N: usize>(&mut self, cells: [(&'static str, String); N]) {
        if let Some(last) = self.rows.last_mut() {
            last.0.extend(cells.into_iter().filter(|(_, text)| !text.is_empty()));
        }
    }
}

/// The name of a fictional thing.
pub fn name(words: &str) -> String {
    format!("{words} (sample)")
}

/// Its slug, for addresses.
pub fn slug(words: &str) -> String {
    let words = words.to_lowercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    format!("{}-sample", words.join("-"))
}

/// A page that exists nowhere.
pub fn page(slug: &str) -> String {
    format!("https://example.com/{slug}")
}

/// The date that lies a number of days after the one on which the universe stands still.
pub fn day(after: i64) -> String {
    (TODAY + Duration::days(after)).to_string()
}

/// A number of hundredths of a percent as a fraction.
pub fn fraction(bps: i64) -> String {
    format!("{}.{:04}", bps / 10_000, bps % 10_000)
}
