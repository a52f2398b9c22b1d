//! The definitions of derived measures: their inputs and formulas.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::day::Day;
use crate::derive::{Formula, Take};
use crate::measures::{self, Measure};

/// One of the two inputs of a derived measure.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The measure of the input.
    pub measure: &'static Measure,
    /// Which value of it is used.
    pub take: Take,
    /// Its name in explanations.
    pub role: &'static str,
}

/// A formula and its inputs, from which a derived measure is computed.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub formula: Formula,
    pub terms: [Term; 2],
}

/// A share of the total; only groups have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// For changes, the days between both shares.
    pub before: Option<Day>,
    /// How the shares of all groups are put together; without it the total is the share of everything.
    pub among: Option<Among>,
}

/// A number that the shares of all groups make together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// The Herfindahl-Hirschman index: the sum of the squared shares in percent.
    Squares,
    /// The sum of the largest shares, as many as given.
    Largest(usize),
}

impl Among {
    /// The contribution of each group, by the shares of all groups in one interval; an unknown share is NaN.
    pub fn contributions(self, shares: &[f64]) -> Vec<f64> {
        match self {
            Self::Squares => shares.iter().map(|share| (100.0 * share) * (100.0 * share)).collect(),
            Self::Largest(count) => {
                let mut ranked: Vec<usize> = (0..shares.len()).collect();
                ranked.retain(|place| !shares[*place].is_nan());
                // Of equal shares those of the first groups count.
                ranked.sort_by(|one, other| shares[*other].total_cmp(&shares[*one]));
                let mut found: Vec<f64> = shares
                    .iter()
                    .map(|share| if share.is_nan() { f64::NAN } else { 0.0 })
                    .collect();
                for place in ranked.into_iter().take(count) {
                    found[place] = shares[place];
                }
                found
            }
        }
    }
}

/// How a derived measure is computed.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// From two series of one subject, by the first way whose inputs exist.
    Ways(Vec<Way>),
    /// From groups and their total.
    Share(Share),
}

