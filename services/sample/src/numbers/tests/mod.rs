//! Conditions on the generator for every day and every token.

use std::collections::{BTreeMap, BTreeSet};

use engine::day::{self, Day};
use proptest::prelude::*;
use time::OffsetDateTime;

use super::batch::{Batch, Point, Series, Span, Writer};
use super::day_numbers::{HolderSet, Numbers};
use super::ledger::{Entry, Kind, Ledger};
use super::unit_value::UnitValue;
use super::universe::{Asset, Incident, Universe, today};
use super::{REASONS, asset_numbers, batch, class_parameters, day_numbers, invariants};
use crate::tables::tables_of_ledgers;

mod funding;
mod funds;
mod income;
mod prices;
mod yields;

/// Subject, measure, day and instant; the value and why it is withheld.
type Fact = ((String, &'static str, Day, OffsetDateTime), (f64, Option<&'static str>));

fn facts(batch: &Batch) -> Vec<Fact> {
    let fact = |point: &Point| {
        let Series { slug, measure, .. } = &batch.series[point.series];
        let named = (slug.clone(), *measure, point.day, point.known_at);
        (named, (point.number, point.reason))
    };
    batch.points.iter().map(fact).collect()
}

fn of_asset(asset: &Asset, after: Option<Day>, last: Day) -> Vec<Fact> {
    let mut out = Writer::new(Span { after, last });
    asset_numbers::write(asset, &mut out);
    facts(&out.take())
}

/// The newest value of each day.
fn newest(facts: &[Fact]) -> BTreeMap<(&str, &str, Day), f64> {
    let mut ordered: Vec<&Fact> = facts.iter().collect();
    ordered.sort_by_key(|((.., known_at), _)| *known_at);
    let pairs = ordered.into_iter();
    pairs
        .map(|((slug, measure, day, _), (value, _))| ((slug.as_str(), *measure, *day), *value))
        .collect()
}

fn with_incident(universe: &Universe, wanted: fn(&Incident) -> bool) -> &Asset {
    universe.assets.iter().find(|asset| wanted(&asset.incident)).unwrap()
}

#[test]
fn going_on_from_a_day_gives_what_going_all_the_way_gives() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let (restated, coin) = (
        with_incident(&universe, |incident| matches!(incident, Incident::Restatement(..))),
        with_incident(&universe, |incident| matches!(incident, Incident::Depeg(..))),
    );
    for (asset, first, last) in [
        (restated, "2026-03-01", "2026-03-05"),
        (restated, "2026-03-15", "2026-03-20"),
        (coin, "2025-03-12", "2025-03-31"),
        (&universe.assets[77], "2026-11-01", "2027-01-15"),
    ] {
        let [first, last] = [first, last].map(|text| day::parse(text).unwrap());
        let mut parts = of_asset(asset, None, first);
        parts.extend(of_asset(asset, Some(first), last));
        let order = |facts: &mut Vec<Fact>| facts.sort_by(|one, other| one.0.cmp(&other.0));
        let mut whole = of_asset(asset, None, last);
        order(&mut parts);
        order(&mut whole);
        assert!(parts == whole, "{} from {first} to {last}", asset.slug);
    }
}

#[test]
fn a_restated_value_was_known_otherwise_before() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let asset = with_incident(&universe, |incident| matches!(incident, Incident::Restatement(..)));
    let facts = of_asset(asset, None, day::parse("2026-03-31").unwrap());
    let of = |measure: &str| {
        let wanted = day::parse("2026-03-05").unwrap();
        let facts = facts.iter().filter(|((slug, of, day, _), _)| {
            (slug.as_str(), *of, *day) == (asset.slug.as_str(), measure, wanted)
        });
        facts.map(|(_, (value, _))| *value).collect::<Vec<f64>>()
    };
    let [first, corrected] = of("net_asset_value_dollar")[..] else { panic!("two states") };
    assert!((first / corrected - 1.004).abs() < 1e-4, "{first} {corrected}");
    assert_eq!(of("bridged_token_value_dollar").len(), 2);
    assert_eq!(of("holding_addresses_count").len(), 1, "what does not depend on it is known once");
}

