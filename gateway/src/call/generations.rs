//! The order of look-ups and events: which answers of a service about users or keys its later events have made outdated.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kit::bus::Bus;
use moka::sync::Cache;

/// Every answer carries the generation in which the service was asked. An event, or a gap in the events, starts a new
/// generation, so that an answer that was under way at that moment is never used after it.
pub struct Generations {
    present: AtomicU64,
    /// Events before this generation may have been missed.
    floor: AtomicU64,
    /// Ids that were changed before this generation are no longer known.
    forgotten: AtomicU64,
    /// The generation of the last event about each id that was named lately.
    changed: Cache<String, u64>,
    most_changed: u64,
    bus: Bus,
    /// Whether events have begun to arrive.
    receives: AtomicBool,
}

impl Generations {
    /// Remembers up to a number of changed ids for this time, which is longer than answers are used.
    pub fn new(bus: Bus, most_changed: u64, lifetime: Duration) -> Self {
        Self {
            present: AtomicU64::new(1),
            floor: AtomicU64::new(0),
            forgotten: AtomicU64::new(0),
            changed: Cache::builder().time_to_live(lifetime).build(),
            most_changed,
            bus,
            receives: AtomicBool::new(false),
        }
    }

    /// The generation in which a service is asked now.
    pub fn present(&self) -> u64 {
        self.present.load(Ordering::SeqCst)
    }

    /// Begins another generation.
    pub fn advance(&self) -> u64 {
        self.present.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Notes that an event named an id.
    pub fn change(&self, id: &str) {
        let generation = self.advance();
        if self.changed.entry_count() > self.most_changed {
            self.forgotten.fetch_max(generation, Ordering::SeqCst);
            self.changed.invalidate_all();
            return;
        }
        self.changed.insert(id.to_owned(), generation);
    }

    /// Notes that events arrive from now on, and may have been missed before.
    pub fn start_over(&self) {
        let generation = self.advance();
        self.floor.fetch_max(generation, Ordering::SeqCst);
        self.receives.store(true, Ordering::SeqCst);
    }

    /// Whether an event would be noticed.
    pub fn receives_events(&self) -> bool {
        self.bus.is_connected() && self.receives.load(Ordering::SeqCst)
    }

    /// Whether every later event is known, and none of them named the id.
    pub fn is_current(&self, id: &str, generation: u64) -> bool {
        generation >= self.floor.load(Ordering::SeqCst) && !self.has_changed(id, generation)
    }

    /// Whether a later event named the id, or may have.
    pub fn has_changed(&self, id: &str, generation: u64) -> bool {
        generation < self.forgotten.load(Ordering::SeqCst)
            || self.changed.get(id).is_some_and(|changed| generation < changed)
    }
}
