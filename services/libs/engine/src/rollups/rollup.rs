//! The daily sums of one measure by one dimension, precomputed for all days.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use proto::timeseries::v1::SeriesInterval;

use super::window::Window;
use crate::aggregates::combine::{BLOCK, Combination, Member};
use crate::aggregates::combiner::Combiner;
use crate::aggregates::facts::GroupFacts;
use crate::aggregates::newest::Newest;
use crate::aggregates::withheld_stretches::{Stretch, withheld};
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::qualifiers::QualifiedRun;
use crate::columns::resample::Mode;
use crate::measures::Measure;
use crate::membership::dimension::Dimension;
use crate::membership::members::{FeederFund, Members};
use crate::numbers::written_numbers::WrittenNumbers;
use crate::snapshots::series::Series;

/// The most values of all groups together: larger rollups are not used often enough to be worth their memory.
const MOST_PLACES: usize = 200_000;

/// Sums of every day with a value, and of one day before and after them.
#[derive(Debug)]
pub struct Rollup {
    first: Day,
    days: usize,
    /// Ordered by key, the group without a key first.
    pub groups: Vec<RollupGroup>,
    /// All members together.
    pub total: RollupGroup,
    /// The feeder funds that are left out, because their master funds are among the members.
    pub feeders: Vec<FeederFund>,
    bytes: usize,
}

/// The sums of one group.
#[derive(Debug)]
pub struct RollupGroup {
    /// The common value in the dimension.
    pub key: Option<String>,
    pub facts: GroupFacts,
    /// Members with a withheld value on some day.
    pub withheld: Vec<Arc<Series>>,
    /// The sums, to add groups up.
    pub combined: Combination,
    pub values: WrittenNumbers,
    /// The share of its members that have a value.
    pub coverage: WrittenNumbers,
    /// The longest carry of the values of each day; negative on days without a value.
    carries: Vec<i32>,
    /// The days whose values are carried, or averages of months.
    pub(crate) qualified: Vec<QualifiedRun>,
}

impl Rollup {
    /// Adds the series of a measure up, in their order. `None` without any value, or if it would be too large.
    pub fn new(measure: &Measure, members: &[Arc<Series>], by: Option<Dimension>) -> Option<Self> {
        let columns = || members.iter().map(|series| (&series.column, carry(series)));
        let first = columns().filter_map(|(column, _)| column.first()).min()?.checked_sub(1)?;
        let lasts = columns().filter_map(|(column, carry)| column.last()?.checked_add(carry));
        let last = lasts.max()?.checked_add(1)?;
        let mut by_key: BTreeMap<Option<&str>, Vec<&Arc<Series>>> = BTreeMap::new();
        if let Some(by) = by {
            for series in members {
                by_key.entry(by.value(series)).or_default().push(series);
            }
        }
        let most = MOST_PLACES / (by_key.len() + 1);
        let axis = Axis::new(SeriesInterval::Day, first, last, most)?;
        let mut all = empty(measure, &axis);
        let mut groups = Vec::with_capacity(by_key.len());
        for (key, members) in by_key {
            let combined = combine(measure, &members, &axis);
            all.merge(&combined);
            groups.push(RollupGroup::new(
                key.map(str::to_owned),
                members.into_iter(),
                combined,
                &axis,
            ));
        }
        if by.is_none() {
            all = combine(measure, members, &axis);
        }
        let total = RollupGroup::new(None, members.iter(), all, &axis);
        let bytes = groups.iter().chain([&total]).map(RollupGroup::bytes).sum();
        Some(Self { first, days: axis.len(), groups, total, feeders: Vec::new(), bytes })
    }

    /// The sums of members: of amounts that investors hold, without feeder funds whose master funds are among them.
    pub fn of_members(measure: &Measure, members: Members, by: Option<Dimension>) -> Option<Self> {
        let (members, feeders) = members.counted(measure, false);
        let series: Vec<Arc<Series>> = members.iter().cloned().collect();
        Some(Self { feeders, ..Self::new(measure, &series, by)? })
    }

    /// The positions of a range of days.
    pub fn window(&self, from: Day, to: Day) -> Window {
        let (first, last) = (i64::from(self.first), i64::from(self.first) + self.days as i64 - 1);
        let (from, to) = (i64::from(from), i64::from(to));
        let place = |day: i64| (day.clamp(first, last) - first) as usize;
        let all = (to - from + 1).max(1);
        let before = (first - from).clamp(0, all - 1);
        let after = (to - last).clamp(0, all - 1 - before);
        Window { before: before as usize, places: (place(from), place(to)), after: after as usize }
    }

