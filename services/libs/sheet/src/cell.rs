//! Columns and their values.

use parquet::basic::{ConvertedType, Type};
use time::OffsetDateTime;
use time::macros::format_description;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Numbers in double precision.
    Number,
    /// Whole numbers.
    Integer,
    /// True or false.
    Truth,
    /// Days as YYYY-MM-DD.
    Day,
    /// Milliseconds since 1970, shown as RFC 3339 in UTC.
    Instant,
}

impl Kind {
    /// How Parquet stores it.
    pub fn parquet(self) -> (Type, ConvertedType) {
        match self {
            Self::Text => (Type::BYTE_ARRAY, ConvertedType::UTF8),
            Self::Number => (Type::DOUBLE, ConvertedType::NONE),
            Self::Integer => (Type::INT64, ConvertedType::NONE),
            Self::Truth => (Type::BOOLEAN, ConvertedType::NONE),
            Self::Day => (Type::INT32, ConvertedType::DATE),
            Self::Instant => (Type::INT64, ConvertedType::TIMESTAMP_MILLIS),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

impl Column {
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Missing.
    Nothing,
    /// Text, or a day.
    Text(String),
    /// A number; one that is not finite counts as missing.
    Number(f64),
    /// A whole number, or an instant.
    Integer(i64),
    /// True or false.
    Truth(bool),
}

impl Cell {
    /// A text, or missing.
    pub fn text(text: Option<impl ToString>) -> Self {
        text.map_or(Self::Nothing, |text| Self::Text(text.to_string()))
    }

    /// A finite number, or missing.
    pub fn number(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::Nothing }
    }

    /// Its text in a column of a type, for text files.
    pub(crate) fn shown(self, kind: Kind) -> Self {
        match (self, kind) {
            (Self::Integer(instant), Kind::Instant) => Self::text(written(instant)),
            (Self::Number(value), _) => Self::number(value),
            (cell, _) => cell,
        }
    }
}

/// An instant as RFC 3339 with milliseconds; none outside the calendar.
fn written(milliseconds: i64) -> Option<String> {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    let nanoseconds = i128::from(milliseconds) * 1_000_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok()?.format(format).ok()
}
