//! The changed decisions of a simulation, those of a kind together.

use std::collections::BTreeMap;

use proto::access::v1::{ActionAtEndpoint, ChangedDecisions, DecisionOutcome};

use super::call::Call;
use super::callers::CountedCallers;
use crate::limits::MOST_SIMULATED_CHANGES;

/// Calls that need the same, of callers with a plan, with the numbers of the outcomes before and after.
type Kind = (Vec<(i32, i32)>, Option<String>, String, (i32, i32));

/// The changes so far.
#[derive(Default)]
pub struct Changes(BTreeMap<Kind, (ChangedDecisions, CountedCallers)>);

impl Changes {
    pub fn add(
        &mut self,
        call: &Call,
        plan: &str,
        (before, after): (DecisionOutcome, DecisionOutcome),
    ) {
        let number = |need: &ActionAtEndpoint| (need.endpoint, need.action);
        let needs = call.needs.iter().map(number).collect();
        let outcomes = (before.into(), after.into());
        let kind = (needs, call.export_format.clone(), plan.to_owned(), outcomes);
        let (change, callers) = self.0.entry(kind).or_insert_with(|| {
            let change = ChangedDecisions {
                needs: call.needs.0.clone(),
                export_format: call.format().map(Into::into),
                plan: plan.to_owned(),
                before: before.into(),
                after: after.into(),
                calls: 0,
                callers: 0,
            };
            (change, CountedCallers::default())
        });
        change.calls += call.calls;
        callers.add(call);
    }

    /// The changes of the most calls, up to a limit.
    pub fn most_frequent(self) -> Vec<ChangedDecisions> {
        let counted = |(change, callers): (ChangedDecisions, CountedCallers)| ChangedDecisions {
            callers: callers.count(),
            ..change
        };
        let mut changes: Vec<ChangedDecisions> = self.0.into_values().map(counted).collect();
        changes.sort_by_key(|change| std::cmp::Reverse(change.calls));
        changes.truncate(MOST_SIMULATED_CHANGES);
        changes
    }
}
