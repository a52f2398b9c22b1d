//! A call that was made, and the decision on it as the gateway makes it.

use policy::{DataPart, DataRequest, Extent, PolicySet};
use proto::access::v1::{ActionAtEndpoint, DecisionOutcome, FileFormat, NarrowedAnswers, Scope};
use proto::codec::Text;
use sqlx::types::Json;
use uuid::Uuid;

/// Equal calls of one caller in a minute.
#[derive(sqlx::FromRow)]
pub struct Call {
    pub user_id: Option<Uuid>,
    pub organization_id: Option<Uuid>,
    pub key_id: Option<String>,
    pub needs: Json<Vec<ActionAtEndpoint>>,
    narrowed_answers: String,
    pub export_format: Option<String>,
    outcome: String,
    pub calls: i64,
}

/// The decision on a call.
#[derive(Debug, PartialEq)]
pub struct Decided {
    pub outcome: DecisionOutcome,
    /// Parts as services receive them, so that two can be compared: limits are no difference.
    parts: Vec<Scope>,
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
        let request = DataRequest {
            needs: self.needs.iter().map(|need| (need.endpoint(), need.action())),
            narrowed: NarrowedAnswers::from_text(&self.narrowed_answers).unwrap_or_default(),
            export_format: self.format(),
            address: None,
        };
        let Ok(granted) = policies.grant(&request, now) else { return Decided::REFUSED };
        let parts = match granted.extent {
            Extent::Whole(_) => Vec::new(),
            Extent::Parts(parts) => parts,
        };
        if parts.iter().all(|part| part.restricted(now).is_empty()) {
            return Decided { outcome: DecisionOutcome::Allowed, parts: Vec::new() };
        }
        let parts = parts.iter().map(DataPart::document).collect();
        Decided { outcome: DecisionOutcome::Narrowed, parts }
    }
}
