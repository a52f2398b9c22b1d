//! Sums over members, interval by interval.

use proto::timeseries::v1::MeasureKind;

use super::combiner::Combiner;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::columns::column::Column;
use crate::numbers::exact_sum::{ExactSum, add_exactly};

/// Days whose sums stay in registers while one line after the other is added to them.
const TURN: usize = 16;

/// The values of a member without a gap, placed on an axis of days.
pub struct Line<'a> {
    from: usize,
    until: usize,
    /// The position from which on the last value is no longer carried.
    carried: usize,
    /// The values from the first position of the axis on.
    values: &'a [f64],
    all: &'a [f64],
}

/// Sums and counts of members.
#[derive(Clone, Debug)]
pub struct Sums {
    /// The sum at each position, and beside it the error of its additions.
    values: Vec<f64>,
    errors: Vec<f64>,
    /// The weights at each position, in averages.
    weights: Vec<ExactSum>,
    /// The sum of the values without their weights, in averages: that of a single member is its average.
    unweighted: Vec<f64>,
    /// Members with a value.
    with: Vec<u32>,
    /// By how much the number of members with a value changes at a position.
    with_from: Vec<i32>,
    /// Members with a value of the interval itself, which is not carried into it, and the changes of their number.
    measured: Vec<u32>,
    measured_from: Vec<i32>,
    /// By how much the number of members that have begun changes at a position.
    begun_from: Vec<i32>,
}

impl Sums {
    /// Without members, for a number of intervals.
    pub fn new(len: usize) -> Self {
        Self {
            values: vec![0.0; len],
            errors: vec![0.0; len],
            weights: Vec::new(),
            unweighted: Vec::new(),
            with: vec![0; len],
            with_from: vec![0; len + 1],
            measured: vec![0; len],
            measured_from: vec![0; len + 1],
            begun_from: vec![0; len + 1],
        }
    }

    /// Counts a member towards coverage from the interval of its first value on; `days` is the first day of an axis of days.
    pub fn begin(&mut self, first: Option<Day>, axis: &Axis, days: Option<Day>) {
        let Some(first) = first else { return };
        let place = match days {
            Some(begin) => {
                (i64::from(first) - i64::from(begin)).clamp(0, axis.len() as i64) as usize
            }
            None => axis.ends.partition_point(|end| *end < first),
        };
        self.begun_from[place] += 1;
    }

    /// Counts a member no longer from the interval on that has none of its days at the end, or, of a sum over days, none.
    pub fn end(&mut self, first: Option<Day>, until: Day, kind: MeasureKind, axis: &Axis) {
        if first.is_none_or(|first| first >= until) {
            return;
        }
        let days = if kind == MeasureKind::Flow { &axis.starts } else { &axis.ends };
        self.begun_from[days.partition_point(|day| *day < until)] -= 1;
    }

    /// Adds the values of a member.
    pub fn add(&mut self, taken: &[Option<(ExactSum, f64)>], combiner: Combiner) {
        if combiner == Combiner::Average && self.weights.is_empty() {
            self.weights.resize(self.len(), ExactSum::default());
            self.unweighted.resize(self.len(), 0.0);
        }
        for (place, (value, weight)) in
            taken.iter().enumerate().filter_map(|(place, pair)| Some((place, (*pair)?)))
        {
            self.with[place] += 1;
            match combiner {
                Combiner::Average => {
                    let weight = ExactSum::written(weight);
                    self.weights[place].merge(weight);
                    self.unweighted[place] += value.value();
                    self.merge_at(place, value.times(weight));
                }
                Combiner::Sum | Combiner::Alone => self.merge_at(place, value),
            }
        }
    }

