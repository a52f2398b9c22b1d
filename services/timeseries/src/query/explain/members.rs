//! The members of a number of an aggregate: the largest, those without a value, and the results of checks.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::derived_measures::{self, Definition};
use engine::withheld_reasons::Reason;
use engine::{Axis, Calculation, Contribution, Interval, Mode, Newest, Series, Stretch, withheld};
use proto::timeseries::v1::{
    CheckCount, GetAggregateResponse, GroupKey, SeriesGroup, SubjectKind, WithheldMember,
};

use crate::error::TimeseriesError;
use crate::import;
use crate::query::limits::MOST_EXPLAINED_MEMBERS;
use crate::query::withheld::WithheldStretches;

/// A group of an answer.
pub struct Group {
    pub answered: SeriesGroup,
    pub is_total: bool,
    /// The positions of its members.
    pub places: Vec<u32>,
    /// The groups it consists of: itself, all, or those beyond the limit.
    pub groups: Vec<(Option<String>, Vec<u32>)>,
}

impl Group {
    /// The group of a key; the total without one.
    pub fn find(
        calculation: &Calculation,
        answer: &GetAggregateResponse,
        key: Option<&GroupKey>,
    ) -> Result<Self, TimeseriesError> {
        let owned = |(key, places): (Option<&str>, Vec<u32>)| (key.map(str::to_owned), places);
        let members = &calculation.members;
        let all: Vec<(Option<String>, Vec<u32>)> =
            calculation.group_by.map(|by| members.by(by).map(owned).collect()).unwrap_or_default();
        let Some(wanted) = key else {
            let answered = answer.total.clone().unwrap_or_default();
            let places = members.places().to_vec();
            return Ok(Self { answered, is_total: true, places, groups: all });
        };
        let is_wanted =
            |group: &&SeriesGroup| group.is_other == wanted.is_other() && group.key == wanted.key;
        let Some(answered) = answer.groups.iter().find(is_wanted).cloned() else {
            let is_within = !wanted.is_other() && all.iter().any(|(key, _)| *key == wanted.key);
            return Err(if is_within {
                let message = "The group is among the others: raise group_limit, or set is_other";
                TimeseriesError::refused("group_in_other", message)
            } else {
                TimeseriesError::GroupUnknown
            });
        };
        let stands_alone = |key: &Option<String>| {
            answer.groups.iter().any(|group| !group.is_other && group.key == *key)
        };
        let is_part = |(key, _): &(Option<String>, Vec<u32>)| {
            if answered.is_other { !stands_alone(key) } else { *key == answered.key }
        };
        let groups: Vec<_> = all.into_iter().filter(is_part).collect();
        let mut places: Vec<u32> = groups.iter().flat_map(|(_, places)| places).copied().collect();
        places.sort_unstable();
        Ok(Self { answered, is_total: false, places, groups })
    }
}

