//! Conditions on prices, premiums and currencies.

use std::collections::BTreeMap;

use engine::day::{self, Day};

use super::super::class_parameters;
use super::super::market::{FIRST, Market, STATED};
use super::super::unit_value::{Quote, UnitValue};
use super::super::universe::{Asset, Incident, Universe, today};
use crate::tables::{tables, tables_of_ledgers};

/// The values of one unit on each day, from the launch of an asset on.
fn quotes(asset: &Asset, last: Day) -> Vec<(Day, Quote)> {
    let mut worth = UnitValue::new(asset);
    (asset.launch..=last).map(|day| (day, worth.step(day))).collect()
}

fn followers(universe: &Universe) -> impl Iterator<Item = (&Asset, &str, f64, &'static Market)> {
    universe.assets.iter().filter_map(|asset| {
        let (name, quantity) = asset.follows.as_ref()?;
        Some((asset, name.as_str(), *quantity, Market::by_name(name)?))
    })
}

#[test]
fn goods_and_currencies_have_the_shipped_price_on_each_day_that_has_one() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let mut days = BTreeMap::new();
    for (asset, name, quantity, market) in followers(&universe) {
        for (day, quote) in quotes(asset, today() + 200) {
            let level = market.level(day - (class_parameters::weekday(day) - 4).max(0)) * quantity;
            let band = if day > market.last() { market.beyond.band } else { market.within.band };
            let off = (quote.nav / level - 1.0).abs();
            assert!(off <= band + 1e-4, "{} on {day}: {} for {level}", asset.slug, quote.nav);
            *days.entry(name).or_insert(0) += usize::from(day <= market.last());
        }
    }
    let on = |name: &str, day: &str| Market::by_name(name).unwrap().level(day::parse(day).unwrap());
    assert_eq!((on("EUR", "2026-10-30") * 1e4).round() as i64, 11_172, "as the file has it");
    assert_eq!((on("brent", "2025-12-29") * 1e2).round() as i64, 6_310);
    assert_eq!((on("brent", "2026-09-29") * 1e2).round() as i64, 11_396);
    let names = ["gold", "silver", "platinum", "brent", "carbon", "EUR", "GBP", "CHF", "JPY"];
    assert!(names.iter().all(|name| days.get(name).is_some_and(|days| *days > 100)), "{days:?}");
}

#[test]
fn gold_of_a_month_is_on_average_what_is_shipped_as_its_average() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let gold = followers(&universe).filter(|(_, name, ..)| *name == "gold");
    let (asset, _, quantity, _) = gold.min_by_key(|(asset, ..)| asset.launch).unwrap();
    let file = include_str!("../../../../../deploy/seed/timeseries/gold_price_usd_monthly.csv");
    let shipped: BTreeMap<&str, f64> =
        file.lines().skip(1).map(|line| (&line[..7], line[11..].parse().unwrap())).collect();
    let mut months: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (day, quote) in quotes(asset, today()) {
        if !class_parameters::is_weekend(day) {
            let month = day::date(day).to_string()[..7].to_owned();
            months.entry(month).or_default().push(quote.nav / quantity);
        }
    }
    let mut compared = 0;
    for (month, prices) in months {
        let Some(shipped) = shipped.get(month.as_str()).filter(|_| prices.len() > 19) else {
            continue;
        };
        let average = prices.iter().sum::<f64>() / prices.len() as f64;
        assert!((average / shipped - 1.0).abs() < 0.02, "{month}: {average} for {shipped}");
        compared += 1;
    }
    assert!(compared > 24, "{compared}");
}

#[test]
fn paths_without_shipped_prices_reach_each_level_in_the_middle_of_its_year() {
    for (name, levels) in STATED {
        let market = Market::by_name(name).unwrap();
        for (year, level) in (2021..).zip(levels) {
            let middle = day::parse(&format!("{year}-07-01")).unwrap();
            assert!((market.level(middle) / level - 1.0).abs() < 1e-12, "{name} in {year}");
        }
        assert!(market.level(FIRST) > 0.0, "{name}");
    }
}

#[test]
fn premiums_lie_around_zero() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let steady = universe.assets.iter().filter(|asset| asset.incident == Incident::Steady);
    for asset in steady.filter(|asset| asset.launch < today() - 400) {
        let Some(usual) = asset.shape.premium else { continue };
        let quotes = quotes(asset, today());
        let premiums = quotes.iter().map(|(_, quote)| quote.price.unwrap() / quote.nav - 1.0);
        let premiums: Vec<f64> = premiums.collect();
        let mean = premiums.iter().sum::<f64>() / premiums.len() as f64;
        assert!(mean.abs() < usual, "{}: {mean}", asset.slug);
        let most = premiums.iter().fold(0.0_f64, |most, premium| most.max(premium.abs()));
        assert!(most < 6.0 * usual + 1e-4, "{}: {most}", asset.slug);
    }
}

#[test]
fn coins_and_deposits_are_named_for_their_currency() {
    let tables = tables();
    let assets = &tables.iter().find(|table| table.name == "assets").unwrap().rows;
    let words = [
        ("USD", "Dollar"),
        ("EUR", "Euro"),
        ("GBP", "Pound"),
        ("CHF", "Franc"),
        ("JPY", "Yen"),
        ("SGD", "Singapore Dollar"),
        ("AUD", "Australian Dollar"),
        ("SEK", "Krona"),
    ];
    for row in assets {
        let class = row.cell("asset_class_slug").unwrap();
        let is_money = ["stablecoins", "fiat-currency"].contains(&class);
        let name = row.cell("name").unwrap();
        let code = row.cell("peg_currency");
        assert_eq!(code.is_some(), is_money, "{name}");
        let word = words.iter().find(|(known, _)| Some(*known) == code);
        assert!(
            word.is_none_or(|(_, word)| name.contains(&format!(" {word} "))),
            "{name} {code:?}"
        );
        let is_good = class == "commodities";
        assert_eq!(
            row.cell("unit").and_then(crate::underlyings::commodity).is_some(),
            is_good,
            "{name}"
        );
    }
}

/// Tokens on one share follow one close, on days on which its market is open.
#[test]
fn wrappers_of_a_share_have_one_underlying_close() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let mut closes: BTreeMap<(String, Day), f64> = BTreeMap::new();
    let mut shared = 0;
    for asset in universe.assets.iter().filter(|asset| asset.shape.is_traded()) {
        let (name, quantity) = asset.follows.clone().unwrap();
        for (day, quote) in quotes(asset, today()) {
            assert_eq!(
                quote.underlying.is_none(),
                class_parameters::is_weekend(day),
                "{}",
                asset.slug
            );
            let Some(close) = quote.underlying else { continue };
            assert!((close / quote.nav - 1.0).abs() < 1e-9, "{} on {day}", asset.slug);
            let known = closes.entry((name.clone(), day)).or_insert(close / quantity);
            assert!((*known / (close / quantity) - 1.0).abs() < 1e-6, "{name} on {day}");
            shared += 1;
            let usual = asset.shape.premium.unwrap();
            let is_near = |price: f64| (price / close - 1.0).abs() < 6.0 * usual;
            assert!(quote.price.is_none_or(is_near), "{} on {day}: {quote:?}", asset.slug);
        }
    }
    assert!(shared > closes.len() + 5_000, "{shared}");
}
