//! An event with its outcome, and who caused it.

use super::event::{Event, word};
use super::person::{Network, Principal};

/// How an event ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    Failure,
    Refused,
    /// The database did not say whether it kept the change.
    Unknown,
}

impl Outcome {
    pub(super) const ALL: [Self; 4] = [Self::Success, Self::Failure, Self::Refused, Self::Unknown];

    /// The word in lines and metrics.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
        }
    }
}

/// One entry of the security log.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) event: Event,
    pub(super) outcome: Outcome,
    pub(super) reason: Option<String>,
    pub(super) principal: Option<Principal>,
    pub(super) network: Option<Network>,
    pub(super) trace_id: Option<String>,
}

impl Entry {
    fn new(event: Event, outcome: Outcome, reason: Option<&str>) -> Self {
        let reason = reason.map(word);
        Self { event, outcome, reason, principal: None, network: None, trace_id: None }
    }

    /// It was done.
    pub fn success(event: Event) -> Self {
        Self::new(event, Outcome::Success, None)
    }

    /// It was tried and did not succeed.
    pub fn failure(event: Event, reason: &str) -> Self {
        Self::new(event, Outcome::Failure, Some(reason))
    }

    /// It was not allowed.
    pub fn refused(event: Event, reason: &str) -> Self {
        Self::new(event, Outcome::Refused, Some(reason))
    }

    /// The same by a person; without one, by the person of the call.
    #[must_use]
    pub fn by(self, principal: Option<Principal>) -> Self {
        Self { principal, ..self }
    }

    /// The same from a network.
    #[must_use]
    pub fn at(self, network: Option<Network>) -> Self {
        Self { network, ..self }
    }

    /// The same, if the database did not say whether it was done.
    #[must_use]
    pub(crate) fn unknown(self) -> Self {
        Self { outcome: Outcome::Unknown, ..self }
    }

    #[must_use]
    pub(super) fn or_by(self, other: impl FnOnce() -> Option<Principal>) -> Self {
        Self { principal: self.principal.or_else(other), ..self }
    }

    /// The same within a trace; without one, within the trace of the present work.
    #[must_use]
    pub(crate) fn in_trace(self, trace_id: Option<String>) -> Self {
        Self { trace_id, ..self }
    }

    #[must_use]
    pub(super) fn or_in_trace(self, other: impl FnOnce() -> Option<String>) -> Self {
        Self { trace_id: self.trace_id.or_else(other), ..self }
    }
}