/// The members of a number, counted.
#[derive(Default)]
pub struct Counts {
    /// How many have begun.
    pub begun: u32,
    /// How many of these have a value.
    pub with_value: u32,
    /// The newest day with a value, in the range up to the end of the interval.
    pub newest: Option<Newest>,
    pub largest: Vec<(Arc<Series>, Contribution)>,
    /// How many more there are.
    pub more: u32,
    /// How many have no value because it is withheld.
    pub lacking: u32,
    /// The listed members without a value because it is withheld.
    pub withheld: Vec<WithheldMember>,
    /// The number of withheld members by reason.
    reasons: Vec<(&'static Reason, u32)>,
    kinds: Vec<SubjectKind>,
}

impl Counts {
    /// Counts the members of a group in an interval.
    pub fn new(calculation: &Calculation, group: &Group, place: usize) -> Self {
        let Calculation { axis, summed, mode, combiner, weight, .. } = calculation;
        let (kind, is_weighted) = (summed.kind(), weight.is_some());
        let interval =
            Interval { kind, mode: *mode, combiner: *combiner, is_weighted, axis, place };
        let so_far = Axis { starts: vec![axis.starts[0]], ends: vec![axis.ends[place]] };
        let mut counts = Self::default();
        let mut lacking: Vec<(Arc<Series>, Vec<Stretch>)> = Vec::new();
        for series in group.places.iter().map(|place| calculation.members.series(*place)) {
            if !counts.kinds.contains(&series.subject.kind) {
                counts.kinds.push(series.subject.kind);
            }
            let Some(member) = calculation.member(series) else { continue };
            let contribution = interval.contribution(&member);
            counts.begun += u32::from(contribution.has_begun);
            counts.with_value += u32::from(contribution.is_whole);
            counts.newest = counts.newest.max(Newest::among([(&member, member.carry)], &so_far));
            if contribution.now.is_some() || contribution.before.is_some() {
                counts.largest.push((Arc::clone(series), contribution));
            }
            if member.is_withheld() {
                let mut found = withheld(&member, kind, *mode, is_weighted, axis);
                // A value that is missing in a cumulative sum is missing from then on.
                found.retain(|stretch| {
                    stretch.first <= place && (stretch.last >= place || *mode == Mode::Cumulative)
                });
                counts.note(&found);
                lacking.push((Arc::clone(series), found));
            }
        }
        let mut scratch =
            SeriesGroup { is_other: group.answered.is_other, ..SeriesGroup::default() };
        scratch.key.clone_from(&group.answered.key);
        let mut named = WithheldStretches::default();
        named.add(&mut scratch, lacking);
        counts.lacking = scratch.withheld_count;
        counts.withheld = named.named(axis);
        counts.keep_largest(calculation);
        counts
    }

    fn note(&mut self, stretches: &[Stretch]) {
        let Some(newest) = stretches.last() else { return };
        match self.reasons.iter_mut().find(|(reason, _)| *reason == newest.reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((newest.reason, 1)),
        }
    }

    fn keep_largest(&mut self, calculation: &Calculation) {
        let size = |contribution: &Contribution| contribution.size(calculation.combiner);
        self.largest.sort_by(|(one, of_one), (other, of_other)| {
            let by_name = || (&one.subject.slug, one.id).cmp(&(&other.subject.slug, other.id));
            size(of_other).total_cmp(&size(of_one)).then_with(by_name)
        });
        self.more = self.largest.len().saturating_sub(MOST_EXPLAINED_MEMBERS) as u32;
        self.largest.truncate(MOST_EXPLAINED_MEMBERS);
    }

    /// The results of the checks at the import.
    pub fn checks(&self, calculation: &Calculation) -> Vec<CheckCount> {
        let measures = match derived_measures::definition(calculation.summed) {
            Some(Definition::Derivations(derivations)) => derivations
                .iter()
                .flat_map(|derivation| derivation.inputs)
                .map(|input| input.measure)
                .collect(),
            _ => vec![calculation.summed],
        };
        let of_measures =
            measures.iter().flat_map(|measure| self.kinds.iter().map(move |kind| (measure, *kind)));
        let mut checks: Vec<&'static Reason> = Vec::new();
        let found = self.reasons.iter().map(|(reason, _)| *reason);
        let all = of_measures.flat_map(|(measure, kind)| import::checks_for(measure, kind));
        for check in all.chain(found) {
            if !checks.contains(&check) {
                checks.push(check);
            }
        }
        let count = |check: &Reason| {
            let found = self.reasons.iter().find(|(reason, _)| *reason == check);
            found.map_or(0, |(_, count)| *count)
        };
        let mut counted: Vec<CheckCount> = checks
            .into_iter()
            .map(|check| CheckCount {
                reason: check.code.to_owned(),
                claim: check.claim.to_owned(),
                withheld_count: count(check),
            })
            .collect();
        counted.sort_by_key(|check| Reverse(check.withheld_count));
        counted
    }
}
