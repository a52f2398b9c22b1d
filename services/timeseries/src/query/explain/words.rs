//! The method of an aggregate, as a code and as a sentence.

use engine::{Calculation, Combiner, Mode};
use proto::timeseries::v1::{AggregateMethod, MeasureKind};

/// The code of the method.
pub fn method(calculation: &Calculation) -> AggregateMethod {
    match (calculation.share, calculation.combiner) {
        (Some(share), _) if share.is_squared => AggregateMethod::Concentration,
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
        AggregateMethod::Concentration => {
            named("The squares of what each group has of all {measure}, added up.")
        }
        AggregateMethod::ShareChange => {
            let days = calculation.share.and_then(|share| share.before).unwrap_or_default();
            let text =
                "What the group has of all {measure}, less what it had of it {days} days before.";
            named(text).replace("{days}", &days.to_string())
        }
        AggregateMethod::Share => named("What the group has of all {measure}."),
        AggregateMethod::Alone if summed.kind() == MeasureKind::Distinct => {
            let text = "{measure} counts distinct things, which several members may share: only a member alone has a value.";
            named(text)
        }
        AggregateMethod::Alone => {
            named("{measure} of several members makes no number: only a member alone has a value.")
        }
        AggregateMethod::Sum | AggregateMethod::Unspecified => over_time(calculation, "sum"),
        AggregateMethod::Average => {
            over_time(calculation, "average") + " Each member counts as much as the others."
        }
        AggregateMethod::WeightedAverage => {
            let weight = calculation.weight.map_or("weight", |weight| weight.name.as_str());
            let words = format!(" Each member counts as much as it has of {weight}.");
            over_time(calculation, "average") + &words
        }
    }
}

fn over_time(calculation: &Calculation, made: &str) -> String {
    let is_stock = calculation.summed.kind() == MeasureKind::Stock;
    let text = match calculation.mode {
        Mode::Flow if is_stock && matches!(calculation.combiner, Combiner::Sum) => {
            "The sum of the members at the end of the interval, less the one before it, of those that have both values or began in it."
        }
        Mode::Flow if is_stock => {
            "The {made} of the members at the end of the interval, less the one before it."
        }
        Mode::Cumulative => {
            "The {made} of the members, interval by interval, added up since the first one of the query."
        }
        Mode::Level | Mode::Flow if is_stock => {
            "The {made} of the members that have a value at the end of the interval."
        }
        Mode::Level | Mode::Flow => "The {made} of the values of the members in the interval.",
    };
    text.replace("{made}", made)
}
