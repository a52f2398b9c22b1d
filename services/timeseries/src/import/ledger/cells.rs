//! The cells of a row, as texts or with their types, and which of them are accepted.

use csv::StringRecord;
use kit::clock::from_milliseconds;
use time::OffsetDateTime;

use crate::import::files::columns::Columns;
use crate::import::files::long_format::instant;
use crate::import::files::point::{Bounds, LARGEST};
use crate::import::files::typed_table::Group;
use crate::import::limits::{LONGEST_LEDGER_TEXT, MOST_RAW_DIGITS};

/// A cell that is refused: its column and what was expected.
pub type CellRefusal = (usize, String);

/// The texts of a row, which are checked cell by cell.
pub struct Cells<'a> {
    pub columns: &'a Columns,
    pub record: &'a StringRecord,
}

impl<'a> Cells<'a> {
    pub fn text(&self, column: usize) -> &'a str {
        self.columns.cell(self.record, column)
    }

    /// A name or a hash.
    pub fn plain(&self, column: usize, expected: &str) -> Result<&'a str, CellRefusal> {
        let text = self.text(column);
        let is_plain = text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
        if text.is_empty() || text.len() > LONGEST_LEDGER_TEXT || !is_plain {
            return Err((column, expected.to_owned()));
        }
        Ok(text)
    }

    pub fn whole<T: std::str::FromStr>(
        &self,
        column: usize,
        expected: &str,
    ) -> Result<T, CellRefusal> {
        self.text(column).parse().map_err(|_| (column, expected.to_owned()))
    }

    /// An amount in the token's own parts.
    pub fn raw(&self, column: usize) -> Result<String, CellRefusal> {
        whole_digits(self.text(column), column)
    }

    pub fn amount(&self, column: usize, most: f64) -> Result<f64, CellRefusal> {
        let number: Option<f64> = self.text(column).parse().ok();
        let within = number.filter(|number| (0.0..=most).contains(number));
        within.ok_or_else(|| (column, format!("a number from 0 to {most:e}")))
    }

    pub fn dollars(&self, column: usize) -> Result<Option<f64>, CellRefusal> {
        let is_known = !self.text(column).is_empty();
        is_known.then(|| self.amount(column, LARGEST)).transpose()
    }

    /// When something became known that was so since an instant; nothing where it is with the load.
    pub fn known_at(
        &self,
        column: usize,
        since: OffsetDateTime,
        bounds: Bounds,
    ) -> Result<Option<OffsetDateTime>, CellRefusal> {
        if self.text(column).is_empty() {
            return Ok(None);
        }
        check_known_at(self.instant(column)?, since, bounds, column).map(Some)
    }

    pub fn instant(&self, column: usize) -> Result<OffsetDateTime, CellRefusal> {
        instant(self.text(column)).map_err(|expected| (column, expected))
    }
}

pub fn text(rows: &mut Group, column: usize) -> Option<String> {
    rows.text(column).map(|text| String::from_utf8_lossy(text).into_owned())
}

/// An amount of a row in the token's own parts.
pub fn raw(rows: &mut Group, column: usize) -> Result<String, CellRefusal> {
    whole_digits(&text(rows, column).unwrap_or_default(), column)
}

/// An instant of a row, at which something that was so since another one was known.
pub fn known_at(
    rows: &mut Group,
    column: usize,
    since: OffsetDateTime,
    bounds: Bounds,
) -> Result<Option<OffsetDateTime>, CellRefusal> {
    let at = from_milliseconds(rows.integer(column).unwrap_or_default());
    check_known_at(at, since, bounds, column).map(Some)
}

fn whole_digits(text: &str, column: usize) -> Result<String, CellRefusal> {
    let is_whole = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_whole || text.len() > MOST_RAW_DIGITS {
        return Err((column, format!("a whole number of at most {MOST_RAW_DIGITS} digits")));
    }
    Ok(text.to_owned())
}

fn check_known_at(
    at: OffsetDateTime,
    since: OffsetDateTime,
    bounds: Bounds,
    column: usize,
) -> Result<OffsetDateTime, CellRefusal> {
    if at < since || at > bounds.now {
        let expected = "an instant that is not before it happened and not in the future";
        return Err((column, expected.to_owned()));
    }
    Ok(at)
}
