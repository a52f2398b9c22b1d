//! Bounds the lines that refusals can cause: of each sender the first in a minute are written, then their number.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::entry::{Entry, Outcome};
use super::person::{Network, Principal};

/// How long refusals of a sender are counted together.
pub(super) const WINDOW: Duration = Duration::from_mins(1);
/// The most lines of a sender that are written in a window.
const LINES: u32 = 5;
/// The most senders that are counted separately in a window; those beyond are counted together, by event and reason.
const SENDERS: usize = 200;

/// The event, the reason and the sender.
type Key = (&'static str, String, String);

/// The refusals of the present window.
#[derive(Default)]
pub(super) struct Flood {
    began: Option<Instant>,
    by_sender: HashMap<Key, Refusals>,
}

struct Refusals {
    lines: u32,
    /// The number of refusals that are not written yet.
    held: u64,
    last: Entry,
}

impl Flood {
    /// The entries to write now, each with the number of events that it stands for.
    pub(super) fn admit(&mut self, entry: Entry, now: Instant) -> Vec<(Entry, u64)> {
        let mut due = self.due(now);
        if matches!(entry.outcome, Outcome::Success | Outcome::Unknown) {
            due.push((entry, 1));
            return due;
        }
        let (key, entry) = self.place(entry);
        let known = self.by_sender.entry(key).or_insert_with(|| Refusals {
            lines: 0,
            held: 0,
            last: entry.clone(),
        });
        if known.lines < LINES {
            known.lines += 1;
            due.push((entry, 1));
        } else {
            known.held += 1;
            known.last = entry;
        }
        due
    }

    /// The entries of a window that has ended.
    pub(super) fn due(&mut self, now: Instant) -> Vec<(Entry, u64)> {
        if self.began.is_some_and(|began| now.duration_since(began) < WINDOW) {
            return Vec::new();
        }
        self.began = Some(now);
        self.drain()
    }

    /// All entries that are not written yet.
    pub(super) fn drain(&mut self) -> Vec<(Entry, u64)> {
        let all = self.by_sender.drain().map(|(_, refusals)| refusals);
        all.filter(|one| one.held > 0).map(|one| (one.last, one.held)).collect()
    }

    fn place(&self, entry: Entry) -> (Key, Entry) {
        let name = entry.event.name();
        let reason = entry.reason.clone().unwrap_or_default();
        let network = entry.network.as_ref().map(Network::as_str);
        let principal = entry.principal.as_ref().map(Principal::as_str);
        // The program before the network: programs on one machine are senders of their own.
        let sender = entry.event.peer().or(network).or(principal).unwrap_or_default().to_owned();
        let key = (name, reason, sender);
        if self.by_sender.len() < SENDERS || self.by_sender.contains_key(&key) {
            return (key, entry);
        }
        ((key.0, key.1, String::new()), entry.by(None).at(None))
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::super::Event;
    use super::*;

    fn refusal(address: Ipv4Addr) -> Entry {
        let event = Event::CallRefused { procedure: "users.getProfile", wire: "trpc" };
        Entry::refused(event, "unauthenticated").at(Some(Network::new(address.into())))
    }

    #[test]
    fn a_flood_of_one_sender_is_counted() {
        let (mut flood, start) = (Flood::default(), Instant::now());
        let sender = Ipv4Addr::new(203, 0, 113, 7);
        let written: usize = (0..1000).map(|_| flood.admit(refusal(sender), start).len()).sum();
        assert_eq!(written, LINES as usize);
        let other = flood.admit(refusal(Ipv4Addr::new(198, 51, 100, 1)), start);
        assert_eq!(other.len(), 1, "others are heard beside it");

        let later = start + WINDOW;
        let counts: Vec<u64> = flood.due(later).iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [1000 - u64::from(LINES)]);
        assert_eq!(flood.admit(refusal(sender), later).len(), 1, "a window begins anew");
    }

    #[test]
    fn a_flood_of_many_senders_is_bounded_and_nothing_is_lost() {
        let (mut flood, start) = (Flood::default(), Instant::now());
        let (mut lines, mut events) = (0, 0);
        for number in 0..100_000_u32 {
            let sender = Ipv4Addr::from(0x0a00_0000 + (number << 8));
            let due = flood.admit(refusal(sender), start);
            lines += due.len();
            events += due.iter().map(|(_, count)| count).sum::<u64>();
        }
        assert!(lines <= (SENDERS + 1) * LINES as usize, "{lines}");
        let rest = flood.drain();
        assert!(rest.iter().all(|(entry, _)| entry.network.is_none()), "{rest:?}");
        assert_eq!(events + rest.iter().map(|(_, count)| count).sum::<u64>(), 100_000);
    }

    #[test]
    fn successes_are_always_written() {
        let (mut flood, now) = (Flood::default(), Instant::now());
        let signed_in = || Entry::success(Event::SignIn { method: "email" });
        assert!((0..1000).all(|_| flood.admit(signed_in(), now).len() == 1));
    }
}
