//! The numbers of a day from the ledger, of a token and of all tokens of an asset.

use super::ledger::{Entry, Kind, Ledger, UNIT};
use super::unit_value::Quote;

const CENTS: f64 = 100.0;

/// A set of holders, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HolderSet(Vec<u64>);

impl HolderSet {
    /// Notes one.
    pub fn add(&mut self, place: usize) {
        let word = place / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (place % 64);
    }

    /// Notes everybody of another.
    pub fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// How many there are.
    pub fn count(&self) -> f64 {
        f64::from(self.0.iter().map(|word| word.count_ones()).sum::<u32>())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// In millionths of a unit.
    pub minted: i64,
    pub burned: i64,
    pub moved: i64,
    pub supply: i64,
    pub circulating: i64,
    /// In cents. Those of mints, burns and transfers are the sums of their rows, each of which is rounded.
    pub minted_cents: i64,
    pub burned_cents: i64,
    pub moved_cents: i64,
    pub total_value: i64,
    pub circulating_value: i64,
    pub total_market: Option<i64>,
    pub circulating_market: Option<i64>,
    pub transactions: usize,
    /// The addresses that took part in any.
    pub active: HolderSet,
    /// The addresses that hold something at the end.
    pub holding: HolderSet,
}

/// The cents that a number of millionths of a unit is worth.
pub fn cents(amount: i64, value: f64) -> i64 {
    (amount as f64 / UNIT * value * CENTS).round() as i64
}

/// Converts cents to dollars.
pub fn dollars(cents: i64) -> f64 {
    cents as f64 / CENTS
}

impl Numbers {
    /// The numbers of a token at the end of a day.
    pub fn from_entries(entries: &[Entry], ledger: &Ledger, nav: f64, quote: &Quote) -> Self {
        let mut numbers = Self::default();
        for entry in entries {
            let (units, money) = match entry.kind {
                Kind::Mint => (&mut numbers.minted, &mut numbers.minted_cents),
                Kind::Burn => (&mut numbers.burned, &mut numbers.burned_cents),
                Kind::Transfer => (&mut numbers.moved, &mut numbers.moved_cents),
            };
            *units += entry.amount;
            *money += cents(entry.amount, nav);
            entry.from.iter().chain(&entry.to).for_each(|place| numbers.active.add(*place));
        }
        numbers.transactions = entries.iter().map(|entry| entry.transaction).max().unwrap_or(0);
        if entries.first().is_some_and(|entry| entry.transaction == 0) {
            numbers.transactions += 1;
        }
        for (place, balance) in ledger.balances.iter().enumerate() {
            if *balance > 0 {
                numbers.holding.add(place);
            }
        }
        (numbers.supply, numbers.circulating) = (ledger.supply, ledger.circulating());
        numbers.total_value = cents(numbers.supply, nav);
        numbers.circulating_value = cents(numbers.circulating, nav);
        numbers.total_market = quote.price.map(|price| cents(numbers.supply, price));
        numbers.circulating_market = quote.price.map(|price| cents(numbers.circulating, price));
        numbers
    }

    /// The day without the numbers that only a chain has: units in books are issued and held, not moved by addresses.
    pub fn in_books(self) -> Self {
        Self { transactions: 0, active: HolderSet::default(), ..self }
    }

    /// The numbers of several tokens together. An address that takes part in two of them counts once.
    pub fn together(parts: &[Self]) -> Self {
        let mut whole = Self::default();
        let add = |sum: Option<i64>, part: Option<i64>| match (sum, part) {
            (Some(sum), Some(part)) => Some(sum + part),
            (sum, part) => sum.or(part),
        };
        for part in parts {
            whole.minted += part.minted;
            whole.burned += part.burned;
            whole.moved += part.moved;
            whole.supply += part.supply;
            whole.circulating += part.circulating;
            whole.minted_cents += part.minted_cents;
            whole.burned_cents += part.burned_cents;
            whole.moved_cents += part.moved_cents;
            whole.total_value += part.total_value;
            whole.circulating_value += part.circulating_value;
            whole.total_market = add(whole.total_market, part.total_market);
            whole.circulating_market = add(whole.circulating_market, part.circulating_market);
            whole.transactions += part.transactions;
            whole.active.join(&part.active);
            whole.holding.join(&part.holding);
        }
        whole
    }
}
