//! Finds how an observed number follows from other numbers of its source, for explanations.

use std::sync::Arc;

use crate::query::limits::MOST_PARTS;
use engine::measures::{self, Aggregation};
use engine::{Columns, Day, ExactSum, Series, Snapshot, Subject, ValueSelection};
use proto::timeseries::v1::{MeasureKind, SubjectKind};

/// Amounts of money are rounded to cents, as are those of their parts.
const CENTS: f64 = 0.05;
const PRECISION: f64 = 1e-6;

/// Measures that are products: the product, the units, and the value of one unit.
const PRODUCTS: &[(&str, &str, &str)] = &[
    ("market_value_dollar", "total_supply_token", "price_dollar"),
    ("circulating_market_value_dollar", "total_supply_token", "price_dollar"),
    ("total_asset_value_dollar", "total_supply_token", "net_asset_value_dollar"),
    ("circulating_asset_value_dollar", "total_supply_token", "net_asset_value_dollar"),
    ("daily_mints_dollar", "daily_mints_token", "net_asset_value_dollar"),
    ("daily_mints_dollar", "daily_mints_token", "price_dollar"),
    ("daily_burns_dollar", "daily_burns_token", "net_asset_value_dollar"),
    ("daily_burns_dollar", "daily_burns_token", "price_dollar"),
    ("daily_transfer_volume_dollar", "daily_transfer_volume_token", "net_asset_value_dollar"),
    ("daily_transfer_volume_dollar", "daily_transfer_volume_token", "price_dollar"),
];

/// A formula by which a number could have been computed; it applies only if it comes to the same number.
pub struct Composition {
    /// A sentence that describes it.
    pub words: &'static str,
    /// Its inputs.
    pub terms: Vec<Term>,
    operation: Operation,
}

/// The operation that combines the terms.
#[derive(Clone, Copy)]
enum Operation {
    Product,
    /// The sum of all terms, each of which must be known.
    Account,
    /// The sum of the known terms: other parts have not begun.
    Parts,
}

/// One of the inputs of a number.
pub struct Term {
    /// Its name in the explanation.
    pub role: String,
    pub series: Arc<Series>,
    /// The value of it that is used.
    pub selection: ValueSelection,
    sign: f64,
}

impl Term {
    fn new(role: impl Into<String>, series: &Arc<Series>) -> Self {
        let is_flow = series.measure.kind() == MeasureKind::Flow;
        let selection = if is_flow { ValueSelection::OfDay } else { ValueSelection::Newest };
        Self { role: role.into(), series: Arc::clone(series), selection, sign: 1.0 }
    }
}

/// The formulas by which numbers of a series could have been computed, the most informative first.
pub fn compositions(snapshot: &Snapshot, series: &Series) -> Vec<Composition> {
    let beside = |measure: &str| {
        let Subject { kind, slug, .. } = &*series.subject;
        let mut all = snapshot.of_subject(*kind, slug, measures::observed(measure)?);
        all.find(|other| other.network == series.network && is_of_source(other, series))
    };
    let slug = series.measure.slug.as_str();
    let products = PRODUCTS.iter().filter(|(product, ..)| *product == slug);
    let products = products.filter_map(|(_, units, worth)| {
        let terms = [beside(units)?, beside(worth)?];
        let terms = terms.map(|series| Term::new(&series.measure.name, series)).into();
        Some(Composition {
            words: "Units times the value of one unit.",
            terms,
            operation: Operation::Product,
        })
    });
    let account = || {
        let [supply, mints, burns] = measures::SUPPLY.map(beside);
        let before =
            Term { selection: ValueSelection::Before(1), ..Term::new("Supply before", supply?) };
        let burned = Term { sign: -1.0, ..Term::new("Burned", burns?) };
        let terms = vec![before, Term::new("Minted", mints?), burned];
        let words = "The previous supply plus mints, less burns.";
        Some(Composition { words, terms, operation: Operation::Account })
    };
    let account = (slug == measures::SUPPLY[0]).then(account).flatten();
    products.chain(account).chain(parts(snapshot, series)).collect()
}

/// Whether the source of a series reports another one, too.
fn is_of_source(other: &Series, series: &Series) -> bool {
    other.ranked.is_none() && other.source == series.source
}

/// Sums over the tokens of an asset, or over its networks.
fn parts(snapshot: &Snapshot, series: &Series) -> Vec<Composition> {
    let Series { subject, measure, network, .. } = series;
    if subject.kind != SubjectKind::Asset || measure.aggregation != Aggregation::Sum {
        return Vec::new();
    }
    let tokens = snapshot.of_tokens(measure, &subject.slug).filter(|other| {
        let is_here = network.is_empty() || other.subject.network.as_ref() == Some(network);
        is_here && is_of_source(other, series)
    });
    let networks = snapshot.of_subject(subject.kind, &subject.slug, measure).filter(|other| {
        network.is_empty() && !other.network.is_empty() && is_of_source(other, series)
    });
    let named = |other: &Arc<Series>| Term::new(&other.subject.name, other);
    let made = |words, terms: Vec<Term>| Composition { words, terms, operation: Operation::Parts };
    let found = [
        made("The sum of its tokens.", tokens.map(named).collect()),
        made("The sum of its networks.", networks.map(named).collect()),
    ];
    found
        .into_iter()
        .filter(|composition| (1..=MOST_PARTS).contains(&composition.terms.len()))
        .collect()
}

impl Composition {
    /// Whether it comes to this value on a day.
    pub fn makes(&self, columns: &Columns, of: Day, value: f64) -> bool {
        let taken = |term: &Term| {
            let part =
                columns.get(&term.series).and_then(|column| term.selection.at(column, of))?;
            Some(term.sign * part.value)
        };
        let values = self.terms.iter().map(taken);
        let made: Option<f64> = match self.operation {
            Operation::Product => values.product(),
            Operation::Account => values.collect::<Option<ExactSum>>().map(ExactSum::value),
            Operation::Parts => Some(values.flatten().collect::<ExactSum>().value()),
        };
        made.is_some_and(|made| (made - value).abs() <= CENTS.max(PRECISION * value.abs()))
    }
}