#[test]
fn derived_values_are_withheld_with_a_doubtful_value() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let asset = with_incident(&universe, |incident| matches!(incident, Incident::Default(..)));
    let Incident::Default(on) = asset.incident else { panic!() };
    let facts = of_asset(asset, None, on + 20);
    let withheld: BTreeSet<(Day, &str)> = facts
        .iter()
        .filter(|((slug, ..), (_, reason))| *slug == asset.slug && reason.is_some())
        .map(|((_, measure, day, _), _)| (*day - on, *measure))
        .collect();
    let days: BTreeSet<Day> = withheld
        .iter()
        .filter(|(_, measure)| *measure == "bridged_token_value_dollar")
        .map(|(day, _)| *day)
        .collect();
    assert_eq!(days, (0..7).collect(), "until a second value says the same");
    assert!(withheld.contains(&(0, "net_asset_value_dollar")), "{withheld:?}");
    let published: BTreeSet<(Day, &str)> = facts
        .iter()
        .filter(|((slug, _, day, known_at), (_, reason))| {
            let is_released = *slug == asset.slug && *day < on + 7 && reason.is_none();
            is_released && *known_at == batch::end_of(on + 7)
        })
        .map(|((_, measure, day, _), _)| (*day - on, *measure))
        .collect();
    assert_eq!(published, withheld, "the second value releases the first, and what depends on it");
    assert!(withheld.iter().all(|(_, measure)| *measure != "total_supply_token"));
    let reasons: BTreeSet<&str> = facts.iter().filter_map(|(_, (_, reason))| *reason).collect();
    assert!(reasons.iter().all(|reason| REASONS.contains(reason)), "{reasons:?}");
}

#[test]
fn a_coin_loses_its_peg_and_an_outage_leaves_a_gap() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let coin = with_incident(&universe, |incident| matches!(incident, Incident::Depeg(..)));
    let Incident::Depeg(on) = coin.incident else { panic!() };
    let facts = of_asset(coin, None, on + 40);
    let values = newest(&facts);
    let price = |day: Day| values[&(coin.slug.as_str(), "price_dollar", day)];
    assert!(price(on - 1) > 0.99 && price(on + 1) < 0.9 && price(on + 30) > 0.99);
    let supply = |day: Day| values[&(coin.slug.as_str(), "total_supply_token", day)];
    assert!(supply(on + 34) < 0.8 * supply(on - 1), "holders left");

    let silent = with_incident(&universe, |incident| matches!(incident, Incident::Outage(..)));
    let Incident::Outage(from, to) = silent.incident else { panic!() };
    let facts = of_asset(silent, None, to + 5);
    let days_of = |wanted: &str| -> BTreeSet<Day> {
        let of = facts
            .iter()
            .filter(|((slug, measure, ..), _)| *slug == silent.slug && *measure == wanted);
        of.map(|((_, _, day, _), _)| *day).collect()
    };
    for level in ["total_supply_token", "price_dollar", "bridged_token_value_dollar"] {
        let days = days_of(level);
        assert!(days.range(from..=to).next().is_none() && days.contains(&(to + 1)), "{level}");
    }
    let flows = ["daily_mints_token", "daily_burns_dollar", "daily_transfer_volume_dollar"];
    for flow in flows.into_iter().chain(["daily_active_addresses_count"]) {
        assert_eq!(days_of(flow).range(from..=to).count(), 12, "what happened is known: {flow}");
    }
    flows_agree(silent, &facts, to + 5);
    let unpriced = with_incident(&universe, |incident| matches!(incident, Incident::NoPrice(..)));
    let Incident::NoPrice(_, to) = unpriced.incident else { panic!() };
    flows_agree(unpriced, &of_asset(unpriced, None, to + 14), to + 14);
}

/// A supply is the sum of the mints and burns before it, on each day on which both are reported; mints and burns are
/// reported together; and a week is the sum of its days.
fn flows_agree(asset: &Asset, facts: &[Fact], last: Day) {
    let values = newest(facts);
    let get = |slug: &str, measure: &str, day: Day| values.get(&(slug, measure, day)).copied();
    for slug in asset.tokens.iter().map(|token| &token.slug).chain([&asset.slug]) {
        let (mut supply, mut moved) = (0.0, 0.0);
        for day in asset.launch..=last {
            for [mints, burns] in [
                ["daily_mints_token", "daily_burns_token"],
                ["daily_mints_dollar", "daily_burns_dollar"],
            ] {
                let [mints, burns] = [mints, burns].map(|of| get(slug, of, day).is_some());
                assert_eq!(mints, burns, "{slug} {day}: a difference needs both");
            }
            let flow = |measure| get(slug, measure, day).unwrap_or_default();
            supply += flow("daily_mints_token") - flow("daily_burns_token");
            if let Some(reported) = get(slug, "total_supply_token", day) {
                assert!(
                    (reported - supply).abs() <= 1e-9 * reported.max(1e6),
                    "{slug} {day}: {reported} {supply}"
                );
            }
            moved += flow("daily_transfer_volume_dollar");
            if class_parameters::weekday(day) == 6 {
                let week = get(slug, "weekly_transfer_volume", day);
                assert!(
                    week.is_none_or(|week| (week - moved).abs() <= 1e-9 * week.max(1e6)),
                    "{slug} {day}"
                );
                moved = 0.0;
            }
        }
    }
}

