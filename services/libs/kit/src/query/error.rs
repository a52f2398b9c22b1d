//! The reason why a query is refused, and the place in it.

use std::fmt;

use crate::db::DbError;
use crate::error::{ErrorCode, Problem};

/// Longer parts of the input are shortened in messages.
const LONGEST_ECHO: usize = 40;

#[derive(Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The place in the input: `filter.filters[2].operator`.
    pub path: String,
    /// The field concerned.
    pub field: Option<&'static str>,
    pub fault: Fault,
}

/// The problem at one place of a query.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// A required part is missing.
    Missing,
    /// A part does not belong here.
    Misplaced(&'static str),
    /// The resource has no such field; it has these.
    UnknownField(String, Vec<&'static str>),
    /// The field does not allow the comparison; it allows these.
    Operator(Vec<&'static str>),
    /// The value does not have the field's type.
    Value(String),
    /// The value is not one of the field's values, which are these.
    Choice(Vec<&'static str>),
    /// Every row has a value of the field.
    NeverNull,
    /// Rows cannot be sorted by the field; these can be used.
    Order(Vec<&'static str>),
    /// Rows cannot be grouped by the field; these can be used.
    Group(Vec<&'static str>),
    /// The field does not allow the function; it allows these.
    Function(Vec<&'static str>),
    /// The scope of the caller leaves the field out of some rows.
    Withheld,
    /// A number or a count is out of range.
    Bounds(u64, u64),
    /// Filters are nested deeper than this.
    Deep(usize),
    /// More comparisons than this.
    Many(usize),
    /// The page is requested by number, and has more rows before it than this.
    FarPage(u64),
    /// The text is not a cursor.
    Cursor,
    /// The cursor belongs to another filter or sort.
    CursorElsewhere,
}

impl Fault {
    /// A stable word for programs.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Missing => "query_incomplete",
            Self::Misplaced(_) | Self::FarPage(_) => "query_misplaced",
            Self::UnknownField(..) => "field_unknown",
            Self::Operator(_) => "operator_not_allowed",
            Self::Value(_) => "value_invalid",
            Self::Choice(_) => "value_unknown",
            Self::NeverNull => "value_never_null",
            Self::Order(_) => "field_not_sortable",
            Self::Group(_) => "field_not_groupable",
            Self::Function(_) => "function_not_allowed",
            Self::Withheld => "access.scope",
            Self::Bounds(..) => "number_out_of_bounds",
            Self::Deep(_) => "filter_too_deep",
            Self::Many(_) => "too_many_conditions",
            Self::Cursor => "cursor_invalid",
            Self::CursorElsewhere => "cursor_of_another_query",
        }
    }

    /// The same with its place and its field.
    pub(super) fn at(self, path: &str, field: Option<&'static str>) -> QueryError {
        QueryError { path: path.to_owned(), field, fault: self }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field.unwrap_or_default();
        write!(out, "{}: ", self.path)?;
        match &self.fault {
            Fault::Missing => write!(out, "missing"),
            Fault::Misplaced(why) => write!(out, "{why}"),
            Fault::UnknownField(name, known) => {
                write!(out, "unknown field {}; the fields are {}", echo(name), list(known))
            }
            Fault::Operator(allowed) | Fault::Function(allowed) => {
                write!(out, "{field} supports {}", list(allowed))
            }
            Fault::Value(expected) if field.is_empty() => write!(out, "must be {expected}"),
            Fault::Value(expected) => write!(out, "{field} must be compared with {expected}"),
            Fault::Choice(allowed) => write!(out, "{field} must be one of {}", list(allowed)),
            Fault::NeverNull => write!(out, "{field} is never null"),
            Fault::Order(allowed) => {
                write!(out, "rows can be sorted by {}", list(allowed))
            }
            Fault::Group(allowed) => write!(out, "rows can be grouped by {}", list(allowed)),
            Fault::Withheld => write!(out, "your plan does not include {field} of all records"),
            Fault::Bounds(least, most) => write!(out, "must be from {least} to {most}"),
            Fault::Deep(most) => write!(out, "filters can be nested {most} levels deep"),
            Fault::Many(most) => write!(out, "a filter can contain at most {most} comparisons"),
            Fault::FarPage(most) => write!(
                out,
                "must not be beyond the first {most} rows: follow nextCursor, or narrow the filter"
            ),
            Fault::Cursor => write!(out, "not a valid cursor"),
            Fault::CursorElsewhere => {
                write!(out, "belongs to a different filter or sort; start without a cursor")
            }
        }
    }
}

impl std::error::Error for QueryError {}

fn list(names: &[&'static str]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// The part of the input that a message can safely repeat.
fn echo(text: &str) -> String {
    let plain = |letter: char| {
        if letter.is_alphanumeric() || "_-.".contains(letter) { letter } else { '·' }
    };
    let mut shown: String = text.chars().take(LONGEST_ECHO).map(plain).collect();
    if text.chars().nth(LONGEST_ECHO).is_some() {
        shown.push('…');
    }
    shown
}

#[derive(Debug, thiserror::Error)]
pub enum QueryFailure {
    /// The query is invalid.
    #[error(transparent)]
    Refused(#[from] QueryError),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<sqlx::Error> for QueryFailure {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Self {
        let code = match error.fault {
            Fault::Withheld => ErrorCode::Forbidden,
            _ => ErrorCode::Invalid,
        };
        Self::new(code, error.fault.reason(), error.to_string())
    }
}

impl From<QueryFailure> for Problem {
    fn from(failure: QueryFailure) -> Self {
        match failure {
            QueryFailure::Refused(error) => error.into(),
            QueryFailure::Database(error) => error.into(),
        }
    }
}
