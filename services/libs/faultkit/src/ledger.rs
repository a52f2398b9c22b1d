//! A ledger of sent and received events, which shows lost, repeated and invented ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The most ids printed of each difference; their number is always printed.
const SHOWN: usize = 10;

/// The ids of events at both ends of an unreliable path.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    sent: BTreeSet<String>,
    seen: BTreeMap<String, u64>,
}

impl Ledger {
    /// Records a sent event. It may be sent again and must take effect once.
    pub fn sent(&mut self, id: impl Into<String>) {
        self.sent.insert(id.into());
    }

    /// Records how many times an event took effect.
    pub fn seen(&mut self, id: impl Into<String>, times: u64) {
        if times > 0 {
            *self.seen.entry(id.into()).or_default() += times;
        }
    }

    /// The number of distinct sent events.
    pub fn count(&self) -> usize {
        self.sent.len()
    }

    /// Events that were sent and never took effect.
    pub fn lost(&self) -> Vec<&str> {
        self.sent.iter().filter(|id| !self.seen.contains_key(*id)).map(String::as_str).collect()
    }

    /// Events that took effect more than once, with the number of times.
    pub fn repeated(&self) -> Vec<(&str, u64)> {
        let often = self.seen.iter().filter(|(_, times)| **times > 1);
        often.map(|(id, times)| (id.as_str(), *times)).collect()
    }

    /// Events that took effect without having been sent.
    pub fn invented(&self) -> Vec<&str> {
        self.seen.keys().filter(|id| !self.sent.contains(*id)).map(String::as_str).collect()
    }

    /// Whether every sent event took effect exactly once, and no other did.
    pub fn balances(&self) -> bool {
        self.lost().is_empty() && self.repeated().is_empty() && self.invented().is_empty()
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} sent, {} seen", self.sent.len(), self.seen.len())?;
        let repeated = self.repeated().into_iter().map(|(id, times)| format!("{id} ×{times}"));
        let repeated: Vec<String> = repeated.collect();
        write_some(out, "lost", &self.lost())?;
        write_some(out, "repeated", &repeated.iter().map(String::as_str).collect::<Vec<_>>())?;
        write_some(out, "never sent", &self.invented())
    }
}

fn write_some(out: &mut fmt::Formatter<'_>, what: &str, ids: &[&str]) -> fmt::Result {
    if ids.is_empty() {
        return Ok(());
    }
    write!(out, "; {} {what}: {}", ids.len(), ids[..ids.len().min(SHOWN)].join(", "))?;
    if ids.len() > SHOWN { write!(out, ", …") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(sent: &[&str], seen: &[(&str, u64)]) -> Ledger {
        let mut ledger = Ledger::default();
        for id in sent {
            ledger.sent(*id);
        }
        for (id, times) in seen {
            ledger.seen(*id, *times);
        }
        ledger
    }

    #[test]
    fn balances_when_everything_was_seen_once() {
        assert!(Ledger::default().balances());
        let ledger = ledger(&["a", "b", "a"], &[("b", 1), ("a", 1)]);
        assert!(ledger.balances());
        assert_eq!((ledger.count(), ledger.to_string().as_str()), (2, "2 sent, 2 seen"));
    }

    #[test]
    fn names_each_difference() {
        let ledger = ledger(&["a", "b", "c", "d"], &[("b", 1), ("c", 2), ("e", 3), ("d", 0)]);
        assert!(!ledger.balances());
        assert_eq!(ledger.lost(), ["a", "d"]);
        assert_eq!(ledger.repeated(), [("c", 2), ("e", 3)]);
        assert_eq!(ledger.invented(), ["e"]);
        assert_eq!(
            ledger.to_string(),
            "4 sent, 3 seen; 2 lost: a, d; 2 repeated: c ×2, e ×3; 1 never sent: e"
        );
    }

    #[test]
    fn adds_up_repeated_sightings() {
        let ledger = ledger(&["a"], &[("a", 1), ("a", 1)]);
        assert_eq!(ledger.repeated(), [("a", 2)]);
    }

    #[test]
    fn shows_the_first_of_many() {
        let ids: Vec<String> = (10..40).map(|number| number.to_string()).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let text = ledger(&ids, &[]).to_string();
        assert_eq!(text, "30 sent, 0 seen; 30 lost: 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, …");
    }
}
