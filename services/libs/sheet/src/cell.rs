//! Columns, and the values that stand in them.

use time::OffsetDateTime;
use time::macros::format_description;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// Figures in double precision.
    Number,
    /// Whole figures.
    Integer,
    /// True or false.
    Truth,
    /// Days as YYYY-MM-DD.
    Day,
    /// Milliseconds since 1970, shown as RFC 3339 in UTC.
    Instant,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// What stands in it.
    pub kind: Kind,
}

impl Column {
    /// A column of a name.
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Not known.
    Nothing,
    /// Text, or a day.
    Text(String),
    /// A figure; one that is not finite is not known.
    Number(f64),
    /// A whole figure, or an instant.
    Integer(i64),
    /// True or false.
    Truth(bool),
}

impl Cell {
    /// A text where there is one.
    pub fn text(text: Option<impl ToString>) -> Self {
        text.map_or(Self::Nothing, |text| Self::Text(text.to_string()))
    }

    /// A figure where it is finite.
    pub fn number(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::Nothing }
    }

    /// What it says in a column of a kind, as files of text show it.
    pub(crate) fn shown(self, kind: Kind) -> Self {
        match (self, kind) {
            (Self::Integer(instant), Kind::Instant) => Self::text(written(instant)),
            (Self::Number(value), _) => Self::number(value),
            (cell, _) => cell,
        }
    }
}

/// An instant as RFC 3339 with milliseconds; none beyond the calendar.
fn written(milliseconds: i64) -> Option<String> {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    let nanoseconds = i128::from(milliseconds) * 1_000_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok()?.format(format).ok()
}
