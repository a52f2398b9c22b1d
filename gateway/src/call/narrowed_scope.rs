//! A scope that shows a part of the data, as the service that answers applies it and as the answer states it.

use std::sync::Arc;

use bytes::Bytes;
use kit::error::Problem;
use kit::grpc::LARGEST_SCOPE;
use policy::{Aspect, Narrowing, PolicyVersion, Scope, Selection};
use prost::Message as _;
use proto::access::v1;
use proto::codec::Text as _;
use proto::identity::v1::PlanType;
use serde::Serialize;

use super::refusal_texts::access_is_partial;

/// A scope that restricts records or fields.
#[derive(Debug)]
pub struct NarrowedScope {
    /// For the service that answers.
    pub document: Arc<v1::Scope>,
    /// The plans that include the rest of the data.
    pub plans: Vec<PlanType>,
    /// The last member of an answer, in JSON.
    member: String,
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
    /// The scope at a time, where other endpoints may hide records; none if it restricts neither records nor fields. Services
    /// receive no scope that is too large for a header.
    pub fn new(
        scope: &Scope,
        policies: &[PolicyVersion],
        plans: impl FnOnce() -> Vec<PlanType>,
        hides_others: bool,
        now: i64,
    ) -> Result<Option<Self>, Problem> {
        let mut narrowed = restricted_dimensions(scope, now);
        if hides_others || restricts_fields(scope) {
            narrowed.push("fields");
        }
        if narrowed.is_empty() {
            return Ok(None);
        }
        let document = v1::Scope { hides_others, ..v1::Scope::from(scope) };
        if document.encoded_len() > LARGEST_SCOPE {
            return Err(access_is_partial());
        }
        let policies = policies.iter().map(|policy| &*policy.id).collect();
        let plans = plans();
        let names = plans.iter().map(|plan| plan.text()).collect();
        let statement = Statement { narrowed: &narrowed, policies, plans: names };
        let statement = serde_json::to_string(&statement);
        let statement = statement.map_err(Problem::internal)?;
        let member = format!("\"meta\":{{\"access\":{statement}}}");
        Ok(Some(Self { document: Arc::new(document), plans, member }))
    }

    /// The answer with a statement that it is narrowed.
    pub fn mark(&self, answer: Bytes) -> Bytes {
        let Some(object) = answer.strip_suffix(b"}") else { return answer };
        let mut marked = Vec::with_capacity(answer.len() + self.member.len() + 1);
        marked.extend_from_slice(object);
        if object != b"{" {
            marked.push(b',');
        }
        marked.extend_from_slice(self.member.as_bytes());
        marked.push(b'}');
        marked.into()
    }
}

/// The dimensions in which a scope restricts records.
fn restricted_dimensions(scope: &Scope, now: i64) -> Vec<&'static str> {
    let aspects = match scope.narrow(&Selection::everything(), now) {
        Narrowing::Inside => Vec::new(),
        Narrowing::Narrowed(aspects) | Narrowing::Outside(aspects) => aspects,
    };
    let dimensions = aspects.into_iter().filter_map(|aspect| match aspect {
        Aspect::Dimension(dimension) => Some(dimension.text()),
        // Records of the catalog have no days.
        Aspect::Days | Aspect::Interval => None,
    });
    dimensions.collect()
}

/// Whether a scope withholds fields of records that it shows.
pub fn restricts_fields(scope: &Scope) -> bool {
    scope.permissions().iter().any(|permission| !permission.fields().is_all())
        || scope.exclusions().iter().any(|exclusion| !exclusion.fields().is_all())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_is_the_last_member_of_an_object() {
        let scope = NarrowedScope {
            document: Arc::default(),
            plans: Vec::new(),
            member: "\"meta\":7".to_owned(),
        };
        for (answer, marked) in [
            ("{}", r#"{"meta":7}"#),
            (r#"{"a":{"b":1}}"#, r#"{"a":{"b":1},"meta":7}"#),
            ("[1]", "[1]"),
            ("", ""),
        ] {
            assert_eq!(scope.mark(Bytes::from_static(answer.as_bytes())), marked);
        }
    }
}