    fn merge_at(&mut self, place: usize, other: ExactSum) {
        let mut sum = ExactSum::from_parts(self.values[place], self.errors[place]);
        sum.merge(other);
        (self.values[place], self.errors[place]) = sum.parts();
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Places daily values from a first day on, the last of which is carried for `carry` days.
    pub fn line<'a>(&mut self, values: &'a [f64], first: Day, carry: i32, begin: Day) -> Line<'a> {
        let [first, begin] = [first, begin].map(i64::from);
        let len = self.len() as i64;
        let place = |day: i64| (day - begin).clamp(0, len) as usize;
        let after = first + values.len() as i64;
        let (from, until) = (place(first), place(after));
        let carried = place(after + i64::from(carry)).max(until);
        self.with_from[from] += 1;
        self.with_from[carried] -= 1;
        self.measured_from[from] += 1;
        self.measured_from[until] -= 1;
        let skipped = ((begin - first).max(0) as usize).min(values.len());
        Line { from, until, carried, values: &values[skipped..], all: values }
    }

    /// Adds lines up in their order, several at once where they have values on the same days: each sum is then loaded and
    /// stored once for many values, and the values of several lines are fetched from memory at the same time.
    pub fn add_lines(&mut self, lines: &[Line<'_>]) {
        let edges = lines.iter().flat_map(|line| [line.from, line.until, line.carried]);
        let mut edges: Vec<usize> = edges.collect();
        edges.sort_unstable();
        edges.dedup();
        let mut beside: Vec<&[f64]> = Vec::with_capacity(lines.len());
        for days in edges.windows(2).map(|pair| pair[0]..pair[1]) {
            let (sums, errors) = (&mut self.values[days.clone()], &mut self.errors[days.clone()]);
            for line in lines {
                if line.from <= days.start && days.end <= line.until {
                    beside.push(&line.values[days.start - line.from..days.end - line.from]);
                } else if line.until <= days.start && days.end <= line.carried {
                    add_beside(sums, errors, &beside);
                    beside.clear();
                    let standing = line.all[line.all.len() - 1];
                    for (sum, error) in sums.iter_mut().zip(errors.iter_mut()) {
                        add_exactly(sum, error, standing);
                    }
                }
            }
            add_beside(sums, errors, &beside);
            beside.clear();
        }
    }

    /// Adds the value at the end of each interval.
    pub fn add_ends(&mut self, values: &[f64], first: Day, carry: i32, axis: &Axis) {
        let last = first + values.len() as Day - 1;
        let begun = axis.ends.partition_point(|end| *end < first);
        for (place, end) in axis.ends.iter().enumerate().skip(begun) {
            let at = *end.min(&last);
            if end - at <= carry {
                self.merge_at(place, ExactSum::new(values[(at - first) as usize]));
                self.with[place] += 1;
                self.measured[place] += u32::from(axis.starts[place] <= last);
            }
        }
    }

    /// Notes the intervals in which a member with gaps has values of its own.
    pub fn note_measured(
        &mut self,
        column: &Column,
        taken: &[Option<(ExactSum, f64)>],
        axis: &Axis,
    ) {
        let ranges = axis.starts.iter().zip(&axis.ends);
        for ((measured, taken), (start, end)) in self.measured.iter_mut().zip(taken).zip(ranges) {
            let has_own = taken.is_some() && column.newest((*start, *end), 0).is_some();
            *measured += u32::from(has_own);
        }
    }

    /// Notes that a member has a value of the interval at a position itself.
    pub fn note_measured_at(&mut self, place: usize) {
        self.measured[place] += 1;
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: &Self) {
        let others = other.values.iter().zip(&other.errors);
        for ((sum, error), (value, other)) in
            self.values.iter_mut().zip(&mut self.errors).zip(others)
        {
            add_exactly(sum, error, *value);
            *error += other;
        }
        if self.weights.is_empty() {
            self.weights.clone_from(&other.weights);
            self.unweighted.clone_from(&other.unweighted);
        } else {
            self.weights.iter_mut().zip(&other.weights).for_each(|(own, other)| own.merge(*other));
            let values = self.unweighted.iter_mut().zip(&other.unweighted);
            values.for_each(|(own, other)| *own += other);
        }
        let add = |own: &mut [u32], other: &[u32]| {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        };
        let add_changes = |own: &mut [i32], other: &[i32]| {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        };
        add(&mut self.with, &other.with);
        add(&mut self.measured, &other.measured);
        add_changes(&mut self.begun_from, &other.begun_from);
        add_changes(&mut self.with_from, &other.with_from);
        add_changes(&mut self.measured_from, &other.measured_from);
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let numbers = self.values.capacity() + self.errors.capacity() + self.unweighted.capacity();
        let counts = self.with.capacity() + self.with_from.capacity() + self.begun_from.capacity();
        let counts = counts + self.measured.capacity() + self.measured_from.capacity();
        let weights = self.weights.capacity() * size_of::<ExactSum>();
        weights + numbers * size_of::<f64>() + counts * size_of::<u32>()
    }

    /// How many members have a value, by position.
    pub fn with(&self) -> impl Iterator<Item = u32> {
        counts(&self.with, &self.with_from)
    }

    /// How many members have a value of the interval itself, by position.
    pub fn measured(&self) -> impl Iterator<Item = u32> {
        counts(&self.measured, &self.measured_from)
    }

    /// How many members have begun, by position.
    pub fn begun(&self) -> impl Iterator<Item = u32> {
        let mut begun = 0;
        let places = &self.begun_from[..self.len()];
        places.iter().map(move |begins| {
            begun += begins;
            begun as u32
        })
    }

    /// The combined values of `members` members, by position.
    pub fn results(
        &self,
        combiner: Combiner,
        members: u32,
    ) -> impl Iterator<Item = Option<ExactSum>> {
        let sums = self.values.iter().zip(&self.errors);
        let sums = sums.map(|(sum, error)| ExactSum::from_parts(*sum, *error));
        self.with().zip(sums).enumerate().map(move |(place, (with, sum))| match combiner {
            _ if with == 0 => None,
            Combiner::Sum | Combiner::Alone => Some(sum),
            Combiner::Average => {
                let weights = self.weights[place];
                let weight = weights.value();
                // A single member has the digits of its series, which its weight would round, and also has them with a
                // weight of 0. Of several members, one without a weight stands for none of the others.
                if with == 1 && (weight > 0.0 || members == 1) {
                    return Some(ExactSum::new(self.unweighted[place]));
                }
                (weight > 0.0).then(|| ExactSum::new(sum.over(weights).value()))
            }
        })
    }
}

