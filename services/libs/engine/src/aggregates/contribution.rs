//! The contribution of one member to one interval of an aggregate, for explanations.

use proto::timeseries::v1::MeasureKind;

use super::combine::Member;
use super::combiner::Combiner;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::changes::Change;
use crate::columns::column::{Column, Entry};
use crate::columns::resample::Mode;
use crate::numbers::exact_sum::ExactSum;

/// One interval of an aggregate, and how its number is calculated.
pub struct Interval<'a> {
    pub kind: MeasureKind,
    /// The value that stands for each interval.
    pub mode: Mode,
    /// How the values of several members are combined.
    pub combiner: Combiner,
    /// Whether they have weights.
    pub is_weighted: bool,
    /// All intervals of the answer.
    pub axis: &'a Axis,
    /// The position of the interval on the axis.
    pub place: usize,
}

/// A value that counts, with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberValue {
    /// The first day of the value.
    pub from: Day,
    /// The last day of the value.
    pub to: Day,
    pub value: f64,
    /// The day of its weight and the weight, in weighted averages.
    pub weight: Option<(Day, f64)>,
}

/// The contribution of a member to the number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The value that counts.
    pub now: Option<MemberValue>,
    /// For changes, the last value before the interval.
    pub before: Option<MemberValue>,
    /// Whether the member has begun.
    pub has_begun: bool,
    /// Whether no value is missing at the end of the interval; for changes of averages, at neither end; for sums, of no day.
    pub is_whole: bool,
}

impl Interval<'_> {
    pub fn contribution(&self, member: &Member<'_>) -> Contribution {
        let (start, end) = (self.axis.starts[self.place], self.axis.ends[self.place]);
        let has_begun = member.is_begun(self.kind, (start, end));
        let had_begun = member.is_begun(self.kind, (start - 1, start - 1));
        let is_change = self.kind == MeasureKind::Stock && self.mode == Mode::Flow;
        if is_change && self.combiner != Combiner::Average {
            return self.change(member, (start, end), has_begun);
        }
        let now = self.counted(member, start, end);
        let before = if is_change { self.counted(member, start - 1, start - 1) } else { None };
        // A member that had not begun lacks no earlier value.
        let lacks_before = is_change && before.is_none() && had_begun;
        // A sum may be of some of its days alone.
        let first = if self.mode == Mode::Cumulative { self.axis.starts[0] } else { start };
        let lacks_days = self.kind == MeasureKind::Flow && barred(member, (first, end));
        let is_whole = now.is_some() && !lacks_before && !lacks_days;
        Contribution { now, before, has_begun, is_whole }
    }

    fn change(
        &self,
        member: &Member<'_>,
        (start, end): (Day, Day),
        has_begun: bool,
    ) -> Contribution {
        let axis = Axis { starts: vec![start], ends: vec![end] };
        let change = member.changes(&axis).next().flatten();
        // In a sum, what begins starts from zero.
        let before = |change: Change| match self.combiner {
            Combiner::Sum => change.before,
            Combiner::Average | Combiner::Alone => change.before.or(change.first),
        };
        let one =
            |(day, value): (Day, f64)| MemberValue { from: day, to: day, value, weight: None };
        Contribution {
            now: change.map(|change| one(change.now)),
            before: change.and_then(before).map(one),
            has_begun,
            is_whole: change.is_some_and(|change| change.is_whole && member.is_on(end)),
        }
    }

    fn counted(&self, member: &Member<'_>, start: Day, end: Day) -> Option<MemberValue> {
        let weight = match member.weight {
            _ if !self.is_weighted => None,
            // A member without a weight does not count.
            None => return None,
            Some((column, carry)) => {
                Some(column.level(end, carry).filter(|(_, weight)| *weight >= 0.0)?)
            }
        };
        let (from, to, value) = match self.kind {
            MeasureKind::Flow => self.flow(member, start, end)?,
            _ if !member.is_on(end) => return None,
            MeasureKind::Distinct => standing(member.column, end, end - start)?,
            MeasureKind::Stock | MeasureKind::Unspecified => {
                standing(member.column, end, member.carry)?
            }
        };
        Some(MemberValue { from, to, value, weight })
    }

    /// Sums add up over time; a cumulative average cannot be attributed to single members.
    fn flow(&self, member: &Member<'_>, start: Day, end: Day) -> Option<(Day, Day, f64)> {
        let column = member.column;
        let happened = |start: Day, end: Day| happened(column, member.part_of((start, end)));
        let rounded = |(from, to, sum): (Day, Day, ExactSum)| {
            (from, to, column.decimals().round(sum.value()))
        };
        if self.mode != Mode::Cumulative || self.combiner == Combiner::Average {
            return happened(start, end).map(rounded);
        }
        let ranges = self.axis.starts.iter().zip(&self.axis.ends).take(self.place + 1);
        let sums = ranges.filter_map(|(start, end)| happened(*start, *end));
        let all = sums.reduce(|(from, _, mut sum), (_, to, more)| {
            sum.merge(more);
            (from, to, sum)
        });
        all.map(rounded)
    }
}

impl Contribution {
    /// The size that members are ordered by: the value, or in weighted averages the weight.
    pub fn size(&self, combiner: Combiner) -> f64 {
        let parts = [self.now, self.before];
        let weights = parts.iter().flatten().filter_map(|part| part.weight);
        match weights.map(|(_, weight)| weight).reduce(f64::max) {
            Some(weight) if combiner == Combiner::Average => weight,
            _ => {
                let [now, before] = parts.map(|part| part.map_or(0.0, |part| part.value));
                (now - before).abs()
            }
        }
    }
}

fn standing(column: &Column, at: Day, carry: i32) -> Option<(Day, Day, f64)> {
    column.level(at, carry).map(|(day, value)| (day, day, value))
}

/// Whether a day on which it is a member is withheld or was revoked.
fn barred(member: &Member<'_>, range: (Day, Day)) -> bool {
    let (start, end) = member.part_of(range);
    member.column.barred(start, end).is_some()
}

/// The sum of an interval, with the first and the last day that have a value.
fn happened(column: &Column, (start, end): (Day, Day)) -> Option<(Day, Day, ExactSum)> {
    let sum = column.known_sum(start, end)?.sum;
    let (first, last) = (column.first()?, column.last()?);
    let mut days = start.max(first)..=end.min(last);
    let is_known = |day: &Day| matches!(column.at(*day), Entry::Known(_));
    let from = days.clone().find(is_known)?;
    Some((from, days.rfind(is_known)?, sum))
}
