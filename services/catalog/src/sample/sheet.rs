//! Rows of the universe as a file would hold them.

use time::macros::date;
use time::{Date, Duration};

use crate::import::{Row, Rows};
use crate::schema::{Entity, Raw};

/// The day on which the universe stands still.
pub const TODAY: Date = date!(2026 - 11 - 20);

/// The rows of one table.
pub struct Sheet {
    pub entity: &'static Entity,
    pub rows: Rows,
}

impl Sheet {
    pub fn new(entity: &'static Entity) -> Self {
        Self { entity, rows: Rows::default() }
    }

    /// Adds a row; cells that are empty are left out.
    pub fn add<const N: usize>(&mut self, cells: [(&str, String); N]) {
        let cells: Vec<(String, Raw)> = cells
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name.to_owned(), Raw::One(text)))
            .collect();
        for (name, _) in &cells {
            if !self.rows.columns.contains(name) {
                self.rows.columns.push(name.clone());
            }
        }
        let line = self.rows.rows.len() + 1;
        self.rows.rows.push(Row { line, cells });
    }

    /// Adds to the row that was added last.
    pub fn also<const N: usize>(&mut self, cells: [(&str, String); N]) {
        if let Some(last) = self.rows.rows.pop() {
            self.add(cells);
            if let Some(mut added) = self.rows.rows.pop() {
                let mut whole = last;
                whole.cells.append(&mut added.cells);
                self.rows.rows.push(whole);
            }
        }
    }
}

/// What a fictional thing is called.
pub fn name(words: &str) -> String {
    format!("{words} (sample)")
}

/// What it is called in addresses.
pub fn slug(words: &str) -> String {
    let words = words.to_lowercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    format!("{}-sample", words.join("-"))
}

/// A page that exists nowhere.
pub fn page(slug: &str) -> String {
    format!("https://example.com/{slug}")
}

/// So many days after the day on which the universe stands still.
pub fn day(after: i64) -> String {
    (TODAY + Duration::days(after)).to_string()
}

/// A number of hundredths of a percent as a fraction.
pub fn fraction(bps: i64) -> String {
    format!("{}.{:04}", bps / 10_000, bps % 10_000)
}
