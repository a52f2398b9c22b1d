//! A call that was made, and the decision on it as the gateway makes it (`gateway/src/call/access.rs`).

use std::collections::BTreeSet;

use policy::{Formats, Outcome, PolicySet, Scope, Selection};
use proto::access::v1::{self, Action, ActionAtEndpoint, DecisionOutcome, Endpoint, FileFormat};
use proto::codec::Text;
use sqlx::types::Json;
use uuid::Uuid;

/// The endpoints whose records are counted in those of others.
const COUNTED: [Endpoint; 5] =
    [Endpoint::Assets, Endpoint::Tokens, Endpoint::Pools, Endpoint::Loans, Endpoint::Issuers];

/// Equal calls of one caller in a minute.
#[derive(sqlx::FromRow)]
pub struct Call {
    pub user_id: Option<Uuid>,
    pub organization_id: Option<Uuid>,
    pub key_id: Option<String>,
    pub needs: Json<Vec<ActionAtEndpoint>>,
    can_be_narrowed: bool,
    pub export_format: Option<String>,
    outcome: String,
    pub calls: i64,
}

/// The decision on a call.
#[derive(Debug, PartialEq)]
pub struct Decided {
    pub outcome: DecisionOutcome,
    /// Parts as services receive them, so that two can be compared: limits are no difference.
    parts: Vec<(v1::Scope, bool)>,
}

impl Decided {
    const REFUSED: Self = Self { outcome: DecisionOutcome::Refused, parts: Vec::new() };
}

impl Call {
    /// The outcome at the time of the call.
    pub fn outcome(&self) -> DecisionOutcome {
        DecisionOutcome::from_text(&self.outcome).unwrap_or_default()
    }

    pub fn format(&self) -> Option<FileFormat> {
        self.export_format.as_deref().and_then(FileFormat::from_text)
    }

    /// The decision by some policies; policies that cannot be used together allow nothing.
    pub fn decide(&self, policies: Option<&PolicySet>, now: i64) -> Decided {
        let Some(policies) = policies else { return Decided::REFUSED };
        let mut parts = Vec::new();
        for need in &*self.needs {
            let outcome = &policies.decide(need.endpoint(), need.action(), now, None).outcome;
            let Outcome::Allowed(scope) = outcome else { return Decided::REFUSED };
            let hides_others = self.can_be_narrowed
                && is_of_records(need.endpoint())
                && hides_counted(policies, now);
            let formats = match scope.unrestricted_limits() {
                Some(limits) if !hides_others => Some(limits.export_formats),
                _ => {
                    parts.push((v1::Scope::from(&**scope), hides_others));
                    formats_of_part(scope, now)
                }
            };
            let Some(formats) = formats else { return Decided::REFUSED };
            if self.format().is_some_and(|format| !formats.contains(format)) {
                return Decided::REFUSED;
            }
        }
        if parts.is_empty() {
            return Decided { outcome: DecisionOutcome::Allowed, parts };
        }
        // The catalog applies the scope of one list.
        let lists: BTreeSet<i32> = self.needs.iter().map(|need| need.endpoint).collect();
        let lists = lists.into_iter().filter_map(|endpoint| Endpoint::try_from(endpoint).ok());
        if !self.can_be_narrowed || lists.filter(|endpoint| is_of_records(*endpoint)).count() > 1 {
            return Decided::REFUSED;
        }
        Decided { outcome: DecisionOutcome::Narrowed, parts }
    }
}

/// Whether the data of an endpoint are records of the catalog, and not over time.
fn is_of_records(endpoint: Endpoint) -> bool {
    !matches!(
        endpoint,
        Endpoint::AssetTimeseries | Endpoint::ProtocolTimeseries | Endpoint::Transactions
    )
}

fn formats_of_part(scope: &Scope, now: i64) -> Option<Formats> {
    scope.limits_for(&Selection::everything(), now).map(|limits| limits.export_formats)
}

/// Whether the caller may not list all records that others count.
fn hides_counted(policies: &PolicySet, now: i64) -> bool {
    COUNTED.iter().any(|endpoint| {
        let decision = policies.decide(*endpoint, Action::List, now, None);
        decision.scope().is_none_or(|scope| !scope.shows_all_records())
    })
}
