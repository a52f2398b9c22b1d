//! The tolerances beyond which the values of two sources contradict each other.

use crate::measures::Measure;
use crate::thresholds::{DIFFERENCE_PERCENT, PRICE_DIFFERENCE_PERCENT};

/// The measure of market prices.
pub const PRICE: &str = "price_dollar";
/// How far two sources of a market price may lie apart, as a part of the larger value: two markets trade at two prices.
pub const PRICE_TOLERANCE: f64 = PRICE_DIFFERENCE_PERCENT / 100.0;
/// The same for every other measure.
pub const TOLERANCE: f64 = DIFFERENCE_PERCENT / 100.0;

/// How far two sources of a measure may lie apart, as a part of the larger value.
pub fn tolerance(measure: &Measure) -> f64 {
    if measure.slug == PRICE { PRICE_TOLERANCE } else { TOLERANCE }
}

/// Whether two sources contradict each other.
pub fn differ(measure: &Measure, one: f64, other: f64) -> bool {
    (one - other).abs() > tolerance(measure) * one.abs().max(other.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures;

    #[test]
    fn sources_differ_beyond_the_tolerance_of_the_measure() {
        let [price, nav] =
            [PRICE, "net_asset_value_dollar"].map(|name| measures::by_name(name).unwrap());
        assert!(!differ(price, 100.0, 104.0) && differ(price, 100.0, 106.0));
        assert!(!differ(nav, 100.0, 100.5) && differ(nav, 100.0, 101.5));
        assert!(!differ(nav, 0.0, 0.0) && differ(nav, 0.0, 1.0) && differ(nav, 1.0, -1.0));
    }
}
