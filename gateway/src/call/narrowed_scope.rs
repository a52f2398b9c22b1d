//! A scope that shows a part of the data, as the service that answers applies it and as the answer states it.

use std::sync::Arc;

use bytes::Bytes;
use kit::error::Problem;
use kit::grpc::LARGEST_SCOPE;
use policy::{DataPart, Day, Scope};
use prost::Message as _;
use proto::access::v1;
use proto::codec::Text as _;
use proto::identity::v1::PlanType;
use serde::Serialize;

use super::answer_estimate::ShownDays;
use super::refusal_texts::access_is_partial;

/// A scope that restricts records, fields or values.
#[derive(Debug)]
pub struct NarrowedScope {
    /// The records of the catalog; none where all of them are shown, with all fields.
    pub records: Option<Arc<v1::Scope>>,
    /// The numbers over time, transactions and holders; none where all of them are shown.
    pub numbers: Option<Arc<v1::Scope>>,
    /// The data sets that are listed; none where the answer is no list of them.
    pub data_sets: Option<Vec<&'static str>>,
    /// The plans that include the rest of the data.
    pub plans: Vec<PlanType>,
    /// The statement of an answer, in JSON.
    statement: String,
    /// The first and the last day of all numbers, where they are bounded.
    pub days: ShownDays,
}

/// The statement of an answer: in which dimensions it is narrowed, or in its fields, by which policies, and the plans that
/// include all of it.
#[derive(Serialize)]
struct Statement<'a> {
    narrowed: &'a [&'static str],
    policies: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plans: Vec<&'static str>,
}

impl NarrowedScope {
    /// The scope of parts at a time; none if they restrict nothing. Services receive no scope that is too large for a header.
    pub fn new(
        parts: &[DataPart],
        plans: impl FnOnce() -> Vec<PlanType>,
        now: i64,
    ) -> Result<Option<Self>, Problem> {
        let mut records: Option<Arc<v1::Scope>> = None;
        let mut days: Option<ShownDays> = None;
        let mut numbers: Vec<v1::Scope> = Vec::new();
        let mut narrowed: Vec<&'static str> = Vec::new();
        let mut policies: Vec<&str> = Vec::new();
        let mut is_of_numbers = false;
        for part in parts {
            let restricted = part.restricted(now);
            let document = part.document();
            if part.is_over_time {
                // An endpoint without a scope would show nothing beside one that has one.
                numbers.push(document);
                let own = self::days(&part.scope, now);
                days = Some(days.map_or(own, |days| days_of_both(days, own)));
            } else if !restricted.is_empty() {
                records = Some(Arc::new(document));
            }
            if restricted.is_empty() {
                continue;
            }
            is_of_numbers |= part.is_over_time;
            let of_part = part.policies.iter().map(|policy| &*policy.id);
            let others: Vec<&str> = of_part.filter(|id| !policies.contains(id)).collect();
            policies.extend(others);
            let others = restricted.into_iter().filter(|word| !narrowed.contains(word));
            let others: Vec<&'static str> = others.collect();
            narrowed.extend(others);
        }
        if narrowed.is_empty() {
            return Ok(None);
        }
        let mut numbers = numbers.into_iter().filter(|_| is_of_numbers);
        let numbers = numbers.next().map(|first| v1::Scope { further: numbers.collect(), ..first });
        let numbers = numbers.map(Arc::new);
        let largest = records.iter().chain(&numbers).map(|it| it.encoded_len()).max();
        if largest.is_some_and(|largest| largest > LARGEST_SCOPE) {
            return Err(access_is_partial());
        }
        let plans = plans();
        let statement = statement(&narrowed, policies, &plans)?;
        let days = days.unwrap_or_default();
        Ok(Some(Self { records, numbers, data_sets: None, plans, statement, days }))
    }

    /// Some data sets, which policies with these ids allow whole.
    pub fn of_data_sets(
        names: Vec<&'static str>,
        policies: Vec<&str>,
        plans: Vec<PlanType>,
    ) -> Result<Self, Problem> {
        let statement = statement(&["data_sets"], policies, &plans)?;
        let (records, numbers, days) = (None, None, (None, None));
        Ok(Self { records, numbers, data_sets: Some(names), plans, statement, days })
    }

    /// The scope that a request states unless it is for the other part of the data.
    pub fn stated(&self) -> Option<Arc<v1::Scope>> {
        self.records.clone().or_else(|| self.numbers.clone())
    }

    /// The statement that the data is narrowed, in JSON, for files.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// The answer with a statement that it is narrowed.
    pub fn mark(&self, answer: Bytes) -> Bytes {
        let Some(object) = answer.strip_suffix(b"}") else { return answer };
        let mut marked = Vec::with_capacity(answer.len() + self.statement.len() + 32);
        marked.extend_from_slice(object);
        if object != b"{" {
            marked.push(b',');
        }
        marked.extend_from_slice(b"\"meta\":{\"access\":");
        marked.extend_from_slice(self.statement.as_bytes());
        marked.extend_from_slice(b"}}");
        marked.into()
    }
}

fn statement(
    narrowed: &[&'static str],
    policies: Vec<&str>,
    plans: &[PlanType],
) -> Result<String, Problem> {
    let plans = plans.iter().map(|plan| plan.text()).collect();
    let statement = Statement { narrowed, policies, plans };
    serde_json::to_string(&statement).map_err(Problem::internal)
}

/// The days from the first to the last of both, where both are bounded.
fn days_of_both(one: ShownDays, other: ShownDays) -> ShownDays {
    let first = one.0.zip(other.0).map(|(one, other)| one.min(other));
    let last = one.1.zip(other.1).map(|(one, other)| one.max(other));
    (first, last)
}

/// The days from the first to the last that any permission shows.
fn days(scope: &Scope, now: i64) -> ShownDays {
    let windows = || scope.permissions().iter().map(|permission| permission.time().at(now));
    let all = |days: Vec<Option<Day>>| days.into_iter().collect::<Option<Vec<Day>>>();
    let first = all(windows().map(|window| window.first).collect());
    let last = all(windows().map(|window| window.last()).collect());
    (first.and_then(|days| days.into_iter().min()), last.and_then(|days| days.into_iter().max()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_is_the_last_member_of_an_object() {
        let scope = NarrowedScope {
            records: None,
            numbers: None,
            data_sets: None,
            plans: Vec::new(),
            statement: "7".to_owned(),
            days: (None, None),
        };
        for (answer, marked) in [
            ("{}", r#"{"meta":{"access":7}}"#),
            (r#"{"a":{"b":1}}"#, r#"{"a":{"b":1},"meta":{"access":7}}"#),
            ("[1]", "[1]"),
            ("", ""),
        ] {
            assert_eq!(scope.mark(Bytes::from_static(answer.as_bytes())), marked);
        }
    }
}
