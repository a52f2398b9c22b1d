//! The measure that an aggregate adds up, its weight, and the share that it shows.

use engine::Mode;
use engine::derived_measures::{self, Definition, Share};
use engine::measures::{Aggregation, Measure};
use proto::timeseries::v1::MeasureKind;

use super::lookup;
use crate::error::TimeseriesError;

/// The share that a measure is of a total.
pub fn share(measure: &Measure, mode: Mode) -> Result<Option<Share>, TimeseriesError> {
    match derived_measures::definition(measure) {
        Some(Definition::Share(_)) if mode != Mode::Level => {
            let message = format!("{} is available in the mode level only", measure.name);
            Err(TimeseriesError::refused("share_not_summed", message))
        }
        Some(Definition::Share(share)) => Ok(Some(*share)),
        _ => Ok(None),
    }
}

/// The measure that is added up, and its weight. Shares are of the measure that averages would be weighted by.
pub fn summed(
    measure: &'static Measure,
    weight: Option<&str>,
) -> Result<(&'static Measure, Option<&'static Measure>), TimeseriesError> {
    let wanted = weight.map(lookup::measure).transpose()?;
    let is_share = matches!(derived_measures::definition(measure), Some(Definition::Share(_)));
    if let Some(unfit) = wanted.filter(|wanted| !can_weigh(wanted, is_share)) {
        let message =
            format!("{} cannot be a weight: a weight is a stock that adds up", unfit.name);
        return Err(TimeseriesError::refused("weight_unfit", message));
    }
    Ok(match wanted.or_else(|| measure.weight()) {
        Some(whole) if is_share => (whole, None),
        weight => (measure, weight),
    })
}

/// Whether a measure can be a weight; shares can be of flows too.
fn can_weigh(measure: &Measure, is_share: bool) -> bool {
    let adds_up = matches!(measure.aggregation, Aggregation::Sum | Aggregation::NotAdditive);
    adds_up && !measure.may_be_negative() && (is_share || measure.kind() == MeasureKind::Stock)
}