/// The dollars of a day are those of its rows, each of which is rounded to cents.
#[test]
fn a_day_has_the_sum_of_its_listed_rows() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let last = today() - 1;
    let mut days = 0;
    for asset in universe.assets.iter().step_by(7) {
        let mut out = Writer::new(Span { after: None, last });
        asset_numbers::write(asset, &mut out);
        let batch = out.take();
        let mut listed: BTreeMap<(&str, &str, Day), i64> = BTreeMap::new();
        for transfer in &batch.transfers {
            let measure = match transfer.kind {
                "mint" => "daily_mints_dollar",
                "burn" => "daily_burns_dollar",
                _ => "daily_transfer_volume_dollar",
            };
            let day = (transfer.happened_at.unix_timestamp() / 86_400) as Day;
            let Some(dollar) = transfer.dollar else { continue };
            let row = (dollar * 100.0).round() as i64;
            *listed.entry((transfer.token.as_str(), measure, day)).or_default() += row;
        }
        let facts = facts(&batch);
        let values = newest(&facts);
        for (key, cents) in listed {
            let Some(reported) = values.get(&key) else { continue };
            assert_eq!(reported.to_bits(), day_numbers::dollars(cents).to_bits(), "{key:?}");
            days += 1;
        }
    }
    assert!(days > 500, "{days}");
}

#[test]
fn units_in_books_have_no_addresses_and_no_transactions() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let day = today() - 1;
    let is_mixed = |asset: &&Asset| asset.tokens.iter().any(|token| !token.is_on_chain);
    let mut least = 0;
    for asset in universe.assets.iter().filter(is_mixed) {
        let mut out = Writer::new(Span { after: None, last: day });
        asset_numbers::write(asset, &mut out);
        let batch = out.take();
        let begins = batch::end_of(day - 1);
        let listed = batch.transfers.iter().filter(|transfer| transfer.happened_at >= begins);
        let who: BTreeSet<&String> =
            listed.flat_map(|transfer| transfer.from.iter().chain(&transfer.to)).collect();
        let facts = facts(&batch);
        let count = newest(&facts)[&(asset.slug.as_str(), "daily_active_addresses_count", day)];
        assert!(
            (count - who.len() as f64).abs() < 0.5,
            "{}: those of the list of transfers",
            asset.slug
        );
        least += who.len();
    }
    assert!(least > 0, "some of the assets that are kept in books are on chains too");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: kit::testing::cases(12), failure_persistence: None, ..ProptestConfig::default()
    })]

    /// Parts add up to the whole, what circulates is a part of what there is, and counts lie within their bounds.
    #[test]
    fn numbers_agree_with_each_other(place in 0..300_usize, days in 40..900_i32) {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let asset = &universe.assets[place];
        let last = (asset.launch + days).max(day::parse("2025-09-30").unwrap());
        let facts = of_asset(asset, None, last);
        let values = newest(&facts);
        let get = |slug: &str, measure: &str, day: Day| values.get(&(slug, measure, day)).copied();
        flows_agree(asset, &facts, last);
        for day in asset.launch..=last {
            for measure in [
                "bridged_token_value_dollar", "circulating_asset_value_dollar", "circulating_market_value_dollar",
                "daily_mints_dollar", "daily_burns_dollar", "daily_transfer_volume_dollar",
            ] {
                let Some(whole) = get(&asset.slug, measure, day) else { continue };
                let parts: f64 = asset.tokens.iter().filter_map(|token| get(&token.slug, measure, day)).sum();
                prop_assert!((whole - parts).abs() <= 1e-9 * whole.max(1e6), "{measure} {day}: {whole} {parts}");
            }
            for slug in asset.tokens.iter().map(|token| &token.slug).chain([&asset.slug]) {
                let below = |lesser, greater| match (get(slug, lesser, day), get(slug, greater, day)) {
                    (Some(lesser), Some(greater)) => lesser <= greater,
                    _ => true,
                };
                prop_assert!(below("circulating_market_value_dollar", "market_value_dollar"));
                prop_assert!(below("bridged_token_value_dollar", "circulating_asset_value_dollar"));
                prop_assert!(below("daily_active_addresses_count", "weekly_active_addresses_count"));
                prop_assert!(below("daily_active_addresses_count", "monthly_active_addresses_count"));
            }
            let is_sunday = class_parameters::weekday(day) == 6;
            if is_sunday {
                prop_assert!(get(&asset.slug, "daily_mints_token", day).is_some(), "each week has a sum");
                let daily = (day - 6..=day).filter_map(|day| get(&asset.slug, "daily_active_addresses_count", day));
                let (most, sum) = daily.fold((0.0_f64, 0.0), |(most, sum), count| (most.max(count), sum + count));
                if let Some(week) = get(&asset.slug, "weekly_active_addresses_count", day)
                    && get(&asset.slug, "daily_active_addresses_count", (day - 6).max(asset.launch)).is_some() {
                    prop_assert!((most..=sum).contains(&week), "{most} {week} {sum}");
                }
            }
        }
        prop_assert!(facts.iter().all(|(_, (value, _))| value.is_finite() && *value >= 0.0));
    }

    /// Participants are counted on every day from the launch on, and are among those who held something on it.
    #[test]
    fn participants_of_a_day_are_counted_since_the_launch(place in 0..300_usize) {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let asset = &universe.assets[place];
        let last = day::parse("2025-08-05").unwrap();
        let facts = of_asset(asset, None, last);
        let values = newest(&facts);
        let unit = UnitValue::new(asset).value();
        let mut ledgers: Vec<Ledger> =
            (0..asset.tokens.len()).map(|token| Ledger::new(asset, token, unit)).collect();
        for day in asset.launch..=last {
            let mut seen = BTreeSet::new();
            let mut holders = BTreeSet::new();
            let held = |ledgers: &[Ledger], holders: &mut BTreeSet<usize>| {
                for ledger in ledgers {
                    let places = ledger.balances.iter().enumerate();
                    holders.extend(places.filter(|(_, balance)| **balance > 0).map(|(place, _)| place));
                }
            };
            held(&ledgers, &mut holders);
            for (ledger, token) in ledgers.iter_mut().zip(&asset.tokens) {
                let mut entries = ledger.step(day);
                holders.extend(entries.iter().filter_map(|entry| entry.to));
                entries.retain(|_| token.is_on_chain);
                seen.extend(entries.iter().flat_map(|entry| entry.from.into_iter().chain(entry.to)));
            }
            held(&ledgers, &mut holders);
            prop_assert!(seen.is_subset(&holders), "whoever takes part holds something on the day");
            let count = values.get(&(asset.slug.as_str(), "daily_active_addresses_count", day));
            let is_counted = asset.tokens.iter().any(|token| token.is_on_chain);
            prop_assert_eq!(count.copied(), is_counted.then_some(seen.len() as f64), "{}: {:?}", day, seen);
        }
    }

    #[test]
    fn every_ledger_balances(place in 0..300_usize) {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let asset = &universe.assets[place];
        for token in 0..asset.tokens.len() {
            let mut ledger = Ledger::new(asset, token, asset.shape.start);
            for day in asset.launch..today() {
                let before = ledger.supply;
                let entries = ledger.step(day);
                prop_assert_eq!(invariants::ledger(before, &entries, &ledger), None);
            }
            if asset.is_over && ledger.launch() < today() - 40 {
                prop_assert_eq!(ledger.supply, 0);
            }
            if !asset.is_over && ledger.launch() < today() {
                prop_assert!(ledger.supply > 0);
            }
        }
    }
}