/// Counts of members with gaps and of members without any, of which changes are counted.
fn counts(broken: &[u32], changes: &[i32]) -> impl Iterator<Item = u32> {
    let mut unbroken = 0;
    broken.iter().zip(changes).map(move |(broken, change)| {
        unbroken += change;
        broken + unbroken as u32
    })
}

fn add_beside(sums: &mut [f64], errors: &mut [f64], mut lines: &[&[f64]]) {
    while let Some((some, rest)) = lines.split_first_chunk::<8>() {
        add(sums, errors, *some);
        lines = rest;
    }
    while let Some((some, rest)) = lines.split_first_chunk::<4>() {
        add(sums, errors, *some);
        lines = rest;
    }
    while let Some((some, rest)) = lines.split_first_chunk::<2>() {
        add(sums, errors, *some);
        lines = rest;
    }
    for line in lines {
        add(sums, errors, [*line]);
    }
}

/// Adds lines of as many days as there are sums.
fn add<const LINES: usize>(sums: &mut [f64], errors: &mut [f64], lines: [&[f64]; LINES]) {
    let lines = lines.map(|line| line[..sums.len()].as_chunks::<TURN>());
    let (turns, rest) = sums.as_chunks_mut::<TURN>();
    let (error_turns, error_rest) = errors.as_chunks_mut::<TURN>();
    for (turn, (sums, errors)) in turns.iter_mut().zip(error_turns).enumerate() {
        let (mut now, mut lost) = (*sums, *errors);
        for (line, _) in &lines {
            for ((sum, error), value) in now.iter_mut().zip(&mut lost).zip(&line[turn]) {
                add_exactly(sum, error, *value);
            }
        }
        (*sums, *errors) = (now, lost);
    }
    for (_, line) in &lines {
        for ((sum, error), value) in rest.iter_mut().zip(&mut *error_rest).zip(*line) {
            add_exactly(sum, error, *value);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_side_by_side_add_up_to_the_last_bit_as_one_after_the_other(
            members in vec((-60..80_i32, vec(-1e9..1e9_f64, 1..120), 0..9_i32), 0..20),
            days in 1..90_i32,
        ) {
            let mut sums = Sums::new(days as usize);
            let lines: Vec<Line<'_>> = members
                .iter()
                .map(|(first, values, carry)| sums.line(values, *first, *carry, 0))
                .collect();
            sums.add_lines(&lines);
            for day in 0..days {
                let mut expected = ExactSum::default();
                for (first, values, carry) in &members {
                    let last = first + values.len() as Day - 1;
                    if (*first..=last + carry).contains(&day) {
                        expected.add(values[(day.min(last) - first) as usize]);
                    }
                }
                let found = (sums.values[day as usize], sums.errors[day as usize]);
                prop_assert_eq!(found, expected.parts());
            }
        }

        #[test]
        fn averages_have_the_same_digits_in_any_groups_and_by_assets_or_their_tokens(
            assets in vec((-0.5..0.5_f64, vec(1..99_999_999_999_i64, 1..4)), 1..16),
            numbers in vec(0..5_usize, 64),
        ) {
            let dollars = |cents: i64| cents as f64 / 100.0;
            let average = |groups: &[Vec<(f64, f64)>]| {
                let mut all = Sums::new(1);
                for group in groups {
                    let mut sums = Sums::new(1);
                    for (value, weight) in group {
                        sums.add(&[Some((ExactSum::new(*value), *weight))], Combiner::Average);
                    }
                    all.merge(&sums);
                }
                // Two members at least: a single one has the digits of its series.
                let sum = all.results(Combiner::Average, 2).next().flatten();
                sum.map(|sum| sum.value().to_bits())
            };
            let of_assets: Vec<(f64, f64)> = assets
                .iter()
                .map(|(value, tokens)| (*value, dollars(tokens.iter().sum())))
                .chain([(0.25, 1.0)])
                .collect();
            let of_tokens = assets
                .iter()
                .flat_map(|(value, tokens)| tokens.iter().map(|cents| (*value, dollars(*cents))))
                .chain([(0.25, 1.0)]);
            let mut groups = vec![Vec::new(); 5];
            of_tokens.clone().zip(&numbers).for_each(|(token, number)| groups[*number].push(token));
            let backwards: Vec<(f64, f64)> = of_assets.iter().rev().copied().collect();
            let expected = average(&[of_assets]);
            prop_assert_eq!(average(&[backwards]), expected);
            prop_assert_eq!(average(&[of_tokens.collect()]), expected);
            prop_assert_eq!(average(&groups), expected);
        }
    }
}
