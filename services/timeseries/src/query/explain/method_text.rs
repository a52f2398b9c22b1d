//! The method of an aggregate, as a code and as a sentence.

use engine::derived_measures::Share;
use engine::{Calculation, Combiner, ConcentrationIndex, Mode};
use proto::timeseries::v1::{AggregateMethod, MeasureKind};

/// The code of the method.
pub fn method(calculation: &Calculation) -> AggregateMethod {
    match (calculation.share, calculation.combiner) {
        (Some(Share { concentration: Some(ConcentrationIndex::Herfindahl), .. }), _) => {
            AggregateMethod::Concentration
        }
        (Some(Share { concentration: Some(ConcentrationIndex::TopShare(_)), .. }), _) => {
            AggregateMethod::TopShare
        }
        (Some(share), _) if share.before.is_some() => AggregateMethod::ShareChange,
        (Some(_), _) => AggregateMethod::Share,
        (None, Combiner::Sum) => AggregateMethod::Sum,
        (None, Combiner::Average) if calculation.weight.is_some() => {
            AggregateMethod::WeightedAverage
        }
        (None, Combiner::Average) => AggregateMethod::Average,
        (None, Combiner::Alone) => AggregateMethod::Alone,
    }
}

/// The method in a sentence or two.
pub fn composition(calculation: &Calculation) -> String {
    let summed = calculation.summed;
    let named = |text: &str| text.replace("{measure}", &summed.name);
    match method(calculation) {
        AggregateMethod::Concentration => named(
            "The sum over all groups of the squared percentage of {measure}: 10,000 if one group holds everything. \
             Members without a group count in the total only; the number is then a lower bound.",
        ),
        AggregateMethod::TopShare => {
            let Some(ConcentrationIndex::TopShare(count)) =
                calculation.share.and_then(|share| share.concentration)
            else {
                return String::new();
            };
            let text = if count == 1 {
                "The share of the largest group in {measure}."
            } else {
                "The share of the {count} largest groups together in {measure}."
            };
            let lacking = " Members without a group count in the total only; the number is then a lower bound.";
            (named(text) + lacking).replace("{count}", &count.to_string())
        }
        AggregateMethod::ShareChange => {
            let days = calculation.share.and_then(|share| share.before).unwrap_or_default();
            let text = "The share of the group in {measure}, less its share {days} days before, in percentage points.";
            named(text).replace("{days}", &days.to_string())
        }
        AggregateMethod::Share => named("The share of the group in {measure}."),
        AggregateMethod::Alone if summed.kind() == MeasureKind::Distinct => {
            let text = "{measure} counts distinct items that members may have in common: only a single member has a value.";
            named(text)
        }
        AggregateMethod::Alone => named(
            "{measure} cannot be combined over several members: only a single member has a value.",
        ),
        AggregateMethod::Sum | AggregateMethod::Unspecified => over_time(calculation, "sum"),
        AggregateMethod::Average => {
            over_time(calculation, "average") + " All members have the same weight."
        }
        AggregateMethod::WeightedAverage => {
            let weight = calculation.weight.map_or("weight", |weight| weight.name.as_str());
            let words = format!(" Members are weighted by {weight}.");
            over_time(calculation, "average") + &words
        }
    }
}

fn over_time(calculation: &Calculation, made: &str) -> String {
    let is_stock = calculation.summed.kind() == MeasureKind::Stock;
    let text = match calculation.mode {
        Mode::Flow if is_stock && matches!(calculation.combiner, Combiner::Sum) => {
            "The sum of the members at the end of the interval, less their last values before it: a value that returns after a gap counts its change over the gap, and new members start from zero."
        }
        Mode::Flow if is_stock => {
            "The {made} of the members at the end of the interval, less that of the previous one."
        }
        Mode::Cumulative => {
            "The {made} of the members in each interval, added up since the first interval."
        }
        Mode::Level | Mode::Flow if is_stock => {
            "The {made} of the members that have a value at the end of the interval."
        }
        Mode::Level | Mode::Flow => {
            "The {made} of the values of the members in the interval, without days whose values are withheld."
        }
    };
    text.replace("{made}", made)
}
