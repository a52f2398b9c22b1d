//! Checks whether a value fits its column, and states the expected form if it does not.

use kit::text_lengths::LONGEST_SLUG;
use serde_json::{Number, Value};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};
use url::Url;

use super::{Choices, Column, ColumnType, Item};

/// Items of a list.
const MOST_ITEMS: usize = 200;
const LONGEST_URL: usize = 1000;
/// Amounts are kept as numeric(38, 8).
const MOST_DIGITS: usize = 30;
const MOST_DECIMALS: usize = 8;
const LEAST_RATIO: f64 = -1.0;
const MOST_RATIO: f64 = 1000.0;

/// A value as a file gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl Raw {
    /// All of it as one text.
    pub fn to_text(&self) -> String {
        match self {
            Self::One(text) => text.clone(),
            Self::Many(items) => items.join(";"),
        }
    }

    /// As it is shown in a report.
    pub fn shown(&self) -> String {
        let mut shown: String = self
            .to_text()
            .chars()
            .map(|letter| if is_unseen(letter) { '·' } else { letter })
            .take(61)
            .collect();
        if shown.chars().count() > 60 {
            shown.pop();
            shown.push('…');
        }
        shown
    }
}

/// Control characters, and those that turn or hide the text around them.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

impl From<&str> for Raw {
    fn from(text: &str) -> Self {
        Self::One(text.to_owned())
    }
}

/// The expected form of a value, in words that follow "expected".
pub type ExpectedForm = String;

/// The value as the table keeps it. A reference is accepted as text and looked up later.
pub fn accept(column: &Column, raw: &Raw) -> Result<Value, ExpectedForm> {
    if let ColumnType::List(item) = column.column_type {
        return list(item, raw);
    }
    let Raw::One(text) = raw else { return Err("one value, not a list".to_owned()) };
    scalar(column.column_type, text)
}

fn scalar(column_type: ColumnType, text: &str) -> Result<Value, ExpectedForm> {
    match column_type {
        ColumnType::Text(most) => words(text, most),
        ColumnType::Url => url(text),
        ColumnType::Color => {
            let digits = text.strip_prefix('#').unwrap_or_default();
            let fits = digits.len() == 6
                && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            fits.then(|| text.into()).ok_or_else(|| "a colour such as #0a1b2c".to_owned())
        }
        ColumnType::Sha256 => {
            let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            let fits = text.len() == 64 && text.bytes().all(is_digit);
            fits.then(|| text.into())
                .ok_or_else(|| "a SHA-256 digest: 64 lowercase hexadecimal digits".to_owned())
        }
        ColumnType::Integer(least, most) => text
            .parse::<i64>()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .map(Value::from)
            .ok_or_else(|| format!("a whole number from {least} to {most}")),
        ColumnType::Number(least, most) => {
            number(text, least, most).ok_or_else(|| format!("a number from {least} to {most}"))
        }
        ColumnType::Ratio => number(text, LEAST_RATIO, MOST_RATIO).ok_or_else(|| {
            format!("a fraction from {LEAST_RATIO} to {MOST_RATIO}, such as 0.05 for 5%")
        }),
        ColumnType::Decimal => decimal(text),
        ColumnType::Boolean => match text {
            "true" => Ok(true.into()),
            "false" => Ok(false.into()),
            _ => Err("true or false".to_owned()),
        },
        ColumnType::Date => Date::parse(text, format_description!("[year]-[month]-[day]"))
            .ok()
            .filter(|day| day.year() >= 1600)
            .map(|_| text.into())
            .ok_or_else(|| "a day as YYYY-MM-DD".to_owned()),
        ColumnType::Instant => OffsetDateTime::parse(text, &Rfc3339)
            .map(|_| text.into())
            .map_err(|_| "a moment as RFC 3339, such as 2026-11-20T12:00:00Z".to_owned()),
        ColumnType::Choice(choices) => choice(choices, text),
        ColumnType::Reference(..) => words(text, LONGEST_SLUG),
        ColumnType::List(_) | ColumnType::Derived(..) | ColumnType::Count(_) => {
            Err("no value".to_owned())
        }
    }
}

fn words(text: &str, most: usize) -> Result<Value, ExpectedForm> {
    let letters = text.chars().count();
    if letters == 0 || letters > most {
        return Err(format!("1 to {most} characters, not {letters}"));
    }
    if text.contains(char::is_control) {
        return Err("text without control characters".to_owned());
    }
    Ok(text.into())
}

fn url(text: &str) -> Result<Value, ExpectedForm> {
    let expected = || format!("an http or https address of at most {LONGEST_URL} characters");
    let parsed = Url::parse(text).map_err(|_| expected())?;
    // It becomes a link on a page: any other scheme could run in it.
    let fits = matches!(parsed.scheme(), "http" | "https")
        && text.starts_with("http")
        && parsed.username().is_empty()
        && parsed.password().is_none()
        && text.chars().count() <= LONGEST_URL
        && !text.contains(|letter: char| letter.is_control() || letter.is_whitespace());
    fits.then(|| text.into()).ok_or_else(expected)
}

