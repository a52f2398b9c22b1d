//! Calculates an aggregate: adds the values of its members up, in groups.

use std::collections::HashMap;
use std::sync::Arc;

use super::aggregate::{Aggregate, AggregateGroup, Numbers};
use super::combine::{BLOCK, Combination, Member};
use super::combiner::Combiner;
use super::facts::{AggregateFacts, GroupFacts, UndisclosedShares};
use super::newest::Newest;
use super::share_changes::ShareTotals;
use super::withheld_stretches::{Stretch, withheld};
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::monthly_average::average_carry;
use crate::columns::qualifiers::{QualifiedRun, Qualifier};
use crate::columns::resample::Mode;
use crate::derived::derived_measures::Share;
use crate::derived::value_selection::CarriedColumn;
use crate::measures::Measure;
use crate::membership::dimension::Dimension;
use crate::membership::members::{FeederFund, Members};
use crate::numbers::concentration_index::ConcentrationIndex;
use crate::numbers::exact_sum::ExactSum;
use crate::rollups::window::Window;
use crate::snapshots::query_columns::Columns;
use crate::snapshots::series::Series;

/// Everything that an aggregate is calculated from.
pub struct Calculation {
    /// The intervals.
    pub axis: Axis,
    /// The first and the last day whose values count.
    pub edges: (Day, Day),
    pub measure: &'static Measure,
    /// The measure that is added up: the same, or the one that shares are of.
    pub summed: &'static Measure,
    /// For shares, which kind of share.
    pub share: Option<Share>,
    /// The value that stands for each interval.
    pub mode: Mode,
    /// How values of several members make one.
    pub combiner: Combiner,
    /// The measure that averages are weighted by.
    pub weight: Option<&'static Measure>,
    /// Whether only members count that have a value at both ends of the range.
    pub is_cohort: bool,
    /// Whether feeder funds count beside their master funds.
    pub counts_feeders: bool,
    /// The dimension that members are grouped by.
    pub group_by: Option<Dimension>,
    /// The most groups; all others are put together as one.
    pub limit: usize,
    pub members: Members,
    /// The feeder funds whose master funds are members.
    pub feeders: Vec<FeederFund>,
    /// The weight of each member, by the number of its series.
    pub weights: HashMap<i64, Arc<Series>>,
    /// The values of members and weights.
    pub columns: Columns,
}

impl Calculation {
    /// Computes derived series and leaves out members that do not count.
    pub fn ready(mut self) -> Arc<Self> {
        self.derive();
        if self.is_cohort {
            self.members = self.members.clone().only(|series| self.is_like_for_like(series));
        }
        let (members, feeders) = self.members.counted(self.summed, self.counts_feeders);
        Arc::new(Self { members, feeders, ..self })
    }

