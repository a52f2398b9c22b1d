//! Sums over members, interval by interval.

use crate::axis::Axis;
use crate::combine::Combiner;
use crate::day::Day;

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
    /// The sum at each position.
    pub values: Vec<f64>,
    weights: Vec<f64>,
    /// Members with a value.
    with: Vec<u32>,
    /// By how much the number of members with a value changes at a position.
    with_from: Vec<i32>,
    /// How many members begin at a position.
    begun_from: Vec<u32>,
}

impl Sums {
    /// No member, for so many intervals.
    pub fn new(len: usize) -> Self {
        Self {
            values: vec![0.0; len],
            weights: vec![0.0; len],
            with: vec![0; len],
            with_from: vec![0; len + 1],
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

    /// Adds the values of a member.
    pub fn add(&mut self, taken: &[Option<(f64, f64)>], combiner: Combiner) {
        for (place, (value, weight)) in
            taken.iter().enumerate().filter_map(|(place, pair)| Some((place, (*pair)?)))
        {
            self.with[place] += 1;
            self.weights[place] += weight;
            self.values[place] += match combiner {
                Combiner::Average => value * weight,
                Combiner::Sum | Combiner::Alone => value,
            };
        }
    }

    /// Places daily values from a first day on, the last of which is carried for so many days.
    pub fn line<'a>(&mut self, values: &'a [f64], first: Day, carry: i32, begin: Day) -> Line<'a> {
        let [first, begin] = [first, begin].map(i64::from);
        let len = self.values.len() as i64;
        let place = |day: i64| (day - begin).clamp(0, len) as usize;
        let behind = first + values.len() as i64;
        let (from, until) = (place(first), place(behind));
        let carried = place(behind + i64::from(carry)).max(until);
        self.with_from[from] += 1;
        self.with_from[carried] -= 1;
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
            let sums = &mut self.values[days.clone()];
            for line in lines {
                if line.from <= days.start && days.end <= line.until {
                    beside.push(&line.values[days.start - line.from..days.end - line.from]);
                } else if line.until <= days.start && days.end <= line.carried {
                    add_beside(sums, &beside);
                    beside.clear();
                    let standing = line.all[line.all.len() - 1];
                    for sum in sums.iter_mut() {
                        *sum += standing;
                    }
                }
            }
            add_beside(sums, &beside);
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
                self.values[place] += values[(at - first) as usize];
                self.with[place] += 1;
            }
        }
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: &Self) {
        let add = |own: &mut [f64], other: &[f64]| {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        };
        add(&mut self.values, &other.values);
        add(&mut self.weights, &other.weights);
        self.with.iter_mut().zip(&other.with).for_each(|(own, other)| *own += other);
        self.with_from.iter_mut().zip(&other.with_from).for_each(|(own, other)| *own += other);
        self.begun_from.iter_mut().zip(&other.begun_from).for_each(|(own, other)| *own += other);
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let numbers = self.values.capacity() + self.weights.capacity();
        let counts = self.with.capacity() + self.with_from.capacity() + self.begun_from.capacity();
        numbers * size_of::<f64>() + counts * size_of::<u32>()
    }

    /// How many members have a value, by position.
    pub fn with(&self) -> impl Iterator<Item = u32> {
        let mut unbroken = 0;
        self.with.iter().zip(&self.with_from).map(move |(broken, change)| {
            unbroken += change;
            broken + unbroken as u32
        })
    }

    /// How many members have begun, by position.
    pub fn begun(&self) -> impl Iterator<Item = u32> {
        let mut begun = 0;
        let places = &self.begun_from[..self.values.len()];
        places.iter().map(move |begins| {
            begun += begins;
            begun
        })
    }

    /// The combined values, by position.
    pub fn results(&self, combiner: Combiner) -> impl Iterator<Item = Option<f64>> {
        let pairs = self.values.iter().zip(&self.weights);
        self.with().zip(pairs).map(move |(with, (value, weight))| match combiner {
            _ if with == 0 => None,
            Combiner::Sum | Combiner::Alone => Some(*value),
            Combiner::Average => (*weight > 0.0).then(|| value / weight),
        })
    }
}

fn add_beside(sums: &mut [f64], mut lines: &[&[f64]]) {
    while let Some((some, rest)) = lines.split_first_chunk::<8>() {
        add(sums, *some);
        lines = rest;
    }
    while let Some((some, rest)) = lines.split_first_chunk::<4>() {
        add(sums, *some);
        lines = rest;
    }
    while let Some((some, rest)) = lines.split_first_chunk::<2>() {
        add(sums, *some);
        lines = rest;
    }
    for line in lines {
        add(sums, [*line]);
    }
}

/// Adds lines of as many days as there are sums.
fn add<const LINES: usize>(sums: &mut [f64], lines: [&[f64]; LINES]) {
    let lines = lines.map(|line| line[..sums.len()].as_chunks::<TURN>());
    let (turns, rest) = sums.as_chunks_mut::<TURN>();
    for (turn, sums) in turns.iter_mut().enumerate() {
        let mut now = *sums;
        for (line, _) in &lines {
            now.iter_mut().zip(&line[turn]).for_each(|(sum, value)| *sum += value);
        }
        *sums = now;
    }
    for (_, line) in &lines {
        rest.iter_mut().zip(*line).for_each(|(sum, value)| *sum += value);
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
                let mut expected = 0.0;
                for (first, values, carry) in &members {
                    let last = first + values.len() as Day - 1;
                    if (*first..=last + carry).contains(&day) {
                        expected += values[(day.min(last) - first) as usize];
                    }
                }
                prop_assert_eq!(sums.values[day as usize].to_bits(), f64::to_bits(expected));
            }
        }
    }
}
