//! The numbers of the sample universe: made from ledgers of fictional tokens, from the launch of each to a day.

mod asset_numbers;
mod batch;
mod class_parameters;
mod credit;
mod day_numbers;
mod invariants;
mod ledger;
mod market;
mod measures;
mod property;
mod unit_value;
mod universe;

#[cfg(test)]
mod tests;

pub use batch::{Batch, EarlierValue, Frequency, Holding, Point, Series, Span, Transfer, end_of};

pub(crate) use universe::{Universe, today};

use engine::day::Day;
use engine::withheld_reasons;

use self::batch::Writer;
use self::market::{BILL, Market};
use crate::table::Table;

/// The version of the generator: another one makes all numbers anew.
pub const METHOD: &str = "sample 18";
/// Why numbers of the universe are withheld.
pub const REASONS: [&str; 9] = [
    withheld_reasons::NEGATIVE.code,
    withheld_reasons::NAV_JUMP.code,
    withheld_reasons::INPUT_WITHHELD.code,
    withheld_reasons::BALANCES_DISAGREE.code,
    withheld_reasons::SUPPLY_DISAGREES.code,
    withheld_reasons::PARTS_DISAGREE.code,
    withheld_reasons::DISTINCT_COUNTS_DISAGREE.code,
    withheld_reasons::DISTINCT_COUNT_ABOVE_DAYS.code,
    withheld_reasons::CIRCULATING_ABOVE_TOTAL.code,
];
/// For how many days before the first load transfers are listed; later ones are added.
const TRANSFER_DAYS: Day = 32;
/// For how many days before it the largest holders at the ends of months are, so that a year of cohorts is seen.
const HOLDER_DAYS: Day = 400;
/// The number of holders of a token whose balances are kept.
const HOLDERS: usize = 20;

/// Every measure of the universe.
pub fn measures() -> Vec<&'static str> {
    let of_assets = measures::OF_ASSET.iter().map(|line| line.measure());
    of_assets.chain(credit::MEASURES).collect()
}

/// How many assets a part has.
const ASSETS_OF_PART: usize = 75;

/// Makes the numbers of the universe, part by part.
// One seed and one date make all of them. Going on from a day gives what going all the way gives, and each number
// became known when its day was over, so that a replica, an operator and a test find the same.
pub struct Generator {
    universe: Universe,
}

impl Generator {
    /// A generator for the first assets and their tokens; with 0 for every subject.
    pub fn new(tables: &[Table], assets: usize) -> Self {
        let mut universe = Universe::from_tables(tables);
        if assets > 0 {
            universe.assets.truncate(assets);
            (universe.pools, universe.loans) = (Vec::new(), Vec::new());
        }
        Self { universe }
    }

    /// A generator for some assets and their tokens.
    pub fn with_assets(tables: &[Table], slugs: &[&str]) -> Self {
        Self { universe: Universe::with_assets(tables, slugs) }
    }

    /// How many parts there are.
    pub fn part_count(&self) -> usize {
        self.universe.assets.chunks(ASSETS_OF_PART).len()
    }

    /// Makes everything of a part that became known in a span, an asset at a time, for as long as it is taken. Pools and
    /// loans are in the last part.
    pub fn generate(&self, part: usize, span: Span, mut take: impl FnMut(Batch) -> bool) {
        let mut out = Writer::new(span);
        for asset in self.universe.assets.chunks(ASSETS_OF_PART).nth(part).unwrap_or_default() {
            asset_numbers::write(asset, &mut out);
            if !take(out.take()) {
                return;
            }
        }
        if part + 1 == self.part_count() {
            credit::write(&self.universe, &mut out);
            take(out.take());
        }
    }
}

/// The value of all units of an asset at the ends of some days, in cents.
pub(crate) fn total_values(universe: &Universe, slug: &str, days: &[Day]) -> Vec<i64> {
    let asset = universe.assets.iter().find(|asset| asset.slug == slug);
    asset.map(|asset| asset_numbers::total_values(asset, days)).unwrap_or_default()
}

/// The least and the most that assets of a class gain in a year, before their fees, in hundredths of a percent: at the
/// rate of bills on the day on which records stand still.
pub(crate) fn yearly_gains(class: &str) -> (i64, i64) {
    let shape = class_parameters::for_class(class);
    let bill = Market::by_name(BILL).filter(|_| shape.over_bill);
    let rate = bill.map_or(0, |bill| (bill.level(universe::today()) * 100.0).round() as i64);
    let (least, most) = shape.drift;
    (rate + least, rate + most)
}

/// How many units of its first token an asset burned, and of its second one minted, until the end of a day, in whole units.
pub(crate) fn burned_and_minted(universe: &Universe, slug: &str, last: Day) -> (i64, i64) {
    let asset = universe.assets.iter().find(|asset| asset.slug == slug);
    asset.map(|asset| asset_numbers::burned_and_minted(asset, last)).unwrap_or_default()
}

/// The funds of each pool on the day on which records stand still, in dollars.
pub(crate) fn funded_amounts(universe: &Universe) -> Vec<i64> {
    universe.pools.iter().map(|pool| credit::funded_amount(universe, pool)).collect()
}