fn number(text: &str, least: f64, most: f64) -> Option<Value> {
    let number = text.parse::<f64>().ok().filter(|number| (least..=most).contains(number))?;
    Number::from_f64(number).map(Value::Number)
}

/// Kept as text, so that no digit is lost on the way to the table.
fn decimal(text: &str) -> Result<Value, ExpectedForm> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits(whole)
        && digits(decimals)
        && whole.len() <= MOST_DIGITS
        && decimals.len() <= MOST_DECIMALS;
    fits.then(|| text.into()).ok_or_else(|| {
        format!("an amount such as 1234.56, not negative, with at most {MOST_DECIMALS} decimals")
    })
}

fn choice(choices: Choices, text: &str) -> Result<Value, ExpectedForm> {
    let words = choices.words();
    if words.contains(&text) {
        return Ok(text.into());
    }
    Err(format!("one of {}", words.join(", ")))
}

fn list(item: Item, raw: &Raw) -> Result<Value, ExpectedForm> {
    let items: Vec<&str> = match raw {
        Raw::One(text) => text.split(';').map(str::trim).collect(),
        Raw::Many(items) => items.iter().map(|item| item.trim()).collect(),
    };
    if items.len() > MOST_ITEMS {
        return Err(format!("at most {MOST_ITEMS} items"));
    }
    let mut found = Vec::new();
    for text in items.into_iter().filter(|text| !text.is_empty()) {
        let value = match item {
            Item::Text(most) => words(text, most)?,
            Item::Words(words) => choice(Choices::Words(words), text)?,
            Item::Amounts(words) => parse_amount(words, text)?,
            Item::Url => url(text)?,
            Item::Slugs(_) | Item::Codes(_) => words(text, LONGEST_SLUG)?,
        };
        if found.contains(&value) {
            return Err(format!("each item once, but {text:?} is repeated"));
        }
        found.push(value);
    }
    Ok(Value::Array(found))
}

/// `cash:1000.00` → `cash: 1000.00`.
fn parse_amount(words: &'static [&'static str], text: &str) -> Result<Value, ExpectedForm> {
    let expected =
        || format!("lines such as \"{}: 1000.00\"", words.first().copied().unwrap_or_default());
    let (word, amount) = text.split_once(':').ok_or_else(expected)?;
    let word = choice(Choices::Words(words), word.trim())?;
    let amount = decimal(amount.trim())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(format!("{}: {}", text(&word), text(&amount)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(column_type: ColumnType, text: &str) -> bool {
        scalar(column_type, text).is_ok()
    }

    #[test]
    fn a_link_leads_to_a_page_and_nowhere_else() {
        for good in ["https://example.com/a?b=c", "http://example.com"] {
            assert!(accepts(ColumnType::Url, good), "{good}");
        }
        for bad in
            ["javascript:alert(1)", "example.com", "https://a:b@example.com", "https://a b", ""]
        {
            assert!(!accepts(ColumnType::Url, bad), "{bad}");
        }
    }

    #[test]
    fn an_amount_keeps_every_digit() {
        assert_eq!(
            decimal("100000000000000000.12345678"),
            Ok("100000000000000000.12345678".into())
        );
        for bad in ["-1", "1e9", "1,000", "0.123456789", ".5", "5.", "NaN", ""] {
            assert!(decimal(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn days_and_moments_exist() {
        assert!(accepts(ColumnType::Date, "2024-02-29"));
        assert!(!accepts(ColumnType::Date, "2023-02-29"));
        assert!(!accepts(ColumnType::Date, "2023-2-9"));
        assert!(accepts(ColumnType::Instant, "2026-11-20T12:00:00Z"));
        assert!(!accepts(ColumnType::Instant, "2026-11-20 12:00"));
    }

    #[test]
    fn text_is_bounded_and_printable() {
        assert!(accepts(ColumnType::Text(3), "äöü"));
        assert!(!accepts(ColumnType::Text(3), "abcd"));
        assert!(!accepts(ColumnType::Text(9), "a\u{0}b"));
        assert!(!accepts(ColumnType::Text(9), ""));
    }

    #[test]
    fn a_list_has_no_item_twice() {
        let words = Item::Words(&["a", "b"]);
        assert_eq!(list(words, &"a; b".into()), Ok(serde_json::json!(["a", "b"])));
        assert!(list(words, &"a;a".into()).is_err());
        assert!(list(words, &"c".into()).is_err());
        assert_eq!(list(words, &"".into()), Ok(serde_json::json!([])));
    }

    #[test]
    fn shown_values_are_short_and_harmless() {
        assert_eq!(Raw::from("a\nb\u{202e}c\u{2066}d").shown(), "a·b·c·d");
        assert_eq!(Raw::from("x".repeat(80).as_str()).shown().chars().count(), 61);
    }
}
