//! The plans that include the data of a call which is refused or narrowed, by the request and the policies alone.

use policy::{Day, Limits as DataLimits, Narrowing, PolicySet, Scope, Selection, values};
use proto::access::v1::{Dimension, Endpoint, Granularity};
use proto::identity::v1::PlanType;

use super::data_calls::{DataCall, DataUse};
use super::selected_classes::selected_classes;

/// The days of all values.
const EVERY_DAY: (Day, Day) = (Day::MIN, Day::MAX);

impl DataCall<'_> {
    /// The plans with which the caller would receive all data of the call, and as many rows of it, the smallest plan first.
    ///
    /// There are none where nothing is missing, and where every plan includes the data: then it is not the plan that
    /// withholds it.
    pub fn plans(&self, rows: Option<u64>, now: i64) -> Vec<PlanType> {
        let classes = selected_classes(self.input, &self.asset_classes.present());
        let includes = |policies: &PolicySet| self.is_included(policies, &classes, rows, now);
        if includes(&self.policies.set) {
            return Vec::new();
        }
        let plans = self.policies.with_plans();
        let including: Vec<_> = plans.iter().filter(|plan| includes(&plan.set)).collect();
        if including.len() == plans.len() {
            return Vec::new();
        }
        including.into_iter().filter_map(|plan| plan.plan).collect()
    }

    /// Whether policies allow all data of the call and as many rows.
    fn is_included(
        &self,
        policies: &PolicySet,
        classes: &[Vec<i64>],
        rows: Option<u64>,
        now: i64,
    ) -> bool {
        let is_allowed = |(endpoint, action)| {
            let decision = policies.decide(endpoint, action, now, Some(self.address));
            let limits = decision.scope().and_then(|scope| limits_of_all(scope, classes, now));
            limits.is_some_and(|limits| self.is_within(&limits, rows))
        };
        let request = self.request();
        let hides_others = |(endpoint, _)| policies.hides_others(&request, endpoint, now);
        self.calls.iter().all(is_allowed) && !self.calls.iter().any(hides_others)
    }

    fn is_within(&self, limits: &DataLimits, rows: Option<u64>) -> bool {
        let most = match self.used_as {
            DataUse::File(format) if !limits.export_formats.contains(format) => return false,
            DataUse::File(_) => limits.export_rows,
            DataUse::Answer | DataUse::Feed => limits.rows_per_response,
        };
        let rows = rows.map(|rows| i64::try_from(rows).unwrap_or(i64::MAX));
        most.zip(rows).is_none_or(|(most, rows)| rows <= most)
    }
}

/// The limits of every field of all records of the selected classes on every day; none if a scope withholds any of it.
fn limits_of_all(scope: &Scope, classes: &[Vec<i64>], now: i64) -> Option<DataLimits> {
    if let Some(limits) = scope.unrestricted_limits() {
        return Some(limits);
    }
    if classes.is_empty() || !has_class(scope.endpoint()) || scope.withholds_fields() {
        return None;
    }
    let all = Selection::everything().over(EVERY_DAY, Granularity::Day);
    let with_class =
        |all: Selection, ids: &Vec<i64>| all.with(Dimension::AssetClass, ids.iter().copied());
    let selected = classes.iter().fold(all, with_class);
    match scope.narrow(&selected, now) {
        Narrowing::Inside => scope.limits_for(&selected, now),
        Narrowing::Narrowed(_) | Narrowing::Outside(_) => None,
    }
}

fn has_class(endpoint: Endpoint) -> bool {
    values(endpoint, Dimension::AssetClass).is_some()
}
