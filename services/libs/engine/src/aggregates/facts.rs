//! The facts that an aggregate states beside its numbers, found in one way for rollups and calculations.

use std::sync::Arc;

use super::combine::Combination;
use crate::membership::members::FeederFund;
use crate::rollups::window::Window;
use crate::snapshots::series::Series;

/// Facts of an aggregate as a whole.
#[derive(Clone, Debug, Default)]
pub struct AggregateFacts {
    /// How many groups there are, those beyond the limit included.
    pub group_count: usize,
    /// How many series were added up, those without a value included.
    pub series_count: usize,
    /// The feeder funds whose money counts in their master funds.
    pub feeders: Vec<FeederFund>,
    /// Whether they count themselves, too.
    pub counts_feeders: bool,
    /// Whether numbers are shares of the total, so that each depends on all members.
    pub are_shares: bool,
    /// How many members had begun at the end, and at which positions after the first some of them did.
    pub member_starts: MemberStarts,
    /// The part that has no group, where the shares of all groups make a number.
    pub undisclosed: Option<UndisclosedShares>,
}

impl AggregateFacts {
    /// The facts of these sums of all members within a window.
    pub(crate) fn new(
        group_count: usize,
        series_count: usize,
        feeders: &[FeederFund],
        combined: &Combination,
        window: Window,
    ) -> Self {
        Self {
            group_count,
            series_count,
            feeders: feeders.to_vec(),
            counts_feeders: false,
            are_shares: false,
            member_starts: MemberStarts::new(window.counts(combined.begun())),
            undisclosed: None,
        }
    }
}

/// How many members have begun, and when: each begins with its first value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberStarts {
    /// At the end of the range.
    pub count: u32,
    /// The positions after the first at which some began, with how many.
    pub later: Vec<(usize, u32)>,
}

impl MemberStarts {
    /// From how many had begun at each position.
    pub(crate) fn new(begun: impl Iterator<Item = u32>) -> Self {
        let mut found = Self::default();
        for (place, count) in begun.enumerate() {
            if place > 0 && count > found.count {
                found.later.push((place, count - found.count));
            }
            found.count = count;
        }
        found
    }
}

/// The members without a value of the dimension, by interval: they rank nowhere, so that a number made of the shares of all
/// groups is the least that it can be.
#[derive(Clone, Debug, Default)]
pub struct UndisclosedShares {
    /// As fractions of the total.
    pub shares: Vec<f64>,
    /// The most that the number can be.
    pub at_most: Vec<f64>,
}

/// Facts of the members of one group that do not depend on days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupFacts {
    /// How many members it has.
    pub member_count: u32,
    /// How many of them are sample data.
    pub sample_count: u32,
}

impl GroupFacts {
    /// The facts of some members.
    pub(crate) fn new<'a>(members: impl Iterator<Item = &'a Arc<Series>>) -> Self {
        let mut facts = Self::default();
        for series in members {
            facts.member_count += 1;
            facts.sample_count += u32::from(series.subject.is_sample);
        }
        facts
    }

    /// Adds other members.
    pub(crate) fn merge(&mut self, other: Self) {
        self.member_count += other.member_count;
        self.sample_count += other.sample_count;
    }
}
