//! Conditions on the yields of treasury funds.

use std::collections::BTreeMap;

use engine::day::{self, Day};

use super::super::unit_value::UnitValue;
use super::super::universe::{Asset, Universe, today};
use crate::tables::tables_of_ledgers;

/// The most that a yield may be away from the bill, as a fraction.
const BAND: f64 = 0.01;

/// The shipped rates of the 3-month bill, as fractions.
fn bills() -> BTreeMap<Day, f64> {
    let file = include_str!("../../../../../deploy/seed/timeseries/us_treasury_cmt_fred_daily.csv");
    let mut lines = file.lines();
    assert!(lines.next().is_some_and(|head| head.starts_with("date,m3,")));
    let row = |line: &str| {
        let mut cells = line.split(',');
        Some((day::parse(cells.next()?)?, cells.next()?.parse::<f64>().ok()? / 100.0))
    };
    lines.filter_map(row).collect()
}

/// The yearly rate of each day, and the value of one unit whose distributions are reinvested.
fn course(asset: &Asset) -> Vec<(Day, f64, f64)> {
    let mut worth = UnitValue::new(asset);
    let mut units = 1.0;
    let mut days = Vec::new();
    for day in asset.launch..=today() + 100 {
        let quote = worth.step(day);
        units *= 1.0 + quote.distribution.unwrap_or_default() / quote.nav;
        days.push((day, quote.rate, units * quote.nav));
    }
    days
}

#[test]
fn treasury_funds_pay_on_every_day_what_the_shipped_bill_pays_within_one_point() {
    let universe = Universe::from_tables(&tables_of_ledgers());
    let bills = bills();
    // After the last shipped rate that one stands.
    let bill = |day: Day| *bills.range(..=day).next_back().unwrap().1;
    let mut weeks = 0;
    for asset in universe.assets.iter().filter(|asset| asset.shape.over_bill) {
        let days = course(asset);
        for (day, rate, _) in &days {
            let off = (rate - bill(*day)).abs();
            assert!(off <= BAND && *rate > 0.0, "{} on {day}: {rate}", asset.slug);
        }
        for week in days.windows(8) {
            let ((.., before), (day, _, after)) = (week[0], week[7]);
            let paid = (after / before - 1.0) * 365.0 / 7.0;
            let off = (paid - bill(day)).abs();
            assert!(off <= BAND, "{} on {day}: {paid} beside {}", asset.slug, bill(day));
            weeks += 1;
        }
    }
    assert!(weeks > 10_000, "{weeks}");
}
