//! The rules of a policy, checked field by field.

use proto::access::v1::{
    Action, Condition, ConditionOperator, Dimension, Effect, Endpoint, FieldMode, Fields,
    Granularity, Limits, Policy, TimeBounds,
};
use proto::codec::Text;

use super::field_error::{FieldError, FieldReason};
use super::{limit_rules, networks};
use crate::sets::dimensions::values;
use crate::sets::fields::IDENTIFIERS;
use crate::sets::time_bounds::parse_day;

/// The most ids of a condition.
pub const MOST_IDS: usize = 1_000;
/// The most fields of a policy.
pub const MOST_FIELDS: usize = 200;
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=64;

/// The errors of a policy; empty if it is valid.
pub fn validate(policy: &Policy) -> Vec<FieldError> {
    let mut found = Errors(Vec::new());
    found.name(&policy.name);
    found.known::<Effect>("effect", policy.effect);
    found.list::<Action>("actions", &policy.actions);
    found.list::<Endpoint>("endpoints", &policy.endpoints);
    if policy.r#where.len() > Dimension::VALUES.len() {
        found.add("where", FieldReason::TooMany, "A dimension has at most one condition.");
    } else {
        for (place, condition) in policy.r#where.iter().enumerate() {
            found.condition(policy, place, condition);
        }
    }
    if let Some(fields) = &policy.fields {
        found.fields(policy.effect(), fields);
    }
    if let Some(bounds) = &policy.time {
        found.time(bounds);
    }
    if let Some(limits) = &policy.limits {
        found.0.extend(limit_rules::errors("limits", limits));
    }
    if policy.effect() == Effect::Deny {
        found.denial(policy);
    }
    if policy.starts_at.zip(policy.expires_at).is_some_and(|(from, end)| from >= end) {
        found.add("expires_at", FieldReason::Reversed, "The end is after the start.");
    }
    found.0.extend(networks::errors(&policy.ip_cidrs));
    found.0
}

/// The value of a number on the wire, unless it is unknown or unset.
fn known<E: Text + TryFrom<i32>>(number: i32) -> Option<E> {
    E::try_from(number).ok().filter(|value| !value.text().is_empty())
}

struct Errors(Vec<FieldError>);

impl Errors {
    fn add(&mut self, path: impl Into<String>, reason: FieldReason, message: impl Into<String>) {
        self.0.push(FieldError::new(path, reason, message));
    }

    fn name(&mut self, name: &str) {
        let length = name.chars().count();
        let bounds =
            format!("A name has {} to {} characters.", NAME_LENGTH.start(), NAME_LENGTH.end());
        if length < *NAME_LENGTH.start() {
            self.add("name", FieldReason::TooShort, bounds);
        } else if length > *NAME_LENGTH.end() {
            self.add("name", FieldReason::TooLong, bounds);
        } else if name.trim() != name || name.chars().any(char::is_control) {
            let message = "A name has no control characters, and no space at its ends.";
            self.add("name", FieldReason::NotAName, message);
        }
    }

    fn known<E: Text + TryFrom<i32>>(&mut self, path: &str, number: i32) {
        if number == 0 {
            self.add(path, FieldReason::Required, "Choose a value.");
        } else if known::<E>(number).is_none() {
            self.add(path, FieldReason::Unknown, "The value is not known.");
        }
    }

    fn list<E: Text + TryFrom<i32>>(&mut self, path: &str, numbers: &[i32]) {
        if numbers.is_empty() {
            self.add(path, FieldReason::Required, "Choose at least one.");
        }
        if numbers.len() > E::VALUES.len() {
            let message = "There are more entries than values.";
            return self.add(path, FieldReason::TooMany, message);
        }
        for (place, number) in numbers.iter().enumerate() {
            let path = format!("{path}[{place}]");
            if known::<E>(*number).is_none() {
                self.add(path, FieldReason::Unknown, "The value is not known.");
            } else if numbers[..place].contains(number) {
                self.add(path, FieldReason::Duplicate, "The value is already in the list.");
            }
        }
    }

