//! The numbers of the sample universe: made from ledgers of fictional tokens, from the launch of each to a day.
//!
//! One seed and one date make all of them. Going on from a day gives what going all the way gives, and each number
//! became known when its day was over, so that a replica, an operator and a test find the same.

mod audit;
mod batch;
mod book;
mod credit;
mod daily;
mod ledger;
mod lines;
mod shape;
mod world;
mod worth;

#[cfg(test)]
mod tests;

pub use batch::{Batch, Earlier, Frequency, Holding, Point, Series, Span, Transfer, end_of};

use batch::Writer;
use world::World;

use crate::day::Day;

/// The version of the generator: another one makes all numbers anew.
pub const METHOD: &str = "sample 7";
/// Why numbers of the universe are withheld, in the words of imports.
pub const REASONS: [&str; 9] = [
    "negative",
    "nav_jump",
    "input_withheld",
    "balances_disagree",
    "supply_disagrees",
    "parts_disagree",
    "distinct_counts_disagree",
    "distinct_count_above_days",
    "circulating_above_total",
];
/// For how many days before the first load transfers are listed; later ones are added.
const TRANSFER_DAYS: Day = 32;
/// For how many days before it the largest holders at the ends of months are.
const HOLDER_DAYS: Day = 190;
/// Of how many holders balances are kept.
const HOLDERS: usize = 20;

/// Every measure of the universe.
pub fn measures() -> Vec<&'static str> {
    let of_assets = lines::OF_ASSET.iter().map(|line| line.measure());
    of_assets.chain(credit::MEASURES).collect()
}

/// Makes everything that became known in a span, of the whole universe or of some assets: an asset at a time, for as
/// long as it is taken.
pub fn generate(only: Option<&[&str]>, span: Span, mut take: impl FnMut(Batch) -> bool) {
    let world = only.map_or_else(World::new, World::of);
    let mut out = Writer::new(span);
    for asset in &world.assets {
        book::write(asset, &mut out);
        if !take(out.take()) {
            return;
        }
    }
    credit::write(&world, &mut out);
    take(out.take());
}