#[test]
fn a_ledger_that_does_not_balance_is_found() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let asset = &universe.assets[0];
    let mut ledger = Ledger::new(asset, 0, 1.0);
    let entries = ledger.step(asset.launch);
    assert_eq!(invariants::ledger(0, &entries, &ledger), None);
    assert_eq!(invariants::ledger(5, &entries, &ledger), Some("supply_disagrees"));
    let burn = Entry { kind: Kind::Burn, from: Some(1), to: None, amount: 1, transaction: 9 };
    assert_eq!(invariants::ledger(0, &[burn], &ledger), Some("supply_disagrees"));
    let mut other = ledger.clone();
    other.balances[1] += 1;
    assert_eq!(invariants::ledger(0, &entries, &other), Some("balances_disagree"));
    other.balances[2] = -1;
    assert_eq!(invariants::ledger(0, &entries, &other), Some("negative"));
}

#[test]
fn a_whole_that_is_not_its_parts_is_found() {
    let mut active = HolderSet::default();
    active.add(70);
    let part = Numbers { minted: 3, minted_cents: 300, active, ..Numbers::default() };
    let parts = [part.clone(), part];
    let whole = Numbers::together(&parts);
    assert_eq!(invariants::whole(&whole, &parts), None);
    assert!((whole.active.count() - 1.0).abs() < f64::EPSILON, "who is in both is one");
    let more = Numbers { minted_cents: 700, ..whole.clone() };
    assert_eq!(invariants::whole(&more, &parts), Some("parts_disagree"));
    let fewer = Numbers { active: HolderSet::default(), ..whole.clone() };
    assert_eq!(invariants::whole(&fewer, &parts), Some("distinct_counts_disagree"));
    let (one, nobody) = (&whole.active, &HolderSet::default());
    assert_eq!(invariants::periods(one, [(one, 1.0), (one, 3.0)]), None);
    let above = invariants::periods(nobody, [(nobody, 0.0), (one, 0.0)]);
    assert_eq!(above, Some("distinct_count_above_days"));
    let below = invariants::periods(one, [(nobody, 0.0), (one, 1.0)]);
    assert_eq!(below, Some("distinct_counts_disagree"));
}
