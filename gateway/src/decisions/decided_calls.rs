//! Calls with their callers: those that were refused, and a sample of the others.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use proto::access::v1::{self, ActionAtEndpoint, DecisionOutcome, FileFormat, NarrowedAnswers};

use super::Decided;
use crate::call::caller::Authenticated;
use crate::call::data_calls::DataCalls;
use crate::call::policies::holder::Holder;

/// The most different calls that wait for a report, as when the service is away.
const MOST: usize = 20_000;
const MINUTE: i64 = 60_000;

/// Equal calls of one caller in a minute. No address is kept: visitors without a session are one caller.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    minute_at: i64,
    holder: Option<Arc<Holder>>,
    key_id: Option<Arc<str>>,
    needs: DataCalls,
    narrowed: NarrowedAnswers,
    export_format: Option<FileFormat>,
    outcome: DecisionOutcome,
    refusal: Option<Cow<'static, str>>,
}

/// The calls since the last report.
#[derive(Default)]
pub struct DecidedCalls(HashMap<Kind, i64>);

impl DecidedCalls {
    /// Adds a call; `false` if there is no room.
    pub fn add(&mut self, decided: &Decided<'_>, outcome: DecisionOutcome, now: i64) -> bool {
        let key = decided.caller.and_then(Authenticated::key);
        let kind = Kind {
            minute_at: now - now.rem_euclid(MINUTE),
            holder: decided.caller.map(|caller| Arc::clone(caller.holder())),
            key_id: key.map(|key| Arc::clone(&key.id)),
            needs: decided.calls,
            narrowed: decided.narrowed,
            export_format: decided.used_as.format(),
            outcome,
            refusal: decided.answer.err().map(|problem| problem.reason.clone()),
        };
        if self.0.len() >= MOST && !self.0.contains_key(&kind) {
            return false;
        }
        *self.0.entry(kind).or_default() += 1;
        true
    }

    /// All of them, after which there are none.
    pub fn take(&mut self) -> Vec<v1::DecidedCalls> {
        mem::take(&mut self.0).into_iter().map(|(kind, calls)| kind.document(calls)).collect()
    }
}

impl Kind {
    fn document(self, calls: i64) -> v1::DecidedCalls {
        let holder = self.holder.as_deref();
        let needs = self.needs.iter().map(|(endpoint, action)| ActionAtEndpoint {
            action: action.into(),
            endpoint: endpoint.into(),
        });
        v1::DecidedCalls {
            minute_at: self.minute_at,
            user_id: holder.and_then(|holder| holder.user_id.clone()),
            organization_id: holder.and_then(|holder| holder.organization_id.clone()),
            key_id: self.key_id.map(|id| id.to_string()),
            needs: needs.collect(),
            export_format: self.export_format.map(Into::into),
            outcome: self.outcome.into(),
            refusal: self.refusal.map(Cow::into_owned),
            calls,
            can_be_narrowed: self.narrowed != NarrowedAnswers::None,
            narrowed_answers: self.narrowed.into(),
        }
    }
}
