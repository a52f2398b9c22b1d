//! Checks of the values that administrators write, each with the field that is wrong.

use kit::error::Violation;
use kit::text_lengths::LONGEST_NOTE;
use policy::FieldError;
use proto::codec::Text;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::limits::LONGEST_WINDOW;

/// The violations of an input, collected field by field.
#[derive(Debug, Default)]
pub struct Checks {
    violations: Vec<Violation>,
}

impl Checks {
    pub fn refuse(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.violations.push(Violation { path: path.into(), message: message.into() });
    }

    /// The errors of the rules of policies.
    pub fn add(&mut self, errors: Vec<FieldError>) {
        let violation = |error: FieldError| Violation { path: error.path, message: error.message };
        self.violations.extend(errors.into_iter().map(violation));
    }

    /// A text without spaces around it, of at most this many characters and without control characters.
    pub fn text(&mut self, path: &str, text: &str, longest: usize) -> String {
        let text = text.trim();
        if text.chars().count() > longest {
            self.refuse(path, format!("must have at most {longest} characters"));
        }
        if text.chars().any(|letter| letter.is_control() && letter != '\n') {
            self.refuse(path, "must not contain control characters");
        }
        text.to_owned()
    }

    /// The same for a text that must be there.
    pub fn required_text(&mut self, path: &str, text: &str, longest: usize) -> String {
        let text = self.text(path, text, longest);
        if text.is_empty() {
            self.refuse(path, "is required");
        }
        text
    }

    /// The reason of a grant.
    pub fn reason(&mut self, text: &str) -> String {
        self.required_text("reason", text, LONGEST_NOTE)
    }

    /// A reason that may be left out.
    pub fn optional_reason(&mut self, text: Option<&str>) -> Option<String> {
        let text = self.text("reason", text.unwrap_or_default(), LONGEST_NOTE);
        Some(text).filter(|text| !text.is_empty())
    }

    /// An id; nil after a violation.
    pub fn id(&mut self, path: &str, text: &str) -> Uuid {
        Uuid::try_parse(text).unwrap_or_else(|_| {
            self.refuse(path, "is not an id");
            Uuid::nil()
        })
    }

    /// A value of an enumeration; the unset one after a violation.
    pub fn choice<T: Text + TryFrom<i32> + Default>(&mut self, path: &str, value: i32) -> T {
        let known = T::try_from(value).ok().filter(|known| !known.text().is_empty());
        known.unwrap_or_else(|| {
            self.refuse(path, "is not one of the values");
            T::default()
        })
    }

    /// A window of time in milliseconds, which ends after it starts and within twenty years.
    pub fn window(
        &mut self,
        (start_path, starts_at): (&str, Option<i64>),
        expires_at: Option<i64>,
        now: OffsetDateTime,
    ) -> Window {
        let latest = now.saturating_add(LONGEST_WINDOW.try_into().unwrap_or(time::Duration::ZERO));
        let latest = kit::clock::milliseconds(latest);
        for (path, at) in [(start_path, starts_at), ("expires_at", expires_at)] {
            if at.is_some_and(|at| !(0..=latest).contains(&at)) {
                self.refuse(path, "is not within twenty years");
            }
        }
        if starts_at.zip(expires_at).is_some_and(|(start, end)| start >= end) {
            self.refuse("expires_at", format!("must be after {start_path}"));
        }
        Window { starts_at: moment(starts_at), expires_at: moment(expires_at) }
    }

    /// The value, if no field was refused.
    pub fn finish<T>(self, value: T) -> Result<T, AccessError> {
        if self.violations.is_empty() {
            Ok(value)
        } else {
            Err(AccessError::Invalid(self.violations))
        }
    }
}

/// The time in which something has effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub starts_at: Option<OffsetDateTime>,
    pub expires_at: Option<OffsetDateTime>,
}

/// The moment of a number of milliseconds since 1970, if there is one.
pub fn moment(milliseconds: Option<i64>) -> Option<OffsetDateTime> {
    milliseconds.map(kit::clock::from_milliseconds)
}

#[cfg(test)]
mod tests {
    use proto::access::v1::AccessStatus;

    use super::*;

    fn paths(checks: Checks) -> Vec<String> {
        match checks.finish(()) {
            Err(AccessError::Invalid(violations)) => {
                violations.into_iter().map(|violation| violation.path).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn names_each_wrong_field() {
        let mut checks = Checks::default();
        assert_eq!(checks.text("note", " a\nb ", 3), "a\nb");
        checks.required_text("name", "  ", 10);
        checks.text("description", "four", 3);
        checks.text("tag", "\u{7}", 3);
        checks.id("id", "me");
        checks.choice::<AccessStatus>("status", 0);
        checks.choice::<AccessStatus>("status", 1);
        assert_eq!(paths(checks), ["name", "description", "tag", "id", "status"]);
    }

    #[test]
    fn a_window_ends_after_it_starts() {
        let now = kit::clock::from_milliseconds(1_000_000);
        let window = |starts_at, expires_at| {
            let mut checks = Checks::default();
            checks.window(("starts_at", starts_at), expires_at, now);
            paths(checks)
        };
        assert!(window(None, None).is_empty() && window(Some(1), Some(2)).is_empty());
        assert_eq!(window(Some(2), Some(2)), ["expires_at"]);
        assert_eq!(window(Some(-1), Some(i64::MAX)), ["starts_at", "expires_at"]);
    }
}
