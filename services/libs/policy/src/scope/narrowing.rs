//! Whether a request lies inside a scope.

use std::collections::BTreeSet;

use proto::access::v1::Dimension;

use super::Scope;
use super::exclusion::Exclusion;
use super::permission::Permission;
use super::selection::Selection;
use crate::sets::conditions::Conditions;

/// A part of a selection in which a scope restricts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    Dimension(Dimension),
    Days,
    Interval,
}

/// How a selection lies to a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Narrowing {
    /// Everything selected is visible.
    Inside,
    /// Some of it may be hidden, because of these aspects.
    Narrowed(Vec<Aspect>),
    /// Nothing selected is visible, because of these aspects; without one if the scope is empty.
    Outside(Vec<Aspect>),
}

/// How a selection lies to one permission.
enum Relation {
    /// All of it is allowed.
    Covered,
    /// Some of it may be allowed: the records of the selection that meet the conditions, and what restricts it.
    Partial(Conditions, BTreeSet<Aspect>),
    /// Nothing of it is.
    Disjoint(BTreeSet<Aspect>),
}

impl Scope {
    /// How a selection lies to this scope at a time. Where it is unsure, it says `Narrowed`. A selection of no
    /// records lies inside.
    pub fn narrow(&self, selection: &Selection, now: i64) -> Narrowing {
        let Some(selected) = selection.conditions(self.endpoint()) else {
            return Narrowing::Inside;
        };
        let (mut restrictions, mut closest) = (BTreeSet::new(), None::<BTreeSet<Aspect>>);
        let (mut is_covered, mut is_partial) = (false, false);
        for permission in self.permissions() {
            let (records, aspects) = match relation(permission, &selected, selection, now) {
                Relation::Covered => (selected.clone(), BTreeSet::new()),
                Relation::Partial(records, aspects) => (records, aspects),
                Relation::Disjoint(aspects) => {
                    keep_fewest(&mut closest, aspects);
                    continue;
                }
            };
            let excluding = self.excluding(&records);
            if let Some(whole) = excluding.iter().find(|other| records.imply(other.conditions())) {
                keep_fewest(&mut closest, dimensions(whole.conditions()));
                continue;
            }
            is_covered |= aspects.is_empty() && excluding.is_empty();
            is_partial = true;
            restrictions.extend(aspects);
            for exclusion in excluding {
                restrictions.extend(dimensions(exclusion.conditions()));
            }
        }
        match (is_covered, is_partial) {
            (true, _) => Narrowing::Inside,
            (false, true) => Narrowing::Narrowed(restrictions.into_iter().collect()),
            (false, false) => Narrowing::Outside(closest.unwrap_or_default().into_iter().collect()),
        }
    }

    /// The exclusions of whole records that may concern some of these.
    fn excluding(&self, records: &Conditions) -> Vec<&Exclusion> {
        self.exclusions()
            .iter()
            .filter(|exclusion| exclusion.fields().is_all())
            .filter(|exclusion| exclusion.conditions().and(records).is_some())
            .collect()
    }
}

fn relation(
    permission: &Permission,
    selected: &Conditions,
    selection: &Selection,
    now: i64,
) -> Relation {
    let (time, mut disjoint) = time_restrictions(permission, selection, now);
    let conditions = permission.conditions();
    disjoint.extend(conditions.contradictions(selected).into_iter().map(Aspect::Dimension));
    let records = match conditions.and(selected) {
        Some(records) if disjoint.is_empty() => records,
        _ => return Relation::Disjoint(disjoint),
    };
    let mut restricting = time;
    restricting.extend(conditions.rules().filter_map(|(dimension, rule)| {
        let is_implied = selected.rule(dimension).is_some_and(|known| known.implies(rule));
        (!is_implied).then_some(Aspect::Dimension(dimension))
    }));
    if restricting.is_empty() {
        return Relation::Covered;
    }
    Relation::Partial(records, restricting)
}

/// The aspects of time in which a permission restricts a selection, and those in which it allows none of it.
fn time_restrictions(
    permission: &Permission,
    selection: &Selection,
    now: i64,
) -> (BTreeSet<Aspect>, BTreeSet<Aspect>) {
    let (mut restricting, mut disjoint) = (BTreeSet::new(), BTreeSet::new());
    if let Some((days, interval)) = selection.days() {
        let window = permission.time().at(now);
        if interval < window.finest {
            disjoint.insert(Aspect::Interval);
        }
        match window.clamp(days) {
            None => drop(disjoint.insert(Aspect::Days)),
            Some(clamped) if clamped != days => drop(restricting.insert(Aspect::Days)),
            Some(_) => {}
        }
    }
    (restricting, disjoint)
}

/// Keeps the aspects of the permission that is closest to a selection.
fn keep_fewest(closest: &mut Option<BTreeSet<Aspect>>, aspects: BTreeSet<Aspect>) {
    if closest.as_ref().is_none_or(|known| aspects.len() < known.len()) {
        *closest = Some(aspects);
    }
}

fn dimensions(conditions: &Conditions) -> BTreeSet<Aspect> {
    conditions.rules().map(|(dimension, _)| Aspect::Dimension(dimension)).collect()
}
