//! The normal form of permissions and exclusions: sorted, without those that another one contains, and with one list of ids
//! where several differ in it alone.

use std::collections::BTreeMap;

use proto::access::v1::Dimension;
use proto::codec::Text;

use super::exclusion::Exclusion;
use super::permission::Permission;
use crate::sets::conditions::Conditions;
use crate::sets::ids::IdSet;

/// Permissions in normal form. Together they allow what they allowed, record by record and limit by limit.
pub fn permissions(permissions: Vec<Permission>) -> Vec<Permission> {
    let form = Form {
        conditions: Permission::conditions,
        with: Permission::with_conditions,
        contains: |one, other| {
            other.conditions().imply(one.conditions())
                && other.fields().is_subset(one.fields())
                && one.time().contains(other.time())
                && other.limits().is_within(one.limits())
        },
    };
    form.normal(permissions)
}

/// Exclusions in normal form.
pub fn exclusions(exclusions: Vec<Exclusion>) -> Vec<Exclusion> {
    let form = Form {
        conditions: Exclusion::conditions,
        with: Exclusion::with_conditions,
        contains: |one, other| {
            other.conditions().imply(one.conditions()) && other.fields().is_subset(one.fields())
        },
    };
    form.normal(exclusions)
}

/// The operations on permissions or exclusions that normalization needs.
struct Form<T> {
    conditions: fn(&T) -> &Conditions,
    with: fn(&T, Conditions) -> T,
    contains: fn(&T, &T) -> bool,
}

impl<T: Clone + Ord> Form<T> {
    /// The result is a function of the set alone, so that neither the order nor repetitions of policies matter.
    fn normal(&self, mut parts: Vec<T>) -> Vec<T> {
        loop {
            let count = parts.len();
            parts.sort_unstable();
            parts.dedup();
            for (dimension, _) in Dimension::VALUES {
                parts = self.merged(parts, *dimension);
            }
            parts.sort_unstable();
            self.absorb(&mut parts);
            if parts.len() == count {
                return parts;
            }
        }
    }

    /// Merges those that differ only in the ids of one dimension. A record has one of two lists of ids exactly if it has one
    /// of their union, also with several values.
    fn merged(&self, parts: Vec<T>, dimension: Dimension) -> Vec<T> {
        let mut others = Vec::new();
        // The ids of parts that are equal without them. The rule is kept for what else it says.
        let mut alike: BTreeMap<T, IdSet> = BTreeMap::new();
        for part in parts {
            let conditions = (self.conditions)(&part);
            let Some((rule, ids)) =
                conditions.rule(dimension).and_then(|rule| Some((rule, rule.only_any_of()?)))
            else {
                others.push(part);
                continue;
            };
            let without_ids = rule.with_any_of(IdSet::default());
            let key = (self.with)(&part, conditions.with(dimension, Some(without_ids)));
            let ids = ids.clone();
            alike.entry(key).and_modify(|known| *known = known.union(&ids)).or_insert(ids);
        }
        others.extend(alike.into_iter().map(|(key, ids)| {
            let conditions = (self.conditions)(&key);
            let rule = conditions.rule(dimension).map(|rule| rule.with_any_of(ids));
            (self.with)(&key, conditions.with(dimension, rule))
        }));
        others
    }

    /// Removes those that another one contains.
    fn absorb(&self, parts: &mut Vec<T>) {
        let mut place = 0;
        while place < parts.len() {
            let is_contained = parts
                .iter()
                .enumerate()
                .any(|(other, part)| other != place && (self.contains)(part, &parts[place]));
            if is_contained {
                parts.remove(place);
            } else {
                place += 1;
            }
        }
    }
}
