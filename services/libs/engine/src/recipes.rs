//! What derived measures are made of.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::day::Day;
use crate::derive::{Formula, Take};
use crate::measures::{self, Measure};

/// One of the two things that a derived measure is made of.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The measure that it is taken of.
    pub measure: &'static Measure,
    /// What is taken.
    pub take: Take,
    /// What that is called.
    pub role: &'static str,
}

/// A way to make a derived measure.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// What is made of the terms.
    pub formula: Formula,
    /// The terms.
    pub terms: [Term; 2],
}

/// A share of a whole; it exists among groups only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Of the share so many days before only the difference is told.
    pub before: Option<Day>,
    /// Squares are told, and of all groups their sum.
    pub is_squared: bool,
}

/// How a measure is obtained.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// From two series of the same subject, in the first way for which both exist.
    Ways(Vec<Way>),
    /// From groups and the whole.
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

/// A measure that stands here twice is made in the first way that its subject has the series for.
const LINES: &[Line] = &[
    (
        "apy_7d",
        Formula::SimpleYield,
        NEWEST_NAV,
        (NAV, Take::Before(7), "Net asset value 7 days before"),
    ),
    (
        "apy_30d",
        Formula::SimpleYield,
        NEWEST_NAV,
        (NAV, Take::Before(30), "Net asset value 30 days before"),
    ),
    (
        "apy_7d_effective",
        Formula::EffectiveYield,
        NEWEST_NAV,
        (NAV, Take::Before(7), "Net asset value 7 days before"),
    ),
    (
        "apy_30d_effective",
        Formula::EffectiveYield,
        NEWEST_NAV,
        (NAV, Take::Before(30), "Net asset value 30 days before"),
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
        // Values of two days differ by what was issued between them.
        (MARKET, Take::OfDay, "Circulating market value"),
        ("circulating_asset_value_dollar", Take::OfDay, "Circulating asset value"),
    ),
    ("premium_to_nav", Formula::Premium, ("price_dollar", Take::Newest, "Price"), NEWEST_NAV),
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

const SHARES: [(&str, Share); 3] = [
    ("market_share", Share { before: None, is_squared: false }),
    ("market_share_change_30d", Share { before: Some(30), is_squared: false }),
    ("concentration", Share { before: None, is_squared: true }),
];

static RECIPES: LazyLock<HashMap<i64, Recipe>> = LazyLock::new(|| {
    let measure = |slug| measures::asked(slug).expect("a test asks for every measure");
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

/// Of observed measures that make averages, each as it is: what is told of an asset, taken for one of its tokens.
static AS_THEY_ARE: LazyLock<HashMap<i64, Way>> = LazyLock::new(|| {
    let averages = measures::all().iter().filter(|measure| measure.is_average());
    let way = |measure: &'static Measure| {
        let term = Term { measure, take: Take::Newest, role: "Of all of it" };
        (measure.id, Way { formula: Formula::Plain, terms: [term; 2] })
    };
    averages.map(way).collect()
});

/// An observed measure as it is; none of one that makes no averages, or is derived.
pub fn as_it_is(measure: &Measure) -> Option<&'static Way> {
    AS_THEY_ARE.get(&measure.id)
}

/// How a measure is obtained; none where it is observed.
pub fn recipe(measure: &Measure) -> Option<&'static Recipe> {
    RECIPES.get(&measure.id)
}

impl Way {
    /// What is taken of each input.
    pub fn takes(&self) -> [Take; 2] {
        self.terms.map(|term| term.take)
    }

    /// How many values it looks at for one.
    pub fn steps(&self) -> usize {
        self.takes().map(Take::steps).iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
