//! Policies as the text of Cedar.

use proto::access::v1::{
    Condition, ConditionOperator, Effect, Endpoint, FieldMode, Fields, Policy, PolicyAssignment,
    TimeBounds,
};
use proto::codec::{Text as _, instant};

use crate::{IDENTIFIERS, Values, values};

/// A moment as a value of Cedar.
pub fn moment(milliseconds: i64) -> String {
    format!("datetime(\"{}\")", instant(milliseconds).unwrap())
}

/// A policy in force for whoever has a role, during the assignment and while the role is held.
pub fn of_assignment(policy: &Policy, assignment: &PolicyAssignment) -> String {
    let role = format!("\"{}\"", assignment.role_id);
    let window = format!("principal.getTag({role})");
    let mut conditions = vec![
        format!("principal.hasTag({role})"),
        format!("(if {window} has starts_at then {window}.starts_at <= context.now else true)"),
        format!("(if {window} has expires_at then context.now < {window}.expires_at else true)"),
    ];
    conditions.extend(validity(assignment.starts_at, assignment.expires_at));
    texts(policy, &format!("principal in Role::{role}"), &conditions)
}

/// A policy of a ceiling, which is above all callers.
pub fn of_ceiling(policy: &Policy) -> String {
    texts(policy, "principal", &[])
}

/// A policy of Cedar for each endpoint, whose records have a type of their own.
fn texts(policy: &Policy, principal: &str, others: &[String]) -> String {
    let is_denial = policy.effect() == Effect::Deny;
    let effect = if is_denial { "forbid" } else { "permit" };
    let actions: Vec<String> =
        policy.actions().map(|action| format!("Action::\"{}\"", action.text())).collect();
    let text = |endpoint: Endpoint| {
        let mut conditions = others.to_vec();
        conditions.extend(validity(policy.starts_at, policy.expires_at));
        conditions.extend(networks(policy, is_denial));
        conditions.extend(policy.r#where.iter().map(|known| condition(endpoint, known)));
        conditions.extend(policy.fields.as_ref().and_then(|known| fields(known, is_denial)));
        conditions.extend(policy.time.iter().flat_map(|bounds| time(endpoint, bounds)));
        let when = if conditions.is_empty() {
            String::new()
        } else {
            format!(" when {{\n  {}\n}}", conditions.join(" &&\n  "))
        };
        format!(
            "@policy(\"{}\")\n{effect} (\n  {principal},\n  action in [{}],\n  resource is {}\n){when};\n",
            policy.id,
            actions.join(", "),
            endpoint.text(),
        )
    };
    policy.endpoints().map(text).collect()
}

fn validity(starts_at: Option<i64>, expires_at: Option<i64>) -> impl Iterator<Item = String> {
    let start = starts_at.map(|start| format!("{} <= context.now", moment(start)));
    start.into_iter().chain(expires_at.map(|end| format!("context.now < {}", moment(end))))
}

/// Without a known address, denials for networks hold and allowances do not.
fn networks(policy: &Policy, is_denial: bool) -> Option<String> {
    let ranges: Vec<String> = policy
        .ip_cidrs
        .iter()
        .map(|network| format!("context.address.isInRange(ip(\"{network}\"))"))
        .collect();
    let ranges = ranges.join(" || ");
    (!ranges.is_empty()).then(|| format!("(if context has address then {ranges} else {is_denial})"))
}

fn condition(endpoint: Endpoint, condition: &Condition) -> String {
    let name = condition.dimension().text();
    let attribute = format!("resource.{name}");
    let ids = &condition.ids;
    let is_none_of = condition.operator() == ConditionOperator::NotIn;
    match (values(endpoint, condition.dimension()).unwrap(), is_none_of) {
        (Values::One, false) => format!("resource has {name} && {ids:?}.contains({attribute})"),
        (Values::One, true) => format!("resource has {name} && !{ids:?}.contains({attribute})"),
        (Values::Many, false) => format!("{attribute}.containsAny({ids:?})"),
        (Values::Many, true) => {
            format!("!{attribute}.isEmpty() && !{attribute}.containsAny({ids:?})")
        }
    }
}

/// Identifiers are visible with any permission, and no denial of fields takes them away.
fn fields(fields: &Fields, is_denial: bool) -> Option<String> {
    let is_only = fields.mode() == FieldMode::Only;
    let mut names: Vec<&str> = fields.names.iter().map(String::as_str).collect();
    if is_only != is_denial {
        names.extend(IDENTIFIERS);
    }
    let not = if is_only { "" } else { "!" };
    (fields.mode() != FieldMode::All).then(|| format!("{not}{names:?}.contains(context.field)"))
}

/// The bounds on values over time and records of a moment; other records have no days.
fn time(endpoint: Endpoint, bounds: &TimeBounds) -> Vec<String> {
    let (first, last) = match endpoint {
        Endpoint::AssetTimeseries => ("resource.first_day", "resource.last_day"),
        Endpoint::Transactions => ("resource.moment.toDate()", "resource.moment.toDate()"),
        _ => return Vec::new(),
    };
    let lag = |minutes: i32| {
        let latest = format!("context.now.offset(duration(\"-{minutes}m\"))");
        match endpoint {
            Endpoint::Transactions => format!("resource.moment <= {latest}"),
            _ => format!("resource.last_day.offset(duration(\"1d\")) <= {latest}"),
        }
    };
    let from = bounds.from.as_ref().map(|day| format!("datetime(\"{day}\") <= {first}"));
    let to = bounds.to.as_ref().map(|day| format!("{last} <= datetime(\"{day}\")"));
    let back = bounds
        .max_days_back
        .map(|days| format!("context.now.toDate().offset(duration(\"-{days}d\")) <= {first}"));
    let lag = bounds.min_lag_minutes.filter(|minutes| *minutes > 0).map(lag);
    let has_interval = endpoint == Endpoint::AssetTimeseries;
    let finest = bounds.granularity_min.filter(|_| has_interval);
    let finest = finest.map(|interval| format!("{interval} <= resource.interval"));
    [from, to, back, lag, finest].into_iter().flatten().collect()
}
