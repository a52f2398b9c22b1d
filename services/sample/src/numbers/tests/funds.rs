//! Conditions on a master fund and its feeder funds.

use engine::day::Day;

use super::super::asset_numbers::total_values;
use super::super::unit_value::UnitValue;
use super::super::universe::{Asset, Universe, today};
use crate::tables::tables_of_ledgers;

fn funds(universe: &Universe) -> (&Asset, Vec<&Asset>) {
    let feeders: Vec<&Asset> =
        universe.assets.iter().filter(|asset| asset.master.is_some()).collect();
    let slug = feeders[0].master.as_ref().map(|master| master.slug.as_str());
    let master = universe.assets.iter().find(|asset| Some(asset.slug.as_str()) == slug).unwrap();
    (master, feeders)
}

fn values(asset: &Asset) -> Vec<(Day, f64)> {
    let mut worth = UnitValue::new(asset);
    (asset.launch..=today() + 60).map(|day| (day, worth.step(day).nav)).collect()
}

#[test]
fn feeders_gain_what_their_master_gains_less_a_fee() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let (master, feeders) = funds(&universe);
    assert_eq!(feeders.len(), 2);
    let of_master = values(master);
    for feeder in feeders {
        assert!(feeder.fee > 0.0 && feeder.launch > master.launch, "{}", feeder.slug);
        let own = values(feeder);
        // The first value is of the launch, the others are of Fridays, as those of the master.
        let at = own.iter().position(|(_, value)| (value - own[0].1).abs() > 0.0).unwrap();
        let since = own[at].0;
        let begin = of_master.iter().find(|(day, _)| *day == since).unwrap().1;
        for ((day, value), (of, whole)) in own[at..]
            .iter()
            .zip(of_master.iter().skip_while(|(day, _)| *day < since))
            .filter(|((day, _), _)| (day - since) % 7 == 0)
        {
            assert_eq!(day, of);
            let years = f64::from(day - since) / 365.0;
            let expected = whole / begin * (-feeder.fee * years).exp();
            let off = (value / own[at].1 / expected - 1.0).abs();
            assert!(off < 2e-4, "{} {day}: {off}", feeder.slug);
        }
    }
}

#[test]
fn feeders_hold_most_of_their_master_and_never_more_than_all() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let (master, feeders) = funds(&universe);
    let days: Vec<Day> = (feeders[1].launch + 30..=today()).collect();
    let of_master = total_values(master, &days);
    let of_feeders: Vec<Vec<i64>> =
        feeders.iter().map(|feeder| total_values(feeder, &days)).collect();
    let parts: Vec<f64> = (0..days.len())
        .map(|place| {
            let held: i64 = of_feeders.iter().map(|values| values[place]).sum();
            held as f64 / of_master[place] as f64
        })
        .collect();
    let (least, most) = parts
        .iter()
        .fold((f64::MAX, 0.0_f64), |(least, most), part| (least.min(*part), most.max(*part)));
    let last = parts[parts.len() - 1];
    assert!(least > 0.5 && most < 0.98 && last > 0.6, "{least} to {most}, in the end {last}");
}
