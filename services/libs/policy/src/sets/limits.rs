//! Limits on how much a caller may take, and which of two are tighter.

use std::cmp::Ordering;

use proto::access::v1::{self, FileFormat};
use proto::codec::Text;

/// The formats of files, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formats(u8);

impl Formats {
    /// Every format.
    pub const ALL: Self = Self((1 << FileFormat::VALUES.len()) - 1);

    /// The formats of a document; all of them if it names none.
    pub fn new(formats: impl IntoIterator<Item = FileFormat>) -> Self {
        let bits = formats.into_iter().fold(0, |bits, format| bits | bit(format));
        if bits == 0 { Self::ALL } else { Self(bits) }
    }

    pub fn contains(self, format: FileFormat) -> bool {
        self.0 & bit(format) != 0
    }

    pub fn is_subset(self, of: Self) -> bool {
        self.0 & !of.0 == 0
    }

    /// The formats in the order of the definition.
    pub fn iter(self) -> impl Iterator<Item = FileFormat> {
        FileFormat::VALUES
            .iter()
            .map(|(format, _)| *format)
            .filter(move |format| self.contains(*format))
    }
}

fn bit(format: FileFormat) -> u8 {
    (format as i32).checked_sub(1).map_or(0, |place| 1 << place)
}

/// Limits on rows, requests and files; an absent one does not restrict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limits {
    pub rows_per_response: Option<i64>,
    pub rows_per_day: Option<i64>,
    pub requests_per_second: Option<i64>,
    pub burst: Option<i64>,
    pub requests_per_day: Option<i64>,
    pub concurrent: Option<i64>,
    pub export_rows: Option<i64>,
    pub export_formats: Formats,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        rows_per_response: None,
        rows_per_day: None,
        requests_per_second: None,
        burst: None,
        requests_per_day: None,
        concurrent: None,
        export_rows: None,
        export_formats: Formats::ALL,
    };

    /// The limits of a valid document.
    pub fn new(limits: Option<&v1::Limits>) -> Self {
        let Some(limits) = limits else { return Self::NONE };
        Self {
            rows_per_response: limits.rows_per_response,
            rows_per_day: limits.rows_per_day,
            requests_per_second: limits.requests_per_second.map(i64::from),
            burst: limits.burst.map(i64::from),
            requests_per_day: limits.requests_per_day,
            concurrent: limits.concurrent.map(i64::from),
            export_rows: limits.export_rows,
            export_formats: Formats::new(limits.export_formats()),
        }
    }

    /// The tighter of both, limit by limit.
    #[must_use]
    pub fn tightest(&self, other: &Self) -> Self {
        let least = |of: fn(&Self) -> Option<i64>| of(self).into_iter().chain(of(other)).min();
        Self {
            rows_per_response: least(|limits| limits.rows_per_response),
            rows_per_day: least(|limits| limits.rows_per_day),
            requests_per_second: least(|limits| limits.requests_per_second),
            burst: least(|limits| limits.burst),
            requests_per_day: least(|limits| limits.requests_per_day),
            concurrent: least(|limits| limits.concurrent),
            export_rows: least(|limits| limits.export_rows),
            export_formats: Formats(self.export_formats.0 & other.export_formats.0),
        }
    }

    /// Whether no limit is more generous than the other's.
    pub fn is_within(&self, other: &Self) -> bool {
        self.tightest(other) == *self
    }

    /// The order of generosity. Rows come first, so that the rows of an answer do not depend on other limits.
    pub fn generosity(&self, other: &Self) -> Ordering {
        let key = |limits: &Self| {
            let formats = limits.export_formats.iter().count();
            (limits.amounts().map(|amount| amount.unwrap_or(i64::MAX)), formats)
        };
        key(self).cmp(&key(other)).then_with(|| self.cmp(other))
    }

    /// The limits on the content of an answer; others decide only whether there is one.
    #[must_use]
    pub fn of_rows(&self) -> Self {
        Self {
            rows_per_response: self.rows_per_response,
            export_rows: self.export_rows,
            ..Self::NONE
        }
    }

    /// The same limits for a call that makes no file.
    #[must_use]
    pub fn without_export(&self) -> Self {
        Self { export_rows: None, export_formats: Formats::ALL, ..*self }
    }

    fn amounts(&self) -> [Option<i64>; 7] {
        [
            self.rows_per_response,
            self.export_rows,
            self.rows_per_day,
            self.requests_per_day,
            self.requests_per_second,
            self.burst,
            self.concurrent,
        ]
    }
}
