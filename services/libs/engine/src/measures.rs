//! The measures: those of the specification, those of the project, and those that are derived from them.

use std::sync::LazyLock;

use foldhash::HashMap;
use proto::timeseries::v1::{MeasureKind, SeriesInterval};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The list of all measures, which the catalog shows.
const CATALOG: &str = include_str!("../../../../deploy/seed/measures.csv");
/// The properties of observed measures for calculations, where they differ from the defaults.
const OBSERVED: &str = include_str!("../../../../deploy/seed/timeseries/measures.csv");
/// The properties of each derived measure for calculations.
const DERIVED: &str = include_str!("../../../../deploy/seed/timeseries/derived.csv");

/// The account of a supply: total supply, mints and burns.
pub const SUPPLY: [&str; 3] = ["total_supply_token", "daily_mints_token", "daily_burns_token"];

/// The measures of the amounts that investors hold, pay in and take out, in dollars.
const INVESTED: [&str; 12] = [
    "total_asset_value_dollar",
    "market_value_dollar",
    "circulating_market_value_dollar",
    "circulating_asset_value_dollar",
    "bridged_token_market_cap_dollar",
    "bridged_token_value_dollar",
    "circulating_market_value_30d_dollar",
    "daily_mints_dollar",
    "daily_burns_dollar",
    "net_flow_dollar",
    "net_flow_7d_dollar",
    "net_flow_30d_dollar",
];

/// How values of several subjects are aggregated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aggregation {
    /// They add up.
    Sum,
    /// They are not added up: a price, a rate.
    Last,
    /// Each counts as much as its weight.
    WeightedAverage,
    /// They add up, but the sum counts some things twice.
    NotAdditive,
    /// They are not aggregated.
    None,
}

impl Aggregation {
    /// Its word in files and tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Last => "last",
            Self::WeightedAverage => "weighted_average",
            Self::NotAdditive => "not_additive",
            Self::None => "none",
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Measure {
    /// Its id: below 10,000 for measures of the specification.
    pub id: i64,
    /// Its name in addresses.
    pub slug: String,
    /// Its name for people.
    pub name: String,
    /// Its name for programs.
    pub key: String,
    pub unit: String,
    #[serde(rename = "kind")]
    kind_text: String,
    /// How values of several subjects are aggregated.
    pub aggregation: Aggregation,
    #[serde(rename = "description")]
    pub definition: String,
    #[serde(skip)]
    method: Method,
}

/// How a measure is calculated.
#[derive(Clone, Debug, Default, Deserialize)]
struct Method {
    slug: String,
    may_be_negative: bool,
    /// The measure that averages are weighted by.
    weight: Option<String>,
    #[serde(default, rename = "method_version")]
    version: Option<String>,
    /// Separated by spaces.
    #[serde(default)]
    earlier_names: String,
    #[serde(default)]
    formula: Option<String>,
}

impl Measure {
    /// The word for its kind in files and tables.
    pub fn kind_text(&self) -> &str {
        &self.kind_text
    }

    /// Whether it is a level, a flow, or a count of distinct things.
    pub fn kind(&self) -> MeasureKind {
        match self.kind_text.as_str() {
            "flow" => MeasureKind::Flow,
            "distinct" => MeasureKind::Distinct,
            _ => MeasureKind::Stock,
        }
    }

    pub fn may_be_negative(&self) -> bool {
        self.method.may_be_negative
    }

    /// How it is derived, in words.
    pub fn formula(&self) -> Option<&str> {
        self.method.formula.as_deref()
    }

    /// The version of this formula, for derived measures.
    pub fn method_version(&self) -> Option<&str> {
        self.method.version.as_deref()
    }

    /// Names that it had in earlier versions, which addresses may still use.
    fn earlier_names(&self) -> impl Iterator<Item = &str> {
        self.method.earlier_names.split_whitespace()
    }

    /// For how many days a value is carried in a series with this carry: flows and counts are never carried.
    pub fn carry(&self, carry: i32) -> i32 {
        if self.kind() == MeasureKind::Stock { carry } else { 0 }
    }

    /// Whether values of several subjects are averaged.
    pub fn is_average(&self) -> bool {
        self.aggregation == Aggregation::WeightedAverage
    }

    /// The measure that averages are weighted by.
    pub fn weight(&self) -> Option<&'static Measure> {
        by_name(self.method.weight.as_deref()?)
    }

    /// Whether it is an amount that investors hold, pay in or take out: a master fund has it of its feeder funds, too.
    /// Units that change hands or are lent have no such double.
    pub fn is_of_investors(&self) -> bool {
        INVESTED.contains(&self.slug.as_str())
    }

    /// Whether it is calculated as a yield, which not every asset has.
    pub fn is_yield(&self) -> bool {
        YIELDS.measures.contains(&self.slug)
    }

    /// The interval of one of its values.
    pub fn native_interval(&self) -> SeriesInterval {
        match self.slug.split('_').next() {
            Some("weekly") => SeriesInterval::Week,
            Some("monthly") => SeriesInterval::Month,
            _ => SeriesInterval::Day,
        }
    }
}

/// The measures that are calculated as yields.
#[derive(Deserialize)]
struct Yields {
    measures: Vec<String>,
}

static YIELDS: LazyLock<Yields> = LazyLock::new(|| {
    let text = include_str!("../../../../proto/declared/yields.json");
    serde_json::from_str(text).expect("the declaration is part of the program, and a test reads it")
});

