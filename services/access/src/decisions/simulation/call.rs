//! A call that was made, and the decision on it as the gateway makes it (`gateway/src/call/access.rs`).

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
#[derive(Debug, PartialEq, Eq)]
pub struct Decided {
    pub outcome: DecisionOutcome,
    /// A part as services receive it, so that two parts can be compared: limits are no difference.
    part: Option<(v1::Scope, bool)>,
}

impl Decided {
    const REFUSED: Self = Self { outcome: DecisionOutcome::Refused, part: None };
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
        let mut decided = Decided { outcome: DecisionOutcome::Allowed, part: None };
        let hides_others = self.can_be_narrowed && hides_counted(policies, now);
        for need in &*self.needs {
            let outcome = &policies.decide(need.endpoint(), need.action(), now, None).outcome;
            let Outcome::Allowed(scope) = outcome else { return Decided::REFUSED };
            let formats = match scope.unrestricted_limits() {
                Some(limits) if !hides_others => limits.export_formats,
                _ if self.can_be_narrowed && self.needs.len() == 1 => {
                    let Some(formats) = formats_of_part(scope, now) else {
                        return Decided::REFUSED;
                    };
                    let part = Some((v1::Scope::from(scope), hides_others));
                    decided = Decided { outcome: DecisionOutcome::Narrowed, part };
                    formats
                }
                _ => return Decided::REFUSED,
            };
            if self.format().is_some_and(|format| !formats.contains(format)) {
                return Decided::REFUSED;
            }
        }
        decided
    }
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
