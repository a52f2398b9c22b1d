//! The definitions of derived measures: their inputs and formulas.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::formulas::Formula;
use super::value_selection::ValueSelection;
use crate::calendar::day::Day;
use crate::measures::{self, Measure};
use crate::numbers::concentration_index::ConcentrationIndex;

/// One of the two inputs of a derived measure.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub measure: &'static Measure,
    /// The value of it that is used.
    pub selection: ValueSelection,
    /// Its name in explanations.
    pub role: &'static str,
}

/// A formula and its inputs, from which a derived measure is computed.
#[derive(Clone, Copy, Debug)]
pub struct Derivation {
    pub formula: Formula,
    pub inputs: [Input; 2],
}

/// A share of the total; only groups have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// For changes, the days between both shares.
    pub before: Option<Day>,
    /// How the parts of all groups are put together; without it the total is the share of everything.
    pub concentration: Option<ConcentrationIndex>,
}

/// How a derived measure is computed.
#[derive(Clone, Debug)]
pub enum Definition {
    /// From two series of one subject, by the first derivation whose inputs exist.
    Derivations(Vec<Derivation>),
    /// From groups and their total.
    Share(Share),
}

/// The measure of an input, the value of it that is used, and its name in explanations.
type InputLine = (&'static str, ValueSelection, &'static str);

