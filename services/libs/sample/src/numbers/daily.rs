//! The numbers of a day from the ledger, of a token and of all tokens of an asset.

use super::ledger::{Entry, Kind, Ledger, UNIT};
use super::worth::Quote;

/// A set of holders, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(Vec<u64>);

impl Seen {
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

/// The numbers of a day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// In millionths of a unit.
    pub minted: i64,
    pub burned: i64,
    pub moved: i64,
    pub supply: i64,
    pub circulating: i64,
    /// In dollars.
    pub minted_dollar: f64,
    pub burned_dollar: f64,
    pub moved_dollar: f64,
    pub total_value: f64,
    pub circulating_value: f64,
    pub total_market: Option<f64>,
    pub circulating_market: Option<f64>,
    /// Transactions.
    pub transactions: usize,
    /// The addresses that took part in any.
    pub active: Seen,
    /// The addresses that hold something at the end.
    pub holding: Seen,
}

/// Dollars of so many millionths of a unit, in whole cents.
pub fn dollars(amount: i64, value: f64) -> f64 {
    (amount as f64 / UNIT * value * 100.0).round() / 100.0
}

impl Numbers {
    /// Of a token at the end of a day.
    pub fn of(entries: &[Entry], ledger: &Ledger, nav: f64, quote: &Quote) -> Self {
        let mut numbers = Self::default();
        for entry in entries {
            match entry.kind {
                Kind::Mint => numbers.minted += entry.amount,
                Kind::Burn => numbers.burned += entry.amount,
                Kind::Transfer => numbers.moved += entry.amount,
            }
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
        numbers.minted_dollar = dollars(numbers.minted, nav);
        numbers.burned_dollar = dollars(numbers.burned, nav);
        numbers.moved_dollar = dollars(numbers.moved, nav);
        numbers.total_value = dollars(numbers.supply, nav);
        numbers.circulating_value = dollars(numbers.circulating, nav);
        numbers.total_market = quote.price.map(|price| dollars(numbers.supply, price));
        numbers.circulating_market = quote.price.map(|price| dollars(numbers.circulating, price));
        numbers
    }

    /// Without what only a chain has: units in books are issued and held, but not moved by addresses.
    pub fn in_books(self) -> Self {
        Self { transactions: 0, active: Seen::default(), ..self }
    }

    /// Of several tokens together. An address that takes part in two of them counts once.
    pub fn together(parts: &[Self]) -> Self {
        let mut whole = Self::default();
        let add = |sum: Option<f64>, part: Option<f64>| match (sum, part) {
            (Some(sum), Some(part)) => Some(sum + part),
            (sum, part) => sum.or(part),
        };
        for part in parts {
            whole.minted += part.minted;
            whole.burned += part.burned;
            whole.moved += part.moved;
            whole.supply += part.supply;
            whole.circulating += part.circulating;
            whole.minted_dollar += part.minted_dollar;
            whole.burned_dollar += part.burned_dollar;
            whole.moved_dollar += part.moved_dollar;
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
