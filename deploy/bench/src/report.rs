//! Ratios inside one run: the only figures that mean something on a shared machine.

use std::fmt::Write as _;

use crate::load::Measured;

/// One round of one item.
#[derive(Default)]
pub struct Round {
    /// The product itself.
    pub product: Measured,
    /// A bare route, from memory.
    pub bare: Measured,
    /// A bare route and one bare call.
    pub hop: Measured,
}

/// What was asked, and its rounds.
pub struct Item {
    name: &'static str,
    bytes: usize,
    /// Each in another order.
    pub rounds: Vec<Round>,
}

impl Item {
    /// An item that has not been measured.
    pub fn new(name: &'static str, bytes: usize) -> Self {
        Self { name, bytes, rounds: Vec::new() }
    }

    fn median(&self, of: impl Fn(&Round) -> f64) -> f64 {
        let mut values: Vec<f64> = self.rounds.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// A table of medians.
pub fn table(items: &[Item]) -> String {
    let mut out = String::from(
        "item                    bytes   product/s  p99 ms      hop/s   bare/s   of hop   of bare\n",
    );
    for item in items {
        let _ = writeln!(
            out,
            "{:22} {:6} {:11.0} {:7.2} {:10.0} {:8.0} {:8.2} {:9.2}",
            item.name,
            item.bytes,
            item.median(|round| round.product.rate),
            item.median(|round| round.product.p99),
            item.median(|round| round.hop.rate),
            item.median(|round| round.bare.rate),
            item.median(|round| round.product.rate / round.hop.rate),
            item.median(|round| round.product.rate / round.bare.rate),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_medians_of_the_rounds() {
        let mut item = Item::new("x", 1);
        for (product, hop) in [(10.0, 100.0), (50.0, 100.0), (90.0, 100.0)] {
            let product = Measured { rate: product, p99: 1.0 };
            let hop = Measured { rate: hop, p99: 1.0 };
            item.rounds.push(Round { product, hop, bare: hop });
        }
        assert!(table(&[item]).contains("0.50"));
    }
}
