//! The reason and the place of an invalid input.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};

const LONGEST_KEY: usize = 40;
const LONGEST_PLACE: usize = 160;
/// The most allowed values that a message lists.
const FEW_VALUES: usize = 20;

/// One sentence about one place of an input; holds nothing of the input but shortened keys.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// As a program would write it: `profile.interests[1]`; empty for the whole.
    place: String,
    problem: Cow<'static, str>,
    expected: bool,
}

impl Refusal {
    pub(super) fn expected(what: &'static str) -> Self {
        Self { place: String::new(), problem: what.into(), expected: true }
    }

    pub(super) fn unknown_value(known: &'static [&'static str]) -> Self {
        if known.len() > FEW_VALUES {
            return Self::because("not one of the known values");
        }
        Self::because(format!("not one of {}", known.join(", ")))
    }

    pub(super) fn within_item(mut self, at: usize) -> Self {
        self.place = format!("[{at}]{}{}", separator(&self.place), self.place);
        self
    }

    pub(super) fn within_field(mut self, key: &str) -> Self {
        self.place = format!("{}{}{}", short(key), separator(&self.place), self.place);
        self
    }

    fn because(problem: impl Into<Cow<'static, str>>) -> Self {
        Self { place: String::new(), problem: problem.into(), expected: false }
    }
}

fn separator(place: &str) -> &'static str {
    if place.is_empty() || place.starts_with('[') { "" } else { "." }
}

/// A key as far as it belongs into a sentence.
fn short(key: &str) -> String {
    let mut letters = key.chars();
    let mut shown: String = letters.by_ref().take(LONGEST_KEY).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

impl Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = match self.place.char_indices().nth(LONGEST_PLACE) {
            Some((end, _)) => format!("{}…", &self.place[..end]),
            None if self.place.is_empty() => "The input".to_owned(),
            None => self.place.clone(),
        };
        match (self.place.is_empty(), self.expected) {
            (true, true) => write!(out, "{shown} must be {}", self.problem),
            (true, false) => write!(out, "{shown} is {}", self.problem),
            (false, true) => write!(out, "{shown}: must be {}", self.problem),
            (false, false) => write!(out, "{shown}: {}", self.problem),
        }
    }
}

impl std::error::Error for Refusal {}

impl Error for Refusal {
    // A type's own error message names Rust types or repeats the input.
    fn custom<T: Display>(_message: T) -> Self {
        Self::because("not valid")
    }

    fn invalid_type(_found: Unexpected<'_>, _expected: &dyn Expected) -> Self {
        Self::because("of the wrong type")
    }

    fn invalid_value(found: Unexpected<'_>, _expected: &dyn Expected) -> Self {
        Self::because(match found {
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
                "a number out of range"
            }
            _ => "not valid",
        })
    }

    fn invalid_length(_length: usize, _expected: &dyn Expected) -> Self {
        Self::because("a list of the wrong length")
    }

    fn unknown_variant(_variant: &str, known: &'static [&'static str]) -> Self {
        Self::unknown_value(known)
    }

    fn unknown_field(field: &str, _known: &'static [&'static str]) -> Self {
        Self::because("not a known field").within_field(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::because("missing").within_field(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::because("duplicate").within_field(field)
    }
}
