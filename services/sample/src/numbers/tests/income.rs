//! Conditions on distributions.

use engine::day::Day;

use super::super::batch::Frequency;
use super::super::class_parameters;
use super::super::unit_value::{Quote, UnitValue};
use super::super::universe::{Asset, Incident, Universe, today};
use super::{newest, of_asset};
use crate::tables::tables_of_ledgers;

const MEASURE: &str = "distribution_per_unit_dollar";

fn quotes(asset: &Asset) -> Vec<(Day, Quote)> {
    let mut worth = UnitValue::new(asset);
    (asset.launch..=today() + 100).map(|day| (day, worth.step(day))).collect()
}

/// A distribution comes off the net asset value of the same day, and nothing else does.
#[test]
fn reinvested_distributions_give_what_a_fund_that_keeps_its_income_gains() {
    let mut universe = Universe::from_tables(&tables_of_ledgers());
    let mut paid = 0;
    let from_worth = |asset: &&mut Asset| asset.distributes && !asset.shape.is_let();
    for asset in universe.assets.iter_mut().filter(from_worth) {
        let paying = quotes(asset);
        asset.distributes = false;
        let keeping = quotes(asset);
        let mut units = 1.0;
        for ((day, paying), (_, keeping)) in paying.iter().zip(&keeping) {
            if let Some(distribution) = paying.distribution {
                assert!(paying.is_published && distribution < 0.05 * paying.nav, "{}", asset.slug);
                units *= 1.0 + distribution / paying.nav;
                paid += 1;
            }
            let off = (units * paying.nav / keeping.nav - 1.0).abs();
            assert!(off < 1e-4, "{} {day}: {off}", asset.slug);
        }
    }
    assert!(paid > 300, "{paid}");
}

#[test]
fn funds_that_distribute_pay_every_month_or_quarter() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let is_steady = |asset: &&Asset| asset.distributes && asset.incident == Incident::Steady;
    for asset in universe.assets.iter().filter(is_steady) {
        let is_monthly =
            matches!(asset.shape.published.frequency(), Frequency::Daily | Frequency::Monthly);
        let most = if is_monthly { 62 } else { 100 };
        let mut before = asset.launch;
        for (day, quote) in quotes(asset) {
            assert!(day - before <= most, "{} {day}", asset.slug);
            if quote.distribution.is_some() {
                before = day;
            }
        }
    }
    let none = universe.assets.iter().filter(|asset| !asset.distributes);
    assert!(
        none.take(100)
            .all(|asset| quotes(asset).iter().all(|(_, quote)| quote.distribution.is_none()))
    );
}

#[test]
fn a_distribution_is_a_value_of_its_day() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let asset = universe.assets.iter().find(|asset| asset.distributes).unwrap();
    let facts = of_asset(asset, None, today());
    let values = newest(&facts);
    let expected: Vec<(Day, f64)> = quotes(asset)
        .iter()
        .filter(|(day, _)| *day <= today())
        .filter_map(|(day, quote)| Some((*day, quote.distribution?)))
        .collect();
    let found: Vec<(Day, f64)> = values
        .iter()
        .filter(|((slug, measure, _), _)| *slug == asset.slug && *measure == MEASURE)
        .map(|((.., day), value)| (*day, *value))
        .collect();
    assert_eq!(found, expected);
    assert!(found.iter().all(|(day, _)| !class_parameters::is_last_of_month(*day)));
}

/// The rents of a property after costs and interest are distributed, and no flat is let twice.
#[test]
fn rents_cover_what_a_property_distributes() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let mut seen = (0, 0);
    for asset in universe.assets.iter().filter(|asset| asset.shape.is_let()) {
        for (day, quote) in quotes(asset) {
            assert_eq!(quote.tenancy.is_some(), quote.is_published, "{} {day}", asset.slug);
            let Some(tenancy) = quote.tenancy else { continue };
            assert!((0.0..=1.0).contains(&tenancy.occupancy) && tenancy.occupancy > 0.3);
            assert!((0.0..=0.5).contains(&tenancy.loan_to_value));
            // The yield of the whole property, of which units are the part without debt.
            let equity = tenancy.value * (1.0 - tenancy.loan_to_value);
            assert!((equity / quote.nav - 1.0).abs() < 1e-9, "{}: {equity}", asset.slug);
            let gross = tenancy.rent / tenancy.value;
            assert!((0.02..0.1).contains(&gross), "{}: {gross}", asset.slug);
            let paid = quote.distribution.unwrap_or_default();
            assert!(paid * 12.0 <= tenancy.rent * 0.7 + 1e-3, "{}: {paid}", asset.slug);
            seen.0 += usize::from(quote.distribution.is_some());
            seen.1 += usize::from(tenancy.loan_to_value == 0.0);
        }
    }
    assert!(seen.0 > 300 && seen.1 > 50, "{seen:?}");
}

/// A property is divided into its units once: value, debt and rent follow the value of a unit, and nobody who holds one
/// claims more than there is.
#[test]
fn units_claim_what_a_property_is_worth_without_its_debt_on_every_day() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let (mut valuations, mut days, mut several) = (0, 0, 0);
    for asset in universe.assets.iter().filter(|asset| asset.shape.is_let()) {
        several += usize::from(asset.tokens.len() > 1);
        let last = today() + 100;
        let facts = of_asset(asset, None, last);
        let values = newest(&facts);
        let get =
            |measure: &str, day: Day| values.get(&(asset.slug.as_str(), measure, day)).copied();
        let (mut before, mut rate_at_first, mut equity) = (None, None, 0.0);
        for day in asset.launch..=last {
            let what = format!("{} {day}", asset.slug);
            if let Some(value) = get("property_value_dollar", day) {
                let of_day = |measure: &str| get(measure, day).unwrap();
                let debt = of_day("loan_to_value");
                let unit = of_day("net_asset_value_dollar") / (1.0 - debt);
                let (value_before, unit_before) =
                    before.replace((value, unit)).unwrap_or((value, unit));
                let off = value / value_before - unit / unit_before;
                assert!(off.abs() < 1e-6, "{what}: {off}");
                let rate = of_day("annual_rent_dollar") / value / of_day("occupancy");
                let off = rate / *rate_at_first.get_or_insert(rate) - 1.0;
                assert!(off.abs() < 1e-4, "{what}: {off}");
                equity = value * (1.0 - debt);
                valuations += 1;
            }
            if let Some(claims) = get("total_asset_value_dollar", day) {
                // Tokens are rounded to cents one by one.
                assert!((claims - equity).abs() < 0.03, "{what}: {claims} of {equity}");
                days += 1;
            }
        }
    }
    assert!(valuations > 300 && days > 3_000 && several > 10, "{valuations} {days} {several}");
}
