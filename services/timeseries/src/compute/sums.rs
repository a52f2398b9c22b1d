//! What several members have together, interval by interval.

use super::{Axis, Combiner};
use crate::day::Day;

/// Days of a line that are added at once: few enough for all sums to stay at hand, enough to be read one after the other.
const TURN: usize = 32;

/// The values of a member without a gap, as far as they lie on an axis of days.
pub struct Line<'a> {
    from: usize,
    until: usize,
    /// Where the last value stands no more.
    carried: usize,
    /// The values from the first place on.
    values: &'a [f64],
    all: &'a [f64],
}

/// What members have together.
#[derive(Clone, Debug)]
pub struct Sums {
    /// What it adds up to.
    pub values: Vec<f64>,
    weights: Vec<f64>,
    /// Members with a value.
    with: Vec<u32>,
    /// How many members more, or fewer, have a value from a place on.
    with_from: Vec<i32>,
    /// How many members begin at a place.
    begun_from: Vec<u32>,
}

impl Sums {
    /// Nothing, for so many intervals.
    pub fn new(len: usize) -> Self {
        Self {
            values: vec![0.0; len],
            weights: vec![0.0; len],
            with: vec![0; len],
            with_from: vec![0; len + 1],
            begun_from: vec![0; len + 1],
        }
    }

    /// A member counts towards coverage from the interval of its first value on.
    pub fn begin(&mut self, first: Option<Day>, axis: &Axis) {
        if let Some(first) = first {
            self.begun_from[axis.ends.partition_point(|end| *end < first)] += 1;
        }
    }

    /// Takes in what a member has.
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

    /// Makes room for values of one day after the other, from a first day on, of which the last one stands for so many
    /// days more.
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

    /// Adds lines up, some days of each in turn: while one is waited for, others come from memory too.
    pub fn add_lines(&mut self, lines: &[Line<'_>]) {
        let from = lines.iter().map(|line| line.from).min().unwrap_or_default();
        let until = lines.iter().map(|line| line.carried).max().unwrap_or_default();
        for begin in (from..until).step_by(TURN) {
            let end = (begin + TURN).min(until);
            for line in lines {
                let (start, stop) = (line.from.max(begin), line.until.min(end));
                if start < stop {
                    let values = &line.values[start - line.from..stop - line.from];
                    let sums = self.values[start..stop].iter_mut();
                    sums.zip(values).for_each(|(sum, value)| *sum += value);
                }
                let (start, stop) = (line.until.max(begin), line.carried.min(end));
                if start < stop {
                    let standing = line.all[line.all.len() - 1];
                    self.values[start..stop].iter_mut().for_each(|sum| *sum += standing);
                }
            }
        }
    }

    /// What stands at the end of each interval.
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

    /// Takes in what others have.
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

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        let numbers = self.values.capacity() + self.weights.capacity();
        let counts = self.with.capacity() + self.with_from.capacity() + self.begun_from.capacity();
        numbers * size_of::<f64>() + counts * size_of::<u32>()
    }

    /// How many members have a value, place by place.
    pub fn with(&self) -> impl Iterator<Item = u32> {
        let mut unbroken = 0;
        self.with.iter().zip(&self.with_from).map(move |(broken, change)| {
            unbroken += change;
            broken + unbroken as u32
        })
    }

    /// How many members had begun, place by place.
    pub fn begun(&self) -> impl Iterator<Item = u32> {
        let mut begun = 0;
        let places = &self.begun_from[..self.values.len()];
        places.iter().map(move |begins| {
            begun += begins;
            begun
        })
    }

    /// What they make, place by place.
    pub fn told(&self, combiner: Combiner) -> impl Iterator<Item = Option<f64>> {
        let pairs = self.values.iter().zip(&self.weights);
        self.with().zip(pairs).map(move |(with, (value, weight))| match combiner {
            _ if with == 0 => None,
            Combiner::Sum | Combiner::Alone => Some(*value),
            Combiner::Average => (*weight > 0.0).then(|| value / weight),
        })
    }
}
