//! Conjunctions of conditions, which select the records of an endpoint.

use proto::access::v1::Dimension;

use super::attributes::Attributes;
use super::rule::{Rule, Term};

/// A rule for each restricted dimension, in the order of the dimensions; all of them must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conditions(Vec<(Dimension, Rule)>);

impl Conditions {
    /// Conditions from rules of different dimensions.
    pub(crate) fn new(rules: impl IntoIterator<Item = (Dimension, Rule)>) -> Self {
        let mut rules: Vec<_> = rules.into_iter().collect();
        rules.sort_unstable();
        Self(rules)
    }

    /// Whether every record meets them.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a record meets them.
    pub fn hold(&self, attributes: &Attributes<'_>) -> bool {
        self.0.iter().all(|(dimension, rule)| rule.holds(attributes.ids(*dimension)))
    }

    /// The rule of a dimension, if it is restricted.
    pub(crate) fn rule(&self, dimension: Dimension) -> Option<&Rule> {
        self.0.iter().find(|(known, _)| *known == dimension).map(|(_, rule)| rule)
    }

    /// The restricted dimensions with their rules.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (Dimension, &Rule)> {
        self.0.iter().map(|(dimension, rule)| (*dimension, rule))
    }

    /// Both conjunctions; `None` if no record meets both.
    pub(crate) fn and(&self, other: &Self) -> Option<Self> {
        let mut rules = self.0.clone();
        for (dimension, rule) in other.rules() {
            match rules.iter_mut().find(|(known, _)| *known == dimension) {
                Some((_, known)) => *known = known.and(rule)?,
                None => rules.push((dimension, rule.clone())),
            }
        }
        Some(Self::new(rules))
    }

    /// Whether every record that meets these conditions meets the others, too.
    pub(crate) fn imply(&self, others: &Self) -> bool {
        others.rules().all(|(dimension, rule)| {
            self.rule(dimension).is_some_and(|narrower| narrower.implies(rule))
        })
    }

    /// The dimensions in which no record meets both.
    pub(crate) fn contradictions(&self, other: &Self) -> Vec<Dimension> {
        self.rules()
            .filter(|(dimension, rule)| {
                other.rule(*dimension).is_some_and(|other| rule.and(other).is_none())
            })
            .map(|(dimension, _)| dimension)
            .collect()
    }

    /// The same conditions with another rule in a dimension, or without one.
    #[must_use]
    pub(crate) fn with(&self, dimension: Dimension, rule: Option<Rule>) -> Self {
        let others = self.0.iter().filter(|(known, _)| *known != dimension).cloned();
        Self::new(others.chain(rule.map(|rule| (dimension, rule))))
    }

    /// All conditions as data, for SQL.
    pub fn terms(&self) -> impl Iterator<Item = Term<'_>> {
        self.0.iter().flat_map(|(dimension, rule)| rule.terms(*dimension))
    }
}
