//! The rule that the values of a record in one dimension meet.

use proto::access::v1::{ConditionOperator, Dimension};

use super::dimensions::Values;
use super::ids::IdSet;

/// One condition of a rule, as data for SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    pub dimension: Dimension,
    pub operator: ConditionOperator,
    /// Whether the attribute is a single value or a list.
    pub values: Values,
    pub ids: &'a [i64],
}

/// A conjunction of conditions on one dimension. A record without values never meets it.
///
/// A record on several networks meets both "in Ethereum" and "in Polygon", so that sets of ids are kept side by side and
/// intersected only where a record has one value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    values: Values,
    /// Each of these sets has one of the values. No set contains another one or an id of `none_of`.
    any_of: Vec<IdSet>,
    /// Ids among which no value is. Empty for a single value with `any_of`.
    none_of: IdSet,
}

impl Rule {
    /// One of the values is among the ids; `None` without ids, as nothing meets it.
    pub fn any_of(values: Values, ids: IdSet) -> Option<Self> {
        Self { values, any_of: vec![ids], none_of: IdSet::default() }.normalized()
    }

    /// There are values, and none of them is among the ids.
    pub fn none_of(values: Values, ids: IdSet) -> Self {
        Self { values, any_of: Vec::new(), none_of: ids }
    }

    /// Whether the values of a record meet it.
    pub fn holds(&self, values: &[i64]) -> bool {
        let among = |ids: &IdSet| values.iter().any(|value| ids.contains(*value));
        !values.is_empty() && self.any_of.iter().all(among) && !among(&self.none_of)
    }

    /// Both rules; `None` if no record meets both.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let any_of = self.any_of.iter().chain(&other.any_of).cloned().collect();
        Self { values: self.values, any_of, none_of: self.none_of.union(&other.none_of) }
            .normalized()
    }

    /// Whether every record that meets this rule meets the other one, too.
    pub fn implies(&self, other: &Self) -> bool {
        let is_implied = |ids: &IdSet| self.any_of.iter().any(|narrower| narrower.is_subset(ids));
        other.any_of.iter().all(is_implied) && self.excludes(&other.none_of)
    }

    /// Whether no record that meets it has one of the ids.
    fn excludes(&self, ids: &IdSet) -> bool {
        // With several values, a record may have an id of `any_of` and another one beside it.
        let is_single = self.values == Values::One;
        ids.is_subset(&self.none_of)
            || is_single && self.any_of.iter().any(|known| known.is_disjoint(ids))
    }

    /// The ids of the only `any_of`.
    pub fn only_any_of(&self) -> Option<&IdSet> {
        match self.any_of.as_slice() {
            [ids] => Some(ids),
            _ => None,
        }
    }

    /// The same rule with other ids in place of the only `any_of`.
    #[must_use]
    pub fn with_any_of(&self, ids: IdSet) -> Self {
        Self { values: self.values, any_of: vec![ids], none_of: self.none_of.clone() }
    }

    /// Its conditions.
    pub fn terms(&self, dimension: Dimension) -> impl Iterator<Item = Term<'_>> {
        let term = move |operator, ids| Term { dimension, operator, values: self.values, ids };
        let any_of = self.any_of.iter().map(move |ids| term(ConditionOperator::In, ids.as_slice()));
        let none_of = (!self.none_of.is_empty())
            .then(|| term(ConditionOperator::NotIn, self.none_of.as_slice()));
        any_of.chain(none_of)
    }

    fn normalized(mut self) -> Option<Self> {
        let none_of = &self.none_of;
        let mut sets: Vec<IdSet> = self.any_of.iter().map(|ids| ids.difference(none_of)).collect();
        if self.values == Values::One
            && let Some(common) = sets.iter().cloned().reduce(|one, other| one.intersection(&other))
        {
            sets = vec![common];
            self.none_of = IdSet::default();
        }
        if sets.iter().any(IdSet::is_empty) {
            return None;
        }
        sets.sort_unstable();
        sets.dedup();
        self.any_of = sets.iter().filter(|ids| !has_smaller(&sets, ids)).cloned().collect();
        Some(self)
    }
}

/// Whether a set of the list is a proper part of this one.
fn has_smaller(sets: &[IdSet], of: &IdSet) -> bool {
    sets.iter().any(|ids| ids != of && ids.is_subset(of))
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    fn any_of(values: Values, ids: &[i64]) -> Rule {
        Rule::any_of(values, ids.iter().copied().collect()).unwrap()
    }

    #[test]
    fn a_record_with_several_values_may_meet_conditions_without_a_common_id() {
        let both = any_of(Values::Many, &[1]).and(&any_of(Values::Many, &[2])).unwrap();
        assert!(both.holds(&[1, 2]) && !both.holds(&[1]) && !both.holds(&[2]));
        assert_eq!(any_of(Values::One, &[1]).and(&any_of(Values::One, &[2])), None);
    }

    #[test]
    fn a_record_without_the_attribute_meets_no_condition() {
        assert!(!Rule::none_of(Values::One, [1].into_iter().collect()).holds(&[]));
        assert!(!any_of(Values::Many, &[1]).holds(&[]));
        assert_eq!(Rule::any_of(Values::One, IdSet::default()), None);
    }

    fn rules(values: Values) -> impl Strategy<Value = Rule> {
        let ids = || btree_set(0..5_i64, 1..4).prop_map(|ids| ids.into_iter().collect::<IdSet>());
        prop_oneof![
            ids().prop_map(move |ids| Rule::any_of(values, ids).unwrap()),
            ids().prop_map(move |ids| Rule::none_of(values, ids)),
        ]
    }

    /// Every combination of values that a record may have.
    fn records(values: Values) -> Vec<Vec<i64>> {
        let all = (0..32_u32).map(|bits| (0..5).filter(|id| bits & (1 << id) != 0).collect());
        all.filter(|ids: &Vec<i64>| values == Values::Many || ids.len() < 2).collect()
    }

    proptest! {
        #[test]
        fn conjunctions_and_implications_agree_with_the_records(
            (values, rules) in prop_oneof![Just(Values::One), Just(Values::Many)]
                .prop_flat_map(|values| (Just(values), [rules(values), rules(values), rules(values)])),
        ) {
            let [one, other, third] = &rules;
            let both = one.and(other);
            let records = records(values);
            for record in &records {
                let holds = both.as_ref().is_some_and(|both| both.holds(record));
                prop_assert_eq!(holds, one.holds(record) && other.holds(record));
            }
            if let Some(both) = both {
                let is_implied = records.iter().all(|ids| !both.holds(ids) || third.holds(ids));
                prop_assert!(!both.implies(third) || is_implied);
                prop_assert!(both.implies(one) && both.implies(other));
            }
        }
    }
}
