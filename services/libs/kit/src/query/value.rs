//! Values of a query, read as the type of the field they are compared with.

use proto::query::v1::QueryValue;
use proto::query::v1::query_value::Kind;
use time::format_description::FormatItem;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::error::Fault;
use super::registry::{Field, FieldType, ValidValues};
use crate::query_limits::LONGEST_FILTER_TEXT;

/// The most digits of a number, so that it has a place in every numeric type of the database.
const MOST_DIGITS: usize = 100;
const DAY: &[FormatItem<'static>] = format_description!("[year]-[month]-[day]");

/// One value, of the type that its field has in the database.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// A text, a slug or a choice.
    Text(String),
    /// A whole number, or the number of an entity.
    Int(i64),
    /// The digits of another number.
    Decimal(String),
    Bool(bool),
    Date(Date),
    Instant(OffsetDateTime),
    Uuid(Uuid),
}

/// Reads a value that a field, or an item of a list, is compared with.
pub(super) fn scalar(field: &Field, value: &QueryValue) -> Result<Scalar, Fault> {
    let kind = match field.kind {
        FieldType::List(element) => element.item(),
        kind => kind,
    };
    let read = match (kind, &value.kind) {
        (FieldType::Text | FieldType::Slug, Some(Kind::Text(text))) => words(text),
        (FieldType::Enum, Some(Kind::Text(text))) => return choice(field, text),
        (FieldType::Int | FieldType::Id, Some(Kind::Number(digits) | Kind::Text(digits))) => {
            digits.parse().ok().map(Scalar::Int)
        }
        (FieldType::Decimal, Some(Kind::Number(digits) | Kind::Text(digits))) => decimal(digits),
        (FieldType::Bool, Some(Kind::Flag(flag))) => Some(Scalar::Bool(*flag)),
        (FieldType::Date, Some(Kind::Text(text))) => day(text).map(Scalar::Date),
        (FieldType::Instant, Some(Kind::Text(text))) => moment(text).map(Scalar::Instant),
        (FieldType::Uuid, Some(Kind::Text(text))) => text.parse().ok().map(Scalar::Uuid),
        _ => None,
    };
    read.ok_or_else(|| Fault::Value(expected(kind)))
}

/// Reads a day; `None` if the value is not a day.
pub(super) fn as_day(value: &QueryValue) -> Option<Date> {
    match &value.kind {
        Some(Kind::Text(text)) => day(text),
        _ => None,
    }
}

/// Reads a pattern: a lone escape at the end is an error of the database.
pub(super) fn pattern(value: &QueryValue) -> Result<String, Fault> {
    let fault = || {
        Fault::Value(format!(
            "a pattern of at most {LONGEST_FILTER_TEXT} characters that does not end in a lone \\"
        ))
    };
    let Some(Kind::Text(text)) = &value.kind else { return Err(fault()) };
    let escapes = text.chars().rev().take_while(|letter| *letter == '\\').count();
    match words(text) {
        Some(Scalar::Text(text)) if escapes.is_multiple_of(2) => Ok(text),
        _ => Err(fault()),
    }
}

fn words(text: &str) -> Option<Scalar> {
    // The database keeps every letter but this one.
    let fits = text.chars().count() <= LONGEST_FILTER_TEXT && !text.contains('\0');
    fits.then(|| Scalar::Text(text.to_owned()))
}

fn choice(field: &Field, text: &str) -> Result<Scalar, Fault> {
    match field.values {
        ValidValues::Choices(choices) if !choices.iter().any(|known| known.value == text) => {
            Err(Fault::Choice(choices.iter().map(|known| known.value).collect()))
        }
        _ => words(text).ok_or_else(|| Fault::Value(expected(FieldType::Enum))),
    }
}

fn decimal(text: &str) -> Option<Scalar> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let fits = text.len() <= MOST_DIGITS && plain(whole) && plain(part);
    fits.then(|| Scalar::Decimal(text.to_owned()))
}

fn day(text: &str) -> Option<Date> {
    Date::parse(text, DAY).ok().filter(|day| (1..=9999).contains(&day.year()))
}

fn moment(text: &str) -> Option<OffsetDateTime> {
    let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    // The offset may move it out of the years that the database supports.
    let moment = moment.checked_to_offset(time::UtcOffset::UTC)?;
    (1..=9999).contains(&moment.year()).then_some(moment)
}

/// The values that a field of the type is compared with, in words.
pub(super) fn expected(kind: FieldType) -> String {
    let words = match kind {
        FieldType::Text | FieldType::Slug | FieldType::Enum => {
            return format!("a text of at most {LONGEST_FILTER_TEXT} characters");
        }
        FieldType::Decimal => return format!("a number of at most {MOST_DIGITS} digits"),
        FieldType::Int => "a whole number of at most 64 bits",
        FieldType::Bool => "true or false",
        FieldType::Date => "a day such as \"2026-01-31\"",
        FieldType::Instant => "a moment such as \"2026-01-31T12:00:00Z\"",
        FieldType::Id => "the number of an entity",
        FieldType::Uuid => "an id",
        FieldType::List(_) => "a value of its items",
    };
    words.to_owned()
}
