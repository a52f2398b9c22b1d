//! Combines many series into one on a common axis.

use proto::timeseries::v1::MeasureKind;

use super::combined_changes::CombinedChanges;
use super::combiner::Combiner;
use super::sums::Sums;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::changes::{Change, changes};
use crate::columns::column::Column;
use crate::columns::qualifiers::{QualifiedRun, Qualifier, runs};
use crate::columns::resample::{self, Mode, cumulate, resample};
use crate::numbers::decimals::Decimals;
use crate::numbers::exact_sum::ExactSum;
use crate::snapshots::class_days::ClassDays;

/// One of the series that are combined.
pub struct Member<'a> {
    /// Its values.
    pub column: &'a Column,
    /// For how many days a value is carried.
    pub carry: i32,
    /// Its weight in averages, with its carry; in weighted averages a member without a weight does not count.
    pub weight: Option<(&'a Column, i32)>,
    /// Whether each value is the average of a month.
    pub is_monthly_average: bool,
    /// The only days on which it is a member.
    pub days: Option<ClassDays>,
}

impl Member<'_> {
    /// The first day on which it is a member with a known or withheld value.
    pub fn first(&self) -> Option<Day> {
        let first = self.column.first()?;
        Some(self.days.map_or(first, |days| first.max(days.from)))
    }

    /// Whether it is a member on a day.
    pub fn is_on(&self, day: Day) -> bool {
        self.days.is_none_or(|days| days.contains(day))
    }

    /// The days from one to another on which it is a member.
    pub fn part_of(&self, range: (Day, Day)) -> (Day, Day) {
        self.days.map_or(range, |days| days.part_of(range))
    }

    /// Whether it has begun and not ended: a sum over days is of a member that has left within them, too.
    pub fn is_begun(&self, kind: MeasureKind, (start, end): (Day, Day)) -> bool {
        let last = if kind == MeasureKind::Flow { start } else { end };
        self.first().is_some_and(|first| first <= end)
            && self.days.is_none_or(|days| last < days.until)
    }

    /// Its changes. A member comes with its last known value, and leaves with it.
    pub fn changes<'a>(&'a self, axis: &'a Axis) -> impl Iterator<Item = Option<Change>> + 'a {
        let ranges = axis.starts.iter().copied().zip(axis.ends.iter().copied());
        changes(self.column, self.carry, axis).zip(ranges).map(|(change, (start, end))| {
            match (self.is_on(start - 1), self.is_on(end)) {
                (true, true) => change,
                (false, true) => {
                    let now = self.column.known_until(end)?;
                    let is_whole = self.column.level(end, self.carry).is_some();
                    Some(Change { now, before: None, first: None, is_whole, spans_gap: false })
                }
                (true, false) => {
                    let before = Some(self.column.known_until(start - 1)?);
                    Some(Change {
                        now: (end, 0.0),
                        before,
                        first: None,
                        is_whole: true,
                        spans_gap: false,
                    })
                }
                (false, false) => None,
            }
        })
    }

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
            let parts = self.days.map(|days| days.parts_of(axis));
            resample::sums(self.column, parts.as_ref().unwrap_or(axis)).collect()
        } else {
            let levels = resample(self.column, kind, Mode::Level, self.carry, axis).into_iter();
            let levels = levels.zip(&axis.ends);
            let known = |(value, end): (f64, &Day)| !value.is_nan() && self.is_on(*end);
            levels.map(|level| known(level).then(|| ExactSum::new(level.0))).collect()
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
type UnbrokenRun<'a> = (&'a [f64], Day, Option<(Day, i32)>);

/// Several series as one.
#[derive(Clone, Debug)]
pub struct Combination {
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    now: Sums,
    /// How many members of a flow lack a withheld day of each interval in which they have a value; empty if none does.
    partial: Vec<u32>,
    /// Whether a member of a running total lacks a withheld day of each interval; empty if none does.
    lacking: Vec<bool>,
    /// How many members of levels, or of their changes, have the average of a month in each interval; empty if none has.
    averages: Vec<u32>,
    changes: Option<CombinedChanges>,
    members: u32,
    /// The most decimals of their values.
    decimals: Decimals,
}

