//! The members behind a change, which a combination counts beside its sum.

use super::combiner::Combiner;
use super::sums::Sums;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::changes::Change;
use crate::numbers::exact_sum::ExactSum;

/// The members behind a change in each interval.
#[derive(Clone, Debug)]
pub struct CombinedChanges {
    /// Members with a value at both ends.
    pub with: Vec<u32>,
    /// Members whose change covers earlier intervals too, in which they had no value.
    pub spanning: Vec<u32>,
    /// Members whose change ends before the interval does.
    pub ending_early: Vec<u32>,
    /// The day of the newest value of any change; `None` for averages, which have that of their levels.
    newest: Vec<Option<Day>>,
    /// The last day of each interval.
    ends: Vec<Day>,
    /// For averages, the levels before each interval: an average changes as its levels do.
    pub before: Option<(Axis, Sums)>,
}

impl CombinedChanges {
    /// Changes without members.
    pub fn new(combiner: Combiner, axis: &Axis) -> Self {
        let len = axis.len();
        let before = || {
            let ends: Vec<Day> = axis.starts.iter().map(|start| start - 1).collect();
            (Axis { starts: ends.clone(), ends }, Sums::new(len))
        };
        Self {
            with: vec![0; len],
            spanning: vec![0; len],
            ending_early: vec![0; len],
            newest: vec![None; len],
            ends: axis.ends.clone(),
            before: (combiner == Combiner::Average).then(before),
        }
    }

    /// Whether averages change, and not what adds up.
    pub fn is_of_averages(&self) -> bool {
        self.before.is_some()
    }

    /// Counts the change of a member, which may have left by the end of the interval, and answers how much it adds.
    pub fn amount(
        &mut self,
        place: usize,
        change: &Change,
        has_left: bool,
        combiner: Combiner,
    ) -> Option<ExactSum> {
        // Only in a sum, what leaves ends at zero.
        if has_left && combiner != Combiner::Sum {
            return None;
        }
        self.with[place] += u32::from(change.is_whole && !has_left);
        self.spanning[place] += u32::from(change.spans_gap);
        // In a sum, what begins starts from zero.
        let before = match change.before {
            Some((_, before)) => ExactSum::new(before),
            None if combiner == Combiner::Sum => ExactSum::default(),
            None => ExactSum::new(change.first?.1),
        };
        self.ending_early[place] += u32::from(!change.is_whole);
        self.newest[place] = self.newest[place].max(Some(change.now.0));
        Some(ExactSum::new(change.now.1) - before)
    }

    /// The day of the newest value in an interval, and whether that is before the interval ends.
    pub fn newest(&self, place: usize) -> Option<(Day, bool)> {
        self.newest[place].map(|day| (day, day < self.ends[place]))
    }

    /// Adds the members of others on the same axis.
    pub fn merge(&mut self, other: &Self) {
        let add = |own: &mut [u32], other: &[u32]| {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        };
        add(&mut self.with, &other.with);
        add(&mut self.spanning, &other.spanning);
        add(&mut self.ending_early, &other.ending_early);
        let days = self.newest.iter_mut().zip(&other.newest);
        days.for_each(|(own, other)| *own = (*own).max(*other));
        if let (Some((_, own)), Some((_, other))) = (&mut self.before, &other.before) {
            own.merge(other);
        }
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let Self { with, spanning, ending_early, newest, ends, before } = self;
        let counts = with.capacity() + spanning.capacity() + ending_early.capacity();
        let days = ends.capacity() * size_of::<Day>();
        let days = days + newest.capacity() * size_of::<Option<Day>>();
        let before = before.as_ref().map_or(0, |(_, before)| before.bytes());
        counts * size_of::<u32>() + days + before
    }
}