    fn condition(&mut self, policy: &Policy, place: usize, condition: &Condition) {
        let path = format!("where[{place}]");
        let dimension_path = format!("{path}.dimension");
        self.known::<Dimension>(&dimension_path, condition.dimension);
        self.known::<ConditionOperator>(&format!("{path}.operator"), condition.operator);
        if let Some(dimension) = known::<Dimension>(condition.dimension) {
            let is_earlier = |other: &Condition| other.dimension == condition.dimension;
            if policy.r#where[..place].iter().any(is_earlier) {
                let message = "A dimension has at most one condition.";
                self.add(&dimension_path, FieldReason::Duplicate, message);
            }
            let without = policy.endpoints().find(|endpoint| {
                !endpoint.text().is_empty() && values(*endpoint, dimension).is_none()
            });
            if let Some(endpoint) = without {
                let message = format!(
                    "{} have no {}. Put them into a policy of their own.",
                    proto::label(endpoint.text()),
                    dimension.text().replace('_', " ")
                );
                self.add(&dimension_path, FieldReason::NotAtEndpoint, message);
            }
        }
        self.ids(&format!("{path}.ids"), &condition.ids);
    }

    fn ids(&mut self, path: &str, ids: &[i64]) {
        if ids.is_empty() {
            self.add(path, FieldReason::Required, "Choose at least one value.");
        } else if ids.len() > MOST_IDS {
            let message = format!("A condition has at most {MOST_IDS} values.");
            self.add(path, FieldReason::TooMany, message);
        } else if !ids.is_sorted() {
            self.add(path, FieldReason::NotSorted, "The ids are in rising order.");
        } else if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            self.add(path, FieldReason::Duplicate, "Each id appears once.");
        }
    }

    fn fields(&mut self, effect: Effect, fields: &Fields) {
        self.known::<FieldMode>("fields.mode", fields.mode);
        let names = &fields.names;
        match fields.mode() {
            FieldMode::All if !names.is_empty() => {
                let message = "All fields are selected. Remove the names or change the mode.";
                self.add("fields.names", FieldReason::TooMany, message);
            }
            FieldMode::Only | FieldMode::Except if names.is_empty() => {
                self.add("fields.names", FieldReason::Required, "Choose at least one field.");
            }
            _ if names.len() > MOST_FIELDS => {
                let message = format!("A policy has at most {MOST_FIELDS} fields.");
                return self.add("fields.names", FieldReason::TooMany, message);
            }
            _ if !names.is_sorted() => {
                let message = "The fields are in alphabetical order.";
                self.add("fields.names", FieldReason::NotSorted, message);
            }
            _ => {}
        }
        let hides = matches!(
            (effect, fields.mode()),
            (Effect::Allow, FieldMode::Except) | (Effect::Deny, FieldMode::Only)
        );
        let is_letter = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
        for (place, name) in names.iter().enumerate() {
            let path = format!("fields.names[{place}]");
            if name.is_empty() || name.len() > 64 || !name.chars().all(is_letter) {
                let message = "A field has lower-case letters, digits and underscores, at most 64.";
                self.add(path, FieldReason::NotAName, message);
            } else if names[..place].contains(name) {
                self.add(path, FieldReason::Duplicate, "The field is already in the list.");
            } else if hides && IDENTIFIERS.contains(&name.as_str()) {
                let message = "The field identifies records and is always visible.";
                self.add(path, FieldReason::AlwaysVisible, message);
            }
        }
    }

    fn time(&mut self, bounds: &TimeBounds) {
        let mut day = |path: &str, text: Option<&str>| {
            let day = text.map(parse_day);
            if day == Some(None) {
                let message = "Write a date as YYYY-MM-DD.";
                self.add(path, FieldReason::NotADate, message);
            }
            day.flatten()
        };
        let from = day("time.from", bounds.from.as_deref());
        let to = day("time.to", bounds.to.as_deref());
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            self.add("time.to", FieldReason::Reversed, "The last day is not before the first.");
        }
        for (path, number) in [
            ("time.max_days_back", bounds.max_days_back),
            ("time.min_lag_minutes", bounds.min_lag_minutes),
        ] {
            if number.is_some_and(|number| number < 0) {
                self.add(path, FieldReason::TooSmall, "The number is at least 0.");
            }
        }
        if let Some(interval) = bounds.granularity_min {
            self.known::<Granularity>("time.granularity_min", interval);
        }
    }

    fn denial(&mut self, policy: &Policy) {
        let message = "A denial takes away records and fields, and has no bounds or limits.";
        // An empty message is that of an editor whose fields are empty.
        if policy.time.as_ref().is_some_and(|bounds| *bounds != TimeBounds::default()) {
            self.add("time", FieldReason::NotInDenial, message);
        }
        if policy.limits.as_ref().is_some_and(|limits| *limits != Limits::default()) {
            self.add("limits", FieldReason::NotInDenial, message);
        }
        // Without the fields that are always visible nothing is left of the exception, and the denial would be one of all fields.
        let excepted = policy.fields.as_ref().filter(|fields| fields.mode() == FieldMode::Except);
        let is_identifier = |name: &String| IDENTIFIERS.contains(&name.as_str());
        if excepted.is_some_and(|it| !it.names.is_empty() && it.names.iter().all(is_identifier)) {
            let message = "These fields are always visible. Add another field, or deny all fields.";
            self.add("fields.names", FieldReason::AlwaysVisible, message);
        }
    }
}