    /// Adds the members up. Blocks of them are independent: `each` may spread them over threads, and answers in their
    /// order.
    pub fn aggregate(
        self: &Arc<Self>,
        each: impl Fn(&Arc<Self>, Vec<Block>, usize) -> Vec<BlockSum>,
    ) -> Aggregate {
        let mut groups = self.group_by.map(|by| self.groups(by)).unwrap_or_default();
        let concentration = self.share.and_then(|share| share.concentration);
        let counts = |(key, _): &&KeyedMembers<'_>| concentration.is_none() || key.is_some();
        let group_count = groups.iter().filter(counts).count();
        let everyone = self.members.places();
        let values = |axis: &Axis| self.values(everyone, axis);
        let totals = self.share.map(|share| ShareTotals::new(share, &self.axis, values));
        let totals = totals.as_ref();
        let (counted, undisclosed) = match concentration.zip(totals) {
            Some((concentration, totals)) => {
                let (counted, undisclosed) = self.counted_parts(concentration, &groups, totals);
                (counted, Some(undisclosed))
            }
            None => (Vec::new(), None),
        };
        let rest = groups.split_off(groups.len().min(self.limit));
        let mut other: Vec<u32> = rest.into_iter().flat_map(|group| group.1).collect();
        other.sort_unstable();
        let mut parts: Vec<(KeyedMembers<'_>, bool)> =
            groups.into_iter().map(|group| (group, false)).collect();
        if !other.is_empty() {
            parts.push(((None, other), true));
        }
        let sums = self.sums(parts.iter().map(|((_, members), _)| members.as_slice()), &each);
        let mut sized: Vec<(f64, AggregateGroup)> = Vec::with_capacity(parts.len());
        // The total is put together from the groups: every value is read once.
        let mut all: Option<BlockSum> = None;
        for (((key, members), is_other), sum) in parts.into_iter().zip(sums) {
            let values = self.group_values(&members, &sum, totals);
            let size = self.size(&values);
            let (qualified, facts) = (self.qualified(&members, &sum), self.facts(&members));
            let group = self.group(key.map(str::to_owned), is_other, values, &sum);
            sized.push((size, AggregateGroup { facts, qualified, ..group }));
            match &mut all {
                Some(all) => all.merge(&sum),
                None => all = Some(sum),
            }
        }
        if !self.is_ranked(group_count) {
            sized.sort_by(|(size, one), (other_size, other)| {
                other_size.total_cmp(size).then_with(|| one.key.cmp(&other.key))
            });
        }
        let all = match all {
            // Each group lists its own withheld members.
            Some(all) => BlockSum { withheld: Vec::new(), ..all },
            None => self.sums([everyone], &each).remove(0),
        };
        let series_count = self.members.distinct(everyone).count();
        let window = Window::whole(self.axis.len());
        let facts = AggregateFacts {
            counts_feeders: self.counts_feeders,
            are_shares: self.share.is_some(),
            undisclosed,
            ..AggregateFacts::new(group_count, series_count, &self.feeders, &all.combined, window)
        };
        let values = self.group_values(everyone, &all, totals);
        let qualified = self.qualified(everyone, &all);
        let mut total = AggregateGroup {
            facts: self.facts(everyone),
            qualified,
            ..self.group(None, false, values, &all)
        };
        let mut groups: Vec<AggregateGroup> = sized.into_iter().map(|(_, group)| group).collect();
        if let Some((concentration, totals)) =
            concentration.zip(totals).filter(|_| !counted.is_empty())
        {
            total.numbers.set_values(numbers(concentration, &counted, totals));
            for (place, group) in groups.iter_mut().enumerate() {
                let own = &counted[place..];
                let own = if group.is_other { own } else { &own[..1] };
                group.numbers.set_values(numbers(concentration, own, totals));
            }
        }
        Aggregate { groups, total, facts }
    }

    /// The facts of the members at some positions of which something was known.
    fn facts(&self, members: &[u32]) -> GroupFacts {
        let known = |series: &&Arc<Series>| self.columns.get(series).is_some();
        GroupFacts::new(self.members.distinct(members).filter(known))
    }

    /// Members with the stretches in which their values are withheld.
    fn stretches<'a>(
        &'a self,
        members: &'a [Arc<Series>],
    ) -> impl Iterator<Item = (Arc<Series>, Vec<Stretch>)> + 'a {
        members.iter().filter_map(|series| {
            let member = self.member(series)?;
            let kind = self.summed.kind();
            let found = withheld(&member, kind, self.mode, self.weight.is_some(), &self.axis);
            Some((Arc::clone(series), found))
        })
    }

    /// A series as a member; `None` if nothing was known of it.
    pub fn member<'a>(&'a self, series: &'a Series) -> Option<Member<'a>> {
        let CarriedColumn { column, carry } = self.columns.get(series)?;
        let weight = self.weights.get(&series.id).and_then(|weight| self.columns.get(weight));
        let weight = weight.map(|CarriedColumn { column, carry }| (column, carry));
        let is_monthly_average = series.is_monthly_average;
        let carry = series.shown_carry(carry, average_carry(&self.axis));
        Some(Member { column, carry, weight, is_monthly_average, days: series.class_days })
    }

    /// Whether it has a value at both ends of the range, and a weight where members have one.
    fn is_like_for_like(&self, series: &Series) -> bool {
        let ends = match self.axis.len() {
            0 => return false,
            len => [0, len - 1],
        };
        let axis = Axis {
            starts: ends.map(|place| self.axis.starts[place]).into(),
            ends: ends.map(|place| self.axis.ends[place]).into(),
        };
        let (kind, is_weighted) = (self.summed.kind(), self.weight.is_some());
        let member = self.member(series);
        member.is_some_and(|member| {
            member.weighted_values(kind, is_weighted, &axis).iter().all(Option::is_some)
        })
    }

    /// The value of each group at the end of the range with its qualifier, by the key of the group; groups without a value
    /// are left out.
    pub fn newest(mut self, by: Dimension) -> HashMap<String, (f64, Qualifier)> {
        self.derive();
        let last = self.axis.len().saturating_sub(1);
        let newest = self.members.by(by).filter_map(|(key, members)| {
            let sum = self.together(&members, &self.axis);
            let value = sum.combined.values().last().copied().filter(|value| !value.is_nan())?;
            let run = self.qualified(&members, &sum).pop().filter(|run| run.last == last);
            let qualifier = run.map(|run| run.qualifier).unwrap_or_default();
            Some((key?.to_owned(), (value, qualifier)))
        });
        newest.collect()
    }

    fn derive(&mut self) {
        let Self { members, weights, columns, edges, .. } = self;
        columns.derive(members.derived().chain(weights.values()), *edges);
    }

    /// Members by group. The largest group at the end of the range comes first if the order must be known before groups
    /// are added up.
    fn groups(&self, by: Dimension) -> Vec<KeyedMembers<'_>> {
        let groups: Vec<_> = self.members.by(by).collect();
        let is_ranked = self.is_ranked(groups.len());
        let end = Axis {
            starts: self.axis.starts.last().copied().into_iter().collect(),
            ends: self.axis.ends.last().copied().into_iter().collect(),
        };
        // A cumulative sum needs all intervals, not the last one alone.
        let axis = if self.mode == Mode::Cumulative { &self.axis } else { &end };
        let size = |members: &[u32]| {
            if is_ranked { self.size(&self.values(members, axis)) } else { 0.0 }
        };
        let sized = groups.into_iter().map(|(key, members)| (size(&members), key, members));
        let mut ranked: Vec<_> = sized.collect();
        // Members without a group are none among those whose shares make a number.
        let is_last = |key: Option<&str>| {
            key.is_none() && self.share.is_some_and(|share| share.concentration.is_some())
        };
        ranked.sort_by(|one, other| {
            let by_size = || other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1));
            is_last(one.1).cmp(&is_last(other.1)).then_with(by_size)
        });
        ranked.into_iter().map(|(_, key, members)| (key, members)).collect()
    }

    /// Whether groups must be ordered before they are added up: some are put together as others, or groups show shares
    /// instead of sums.
    fn is_ranked(&self, groups: usize) -> bool {
        groups > self.limit || self.share.is_some()
    }

    /// The value that groups are ordered by: the one at the end of the range.
    fn size(&self, values: &[f64]) -> f64 {
        let known = |size: &f64| !size.is_nan();
        let size = match self.mode {
            Mode::Cumulative => values.iter().copied().rfind(known),
            Mode::Level | Mode::Flow => values.last().copied().filter(known),
        };
        size.unwrap_or(f64::NEG_INFINITY)
    }

    /// The sum of each group.
    fn sums<'a>(
        self: &Arc<Self>,
        groups: impl IntoIterator<Item = &'a [u32]> + Clone,
        each: impl Fn(&Arc<Self>, Vec<Block>, usize) -> Vec<BlockSum>,
    ) -> Vec<BlockSum> {
        let blocks = groups.clone().into_iter().flat_map(|members| members.chunks(BLOCK));
        let blocks: Vec<Block> = blocks.map(|members| Block(members.to_vec())).collect();
        let sums = each(self, blocks, self.members.len() * self.axis.len());
        let mut sums = sums.into_iter();
        let groups = groups.into_iter();
        groups.map(|members| self.combine_blocks(&mut sums, members, &self.axis)).collect()
    }

    /// The sum of a block of members.
    pub fn sum(&self, block: &Block) -> BlockSum {
        self.block(&block.0, &self.axis)
    }

    fn together(&self, members: &[u32], axis: &Axis) -> BlockSum {
        let mut made = members.chunks(BLOCK).map(|block| self.block(block, axis));
        self.combine_blocks(&mut made, members, axis)
    }

    fn combine_blocks(
        &self,
        blocks: &mut impl Iterator<Item = BlockSum>,
        members: &[u32],
        axis: &Axis,
    ) -> BlockSum {
        let blocks = blocks.take(members.len().div_ceil(BLOCK));
        blocks.reduce(BlockSum::and).unwrap_or_else(|| self.block(&[], axis))
    }

    fn block(&self, members: &[u32], axis: &Axis) -> BlockSum {
        let kind = self.summed.kind();
        let mut combined =
            Combination::new(kind, self.mode, self.combiner, self.weight.is_some(), axis);
        // Look all members up first, then add: the processor then fetches many columns from memory at once.
        let series = members.iter().map(|place| self.members.series(*place));
        let known = series.filter_map(|series| Some((series, self.member(series)?)));
        let known: Vec<(&Arc<Series>, Member<'_>)> = known.collect();
        let withheld = known.iter().filter(|(_, member)| member.is_withheld());
        let withheld = withheld.map(|(series, _)| Arc::clone(*series)).collect();
        // An average is current for longer than it is shown.
        let held = known.iter().filter_map(|(series, member)| {
            let CarriedColumn { carry, .. } = self.columns.get(series)?;
            Some((member, carry))
        });
        let newest = Newest::among(held, axis);
        combined.add(known.into_iter().map(|(_, member)| member), axis);
        BlockSum { combined, withheld, newest }
    }

    /// The values of some members together, on an axis.
    pub fn values(&self, members: &[u32], axis: &Axis) -> Vec<f64> {
        self.together(members, axis).combined.values()
    }

    /// The sums of some members before they are rounded, on an axis.
    pub fn exact_sums(&self, members: &[u32], axis: &Axis) -> Vec<Option<ExactSum>> {
        self.together(members, axis).combined.sums()
    }

    /// The part of each group that counts in a number made of the parts of all groups, and what has no group.
    fn counted_parts(
        &self,
        concentration: ConcentrationIndex,
        groups: &[KeyedMembers<'_>],
        totals: &ShareTotals,
    ) -> (Vec<Vec<Option<ExactSum>>>, UndisclosedShares) {
        let parts_of = |members: &[u32]| self.exact_sums(members, &self.axis);
        let mut parts: Vec<_> = groups.iter().map(|(_, members)| parts_of(members)).collect();
        let without_group = groups.iter().position(|(key, _)| key.is_none());
        let mut undisclosed = UndisclosedShares::default();
        for (place, total) in totals.values.iter().copied().enumerate() {
            let mut together: Vec<Option<ExactSum>> =
                parts.iter().map(|of_group| of_group[place]).collect();
            let part = without_group.and_then(|at| together[at].take()).unwrap_or_default();
            let share = if total > 0.0 { part.value() / total } else { f64::NAN };
            undisclosed.shares.push(share);
            undisclosed.at_most.push(concentration.at_most(&together, part, total));
            for (of_group, counted) in parts.iter_mut().zip(concentration.counted(&together)) {
                of_group[place] = counted;
            }
        }
        (parts, undisclosed)
    }

    /// The values of a group: its sum, or its share.
    fn group_values(
        &self,
        members: &[u32],
        sum: &BlockSum,
        totals: Option<&ShareTotals>,
    ) -> Vec<f64> {
        let values = sum.combined.values();
        match totals {
            None => values,
            Some(totals) => totals.shares(&values, |axis| self.values(members, axis)),
        }
    }

    /// The intervals whose values were not measured in them. One that is carried, or an average of a month, is of the newest
    /// day of any member.
    fn qualified(&self, members: &[u32], sum: &BlockSum) -> Vec<QualifiedRun> {
        let value_date = |place: usize| {
            let end = self.axis.ends[place];
            let known = members.iter().filter_map(|member| {
                let member = self.member(self.members.series(*member))?;
                let (day, _) = member.column.level(end, member.carry)?;
                member.is_on(end).then_some(day)
            });
            known.max()
        };
        sum.combined.qualifiers(value_date)
    }

    fn group(
        &self,
        key: Option<String>,
        is_other: bool,
        values: Vec<f64>,
        sum: &BlockSum,
    ) -> AggregateGroup {
        let BlockSum { combined, newest, withheld } = sum;
        AggregateGroup {
            key,
            is_other,
            facts: GroupFacts::default(),
            newest: *newest,
            withheld: self.stretches(withheld).collect(),
            qualified: Vec::new(),
            numbers: Numbers::Calculated { values, coverage: combined.coverage() },
        }
    }
}

/// The key of a group and the positions of its members.
type KeyedMembers<'a> = (Option<&'a str>, Vec<u32>);

/// Members that are added up by themselves.
#[derive(Debug)]
pub struct Block(Vec<u32>);

/// The sum of some members.
#[derive(Debug)]
pub struct BlockSum {
    combined: Combination,
    /// Members with a withheld value on some day.
    withheld: Vec<Arc<Series>>,
    newest: Option<Newest>,
}

impl BlockSum {
    fn and(mut self, mut other: Self) -> Self {
        self.merge(&other);
        self.withheld.append(&mut other.withheld);
        self
    }

    /// Adds another sum, without its withheld members: each group lists its own.
    fn merge(&mut self, other: &Self) {
        self.combined.merge(&other.combined);
        self.newest = self.newest.max(other.newest);
    }
}

/// The numbers that the counted parts of some groups make, by position.
fn numbers(
    concentration: ConcentrationIndex,
    counted: &[Vec<Option<ExactSum>>],
    totals: &ShareTotals,
) -> Vec<f64> {
    let each = totals.values.iter().enumerate();
    each.map(|(place, total)| concentration.number(counted.iter().map(|part| part[place]), *total))
        .collect()
}
