//! Many series as one, on the same axis.

use proto::timeseries::v1::MeasureKind;

use crate::axis::Axis;
use crate::column::Column;
use crate::day::Day;
use crate::measures::{Aggregation, Measure};
use crate::resample::{Mode, cumulate, resample};
use crate::sums::Sums;

/// How values of several members make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combiner {
    /// They add up.
    Sum,
    /// Each counts as much as its weight.
    Average,
    /// Only one alone has a value.
    Alone,
}

/// How values of a measure make one.
pub fn combiner(measure: &Measure, is_weighted: bool) -> Combiner {
    match measure.aggregation {
        _ if measure.kind() == MeasureKind::Distinct => Combiner::Alone,
        Aggregation::Sum | Aggregation::NotAdditive => Combiner::Sum,
        Aggregation::WeightedAverage => Combiner::Average,
        Aggregation::Last if is_weighted => Combiner::Average,
        Aggregation::Last | Aggregation::None => Combiner::Alone,
    }
}

/// One of the series that are combined.
pub struct Member<'a> {
    /// Its values.
    pub column: &'a Column,
    /// For how many days they stand.
    pub carry: i32,
    /// What it counts, in averages; where averages are weighted, a member without a weight counts nothing.
    pub weight: Option<(&'a Column, i32)>,
}

impl Member<'_> {
    /// Whether something of it is withheld on some day.
    pub fn is_withheld(&self) -> bool {
        self.column.is_withheld() || self.weight.is_some_and(|(weight, _)| weight.is_withheld())
    }

    /// Its values and what they count, where it has both.
    pub fn taken(
        &self,
        kind: MeasureKind,
        is_weighted: bool,
        axis: &Axis,
    ) -> Vec<Option<(f64, f64)>> {
        // Differences are taken, and sums over time added up, once all members are in: one that has no value then keeps
        // what it had.
        let values = resample(self.column, kind, Mode::Level, self.carry, axis);
        let weights = match (is_weighted, self.weight) {
            (false, _) => vec![1.0; axis.len()],
            (true, None) => vec![f64::NAN; axis.len()],
            // Weights are levels, whatever is averaged.
            (true, Some((column, carry))) => {
                resample(column, MeasureKind::Stock, Mode::Level, carry, axis)
            }
        };
        let pairs = values.into_iter().zip(weights);
        pairs
            .map(|(value, weight)| (!value.is_nan() && weight >= 0.0).then_some((value, weight)))
            .collect()
    }
}

/// How many members are added up by themselves: blocks are then put together in their order, so that the last bits of a
/// sum are the same whoever adds up its blocks.
pub const BLOCK: usize = 512;

/// How many members are read side by side.
const BESIDE: usize = 8;

/// Values without a gap, their first day, and on an axis of days its first one and for how long values stand.
type Unbroken<'a> = (&'a [f64], Day, Option<(Day, i32)>);

/// Several series as one.
#[derive(Clone, Debug)]
pub struct Combined {
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    now: Sums,
    /// Where changes are asked for.
    change: Option<Change>,
    members: u32,
}

/// What there was before each interval.
#[derive(Clone, Debug)]
struct Change {
    axis: Axis,
    before: Sums,
    /// Members with a value then and now.
    with: Vec<u32>,
}

impl Combined {
    /// Nothing, on an axis.
    pub fn new(
        kind: MeasureKind,
        mode: Mode,
        combiner: Combiner,
        is_weighted: bool,
        axis: &Axis,
    ) -> Self {
        let len = axis.len();
        let is_change = kind == MeasureKind::Stock && mode == Mode::Flow;
        let change = is_change.then(|| {
            let ends: Vec<Day> = axis.starts.iter().map(|start| start - 1).collect();
            let axis = Axis { starts: ends.clone(), ends };
            Change { axis, before: Sums::new(len), with: vec![0; len] }
        });
        Self { kind, mode, combiner, is_weighted, now: Sums::new(len), change, members: 0 }
    }

