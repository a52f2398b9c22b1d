//! The rule by which the values of a measure are combined over several series.

use proto::timeseries::v1::MeasureKind;

use crate::measures::{Aggregation, Measure};

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
