//! Combines many series into one on a common axis.

use proto::timeseries::v1::MeasureKind;

use crate::axis::Axis;
use crate::column::Column;
use crate::day::Day;
use crate::exact_sum::ExactSum;
use crate::measures::{Aggregation, Measure};
use crate::resample::{self, Mode, cumulate, resample};
use crate::sums::Sums;

/// How the values of several members are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combiner {
    /// They add up.
    Sum,
    /// Each counts as much as its weight.
    Average,
    /// Not at all: only a single member has a value.
    Alone,
}

/// How values of a measure are combined.
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
    /// For how many days a value is carried.
    pub carry: i32,
    /// Its weight in averages, with its carry; in weighted averages a member without a weight does not count.
    pub weight: Option<(&'a Column, i32)>,
}

impl Member<'_> {
    /// Whether a value or a weight is withheld on some day.
    pub fn is_withheld(&self) -> bool {
        self.column.is_withheld() || self.weight.is_some_and(|(weight, _)| weight.is_withheld())
    }

    /// Its values and weights, for intervals that have both.
    pub fn weighted_values(
        &self,
        kind: MeasureKind,
        is_weighted: bool,
        axis: &Axis,
    ) -> Vec<Option<(ExactSum, f64)>> {
        // Changes and cumulative sums are computed once all members are added: a member without a value in an interval
        // then keeps its last one.
        let values: Vec<Option<ExactSum>> = if kind == MeasureKind::Flow {
            resample::sums(self.column, axis).collect()
        } else {
            let levels = resample(self.column, kind, Mode::Level, self.carry, axis).into_iter();
            levels.map(|value| (!value.is_nan()).then(|| ExactSum::new(value))).collect()
        };
        let weights = match (is_weighted, self.weight) {
            (false, _) => vec![1.0; axis.len()],
            (true, None) => vec![f64::NAN; axis.len()],
            // Weights are levels, whatever is averaged.
            (true, Some((column, carry))) => {
                resample(column, MeasureKind::Stock, Mode::Level, carry, axis)
            }
        };
        let pairs = values.into_iter().zip(weights);
        pairs.map(|(value, weight)| Some((value?, weight)).filter(|_| weight >= 0.0)).collect()
    }
}

/// Members are added up in blocks of this size, which threads may share.
pub const BLOCK: usize = 512;

/// How many members are added up side by side.
const BESIDE: usize = 8;

/// Values without a gap and their first day; on an axis of days also its first day and the carry.
type Unbroken<'a> = (&'a [f64], Day, Option<(Day, i32)>);

/// Several series as one.
#[derive(Clone, Debug)]
pub struct Combined {
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    now: Sums,
    /// For changes.
    change: Option<Change>,
    members: u32,
}

/// The levels before each interval.
#[derive(Clone, Debug)]
struct Change {
    axis: Axis,
    before: Sums,
    /// Members with a value at both ends.
    with: Vec<u32>,
}

impl Combined {
    /// A combination without members.
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

    /// Adds members.
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

    /// The values of a member if they can be added as they are: levels, or daily sums, without a gap.
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
        let mut now = member.weighted_values(self.kind, self.is_weighted, axis);
        if let Some(mut change) = self.change.take() {
            let mut then = member.weighted_values(self.kind, self.is_weighted, &change.axis);
            for (place, with) in change.with.iter_mut().enumerate() {
                // A member that had not begun lacks no earlier value.
                let is_new = first.is_none_or(|first| first > change.axis.ends[place]);
                let is_whole = now[place].is_some() && (then[place].is_some() || is_new);
                *with += u32::from(is_whole);
                // In a sum, a value that is missing at one end is neither inflow nor outflow.
                if !is_whole && self.combiner == Combiner::Sum {
                    (now[place], then[place]) = (None, None);
                }
            }
            change.before.add(&then, self.combiner);
            self.change = Some(change);
        }
        self.now.add(&now, self.combiner);
    }

    /// Adds the members of another combination on the same axis.
    pub fn merge(&mut self, other: &Self) {
        self.now.merge(&other.now);
        if let (Some(own), Some(other)) = (&mut self.change, &other.change) {
            own.before.merge(&other.before);
            own.with.iter_mut().zip(&other.with).for_each(|(own, other)| *own += other);
        }
        self.members += other.members;
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let before = self.change.as_ref().map_or(0, |change| change.before.bytes());
        self.now.bytes() + before
    }

    /// How many members were added.
    pub fn members(&self) -> u32 {
        self.members
    }

    /// The combined values; NaN stands for unknown.
    pub fn values(&self) -> Vec<f64> {
        // A second member, even without a value on the day, would change the number.
        if self.combiner == Combiner::Alone && self.members != 1 {
            return vec![f64::NAN; self.now.len()];
        }
        let now = self.now.results(self.combiner);
        match &self.change {
            None if self.mode == Mode::Cumulative => cumulate(now),
            None => resample::values(now),
            Some(Change { before, .. }) => {
                let pairs = now.zip(before.results(self.combiner));
                resample::values(pairs.map(|(now, then)| self.changed(now, then)))
            }
        }
    }

    fn changed(&self, now: Option<ExactSum>, then: Option<ExactSum>) -> Option<ExactSum> {
        match (now, then) {
            (Some(now), Some(then)) => Some(now - then),
            // In a sum, only what begins has a value now and none before: it starts from zero.
            (Some(now), None) if self.combiner == Combiner::Sum => Some(now),
            _ => None,
        }
    }

    /// The share of begun members that have a value (for changes, at both ends); NaN before any has begun. Cumulative sums
    /// go on without values that are missing: their coverage is that of all intervals so far.
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