type Line =
    (&'static str, Formula, (&'static str, Take, &'static str), (&'static str, Take, &'static str));

const NAV: &str = "net_asset_value_dollar";
const MARKET: &str = "circulating_market_value_dollar";
const OUTSTANDING: &str = "outstanding_capital_dollar";
const DEFAULTED: &str = "defaulted_loans_amount_dollar";
const MINTS: &str = "daily_mints_dollar";
const BURNS: &str = "daily_burns_dollar";
const NEWEST_NAV: (&str, Take, &str) = (NAV, Take::Newest, "Latest net asset value");

/// A measure that is listed twice is computed by the first derivation whose inputs the subject has.
const LINES: &[Line] = &[
    (
        "yield_7d",
        Formula::SimpleYield,
        NEWEST_NAV,
        (NAV, Take::Near(7), "Net asset value nearest to 7 days before"),
    ),
    (
        "yield_30d",
        Formula::SimpleYield,
        NEWEST_NAV,
        (NAV, Take::Near(30), "Net asset value nearest to 30 days before"),
    ),
    (
        "apy_7d_effective",
        Formula::EffectiveYield,
        NEWEST_NAV,
        (NAV, Take::Near(7), "Net asset value nearest to 7 days before"),
    ),
    (
        "apy_30d_effective",
        Formula::EffectiveYield,
        NEWEST_NAV,
        (NAV, Take::Near(30), "Net asset value nearest to 30 days before"),
    ),
    (
        "return_1m",
        Formula::Return,
        NEWEST_NAV,
        (NAV, Take::Months(1), "Net asset value nearest to a month before"),
    ),
    (
        "return_12m",
        Formula::Return,
        NEWEST_NAV,
        (NAV, Take::Months(12), "Net asset value nearest to 12 months before"),
    ),
    (
        "return_30d",
        Formula::Return,
        NEWEST_NAV,
        (NAV, Take::Near(30), "Net asset value nearest to 30 days before"),
    ),
    (
        "return_90d",
        Formula::Return,
        NEWEST_NAV,
        (NAV, Take::Near(90), "Net asset value nearest to 90 days before"),
    ),
    (
        "return_1y",
        Formula::Return,
        NEWEST_NAV,
        (NAV, Take::Near(365), "Net asset value nearest to 365 days before"),
    ),
    (
        "return_ytd",
        Formula::Return,
        NEWEST_NAV,
        (NAV, Take::YearStart, "Net asset value at the end of the previous year"),
    ),
    ("growth_of_10000", Formula::Growth, NEWEST_NAV, (NAV, Take::First, "First net asset value")),
    (
        "daily_yield_rate",
        Formula::DailyReturn,
        NEWEST_NAV,
        (NAV, Take::Before(1), "Previous net asset value"),
    ),
    (
        "premium_to_nav",
        Formula::Premium,
        // Values of two different days would differ by what was issued between them.
        (MARKET, Take::OfDay, "Circulating market value"),
        ("circulating_asset_value_dollar", Take::OfDay, "Circulating asset value"),
    ),
    ("premium_to_nav", Formula::Premium, ("price_dollar", Take::Newest, "Price"), NEWEST_NAV),
    (
        "premium_to_underlying",
        Formula::Premium,
        // On days on which its market is closed, the underlying has no price to compare with.
        ("price_dollar", Take::OfDay, "Price"),
        ("underlying_price_dollar", Take::OfDay, "Underlying price"),
    ),
    (
        "rental_yield",
        Formula::Ratio,
        ("annual_rent_dollar", Take::Newest, "Annual rent"),
        ("total_asset_value_dollar", Take::Newest, "Total asset value"),
    ),
    (
        "circulating_market_value_30d_dollar",
        Formula::Plain,
        (MARKET, Take::Average(30), "30-day average"),
        (MARKET, Take::Newest, "Latest circulating market value"),
    ),
    (
        "turnover_30d",
        Formula::Ratio,
        ("daily_transfer_volume_dollar", Take::Sum(30), "30-day transfer volume"),
        (MARKET, Take::Average(30), "30-day average circulating market value"),
    ),
    (
        "net_flow_dollar",
        Formula::Less,
        (MINTS, Take::OfDay, "Mints"),
        (BURNS, Take::OfDay, "Burns"),
    ),
    (
        "net_flow_7d_dollar",
        Formula::Less,
        (MINTS, Take::Sum(7), "7-day mints"),
        (BURNS, Take::Sum(7), "7-day burns"),
    ),
    (
        "net_flow_30d_dollar",
        Formula::Less,
        (MINTS, Take::Sum(30), "30-day mints"),
        (BURNS, Take::Sum(30), "30-day burns"),
    ),
    (
        "utilization",
        Formula::Part,
        (OUTSTANDING, Take::Newest, "Outstanding capital"),
        ("funded_assets_token", Take::Newest, "Funded assets"),
    ),
    (
        "cash_drag",
        Formula::Rest,
        (OUTSTANDING, Take::Newest, "Outstanding capital"),
        ("funded_assets_token", Take::Newest, "Funded assets"),
    ),
    (
        "defaulted_share_of_outstanding",
        Formula::Ratio,
        (DEFAULTED, Take::Newest, "Defaulted loans"),
        (OUTSTANDING, Take::Newest, "Outstanding capital"),
    ),
    (
        "defaulted_share_of_issued",
        Formula::Ratio,
        (DEFAULTED, Take::Newest, "Defaulted loans"),
        ("cumulative_issued_amount_dollar", Take::Newest, "Total loans value"),
    ),
];

const SHARES: [(&str, Share); 6] = [
    ("market_share", Share { before: None, among: None }),
    ("market_share_change_30d", Share { before: Some(30), among: None }),
    ("concentration", Share { before: None, among: Some(Among::Squares) }),
    ("top_1_share", Share { before: None, among: Some(Among::Largest(1)) }),
    ("top_5_share", Share { before: None, among: Some(Among::Largest(5)) }),
    ("top_10_share", Share { before: None, among: Some(Among::Largest(10)) }),
];

static RECIPES: LazyLock<HashMap<i64, Recipe>> = LazyLock::new(|| {
    let measure = |slug| measures::by_name(slug).expect("a test looks every measure up");
    let mut recipes: HashMap<i64, Recipe> = HashMap::new();
    for (slug, share) in SHARES {
        recipes.insert(measure(slug).id, Recipe::Share(share));
    }
    for (slug, formula, first, second) in LINES {
        let terms = [first, second].map(|(slug, take, role)| Term {
            measure: measure(slug),
            take: *take,
            role,
        });
        let way = Way { formula: *formula, terms };
        let known = recipes.entry(measure(slug).id).or_insert_with(|| Recipe::Ways(Vec::new()));
        if let Recipe::Ways(ways) = known {
            ways.push(way);
        }
    }
    recipes
});

/// Observed measures that are averaged, unchanged: the series of an asset, used for one of its tokens.
static UNCHANGED: LazyLock<HashMap<i64, Way>> = LazyLock::new(|| {
    let averages = measures::all().iter().filter(|measure| measure.is_average());
    let way = |measure: &'static Measure| {
        let term = Term { measure, take: Take::Newest, role: "Asset-level value" };
        (measure.id, Way { formula: Formula::Plain, terms: [term; 2] })
    };
    averages.map(way).collect()
});