/// The observed measures, and the derived ones, which have a formula.
static MEASURES: LazyLock<(Vec<Measure>, Vec<Measure>)> = LazyLock::new(|| {
    let methods = read::<Method>(OBSERVED).chain(read(DERIVED));
    let mut methods: HashMap<String, Method> =
        methods.map(|method| (method.slug.clone(), method)).collect();
    let measures = read::<Measure>(CATALOG).map(|measure| {
        let method = methods.remove(&measure.slug).unwrap_or_default();
        Measure { method, ..measure }
    });
    measures.partition(|measure| measure.formula().is_none())
});
static BY_NAME: LazyLock<Names> = LazyLock::new(|| names(&MEASURES.0));
static DERIVED_BY_NAME: LazyLock<Names> = LazyLock::new(|| names(&MEASURES.1));

type Names = HashMap<String, &'static Measure>;

fn read<Row: DeserializeOwned>(file: &'static str) -> impl Iterator<Item = Row> {
    let rows = csv::Reader::from_reader(file.as_bytes()).into_deserialize();
    rows.map(|row| row.expect("a test reads the files of the program"))
}

fn names(measures: &'static [Measure]) -> Names {
    let names = measures.iter().flat_map(|measure| {
        let names = [measure.slug.clone(), measure.key.clone(), measure.id.to_string()];
        let earlier = measure.earlier_names().map(str::to_owned);
        names.into_iter().chain(earlier).map(move |name| (name, measure))
    });
    names.collect()
}

/// Every measure that is observed.
pub fn all() -> &'static [Measure] {
    &MEASURES.0
}

/// Every measure that is derived from others.
pub fn derived() -> impl Iterator<Item = &'static Measure> {
    MEASURES.1.iter()
}

/// The observed measure of a slug, an id or a key.
pub fn observed(name: &str) -> Option<&'static Measure> {
    BY_NAME.get(name).copied()
}

/// The measure of a slug, an id or a key, observed or derived.
pub fn by_name(name: &str) -> Option<&'static Measure> {
    observed(name).or_else(|| DERIVED_BY_NAME.get(name).copied())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_measure_of_the_specification_is_there() {
        let ids: Vec<i64> =
            all().iter().map(|measure| measure.id).filter(|id| *id < 10_000).collect();
        let wanted = [
            1, 2, 3, 6, 8, 10, 13, 14, 15, 16, 17, 18, 19, 20, 21, 39, 40, 42, 43, 46, 62, 63, 70,
            71, 1001,
        ];
        assert_eq!(ids, wanted);
        for key in [
            "outstanding_capital_dollar",
            "defaulted_loans_amount_dollar",
            "yield_to_maturity",
            "cumulative_issued_amount_dollar",
            "daily_mints_dollar",
        ] {
            assert_eq!(observed(key).map(|measure| measure.slug.as_str()), Some(key));
        }
    }

    #[test]
    fn every_method_is_that_of_a_measure_of_the_catalog() {
        let listed: HashSet<String> =
            read::<Measure>(CATALOG).map(|measure| measure.slug).collect();
        for method in read::<Method>(OBSERVED).chain(read(DERIVED)) {
            assert!(listed.contains(&method.slug), "{}", method.slug);
            let weight = method.weight.as_deref();
            assert!(weight.is_none_or(|weight| listed.contains(weight)), "{}", method.slug);
        }
        assert_eq!(all().len() + derived().count(), listed.len());
    }

    #[test]
    fn a_measure_answers_to_its_slug_its_number_and_its_key() {
        for name in ["bridged_token_value_dollar", "71", "BridgedTokenValueDollar"] {
            assert_eq!(observed(name).map(|measure| measure.id), Some(71), "{name}");
        }
        assert!(observed("071").is_none());
        let count = all().len() + derived().count();
        let names: Vec<&String> = BY_NAME.keys().chain(DERIVED_BY_NAME.keys()).collect();
        let distinct: HashSet<&String> = names.iter().copied().collect();
        let earlier: usize = derived().map(|measure| measure.earlier_names().count()).sum();
        let expected = count * 3 + earlier;
        assert_eq!((names.len(), distinct.len()), (expected, expected), "no two share a name");
        assert!(observed("yield_7d").is_none(), "derived values cannot be imported");
    }

    #[test]
    fn every_annual_rate_of_growth_is_a_yield() {
        for name in &YIELDS.measures {
            assert_eq!(by_name(name).map(|measure| &measure.slug), Some(name));
        }
        for measure in derived().filter(|measure| measure.definition.contains("annual rate")) {
            assert!(measure.is_yield(), "{}", measure.slug);
        }
        assert!(!by_name("return_30d").unwrap().is_yield());
    }

    #[test]
    fn simple_yields_answer_to_the_names_that_they_had_as_apys() {
        for name in ["yield_7d", "apy_7d", "Apy7d", "10201"] {
            assert_eq!(
                by_name(name).map(|measure| measure.slug.as_str()),
                Some("yield_7d"),
                "{name}"
            );
        }
        let compounded = by_name("apy_7d_effective").map(|measure| measure.name.as_str());
        assert_eq!(compounded, Some("7-day APY"));
    }

    #[test]
    fn counts_of_distinct_things_know_their_time() {
        let native = |name| observed(name).map(Measure::native_interval);
        assert_eq!(native("14"), Some(SeriesInterval::Day));
        assert_eq!(native("42"), Some(SeriesInterval::Week));
        assert_eq!(native("43"), Some(SeriesInterval::Month));
    }
}
