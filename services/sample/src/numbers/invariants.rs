//! Conditions that the ledger of every day meets, and for which the numbers of the day are otherwise withheld.

use super::day_numbers::{HolderSet, Numbers};
use super::ledger::{Entry, Kind, Ledger};

/// The condition that the ledger of a token violates at the end of a day, if any.
pub fn ledger(before: i64, entries: &[Entry], after: &Ledger) -> Option<&'static str> {
    if after.balances.iter().any(|balance| *balance < 0) {
        return Some("negative");
    }
    if after.balances.iter().sum::<i64>() != after.supply {
        return Some("balances_disagree");
    }
    let change = entries.iter().map(|entry| match entry.kind {
        Kind::Mint => entry.amount,
        Kind::Burn => -entry.amount,
        Kind::Transfer => 0,
    });
    (before + change.sum::<i64>() != after.supply).then_some("supply_disagrees")
}

/// The condition that the numbers of an asset violate beside those of its tokens, if any.
pub fn whole(whole: &Numbers, parts: &[Numbers]) -> Option<&'static str> {
    let amounts: [fn(&Numbers) -> i64; 12] = [
        |numbers| numbers.minted,
        |numbers| numbers.burned,
        |numbers| numbers.moved,
        |numbers| numbers.supply,
        |numbers| numbers.circulating,
        |numbers| numbers.minted_cents,
        |numbers| numbers.burned_cents,
        |numbers| numbers.moved_cents,
        |numbers| numbers.total_value,
        |numbers| numbers.circulating_value,
        |numbers| numbers.total_market.unwrap_or_default(),
        |numbers| numbers.circulating_market.unwrap_or_default(),
    ];
    let agree = amounts.iter().all(|of| parts.iter().map(of).sum::<i64>() == of(whole));
    if !agree {
        return Some("parts_disagree");
    }
    let count = |of: fn(&Numbers) -> &HolderSet| {
        let counts = parts.iter().map(|part| of(part).count());
        let (most, sum) =
            counts.fold((0.0_f64, 0.0), |(most, sum), count| (most.max(count), sum + count));
        (most..=sum).contains(&of(whole).count())
    };
    let bounded = count(|numbers| &numbers.active) && count(|numbers| &numbers.holding);
    if !bounded {
        return Some("distinct_counts_disagree");
    }
    (whole.circulating > whole.supply).then_some("circulating_above_total")
}

/// The condition that the active addresses of a day violate beside those of its week and its month up to then, each
/// with the sum of its days; none if all hold.
pub fn periods(day: &HolderSet, spans: [(&HolderSet, f64); 2]) -> Option<&'static str> {
    if spans.iter().any(|(span, _)| day.count() > span.count()) {
        return Some("distinct_counts_disagree");
    }
    spans.iter().any(|(span, days)| span.count() > *days).then_some("distinct_count_above_days")
}