/// The unchanged way of an observed measure that is averaged; `None` for other measures.
pub fn unchanged(measure: &Measure) -> Option<&'static Way> {
    UNCHANGED.get(&measure.id)
}

/// The recipe of a measure; `None` if it is observed.
pub fn recipe(measure: &Measure) -> Option<&'static Recipe> {
    RECIPES.get(&measure.id)
}

/// The measure of distributions, which growth reinvests.
pub fn distributions() -> &'static Measure {
    measures::observed("distribution_per_unit_dollar").expect("a test looks the measure up")
}

impl Way {
    /// Which value of each input is used.
    pub fn takes(&self) -> [Take; 2] {
        self.terms.map(|term| term.take)
    }

    /// How many values it reads for one result.
    pub fn steps(&self) -> usize {
        self.takes().map(Take::steps).iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn distributions_are_a_flow_of_one_unit() {
        assert_eq!(distributions().kind_text(), "flow");
    }

    #[test]
    fn every_derived_measure_has_a_recipe_and_says_its_formula() {
        for measure in measures::derived() {
            assert!(recipe(measure).is_some(), "{}", measure.slug);
            assert!(
                measure.formula.is_some() && measure.method_version.is_some(),
                "{}",
                measure.slug
            );
            assert!(measure.weight().is_some() || !measure.is_average(), "{}", measure.slug);
        }
        assert_eq!(RECIPES.len(), measures::derived().count());
    }

    proptest! {
        #[test]
        fn contributions_sum_to_what_a_naive_reader_sums(
            shares in vec(prop_oneof![4 => (0..1_000_u32).prop_map(|share| f64::from(share) / 1e3), 1 => Just(f64::NAN)], 0..12),
            count in 1..12_usize,
        ) {
            let sum = |among: Among| {
                among.contributions(&shares).into_iter().filter(|one| !one.is_nan()).sum::<f64>()
            };
            let mut known: Vec<f64> = shares.iter().copied().filter(|share| !share.is_nan()).collect();
            let squares: f64 = known.iter().map(|share| share * share * 10_000.0).sum();
            prop_assert!((sum(Among::Squares) - squares).abs() < 1e-6);
            known.sort_by(f64::total_cmp);
            let largest: f64 = known.iter().rev().take(count).sum();
            prop_assert!((sum(Among::Largest(count)) - largest).abs() < 1e-9);
        }
    }
}
