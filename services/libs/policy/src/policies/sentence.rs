//! A policy as a sentence.

use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Effect, Endpoint, FieldMode, Granularity, Limits,
    Policy, TimeBounds,
};
use proto::codec::Text;

use super::wording::{count, endpoint_noun, list, number, preposition, verb};

/// The most values of a condition that are named.
const MOST_NAMES: usize = 5;

/// A policy as a sentence about a subject, such as a role: "Premium Treasuries may list, read and export assets and time
/// series of U.S. Treasuries, up to 50,000 rows an answer".
pub fn sentence(policy: &Policy, subject: &str, name: impl Fn(Dimension, i64) -> String) -> String {
    let actions: Vec<String> = policy.actions().map(|action| verb(action).to_owned()).collect();
    let is_denial = policy.effect() == Effect::Deny;
    let (may, conjunction) = if is_denial { ("may not", "or") } else { ("may", "and") };
    let mut text = format!(
        "{subject} {may} {} {}{}",
        list(&actions, conjunction),
        fields(policy, is_denial),
        records(policy)
    );
    for condition in &policy.r#where {
        text += &restriction(condition, &name);
    }
    let time = policy.time.as_ref().map(days).unwrap_or_default();
    let limits = policy.limits.as_ref().map(amounts).unwrap_or_default();
    for part in time.into_iter().chain(limits) {
        text += ", ";
        text += &part;
    }
    text
}

fn records(policy: &Policy) -> String {
    let endpoints: Vec<String> =
        policy.endpoints().map(|endpoint| endpoint_noun(endpoint).to_owned()).collect();
    if endpoints.len() == Endpoint::VALUES.len() {
        return "all data".to_owned();
    }
    list(&endpoints, "and")
}

fn fields(policy: &Policy, is_denial: bool) -> String {
    let Some(fields) = &policy.fields else { return String::new() };
    let names = list(&fields.names, "and");
    match fields.mode() {
        FieldMode::Only if is_denial => format!("the fields {names} of "),
        FieldMode::Only => format!("only the fields {names} of "),
        FieldMode::Except => format!("all fields except {names} of "),
        FieldMode::All | FieldMode::Unspecified => String::new(),
    }
}

fn restriction(condition: &Condition, name: &impl Fn(Dimension, i64) -> String) -> String {
    let dimension = condition.dimension();
    let named = condition.ids.iter().take(MOST_NAMES);
    let mut names: Vec<String> = named.map(|id| name(dimension, *id)).collect();
    let unnamed = condition.ids.len() - names.len();
    if unnamed > 0 {
        names.push(format!("{} more", number(unnamed as i64)));
    }
    let words = preposition(dimension);
    match condition.operator() {
        ConditionOperator::NotIn => format!(" except those {words} {}", list(&names, "and")),
        _ => format!(" {words} {}", list(&names, "and")),
    }
}

fn days(bounds: &TimeBounds) -> Vec<String> {
    let period = match (&bounds.from, &bounds.to) {
        (Some(from), Some(to)) => Some(format!("from {from} to {to}")),
        (Some(from), None) => Some(format!("from {from}")),
        (None, Some(to)) => Some(format!("until {to}")),
        (None, None) => None,
    };
    let interval = match bounds.granularity_min() {
        Granularity::Unspecified | Granularity::Day => None,
        interval => Some(format!("by {} at the finest", interval.text())),
    };
    [
        period,
        bounds.max_days_back.map(|days| format!("{} back at most", count(i64::from(days), "day"))),
        bounds.min_lag_minutes.filter(|minutes| *minutes > 0).map(|minutes| match minutes {
            minutes if minutes % 60 == 0 => {
                format!("delayed by {}", count(i64::from(minutes / 60), "hour"))
            }
            minutes => format!("delayed by {}", count(i64::from(minutes), "minute")),
        }),
        interval,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn amounts(limits: &Limits) -> Vec<String> {
    let up_to = |amount: Option<i64>, noun: &str, what: &str| {
        amount.map(|amount| format!("up to {} {what}", count(amount, noun)))
    };
    let rate = limits.requests_per_second.map(i64::from);
    let formats: Vec<String> = limits
        .export_formats()
        .filter_map(|format| {
            let place = (format as usize).checked_sub(1)?;
            proto::access::v1::FileFormat::CHOICES.get(place)
        })
        .map(|choice| choice.label.to_owned())
        .collect();
    let formats = (!formats.is_empty()).then(|| format!("files as {}", list(&formats, "and")));
    [
        up_to(limits.rows_per_response, "row", "an answer"),
        up_to(limits.rows_per_day, "row", "a day"),
        up_to(rate, "request", "a second"),
        up_to(limits.burst.map(i64::from), "request", "at once"),
        up_to(limits.requests_per_day, "request", "a day"),
        up_to(limits.concurrent.map(i64::from), "request", "in parallel"),
        formats,
        up_to(limits.export_rows, "row", "a file"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