    /// The newest day of a group with a value that is in a range or carried into it.
    pub fn newest(&self, group: &RollupGroup, (from, to): (Day, Day)) -> Option<Newest> {
        let place = usize::try_from(i64::from(to) - i64::from(self.first)).ok()?;
        let mut carries = group.carries.iter().enumerate().take(place.saturating_add(1)).rev();
        carries.find_map(|(place, carry)| {
            let newest = Newest { day: self.first + place as Day, carry: *carry };
            (newest.carry >= 0 && newest.day.saturating_add(newest.carry) >= from).then_some(newest)
        })
    }

    /// A group by its place, or all together.
    pub fn group(&self, place: Option<usize>) -> &RollupGroup {
        place.map_or(&self.total, |place| &self.groups[place])
    }

    /// How many series it holds.
    pub fn series_count(&self) -> usize {
        self.total.combined.members() as usize
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The days whose values are carried, or averages of months, in all of some groups.
    pub(crate) fn carried_together<'a>(
        &self,
        groups: impl Iterator<Item = &'a RollupGroup>,
        combined: &Combination,
    ) -> Vec<QualifiedRun> {
        let mut newest: Vec<Option<Day>> = vec![None; self.days];
        for run in groups.flat_map(|group| &group.qualified) {
            for day in &mut newest[run.first..=run.last] {
                *day = run.qualifier.value_date.max(*day);
            }
        }
        combined.qualifiers(|place| newest[place])
    }
}

impl RollupGroup {
    fn new<'a>(
        key: Option<String>,
        members: impl Iterator<Item = &'a Arc<Series>> + Clone,
        combined: Combination,
        axis: &Axis,
    ) -> Self {
        let carries = carries(members.clone(), axis);
        let facts = GroupFacts::new(members.clone());
        let levels = members.clone();
        let withheld = members.filter(|series| series.column.is_withheld());
        let withheld = withheld.cloned().collect();
        let values = WrittenNumbers::new(combined.values());
        let coverage = WrittenNumbers::new(combined.coverage());
        let qualified = combined.qualifiers(|place| {
            let end = axis.ends[place];
            let days = levels
                .clone()
                .filter_map(|series| Some(series.column.level(end, carry(series))?.0));
            days.max()
        });
        Self { key, facts, withheld, combined, values, coverage, carries, qualified }
    }

    /// Its members with the stretches in which their values are withheld.
    pub(crate) fn stretches<'a>(
        &'a self,
        measure: &'a Measure,
        axis: &'a Axis,
    ) -> impl Iterator<Item = (Arc<Series>, Vec<Stretch>)> + 'a {
        self.withheld.iter().map(move |series| {
            let found = withheld(&member(series), measure.kind(), Mode::Level, false, axis);
            (Arc::clone(series), found)
        })
    }

    fn bytes(&self) -> usize {
        let withheld = self.withheld.capacity() * size_of::<Arc<Series>>();
        let carries = self.carries.capacity() * size_of::<i32>();
        let qualified = self.qualified.capacity() * size_of::<QualifiedRun>();
        withheld
            + carries
            + qualified
            + self.combined.bytes()
            + self.values.bytes()
            + self.coverage.bytes()
    }
}

/// A series as a member.
fn member(series: &Series) -> Member<'_> {
    let (carry, is_monthly_average) = (carry(series), series.is_monthly_average);
    let days = series.class_days;
    Member { column: &series.column, carry, weight: None, is_monthly_average, days }
}

/// The number of days for which its values are shown. Of days, only the last one of a month has its average.
fn carry(series: &Series) -> i32 {
    series.shown_carry(series.carry, 0)
}

fn carries<'a>(members: impl Iterator<Item = &'a Arc<Series>>, axis: &Axis) -> Vec<i32> {
    let mut carries = vec![-1; axis.len()];
    for series in members {
        let (Some(first), Some(begin)) = (series.column.first(), axis.starts.first()) else {
            continue;
        };
        let of_days = carries.iter_mut().skip((first - begin) as usize);
        for (longest, has_value) in of_days.zip(series.column.known()) {
            *longest = if has_value { series.carry.max(*longest) } else { *longest };
        }
    }
    carries
}

fn empty(measure: &Measure, axis: &Axis) -> Combination {
    Combination::new(measure.kind(), Mode::Level, Combiner::Sum, false, axis)
}

fn combine(measure: &Measure, members: &[impl Borrow<Arc<Series>>], axis: &Axis) -> Combination {
    let blocks = members.chunks(BLOCK).map(|block| {
        let mut combined = empty(measure, axis);
        let members = block.iter().map(|series| {
            let series: &Arc<Series> = series.borrow();
            member(series)
        });
        combined.add(members, axis);
        combined
    });
    let both = |mut one: Combination, other| {
        one.merge(&other);
        one
    };
    blocks.reduce(both).unwrap_or_else(|| empty(measure, axis))
}
