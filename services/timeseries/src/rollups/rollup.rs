//! The sums of one measure by one thing that series have in common.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use proto::timeseries::v1::SeriesInterval;

use crate::compute::{Axis, BLOCK, Combined, Combiner, Member, Mode};
use crate::day::Day;
use crate::json::Figures;
use crate::measures::Measure;
use crate::query::{Dimension, Newest};
use crate::snapshot::Series;

/// The most days of all groups together: more are not asked for often enough to be kept.
const MOST_PLACES: usize = 200_000;

/// Sums of every day on which anything is known, and of the days around them.
#[derive(Debug)]
pub struct Rollup {
    first: Day,
    days: usize,
    /// By their keys, those without one first.
    pub groups: Vec<Group>,
    /// What all have together.
    pub total: Group,
    bytes: usize,
}

/// What members have together.
#[derive(Debug)]
pub struct Group {
    /// What they have in common.
    pub key: Option<String>,
    /// Whether one of them is fictional.
    pub has_sample: bool,
    /// Those of which something is withheld on some day.
    pub withheld: Vec<Arc<Series>>,
    /// For whoever adds groups up.
    pub combined: Combined,
    /// Its values.
    pub values: Figures,
    /// The share of its members that have a value.
    pub coverage: Figures,
    /// For how many days a value of each day stands, of several members the longest; below zero where none has one.
    carries: Vec<i32>,
}

/// Some days, by the places where they lie: on days before all others nothing is known yet, behind them nothing any more,
/// which the first place and the last one say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How often the first place stands before its turn.
    pub before: usize,
    /// The places.
    pub places: (usize, usize),
    /// How often the last place stands after its turn.
    pub behind: usize,
}

impl Rollup {
    /// Adds up the series of a measure in the order in which they are given. None without any value, or where
    /// there would be too much of it.
    pub fn new(measure: &Measure, members: &[Arc<Series>], by: Option<Dimension>) -> Option<Self> {
        let columns = || members.iter().map(|series| (&series.column, series.carry));
        let first = columns().filter_map(|(column, _)| column.first()).min()?.checked_sub(1)?;
        let lasts = columns().filter_map(|(column, carry)| column.last()?.checked_add(carry));
        let last = lasts.max()?.checked_add(1)?;
        let mut by_key: BTreeMap<Option<&str>, Vec<&Arc<Series>>> = BTreeMap::new();
        if let Some(by) = by {
            for series in members {
                by_key.entry(by.of(series)).or_default().push(series);
            }
        }
        let most = MOST_PLACES / (by_key.len() + 1);
        let axis = Axis::new(SeriesInterval::Day, first, last, most)?;
        let mut all = empty(measure, &axis);
        let mut groups = Vec::with_capacity(by_key.len());
        for (key, members) in by_key {
            let combined = combine(measure, &members, &axis);
            all.merge(&combined);
            groups.push(Group::new(key.map(str::to_owned), members.into_iter(), combined, &axis));
        }
        if by.is_none() {
            all = combine(measure, members, &axis);
        }
        let total = Group::new(None, members.iter(), all, &axis);
        let bytes = groups.iter().chain([&total]).map(Group::bytes).sum();
        Some(Self { first, days: axis.len(), groups, total, bytes })
    }

    /// Where some days lie.
    pub fn window(&self, from: Day, to: Day) -> Window {
        let (first, last) = (i64::from(self.first), i64::from(self.first) + self.days as i64 - 1);
        let (from, to) = (i64::from(from), i64::from(to));
        let place = |day: i64| (day.clamp(first, last) - first) as usize;
        let all = (to - from + 1).max(1);
        let before = (first - from).clamp(0, all - 1);
        let behind = (to - last).clamp(0, all - 1 - before);
        Window {
            before: before as usize,
            places: (place(from), place(to)),
            behind: behind as usize,
        }
    }

    /// The newest day of a group in a range, or before it as long as its values stand there.
    pub fn newest(&self, group: &Group, (from, to): (Day, Day)) -> Option<Newest> {
        let place = usize::try_from(i64::from(to) - i64::from(self.first)).ok()?;
        let mut told = group.carries.iter().enumerate().take(place.saturating_add(1)).rev();
        told.find_map(|(place, carry)| {
            let newest = Newest { day: self.first + place as Day, carry: *carry };
            (newest.carry >= 0 && newest.day.saturating_add(newest.carry) >= from).then_some(newest)
        })
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Group {
    fn new<'a>(
        key: Option<String>,
        members: impl Iterator<Item = &'a Arc<Series>> + Clone,
        combined: Combined,
        axis: &Axis,
    ) -> Self {
        let carries = carries(members.clone(), axis);
        let has_sample = members.clone().any(|series| series.subject.is_sample);
        let withheld = members.filter(|series| series.column.is_withheld());
        let withheld = withheld.cloned().collect();
        let values = Figures::new(combined.values());
        let coverage = Figures::new(combined.coverage());
        Self { key, has_sample, withheld, combined, values, coverage, carries }
    }

    fn bytes(&self) -> usize {
        let withheld = self.withheld.capacity() * size_of::<Arc<Series>>();
        let carries = self.carries.capacity() * size_of::<i32>();
        withheld + carries + self.combined.bytes() + self.values.bytes() + self.coverage.bytes()
    }
}

impl Window {
    /// The numbers of these days.
    pub fn of(self, numbers: &[f64]) -> Vec<f64> {
        let (from, to) = self.places;
        let before = std::iter::repeat_n(numbers[from], self.before);
        let behind = std::iter::repeat_n(numbers[to], self.behind);
        before.chain(numbers[from..=to].iter().copied()).chain(behind).collect()
    }

    /// The list of them.
    pub fn write(self, out: &mut Vec<u8>, figures: &Figures) {
        let (from, to) = self.places;
        out.push(b'[');
        for _ in 0..self.before {
            out.extend_from_slice(figures.text(from, from));
            out.push(b',');
        }
        out.extend_from_slice(figures.text(from, to));
        for _ in 0..self.behind {
            out.push(b',');
            out.extend_from_slice(figures.text(to, to));
        }
        out.push(b']');
    }
}

fn carries<'a>(members: impl Iterator<Item = &'a Arc<Series>>, axis: &Axis) -> Vec<i32> {
    let mut carries = vec![-1; axis.len()];
    for series in members {
        let (Some(first), Some(begin)) = (series.column.first(), axis.starts.first()) else {
            continue;
        };
        let of_days = carries.iter_mut().skip((first - begin) as usize);
        for (carry, has_value) in of_days.zip(series.column.known()) {
            *carry = if has_value { series.carry.max(*carry) } else { *carry };
        }
    }
    carries
}

fn empty(measure: &Measure, axis: &Axis) -> Combined {
    Combined::new(measure.kind(), Mode::Level, Combiner::Sum, false, axis)
}

fn combine(measure: &Measure, members: &[impl Borrow<Arc<Series>>], axis: &Axis) -> Combined {
    let blocks = members.chunks(BLOCK).map(|block| {
        let mut combined = empty(measure, axis);
        let members = block.iter().map(|series| {
            let series: &Arc<Series> = series.borrow();
            Member { column: &series.column, carry: series.carry, weight: None }
        });
        combined.add(members, axis);
        combined
    });
    let both = |mut one: Combined, other| {
        one.merge(&other);
        one
    };
    blocks.reduce(both).unwrap_or_else(|| empty(measure, axis))
}
