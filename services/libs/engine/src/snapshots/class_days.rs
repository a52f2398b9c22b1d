//! The days on which an asset has one of its classes.

use crate::calendar::axis::Axis;
use crate::calendar::day::Day;

/// The days on which a series counts in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassDays {
    pub from: Day,
    /// The day after the last one.
    pub until: Day,
}

impl ClassDays {
    pub(crate) const ALL: Self = Self { from: Day::MIN, until: Day::MAX };

    pub fn contains(self, day: Day) -> bool {
        (self.from..self.until).contains(&day)
    }

    /// Whether it has any of the days from one to another.
    pub fn overlaps(self, (from, to): (Day, Day)) -> bool {
        self.from <= to && from < self.until
    }

    /// The days from one to another that it has; the first one is after the last one if it has none.
    pub fn part_of(self, (from, to): (Day, Day)) -> (Day, Day) {
        (from.max(self.from), to.min(self.until - 1))
    }

    /// The parts of intervals that it has.
    pub fn parts_of(self, axis: &Axis) -> Axis {
        let ranges = axis.starts.iter().copied().zip(axis.ends.iter().copied());
        let (starts, ends) = ranges.map(|range| self.part_of(range)).unzip();
        Axis { starts, ends }
    }
}
