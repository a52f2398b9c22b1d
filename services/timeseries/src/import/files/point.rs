//! A number of a series on a day, and the facts that a file may state of it.

use engine::day::{self, Day};
use time::OffsetDateTime;

use crate::import::manifests::scale::Scale;

/// The largest size of a value: sums and products of larger ones would leave the range of numbers.
pub const LARGEST: f64 = 1e24;

/// A number of a series on a day.
#[derive(Clone, Debug)]
pub struct Point {
    /// The line of the file, from 1.
    pub line: i64,
    /// The place of its series in [`Rows::keys`].
    pub key: i32,
    pub day: Day,
    /// When it became known, where the file says so.
    pub known_at: Option<OffsetDateTime>,
    /// The number; `None` if an earlier number is withdrawn.
    pub value: Option<f64>,
}

/// The bounds of days and instants.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The last day that a value may be of.
    pub last_day: Day,
    /// The present.
    pub now: OffsetDateTime,
}

impl Bounds {
    /// Whether a value may be of a day.
    pub fn has_day(self, day: Day) -> bool {
        (day::EARLIEST..=self.last_day).contains(&day)
    }

    /// The expectation of a day, in words.
    pub fn expected_day(self) -> String {
        format!("a day from {} to {}", day::text(day::EARLIEST), day::text(self.last_day))
    }
}

/// The number that a cell means.
pub fn number(text: &str, scale: Scale) -> Option<f64> {
    // Rust also reads "inf" and "nan".
    scale.parse(text).filter(|number| number.abs() <= LARGEST)
}

/// The expectation of the instant at which a value became known, in words.
pub const EXPECTED_KNOWN_AT: &str = "an instant on its day or later, and not in the future";

/// The expectation of a number, in words.
pub fn expected_number() -> String {
    format!("a number of at most {LARGEST:e} either way")
}

/// The day of a column of instants, which have its midnight.
fn midnight(text: &str) -> &str {
    text.strip_suffix("T00:00:00Z").unwrap_or(text)
}

/// The day that a cell names.
pub fn parse_day(text: &str, bounds: Bounds) -> Result<Day, String> {
    let day = day::parse(midnight(text.trim())).ok_or("a day as YYYY-MM-DD")?;
    if bounds.has_day(day) { Ok(day) } else { Err(bounds.expected_day()) }
}
