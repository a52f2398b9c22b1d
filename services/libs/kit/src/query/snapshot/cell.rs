//! One value of a row in memory, read from the text that the database gives for it.

use std::cmp::Ordering;

use time::format_description::FormatItem;
use time::macros::format_description;
use time::{Date, OffsetDateTime, PrimitiveDateTime};
use uuid::Uuid;

use super::super::registry::FieldType;
use super::super::value::Scalar;

const DAY: &[FormatItem<'static>] = format_description!("[year]-[month]-[day]");
const MOMENT: &[FormatItem<'static>] = format_description!(
    "[year]-[month]-[day] [hour]:[minute]:[second][optional [.[subsecond]]]+00"
);
/// The largest power of ten that a number of the database is written with.
const LARGEST_POWER: i32 = 400;

/// The type of a column's values.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The declared type of the field.
    pub kind: FieldType,
    /// Whether a number has binary digits: the database then compares it as such.
    pub double: bool,
}

#[derive(Clone, Debug)]
pub enum Cell {
    /// A text, a slug or a choice.
    Text(Box<str>),
    /// A whole number, or the number of an entity.
    Int(i64),
    /// A number with decimal digits.
    Number(Number),
    /// A number with binary digits.
    Double(f64),
    Bool(bool),
    Date(Date),
    Instant(OffsetDateTime),
    Uuid(Uuid),
    List(Box<[Cell]>),
}

impl Cell {
    /// Reads a value that the database wrote as text; `None` if it has another type.
    pub fn read(shape: Shape, text: &str) -> Option<Self> {
        match shape.kind {
            FieldType::Text | FieldType::Slug | FieldType::Enum => Some(Self::Text(text.into())),
            FieldType::Int | FieldType::Id => text.parse().ok().map(Self::Int),
            FieldType::Decimal if shape.double => double(text).map(Self::Double),
            FieldType::Decimal => Number::read(text).map(Self::Number),
            FieldType::Bool => text.parse().ok().map(Self::Bool),
            FieldType::Date => Date::parse(text, DAY).ok().map(Self::Date),
            FieldType::Instant => PrimitiveDateTime::parse(text, MOMENT)
                .ok()
                .map(|moment| Self::Instant(moment.assume_utc())),
            FieldType::Uuid => text.parse().ok().map(Self::Uuid),
            FieldType::List(element) => {
                let item_shape = Shape { kind: element.item(), double: false };
                let items: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
                let items = items.iter().map(|item| match item {
                    serde_json::Value::String(text) => Self::read(item_shape, text),
                    serde_json::Value::Null => None,
                    item => Self::read(item_shape, &item.to_string()),
                });
                items.collect::<Option<_>>().map(Self::List)
            }
        }
    }

    /// The value of a query, to be compared with those of a column.
    pub fn from_scalar(scalar: &Scalar, shape: Shape) -> Self {
        match scalar {
            Scalar::Text(text) => Self::Text(text.as_str().into()),
            Scalar::Int(number) => Self::Int(*number),
            // A scalar holds digits that were checked.
            Scalar::Decimal(digits) if shape.double => Self::Double(double(digits).unwrap_or(0.0)),
            Scalar::Decimal(digits) => Number::read(digits).map_or(Self::Int(0), Self::Number),
            Scalar::Bool(flag) => Self::Bool(*flag),
            Scalar::Date(day) => Self::Date(*day),
            Scalar::Instant(moment) => Self::Instant(*moment),
            Scalar::Uuid(id) => Self::Uuid(*id),
        }
    }

    /// The text of a text; empty for all else.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    /// The order of two values of one type.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one.as_bytes().cmp(other.as_bytes()),
            (Self::Int(one), Self::Int(other)) => one.cmp(other),
            (Self::Number(one), Self::Number(other)) => one.compare(other),
            (Self::Double(one), Self::Double(other)) => {
                one.partial_cmp(other).unwrap_or(Ordering::Equal)
            }
            (Self::Bool(one), Self::Bool(other)) => one.cmp(other),
            (Self::Date(one), Self::Date(other)) => one.cmp(other),
            (Self::Instant(one), Self::Instant(other)) => one.cmp(other),
            (Self::Uuid(one), Self::Uuid(other)) => one.cmp(other),
            _ => Ordering::Equal,
        }
    }
}

fn double(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number with all of its digits.
#[derive(Clone, Debug)]
pub struct Number {
    /// An approximation, which is mostly enough.
    near: f64,
    negative: bool,
    /// The digits before the point, without zeros in front.
    whole: Box<str>,
    /// The digits behind it, without zeros at the end.
    part: Box<str>,
}

impl Number {
    fn read(text: &str) -> Option<Self> {
        let near = double(text)?;
        let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let power: i32 = power.parse().ok().filter(|power: &i32| power.abs() <= LARGEST_POWER)?;
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, mantissa),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let point = whole.len() as i32 + power;
        let digits = format!("{whole}{part}");
        let (whole, part) = if point <= 0 {
            (String::new(), format!("{}{digits}", "0".repeat(point.unsigned_abs() as usize)))
        } else if point as usize >= digits.len() {
            (format!("{digits:0<0$}", point as usize), String::new())
        } else {
            let (whole, part) = digits.split_at(point as usize);
            (whole.to_owned(), part.to_owned())
        };
        let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
        let zero = whole.is_empty() && part.is_empty();
        Some(Self { near, negative: negative && !zero, whole: whole.into(), part: part.into() })
    }

    fn compare(&self, other: &Self) -> Ordering {
        match self.near.partial_cmp(&other.near) {
            Some(Ordering::Equal) | None => {}
            Some(order) => return order,
        }
        let order = match (self.negative, other.negative) {
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            _ => self
                .whole
                .len()
                .cmp(&other.whole.len())
                .then_with(|| self.whole.cmp(&other.whole))
                .then_with(|| self.part.cmp(&other.part)),
        };
        if self.negative { order.reverse() } else { order }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_digit_by_digit() {
        let ordered = [
            "-1e300",
            "-3.50",
            "-3.4999999999999999999",
            "-0.000001",
            "0",
            "1e-320",
            "0.1",
            "0.10000000000000000001",
            "3",
            "12345678901234567890123",
            "12345678901234567890124",
            "1e+300",
        ];
        let numbers = ordered.map(|text| Number::read(text).unwrap());
        for (at, one) in numbers.iter().enumerate() {
            for (other_at, other) in numbers.iter().enumerate() {
                assert_eq!(one.compare(other), at.cmp(&other_at), "{one:?} {other:?}");
            }
        }
        for (one, other) in [("3.50", "3.5"), ("-0", "0"), ("1e2", "100.0"), ("0.01", "1e-2")] {
            let order = Number::read(one).unwrap().compare(&Number::read(other).unwrap());
            assert_eq!(order, Ordering::Equal, "{one} {other}");
        }
    }

    #[test]
    fn numbers_with_binary_digits_are_compared_by_them() {
        let shape = Shape { kind: FieldType::Decimal, double: true };
        let kept = Cell::read(shape, "0.3").unwrap();
        let queried = Cell::from_scalar(&Scalar::Decimal("0.30000000000000001".to_owned()), shape);
        assert_eq!(kept.compare(&queried), Ordering::Equal);
        assert!(Cell::read(shape, "NaN").is_none());
    }
}
