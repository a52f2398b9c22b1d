//! The limits on values of a measure beyond those of its sign and its unit: one row for each kind of measure.

use engine::differing_sources::PRICE;
use engine::thresholds::{
    COMPARED_HOLDERS, COMPARED_RATE_PERCENT, LOAN_TO_VALUE_TIMES, RATE_PERCENT, ROUNDING_PERCENT,
};

/// By how much of a value the sum of its parts may differ from it, or one part exceed it: sources round each of them.
pub const ROUNDING_TOLERANCE: f64 = ROUNDING_PERCENT / 100.0;

/// The values of one unit whose jumps are withheld: in dollars and in the currency of denomination.
pub const NAVS: [&str; 2] = ["net_asset_value_dollar", "net_asset_value_own_currency"];

/// The checks of a kind of measure that need no other measure.
pub struct Rule {
    pub measures: &'static [&'static str],
    /// Zero cannot be.
    pub is_never_zero: bool,
    /// A larger value cannot be.
    pub maximum: Option<f64>,
    /// A file may have another scale than the one before.
    pub scale: Option<Scale>,
    /// Each trade or survey gives another value, so that repeats are doubted.
    pub is_quoted: bool,
}

/// The jumps from one value to the next that are those of a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The least power of ten. A measure that may grow tenfold by itself is wrong by 100 times, or by 1,000 and more.
    pub least_power: i32,
    /// Where the larger of both values is below this, a factor says nothing of the scale.
    pub from: f64,
    /// Both of these after many values in one scale; `None` if such values change nothing.
    pub settled: Option<(i32, f64)>,
    /// After a few values near one another a factor of 100 and more is doubted where the larger value is at least this;
    /// `None` where such steps are usual.
    pub steady_from: Option<f64>,
    /// Each value is what happened in a time of its own: such values differ by themselves, and 0 is a day without events.
    pub is_activity: bool,
    /// A zero after values near one another is rather a mistake than the end of what they measure.
    pub is_rarely_zero: bool,
}

impl Scale {
    /// The least power of ten of a jump, and from which value on.
    pub fn bounds(self, is_settled: bool) -> (i32, f64) {
        self.settled.filter(|_| is_settled).unwrap_or((self.least_power, self.from))
    }
}

/// Values of one unit do not grow tenfold from one value to the next.
const UNIT_VALUES: Scale = Scale {
    least_power: 1,
    from: 0.0,
    settled: None,
    steady_from: None,
    is_activity: false,
    is_rarely_zero: false,
};
/// Rates are reported in percent or as fractions, and mistyped by a digit. Near zero they grow tenfold by themselves.
const RATES: Scale = Scale { from: COMPARED_RATE_PERCENT / 100.0, ..UNIT_VALUES };
/// A building that is let, or a loan that is drawn, grows its share tenfold.
const FRACTIONS: Scale = Scale { least_power: 2, from: 0.01, ..UNIT_VALUES };
/// Payments and rents change by themselves, but not a hundredfold.
const PAYMENTS: Scale = Scale { least_power: 2, ..UNIT_VALUES };
/// Amounts may begin with a hundredth of what they are a day later, but not once they have stood still for days.
/// Large ones are reported in thousands or in dollars: a launch from 1 dollar to a billion in a day waits for the next value.
const AMOUNTS: Scale = Scale {
    least_power: 3,
    from: 1e9,
    settled: Some((1, 0.0)),
    steady_from: Some(0.0),
    is_activity: false,
    is_rarely_zero: true,
};
/// A loan is paid back in a day.
const LENT_AMOUNTS: Scale = Scale { is_rarely_zero: false, ..AMOUNTS };
/// One small loan may be late or lost for weeks, and then a large one is, too.
const TROUBLED_AMOUNTS: Scale = Scale { steady_from: None, ..LENT_AMOUNTS };
/// Units may begin with a thousandth.
const UNITS: Scale = Scale { from: f64::INFINITY, ..AMOUNTS };
/// Balances of a central bank begin with nothing, and auctions of one size to try them out end as they began.
const BALANCES: Scale = Scale { steady_from: None, is_rarely_zero: false, ..UNITS };
/// One holder becomes ten with the first sale.
const HOLDERS: Scale =
    Scale { settled: Some((1, COMPARED_HOLDERS)), steady_from: Some(COMPARED_HOLDERS), ..UNITS };
/// One large transfer makes a day 10 or 100 times as busy, so cents that are taken for dollars look the same.
const ACTIVITY: Scale = Scale {
    settled: Some((3, 0.0)),
    steady_from: None,
    is_activity: true,
    is_rarely_zero: false,
    ..UNITS
};

const NOTHING: Rule =
    Rule { measures: &[], is_never_zero: false, maximum: None, scale: None, is_quoted: false };

