//! The rules of limits, and of the limits of an assignment in place of those of its policy.

use proto::access::v1::{FileFormat, Limits};
use proto::codec::Text;

use super::field_error::{FieldError, FieldReason};

/// A limit by its name.
type Amount = (&'static str, Option<i64>);

fn amounts(limits: &Limits) -> [Amount; 7] {
    [
        ("rows_per_response", limits.rows_per_response),
        ("rows_per_day", limits.rows_per_day),
        ("requests_per_second", limits.requests_per_second.map(i64::from)),
        ("burst", limits.burst.map(i64::from)),
        ("requests_per_day", limits.requests_per_day),
        ("concurrent", limits.concurrent.map(i64::from)),
        ("export_rows", limits.export_rows),
    ]
}

/// The errors of limits in the field `path`.
pub fn errors(path: &str, limits: &Limits) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (name, amount) in amounts(limits) {
        if amount.is_some_and(|amount| amount < 1) {
            let message = "The limit is at least 1. Leave it empty for no limit.";
            errors.push(FieldError::new(format!("{path}.{name}"), FieldReason::TooSmall, message));
        }
    }
    errors.extend(burst_error(path, limits));
    if limits.export_formats.len() > FileFormat::VALUES.len() {
        let message = "There are more entries than formats.";
        let path = format!("{path}.export_formats");
        errors.push(FieldError::new(path, FieldReason::TooMany, message));
        return errors;
    }
    for (place, format) in limits.export_formats.iter().enumerate() {
        let path = format!("{path}.export_formats[{place}]");
        if !is_known(*format) {
            errors.push(FieldError::new(path, FieldReason::Unknown, "The format is not known."));
        } else if limits.export_formats[..place].contains(format) {
            let message = "The format is already in the list.";
            errors.push(FieldError::new(path, FieldReason::Duplicate, message));
        }
    }
    errors
}

/// The error of a burst that is below the rate.
fn burst_error(path: &str, limits: &Limits) -> Option<FieldError> {
    let (rate, burst) = limits.requests_per_second.zip(limits.burst)?;
    (burst < rate).then(|| {
        let message = format!("The burst is at least the requests per second, {rate}.");
        FieldError::new(format!("{path}.burst"), FieldReason::BelowRate, message)
    })
}

fn is_known(format: i32) -> bool {
    FileFormat::try_from(format).is_ok_and(|format| format != FileFormat::Unspecified)
}

/// The errors of the limits of an assignment, which may only be tighter than those of its policy.
pub fn override_errors(limits: Option<&Limits>, overrides: &Limits) -> Vec<FieldError> {
    let path = "limit_overrides";
    let mut errors = errors(path, overrides);
    let no_limits = Limits::default();
    let limits = limits.unwrap_or(&no_limits);
    for ((name, amount), (_, of_policy)) in amounts(overrides).into_iter().zip(amounts(limits)) {
        if let Some((amount, of_policy)) = amount.zip(of_policy)
            && amount > of_policy
        {
            let message = format!("The policy allows at most {of_policy}.");
            errors.push(FieldError::new(format!("{path}.{name}"), FieldReason::Loosens, message));
        }
    }
    for (place, format) in overrides.export_formats.iter().enumerate() {
        let is_allowed = limits.export_formats.is_empty() || limits.export_formats.contains(format);
        if is_known(*format) && !is_allowed {
            let path = format!("{path}.export_formats[{place}]");
            let message = "The policy does not allow the format.";
            errors.push(FieldError::new(path, FieldReason::Loosens, message));
        }
    }
    if errors.is_empty() {
        // A burst alone may be tighter than that of the policy and still below its rate.
        let effective = Limits {
            requests_per_second: overrides.requests_per_second.or(limits.requests_per_second),
            burst: overrides.burst.or(limits.burst),
            ..Limits::default()
        };
        errors.extend(burst_error(path, &effective));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(errors: Vec<FieldError>) -> Vec<(String, FieldReason)> {
        errors.into_iter().map(|error| (error.path, error.reason)).collect()
    }

    #[test]
    fn limits_are_positive_and_a_burst_is_at_least_the_rate() {
        let limits = Limits {
            rows_per_response: Some(0),
            requests_per_second: Some(10),
            burst: Some(9),
            export_formats: vec![1, 9, 1],
            ..Limits::default()
        };
        let expected = [
            ("limits.rows_per_response", FieldReason::TooSmall),
            ("limits.burst", FieldReason::BelowRate),
            ("limits.export_formats[1]", FieldReason::Unknown),
            ("limits.export_formats[2]", FieldReason::Duplicate),
        ];
        assert_eq!(
            found(errors("limits", &limits)),
            expected.map(|(path, reason)| (path.to_owned(), reason))
        );
    }

    #[test]
    fn limits_of_an_assignment_only_tighten() {
        let limits = Limits {
            rows_per_response: Some(100),
            requests_per_second: Some(10),
            burst: Some(20),
            export_formats: vec![1],
            ..Limits::default()
        };
        let overrides = |of: Limits| found(override_errors(Some(&limits), &of)).into_iter().next();
        assert_eq!(overrides(Limits { rows_per_response: Some(100), ..Limits::default() }), None);
        assert_eq!(overrides(Limits { rows_per_day: Some(5), ..Limits::default() }), None);
        let loosened = |path: &str| Some((path.to_owned(), FieldReason::Loosens));
        assert_eq!(
            overrides(Limits { rows_per_response: Some(101), ..Limits::default() }),
            loosened("limit_overrides.rows_per_response")
        );
        assert_eq!(
            overrides(Limits { export_formats: vec![2], ..Limits::default() }),
            loosened("limit_overrides.export_formats[0]")
        );
        assert_eq!(
            overrides(Limits { burst: Some(5), ..Limits::default() }),
            Some(("limit_overrides.burst".to_owned(), FieldReason::BelowRate))
        );
    }
}
