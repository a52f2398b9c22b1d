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
    /// Answers per second of the database alone, of what it could answer alone.
    pub sql: Option<f64>,
}

/// What was asked, and its rounds.
pub struct Item {
    name: String,
    bytes: usize,
    /// Each in another order.
    pub rounds: Vec<Round>,
}

impl Item {
    /// An item that has not been measured.
    pub fn new(name: &str, bytes: usize) -> Self {
        Self { name: name.to_owned(), bytes, rounds: Vec::new() }
    }

    /// A median where the database was measured alone.
    fn of_sql(&self, of: impl Fn(f64, f64) -> f64, decimals: usize) -> String {
        if self.rounds.iter().any(|round| round.sql.is_none()) {
            return "-".to_owned();
        }
        let value = self.median(|round| of(round.product.rate, round.sql.unwrap_or(f64::NAN)));
        format!("{value:.decimals$}")
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
        "item                          bytes   product/s  p99 ms      hop/s   bare/s    sql/s   of hop   of bare    of sql\n",
    );
    for item in items {
        let _ = writeln!(
            out,
            "{:28} {:6} {:11.0} {:7.2} {:10.0} {:8.0} {:>8} {:8.2} {:9.2} {:>9}",
            item.name,
            item.bytes,
            item.median(|round| round.product.rate),
            item.median(|round| round.product.p99),
            item.median(|round| round.hop.rate),
            item.median(|round| round.bare.rate),
            item.of_sql(|_, sql| sql, 0),
            item.median(|round| round.product.rate / round.hop.rate),
            item.median(|round| round.product.rate / round.bare.rate),
            item.of_sql(|product, sql| product / sql, 2),
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
            item.rounds.push(Round { product, hop, bare: hop, sql: Some(20.0) });
        }
        let table = table(&[item]);
        assert!(table.contains("0.50") && table.contains("2.50"), "{table}");
    }
}