pub const RULES: &[Rule] = &[
    // Market prices and index levels.
    Rule {
        measures: &[PRICE, "underlying_price_dollar", "benchmark_price_dollar", "benchmark_index"],
        is_never_zero: true,
        scale: Some(UNIT_VALUES),
        is_quoted: true,
        ..NOTHING
    },
    Rule { measures: &NAVS, is_never_zero: true, scale: Some(UNIT_VALUES), ..NOTHING },
    // Values of one euro in other currencies.
    Rule {
        measures: &["units_per_euro"],
        is_never_zero: true,
        scale: Some(UNIT_VALUES),
        ..NOTHING
    },
    // Rates of 1,000% and more were paid, and basis points that are taken for fractions are larger.
    Rule {
        measures: &["benchmark_rate", "interest_rate", "yield_to_maturity"],
        maximum: Some(RATE_PERCENT / 100.0),
        scale: Some(RATES),
        ..NOTHING
    },
    // A part of a whole.
    Rule { measures: &["occupancy"], maximum: Some(1.0), scale: Some(FRACTIONS), ..NOTHING },
    // Debt may exceed what the property is worth, but not many times.
    Rule {
        measures: &["loan_to_value"],
        maximum: Some(LOAN_TO_VALUE_TIMES),
        scale: Some(FRACTIONS),
        ..NOTHING
    },
    Rule {
        measures: &["property_value_dollar"],
        is_never_zero: true,
        scale: Some(PAYMENTS),
        ..NOTHING
    },
    Rule {
        measures: &[
            "annual_rent_dollar",
            "distribution_per_unit_dollar",
            "distribution_per_unit_own_currency",
        ],
        scale: Some(PAYMENTS),
        ..NOTHING
    },
    Rule {
        measures: &[
            "total_asset_value_dollar",
            "market_value_dollar",
            "circulating_market_value_dollar",
            "circulating_asset_value_dollar",
            "bridged_token_market_cap_dollar",
            "bridged_token_value_dollar",
            "cumulative_issued_amount_dollar",
        ],
        scale: Some(AMOUNTS),
        ..NOTHING
    },
    Rule { measures: &["outstanding_capital_dollar"], scale: Some(LENT_AMOUNTS), ..NOTHING },
    Rule {
        measures: &[
            "defaulted_loans_amount_dollar",
            "late_loans_amount_dollar",
            "cumulative_defaulted_amount_dollar",
            "cumulative_recovered_amount_dollar",
            "cumulative_written_off_amount_dollar",
        ],
        scale: Some(TROUBLED_AMOUNTS),
        ..NOTHING
    },
    Rule {
        measures: &["total_supply_token", "funded_assets_token"],
        scale: Some(UNITS),
        ..NOTHING
    },
    Rule { measures: &["benchmark_amount_dollar"], scale: Some(BALANCES), ..NOTHING },
    Rule { measures: &["holding_addresses_count"], scale: Some(HOLDERS), ..NOTHING },
    // Activity of a day, a week or a month.
    Rule {
        measures: &[
            "daily_transfer_volume_token",
            "daily_transfer_volume_dollar",
            "weekly_transfer_volume",
            "daily_mints_token",
            "daily_mints_dollar",
            "daily_burns_token",
            "daily_burns_dollar",
            "number_of_daily_transactions_count",
            "daily_active_addresses_count",
            "weekly_active_addresses_count",
            "monthly_active_addresses_count",
        ],
        scale: Some(ACTIVITY),
        ..NOTHING
    },
];

pub fn for_measure(measure: &str) -> &'static Rule {
    RULES.iter().find(|rule| rule.measures.contains(&measure)).unwrap_or(&NOTHING)
}

pub fn never_zero() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.is_never_zero)
}

pub fn scaled() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.scale.is_some())
}

/// The measures whose zeros are days without events.
pub fn activity() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.scale.is_some_and(|scale| scale.is_activity))
}

/// The measures whose zeros are doubted after values near one another.
pub fn rarely_zero() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.scale.is_some_and(|scale| scale.is_rarely_zero))
}

pub fn quoted() -> impl Iterator<Item = &'static str> {
    measures_where(|rule| rule.is_quoted)
}

/// The measures whose rule says something.
fn measures_where(holds: fn(&Rule) -> bool) -> impl Iterator<Item = &'static str> {
    RULES.iter().filter(move |rule| holds(rule)).flat_map(|rule| rule.measures).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use engine::measures;
    use engine::withheld_reasons::SCALE_JUMP;
    use proto::timeseries::v1::MeasureKind;
    use serde_json::Value;

    use super::*;
    use crate::import::gates::single_values::COUNT;

    #[test]
    fn each_measure_of_a_rule_exists_and_has_one_rule() {
        let mut seen = HashSet::new();
        for name in measures_where(|_| true) {
            assert_eq!(measures::observed(name).map(|measure| measure.slug.as_str()), Some(name));
            assert!(seen.insert(name), "{name} has two rules");
        }
    }

    #[test]
    fn nothing_is_said_of_other_measures() {
        let rule = for_measure("available_capacity_dollar");
        assert!(!rule.is_never_zero && !rule.is_quoted && rule.scale.is_none());
        assert_eq!(for_measure("occupancy").maximum, Some(1.0));
    }

    #[test]
    fn the_details_of_jumps_name_each_amount_that_moves_by_single_loans() {
        let declared = include_str!("../../../../../proto/declared/withheld_reasons.json");
        let declared: Vec<Value> = serde_json::from_str(declared).unwrap();
        let jump = declared.iter().find(|reason| reason["code"] == SCALE_JUMP.code).unwrap();
        let of_states = jump["loan_states"].as_object().unwrap().values();
        let named: HashSet<&str> = of_states
            .flat_map(|measures| measures.as_array().unwrap())
            .map(|measure| measure.as_str().unwrap())
            .collect();
        let troubled = RULES.iter().filter(|rule| rule.scale == Some(TROUBLED_AMOUNTS));
        let measures: HashSet<&str> = troubled.flat_map(|rule| rule.measures).copied().collect();
        assert_eq!(named, measures);
    }

    #[test]
    fn every_count_and_every_flow_has_a_scale() {
        for measure in measures::all() {
            let is_checked = measure.unit == COUNT || measure.kind() == MeasureKind::Flow;
            assert!(!is_checked || for_measure(&measure.slug).scale.is_some(), "{}", measure.slug);
        }
    }

    #[test]
    fn no_fewer_powers_of_ten_are_doubted_after_many_values_in_one_scale() {
        for scale in RULES.iter().filter_map(|rule| rule.scale) {
            assert!(scale.bounds(true).0 <= scale.bounds(false).0, "{scale:?}");
        }
    }
}
