//! Many series as one, on the same axis.

use proto::timeseries::v1::MeasureKind;

use super::resample::cumulate;
use super::{Axis, Mode, resample};
use crate::day::Day;
use crate::image::Column;
use crate::measures::{Aggregation, Measure};

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

/// Several series as one.
#[derive(Clone, Debug)]
pub struct Combined {
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    sums: Vec<f64>,
    weights: Vec<f64>,
    with: Vec<u32>,
    begun: Vec<u32>,
    members: u32,
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
        Self {
            kind,
            mode,
            combiner,
            is_weighted,
            sums: vec![0.0; len],
            weights: vec![0.0; len],
            with: vec![0; len],
            begun: vec![0; len],
            members: 0,
        }
    }

    /// Takes a member in.
    pub fn add(&mut self, member: &Member<'_>, axis: &Axis) {
        self.members += 1;
        // Added up over time only after all members are in: one that has no value now keeps what it had.
        let mode = if self.mode == Mode::Cumulative { Mode::Flow } else { self.mode };
        let values = resample(member.column, self.kind, mode, member.carry, axis);
        self.begin(member.column.first(), axis);
        let weights = if self.is_weighted {
            Some(member.weight.map_or_else(
                || vec![f64::NAN; axis.len()],
                // Weights are levels, whatever is averaged.
                |(column, carry)| resample(column, MeasureKind::Stock, Mode::Level, carry, axis),
            ))
        } else {
            None
        };
        for (place, value) in values.into_iter().enumerate() {
            let weight = weights.as_ref().map_or(1.0, |weights| weights[place]);
            if value.is_nan() || weight.is_nan() || weight < 0.0 {
                continue;
            }
            self.with[place] += 1;
            self.weights[place] += weight;
            self.sums[place] += match self.combiner {
                Combiner::Average => value * weight,
                Combiner::Sum | Combiner::Alone => value,
            };
        }
    }

    /// A member counts towards coverage from the interval of its first value on.
    fn begin(&mut self, first: Option<Day>, axis: &Axis) {
        let Some(first) = first else { return };
        let place = axis.ends.partition_point(|end| *end < first);
        self.begun[place..].iter_mut().for_each(|begun| *begun += 1);
    }

    /// How many members were taken in.
    pub fn members(&self) -> u32 {
        self.members
    }

    /// The values; NaN where there is none.
    pub fn values(&self) -> Vec<f64> {
        let places = 0..self.sums.len();
        let values = places.map(|place| self.value(place).unwrap_or(f64::NAN)).collect();
        if self.mode == Mode::Cumulative { cumulate(values) } else { values }
    }

    fn value(&self, place: usize) -> Option<f64> {
        if self.with[place] == 0 {
            return None;
        }
        match self.combiner {
            Combiner::Sum => Some(self.sums[place]),
            Combiner::Average => {
                (self.weights[place] > 0.0).then(|| self.sums[place] / self.weights[place])
            }
            // More members, even without a value on the day, would make another number.
            Combiner::Alone => (self.members == 1).then(|| self.sums[place]),
        }
    }

    /// The share of the members that had begun which have a value; NaN as long as none had.
    pub fn coverage(&self) -> Vec<f64> {
        let pairs = self.with.iter().zip(&self.begun);
        pairs.map(|(with, begun)| f64::from(*with) / f64::from(*begun)).collect()
    }
}
