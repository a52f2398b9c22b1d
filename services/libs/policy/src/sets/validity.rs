//! Periods in which policies and grants have effect.

/// A period from its start to before its end, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Validity {
    pub start: i64,
    pub end: i64,
}

impl Validity {
    /// At all times.
    pub const ALWAYS: Self = Self { start: i64::MIN, end: i64::MAX };

    /// A period; an absent start or end does not restrict.
    pub fn new(start: Option<i64>, end: Option<i64>) -> Self {
        Self { start: start.unwrap_or(i64::MIN), end: end.unwrap_or(i64::MAX) }
    }

    /// Whether it includes a moment.
    pub fn contains(self, moment: i64) -> bool {
        self.start <= moment && moment < self.end
    }

    /// The end, if it came before or at a moment.
    pub fn ended(self, moment: i64) -> Option<i64> {
        (self.end <= moment).then_some(self.end)
    }

    /// The time that both have in common.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { start: self.start.max(other.start), end: self.end.min(other.end) }
    }

    /// Whether it has no moment.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}
