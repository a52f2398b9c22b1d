//! What the members of a group have in common, beside their numbers: a rollup, a calculation and an answer hold it whole.

use std::sync::Arc;

use crate::series::Series;

/// Facts of a group that do not depend on days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupFacts {
    /// How many members it has.
    pub member_count: u32,
    /// Whether one of them is fictional.
    pub has_sample: bool,
}

impl GroupFacts {
    /// The facts of some members.
    pub(crate) fn new<'a>(members: impl Iterator<Item = &'a Arc<Series>>) -> Self {
        let mut facts = Self::default();
        for series in members {
            facts.member_count += 1;
            facts.has_sample |= series.subject.is_sample;
        }
        facts
    }

    /// Adds other members.
    pub(crate) fn merge(&mut self, other: Self) {
        self.member_count += other.member_count;
        self.has_sample |= other.has_sample;
    }
}