/// A derived measure, its formula and its inputs.
type Line = (&'static str, Formula, InputLine, InputLine);

const NAV: &str = "net_asset_value_dollar";
/// In the currency of denomination, from which yields are calculated if it is known.
const OWN_NAV: &str = "net_asset_value_own_currency";
const DISTRIBUTIONS: [&str; 2] =
    ["distribution_per_unit_dollar", "distribution_per_unit_own_currency"];
const MARKET: &str = "circulating_market_value_dollar";
const OUTSTANDING: &str = "outstanding_capital_dollar";
const DEFAULTED: &str = "defaulted_loans_amount_dollar";
const ISSUED: &str = "cumulative_issued_amount_dollar";
const EVER_DEFAULTED: &str = "cumulative_defaulted_amount_dollar";
const RECOVERED: &str = "cumulative_recovered_amount_dollar";
const WRITTEN_OFF: &str = "cumulative_written_off_amount_dollar";
const PAST_DUE: InputLine = ("days_past_due", ValueSelection::Newest, "Days past due");
const OWED: InputLine = (OUTSTANDING, ValueSelection::Newest, "Outstanding principal");
const MINTS: &str = "daily_mints_dollar";
const BURNS: &str = "daily_burns_dollar";
const NEWEST_NAV: InputLine = (NAV, ValueSelection::Newest, "Latest net asset value");

/// A measure that is listed twice is computed by the first derivation whose inputs the subject has.
const LINES: &[Line] = &[
    (
        "yield_7d",
        Formula::SimpleYield,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(7), "Net asset value nearest to 7 days before"),
    ),
    (
        "yield_30d",
        Formula::SimpleYield,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(30), "Net asset value nearest to 30 days before"),
    ),
    (
        "apy_7d_effective",
        Formula::EffectiveYield,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(7), "Net asset value nearest to 7 days before"),
    ),
    (
        "apy_30d_effective",
        Formula::EffectiveYield,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(30), "Net asset value nearest to 30 days before"),
    ),
    (
        "return_1m",
        Formula::Return,
        NEWEST_NAV,
        (NAV, ValueSelection::Months(1), "Net asset value nearest to a month before"),
    ),
    (
        "return_12m",
        Formula::Return,
        NEWEST_NAV,
        (NAV, ValueSelection::Months(12), "Net asset value nearest to 12 months before"),
    ),
    (
        "return_30d",
        Formula::Return,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(30), "Net asset value nearest to 30 days before"),
    ),
    (
        "return_90d",
        Formula::Return,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(90), "Net asset value nearest to 90 days before"),
    ),
    (
        "return_1y",
        Formula::Return,
        NEWEST_NAV,
        (NAV, ValueSelection::Near(365), "Net asset value nearest to 365 days before"),
    ),
    (
        "return_ytd",
        Formula::Return,
        NEWEST_NAV,
        (NAV, ValueSelection::YearStart, "Net asset value at the end of the previous year"),
    ),
    (
        "growth_of_10000",
        Formula::Growth,
        NEWEST_NAV,
        (NAV, ValueSelection::First, "First net asset value"),
    ),
    (
        "daily_yield_rate",
        Formula::DailyReturn,
        NEWEST_NAV,
        (NAV, ValueSelection::Before(1), "Previous net asset value"),
    ),
    (
        "premium_to_nav",
        Formula::Premium,
        // Values of two different days would differ by what was issued between them.
        (MARKET, ValueSelection::OfDay, "Circulating market value"),
        ("circulating_asset_value_dollar", ValueSelection::OfDay, "Circulating asset value"),
    ),
    (
        "premium_to_nav",
        Formula::Premium,
        ("price_dollar", ValueSelection::Newest, "Price"),
        NEWEST_NAV,
    ),
    (
        "premium_to_underlying",
        Formula::Premium,
        // On days on which its market is closed, the underlying has no price to compare with.
        ("price_dollar", ValueSelection::OfDay, "Price"),
        ("underlying_price_dollar", ValueSelection::OfDay, "Underlying price"),
    ),
    (
        "premium_to_underlying_closed",
        Formula::Premium,
        ("price_dollar", ValueSelection::OfDay, "Price"),
        ("underlying_price_dollar", ValueSelection::LastBefore, "Last underlying close"),
    ),
    (
        "rental_yield",
        Formula::Ratio,
        ("annual_rent_dollar", ValueSelection::Newest, "Annual rent"),
        ("property_value_dollar", ValueSelection::Newest, "Property value"),
    ),
    (
        "circulating_market_value_30d_dollar",
        Formula::Identity,
        (MARKET, ValueSelection::Average(30), "30-day average"),
        (MARKET, ValueSelection::Newest, "Latest circulating market value"),
    ),
    (
        "turnover_30d",
        Formula::Ratio,
        ("daily_transfer_volume_dollar", ValueSelection::Sum(30), "30-day transfer volume"),
        (MARKET, ValueSelection::Average(30), "30-day average circulating market value"),
    ),
    (
        "net_flow_dollar",
        Formula::Difference,
        (MINTS, ValueSelection::OfDay, "Mints"),
        (BURNS, ValueSelection::OfDay, "Burns"),
    ),
    (
        "net_flow_7d_dollar",
        Formula::Difference,
        (MINTS, ValueSelection::Sum(7), "7-day mints"),
        (BURNS, ValueSelection::Sum(7), "7-day burns"),
    ),
    (
        "net_flow_30d_dollar",
        Formula::Difference,
        (MINTS, ValueSelection::Sum(30), "30-day mints"),
        (BURNS, ValueSelection::Sum(30), "30-day burns"),
    ),
    (
        "utilization",
        Formula::Share,
        OWED,
        ("funded_assets_token", ValueSelection::Newest, "Funded assets"),
    ),
    (
        "cash_drag",
        Formula::Remainder,
        OWED,
        ("funded_assets_token", ValueSelection::Newest, "Funded assets"),
    ),
    (
        "defaulted_share_of_outstanding",
        Formula::Share,
        (DEFAULTED, ValueSelection::Newest, "Defaulted loans"),
        OWED,
    ),
    (
        "defaulted_share_of_issued",
        Formula::Share,
        (DEFAULTED, ValueSelection::Newest, "Defaulted loans"),
        (ISSUED, ValueSelection::Newest, "Total originated"),
    ),
    (
        "cumulative_default_rate",
        Formula::Share,
        (EVER_DEFAULTED, ValueSelection::Newest, "Cumulative defaults"),
        (ISSUED, ValueSelection::Newest, "Total originated"),
    ),
    (
        "resolved_defaults_amount_dollar",
        Formula::Sum,
        (RECOVERED, ValueSelection::Newest, "Cumulative recoveries"),
        (WRITTEN_OFF, ValueSelection::Newest, "Cumulative write-offs"),
    ),
    (
        "loss_given_default",
        Formula::ShareOfSum,
        (WRITTEN_OFF, ValueSelection::Newest, "Cumulative write-offs"),
        (RECOVERED, ValueSelection::Newest, "Cumulative recoveries"),
    ),
    ("past_due_1_to_30_days_dollar", Formula::IfDays(1, 30), OWED, PAST_DUE),
    ("past_due_31_to_60_days_dollar", Formula::IfDays(31, 60), OWED, PAST_DUE),
    ("past_due_61_to_90_days_dollar", Formula::IfDays(61, 90), OWED, PAST_DUE),
    ("past_due_over_90_days_dollar", Formula::IfDays(91, Day::MAX), OWED, PAST_DUE),
];