impl Combination {
    /// A combination without members.
    pub fn new(
        kind: MeasureKind,
        mode: Mode,
        combiner: Combiner,
        is_weighted: bool,
        axis: &Axis,
    ) -> Self {
        let is_change = kind == MeasureKind::Stock && mode == Mode::Flow;
        let changes = is_change.then(|| CombinedChanges::new(combiner, axis));
        Self {
            kind,
            mode,
            combiner,
            is_weighted,
            now: Sums::new(axis.len()),
            partial: Vec::new(),
            lacking: Vec::new(),
            averages: Vec::new(),
            changes,
            members: 0,
            decimals: Decimals::default(),
        }
    }

    pub fn add<'a>(&mut self, members: impl IntoIterator<Item = Member<'a>>, axis: &Axis) {
        let mut lines = Vec::with_capacity(BESIDE);
        let days = axis.first_of_days();
        for member in members {
            self.members += 1;
            self.decimals = self.decimals.max(member.column.decimals());
            let first = member.first();
            self.now.begin(first, axis, days);
            if let Some(days) = member.days {
                self.now.end(first, days.until, self.kind, axis);
            }
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
    fn unbroken<'a>(&self, member: &Member<'a>, days: Option<Day>) -> Option<UnbrokenRun<'a>> {
        let is_average = self.is_weighted || self.combiner == Combiner::Average;
        if member.days.is_some()
            || is_average
            || self.changes.is_some()
            || member.is_monthly_average
        {
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
        let now = match &mut self.changes {
            None => member.weighted_values(self.kind, self.is_weighted, axis),
            Some(CombinedChanges { with, before: Some((axis_before, before)), .. }) => {
                let now = member.weighted_values(self.kind, self.is_weighted, axis);
                let then = member.weighted_values(self.kind, self.is_weighted, axis_before);
                for (place, with) in with.iter_mut().enumerate() {
                    // A member that had not begun lacks no earlier value.
                    let is_new = !member.column.is_cut()
                        && first.is_none_or(|first| first > axis_before.ends[place]);
                    *with += u32::from(now[place].is_some() && (then[place].is_some() || is_new));
                }
                before.add(&then, self.combiner);
                now
            }
            Some(changes) => {
                let each = member.changes(axis).enumerate();
                let amounts = each.map(|(place, change)| {
                    let change = change?;
                    let has_left = !member.is_on(axis.ends[place]);
                    let amount = changes.amount(place, &change, has_left, self.combiner)?;
                    if change.now.0 >= axis.starts[place] {
                        self.now.note_measured_at(place);
                    }
                    Some((amount, 1.0))
                });
                amounts.collect()
            }
        };
        if self.is_level() || self.changes.as_ref().is_some_and(CombinedChanges::is_of_averages) {
            self.now.note_measured(member.column, &now, axis);
        }
        if member.is_monthly_average && (self.is_level() || self.changes.is_some()) {
            self.averages.resize(axis.len(), 0);
            let places = self.averages.iter_mut().zip(&now);
            places.for_each(|(count, now)| *count += u32::from(now.is_some()));
        }
        if self.kind == MeasureKind::Flow {
            self.note_partial(member, &now, axis);
        }
        self.now.add(&now, self.combiner);
    }

    /// Notes the intervals in which a member has a sum of some of its days alone, or, in a running total, lacks any.
    fn note_partial(
        &mut self,
        member: &Member<'_>,
        taken: &[Option<(ExactSum, f64)>],
        axis: &Axis,
    ) {
        let ranges = axis.starts.iter().copied().zip(axis.ends.iter().copied());
        let parts = ranges.map(|range| member.part_of(range));
        for (place, (taken, (start, end))) in taken.iter().zip(parts).enumerate() {
            // A day is withheld or not, and never in part.
            let is_in_part = start < end && taken.is_some();
            let is_running = self.mode == Mode::Cumulative;
            let is_of_interest = is_in_part || is_running;
            if is_of_interest && member.column.barred(start, end).is_some() {
                if is_in_part {
                    self.partial.resize(axis.len(), 0);
                    self.partial[place] += 1;
                }
                if is_running {
                    self.lacking.resize(axis.len(), false);
                    self.lacking[place] = true;
                }
            }
        }
    }

    /// Whether its values are levels.
    fn is_level(&self) -> bool {
        self.kind == MeasureKind::Stock && self.mode == Mode::Level
    }

    /// Adds the members of another combination on the same axis.
    pub fn merge(&mut self, other: &Self) {
        self.now.merge(&other.now);
        self.partial.resize(self.partial.len().max(other.partial.len()), 0);
        self.partial.iter_mut().zip(&other.partial).for_each(|(own, other)| *own += other);
        self.lacking.resize(self.lacking.len().max(other.lacking.len()), false);
        self.lacking.iter_mut().zip(&other.lacking).for_each(|(own, other)| *own |= other);
        self.averages.resize(self.averages.len().max(other.averages.len()), 0);
        self.averages.iter_mut().zip(&other.averages).for_each(|(own, other)| *own += other);
        if let (Some(own), Some(other)) = (&mut self.changes, &other.changes) {
            own.merge(other);
        }
        self.members += other.members;
        self.decimals = self.decimals.max(other.decimals);
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let changes = self.changes.as_ref().map_or(0, CombinedChanges::bytes);
        let counts = self.partial.capacity() + self.averages.capacity();
        self.now.bytes() + counts * size_of::<u32>() + self.lacking.capacity() + changes
    }

    /// How many members were added.
    pub fn members(&self) -> u32 {
        self.members
    }

    /// The combined values; NaN stands for unknown. A sum has no more decimals than its parts.
    pub fn values(&self) -> Vec<f64> {
        // A second member, even without a value on the day, would change the number.
        if self.combiner == Combiner::Alone && self.members != 1 {
            return vec![f64::NAN; self.now.len()];
        }
        let now = self.now.results(self.combiner, self.members);
        let mut values = match &self.changes {
            Some(CombinedChanges { before: Some((_, before)), .. }) => {
                let pairs = now.zip(before.results(self.combiner, self.members));
                resample::values(pairs.map(|(now, then)| Some(now? - then?)))
            }
            None if self.mode == Mode::Cumulative => cumulate(now),
            _ => resample::values(now),
        };
        // An average has decimals of its own.
        if self.combiner != Combiner::Average {
            for value in &mut values {
                *value = self.decimals.round(*value);
            }
        }
        values
    }

    /// The combined values before they are rounded, of neither changes nor running totals.
    pub(crate) fn sums(&self) -> Vec<Option<ExactSum>> {
        self.now.results(self.combiner, self.members).collect()
    }

    /// How many members have begun, by position.
    pub fn begun(&self) -> impl Iterator<Item = u32> {
        self.now.begun()
    }

    /// The intervals whose values were not measured in them. One that is carried, or an average of a month, is of the newest
    /// day of any member, which `value_date` finds by the position of its interval. Changes know their days themselves.
    pub fn qualifiers(&self, value_date: impl Fn(usize) -> Option<Day>) -> Vec<QualifiedRun> {
        let of_levels = self.is_carried().zip(self.is_average());
        let parts = self.is_partial().zip(self.lacks_days());
        let flags = of_levels.zip(self.spans_gap().zip(parts));
        runs(flags.enumerate().map(|(place, (of_level, (spans_gap, part)))| {
            let ((is_carried, is_average), (is_partial, lacks_days)) = (of_level, part);
            let value_date = match &self.changes {
                Some(changes) if !changes.is_of_averages() => {
                    let newest = changes.newest(place);
                    let has_date = |is_early| is_carried || is_average || (is_early && !is_partial);
                    newest.and_then(|(day, is_early)| has_date(is_early).then_some(day))
                }
                _ if is_carried || is_average => value_date(place),
                _ => None,
            };
            Some(Qualifier {
                value_date,
                is_carried,
                is_partial,
                lacks_days,
                spans_gap,
                is_average,
            })
        }))
    }

    /// Whether the value of an interval, or the newest value of its change, is made of values from before it alone.
    fn is_carried(&self) -> impl Iterator<Item = bool> {
        let can_be_carried = self.is_level() || self.changes.is_some();
        let counts = self.with_value().zip(self.now.measured());
        counts.map(move |(with, measured)| can_be_carried && with > 0 && measured == 0)
    }

    /// The number of members with a value; none where an average has no change, because it had no level before.
    fn with_value(&self) -> impl Iterator<Item = u32> {
        let before = self.changes.as_ref().and_then(|changes| changes.before.as_ref());
        let mut before = before.map(|(_, before)| before.with());
        self.now.with().map(move |with| {
            let has_before = before.as_mut().is_none_or(|before| before.next() != Some(0));
            if has_before { with } else { 0 }
        })
    }

    /// Whether every value that the value of an interval is made of is the average of a month.
    fn is_average(&self) -> impl Iterator<Item = bool> {
        let averages = self.averages.iter().copied().chain(std::iter::repeat(0));
        self.with_value().zip(averages).map(|(with, averages)| with > 0 && averages == with)
    }

    /// Whether the change in an interval covers earlier ones too, because a value of a member returned after a gap.
    fn spans_gap(&self) -> impl Iterator<Item = bool> {
        let spanning = self.changes.as_ref().map_or(&[][..], |changes| &changes.spanning);
        (0..self.now.len()).map(|place| spanning.get(place).is_some_and(|count| *count > 0))
    }

    /// Whether a sum lacks days, or the change of a member ends before the interval does.
    pub fn is_partial(&self) -> impl Iterator<Item = bool> {
        let ending_early = self.changes.as_ref().map_or(&[][..], |changes| &changes.ending_early);
        let each = self.lacks_days().zip(self.now.with()).enumerate();
        each.map(move |(place, (lacks_days, with))| {
            let ends_early = ending_early.get(place).is_some_and(|count| *count > 0);
            lacks_days || (with > 0 && ends_early)
        })
    }

    /// Whether a sum lacks withheld days of members that have others in the interval; a running total, any so far.
    fn lacks_days(&self) -> impl Iterator<Item = bool> {
        let mut lacks_so_far = false;
        self.now.with().enumerate().map(move |(place, with)| {
            lacks_so_far |= self.lacking.get(place).is_some_and(|lacks| *lacks);
            let is_in_part = self.partial.get(place).is_some_and(|count| *count > 0);
            with > 0 && (is_in_part || lacks_so_far)
        })
    }

    /// The number of members with a value of the whole interval, by position.
    fn whole(&self) -> impl Iterator<Item = u32> {
        let partial = self.partial.iter().copied().chain(std::iter::repeat(0));
        self.now.with().zip(partial).map(|(with, partial)| with - partial)
    }

    /// The share of begun members that have a value (of a sum over days, of each day that is not withheld; for changes, at the
    /// end of the interval; for changes of averages, at both ends); NaN before any has begun. Cumulative sums go on without
    /// values that are missing: their coverage is that of all intervals so far.
    pub fn coverage(&self) -> Vec<f64> {
        let share = |(with, begun): (u32, u32)| f64::from(with) / f64::from(begun);
        match &self.changes {
            None if self.mode == Mode::Cumulative => {
                let so_far = |sums: &mut (f64, f64), (with, begun): (u32, u32)| {
                    *sums = (sums.0 + f64::from(with), sums.1 + f64::from(begun));
                    Some(sums.0 / sums.1)
                };
                self.whole().zip(self.now.begun()).scan((0.0, 0.0), so_far).collect()
            }
            None => self.whole().zip(self.now.begun()).map(share).collect(),
            Some(CombinedChanges { with, .. }) => {
                with.iter().copied().zip(self.now.begun()).map(share).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests;