    /// Takes members in.
    pub fn add<'a>(&mut self, members: impl IntoIterator<Item = Member<'a>>, axis: &Axis) {
        let mut lines = Vec::with_capacity(BESIDE);
        let days = axis.first_of_days();
        for member in members {
            self.members += 1;
            let first = member.column.first();
            self.now.begin(first, axis, days);
            match self.unbroken(&member, days) {
                Some((values, first, Some((begin, carry)))) => {
                    lines.push(self.now.line(values, first, carry, begin));
                    if lines.len() == BESIDE {
                        self.now.add_lines(&lines);
                        lines.clear();
                    }
                }
                Some((values, first, None)) => {
                    self.now.add_ends(values, first, member.carry, axis);
                }
                None => self.add_broken(&member, first, axis),
            }
        }
        self.now.add_lines(&lines);
    }

    /// The values of a member and its first day, where levels or daily sums are the values themselves: on an axis of
    /// days with its first day and for how long values stand.
    fn unbroken<'a>(&self, member: &Member<'a>, days: Option<Day>) -> Option<Unbroken<'a>> {
        if self.is_weighted || self.combiner == Combiner::Average || self.change.is_some() {
            return None;
        }
        let values = member.column.unbroken()?;
        let days = match (self.kind, self.mode, days) {
            (MeasureKind::Stock, Mode::Level, Some(begin)) => Some((begin, member.carry)),
            (MeasureKind::Flow, _, Some(begin)) => Some((begin, 0)),
            (MeasureKind::Stock, Mode::Level, None) => None,
            _ => return None,
        };
        Some((values, member.column.first()?, days))
    }

    fn add_broken(&mut self, member: &Member<'_>, first: Option<Day>, axis: &Axis) {
        let mut now = member.taken(self.kind, self.is_weighted, axis);
        if let Some(mut change) = self.change.take() {
            let mut then = member.taken(self.kind, self.is_weighted, &change.axis);
            for (place, with) in change.with.iter_mut().enumerate() {
                // One that had not begun lacks nothing before.
                let is_new = first.is_none_or(|first| first > change.axis.ends[place]);
                let is_whole = now[place].is_some() && (then[place].is_some() || is_new);
                *with += u32::from(is_whole);
                // What a sum lacks at one end neither came nor went.
                if !is_whole && self.combiner == Combiner::Sum {
                    (now[place], then[place]) = (None, None);
                }
            }
            change.before.add(&then, self.combiner);
            self.change = Some(change);
        }
        self.now.add(&now, self.combiner);
    }

    /// Takes in what others have taken in on the same axis.
    pub fn merge(&mut self, other: &Self) {
        self.now.merge(&other.now);
        if let (Some(own), Some(other)) = (&mut self.change, &other.change) {
            own.before.merge(&other.before);
            own.with.iter_mut().zip(&other.with).for_each(|(own, other)| *own += other);
        }
        self.members += other.members;
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        let before = self.change.as_ref().map_or(0, |change| change.before.bytes());
        self.now.bytes() + before
    }

    /// How many members were taken in.
    pub fn members(&self) -> u32 {
        self.members
    }

    /// The values; NaN where there is none.
    pub fn values(&self) -> Vec<f64> {
        // More members, even without a value on the day, would make another number.
        if self.combiner == Combiner::Alone && self.members != 1 {
            return vec![f64::NAN; self.now.values.len()];
        }
        let now = self.now.told(self.combiner);
        let values = match &self.change {
            None => now.map(|value| value.unwrap_or(f64::NAN)).collect(),
            Some(Change { before, .. }) => {
                let pairs = now.zip(before.told(self.combiner));
                pairs.map(|(now, then)| self.changed(now, then)).collect()
            }
        };
        if self.mode == Mode::Cumulative { cumulate(values) } else { values }
    }

    fn changed(&self, now: Option<f64>, then: Option<f64>) -> f64 {
        match (now, then) {
            (Some(now), Some(then)) => now - then,
            // Of a sum only what begins has a value and none before: it comes from nothing.
            (Some(now), None) if self.combiner == Combiner::Sum => now,
            _ => f64::NAN,
        }
    }

    /// The share of the members that had begun which have a value, of changes at both ends; NaN as long as none had.
    /// A sum over time goes on without what an interval lacked: there the share is that of all intervals so far.
    pub fn coverage(&self) -> Vec<f64> {
        let share = |(with, begun): (u32, u32)| f64::from(with) / f64::from(begun);
        match &self.change {
            None if self.mode == Mode::Cumulative => {
                let so_far = |sums: &mut (f64, f64), (with, begun): (u32, u32)| {
                    *sums = (sums.0 + f64::from(with), sums.1 + f64::from(begun));
                    Some(sums.0 / sums.1)
                };
                self.now.with().zip(self.now.begun()).scan((0.0, 0.0), so_far).collect()
            }
            None => self.now.with().zip(self.now.begun()).map(share).collect(),
            Some(Change { with, .. }) => {
                with.iter().copied().zip(self.now.begun()).map(share).collect()
            }
        }
    }
}