const SHARES: [(&str, Share); 6] = [
    ("market_share", Share { before: None, concentration: None }),
    ("market_share_change_30d", Share { before: Some(30), concentration: None }),
    ("concentration", Share { before: None, concentration: Some(ConcentrationIndex::Herfindahl) }),
    ("top_1_share", Share { before: None, concentration: Some(ConcentrationIndex::TopShare(1)) }),
    ("top_5_share", Share { before: None, concentration: Some(ConcentrationIndex::TopShare(5)) }),
    ("top_10_share", Share { before: None, concentration: Some(ConcentrationIndex::TopShare(10)) }),
];

static DEFINITIONS: LazyLock<HashMap<i64, Definition>> = LazyLock::new(|| {
    let measure = |slug| measures::by_name(slug).expect("a test looks every measure up");
    let mut definitions: HashMap<i64, Definition> = HashMap::new();
    for (slug, share) in SHARES {
        definitions.insert(measure(slug).id, Definition::Share(share));
    }
    for (slug, formula, first, second) in LINES {
        let input = |(of, selection, role): &InputLine| Input {
            measure: measure(of),
            selection: *selection,
            role,
        };
        let in_dollars = [first, second].map(input);
        // Gains from exchange rates are no yield.
        let in_own_currency = measure(slug)
            .is_yield()
            .then(|| in_dollars.map(|input| Input { measure: measure(OWN_NAV), ..input }));
        let known = definitions.entry(measure(slug).id);
        let definition = known.or_insert_with(|| Definition::Derivations(Vec::new()));
        if let Definition::Derivations(derivations) = definition {
            let each = in_own_currency.into_iter().chain([in_dollars]);
            derivations.extend(each.map(|inputs| Derivation { formula: *formula, inputs }));
        }
    }
    definitions
});

/// Observed measures that are averaged, unchanged: the series of an asset, used for one of its tokens.
static UNCHANGED: LazyLock<HashMap<i64, Derivation>> = LazyLock::new(|| {
    let averages = measures::all().iter().filter(|measure| measure.is_average());
    let derivation = |measure: &'static Measure| {
        let input = Input { measure, selection: ValueSelection::Newest, role: "Asset-level value" };
        (measure.id, Derivation { formula: Formula::Identity, inputs: [input; 2] })
    };
    averages.map(derivation).collect()
});

/// The unchanged derivation of an observed measure that is averaged; `None` for other measures.
pub fn unchanged(measure: &Measure) -> Option<&'static Derivation> {
    UNCHANGED.get(&measure.id)
}

/// The definition of a measure; `None` if it is observed.
pub fn definition(measure: &Measure) -> Option<&'static Definition> {
    DEFINITIONS.get(&measure.id)
}

/// The measures of distributions, which growth reinvests: in dollars, and in the currency of denomination.
pub fn distributions() -> [&'static Measure; 2] {
    DISTRIBUTIONS.map(|slug| measures::observed(slug).expect("a test looks the measures up"))
}

/// Whether values in the currency of denomination are used, rather than in dollars.
pub fn is_in_own_currency(derivation: &Derivation) -> bool {
    derivation.inputs[0].measure.slug == OWN_NAV
}

impl Derivation {
    /// The distributions that it reinvests, if it is growth: those in the currency of its values.
    pub fn distributions(&self) -> Option<&'static Measure> {
        let [in_dollars, in_own_currency] = distributions();
        let paid = if is_in_own_currency(self) { in_own_currency } else { in_dollars };
        self.formula.is_growth().then_some(paid)
    }

    /// The value of each input that is used.
    pub fn selections(&self) -> [ValueSelection; 2] {
        self.inputs.map(|input| input.selection)
    }

    /// How many values it reads for one result.
    pub fn steps(&self) -> usize {
        self.selections().map(ValueSelection::steps).iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_a_flow_of_one_unit() {
        assert!(distributions().iter().all(|paid| paid.kind_text() == "flow"));
    }

    #[test]
    fn every_derived_measure_has_a_definition_and_states_its_formula() {
        for measure in measures::derived() {
            assert!(definition(measure).is_some(), "{}", measure.slug);
            assert!(
                measure.formula().is_some() && measure.method_version().is_some(),
                "{}",
                measure.slug
            );
            assert!(measure.weight().is_some() || !measure.is_average(), "{}", measure.slug);
        }
        assert_eq!(DEFINITIONS.len(), measures::derived().count());
    }
}
