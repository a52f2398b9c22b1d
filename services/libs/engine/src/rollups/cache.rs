//! The rollups of a snapshot, made when first needed and never changed, as the snapshot is not.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use proto::timeseries::v1::SubjectKind;

use super::rollup::Rollup;
use crate::membership::dimension::Dimension;

/// The most memory of all rollups; the least recently used are dropped first.
const MOST_BYTES: usize = 64 << 20;

/// The id of a measure, the kind of subjects, and the dimension that they are grouped by.
pub type RollupKey = (i64, SubjectKind, Option<Dimension>);

/// Rollups by key.
#[derive(Debug, Default)]
pub struct RollupCache {
    cached: Mutex<HashMap<RollupKey, Arc<Place>>>,
    turn: AtomicU64,
}

/// The state of the rollup of a key in the cache.
pub enum CachedRollup {
    /// A rollup, or `None` if it would be too large.
    Made(Option<Arc<Rollup>>),
    BeingMade,
    Missing,
}

/// The right to make a rollup, which one caller has at a time.
pub struct RollupMaker {
    key: RollupKey,
    place: Arc<Place>,
}

#[derive(Debug, Default)]
struct Place {
    rollup: OnceLock<Option<Arc<Rollup>>>,
    is_being_made: AtomicBool,
    used: AtomicU64,
}

impl Place {
    fn bytes(&self) -> usize {
        self.rollup.get().and_then(Option::as_ref).map_or(0, |rollup| rollup.bytes())
    }
}

impl Drop for RollupMaker {
    fn drop(&mut self) {
        self.place.is_being_made.store(false, Ordering::Release);
    }
}

impl RollupCache {
    pub fn get(&self, key: RollupKey) -> CachedRollup {
        let place = self.place(key);
        match place.rollup.get() {
            Some(rollup) => CachedRollup::Made(rollup.clone()),
            None if place.is_being_made.load(Ordering::Acquire) => CachedRollup::BeingMade,
            None => CachedRollup::Missing,
        }
    }

    /// The right to make a rollup; none if it is made, or another caller has the right.
    pub fn maker(&self, key: RollupKey) -> Option<RollupMaker> {
        let place = self.place(key);
        let is_taken =
            place.rollup.get().is_some() || place.is_being_made.swap(true, Ordering::AcqRel);
        (!is_taken).then(|| RollupMaker { key, place })
    }

    /// Makes a rollup and caches it.
    pub fn make(
        &self,
        maker: RollupMaker,
        make: impl FnOnce() -> Option<Rollup>,
    ) -> Option<Arc<Rollup>> {
        let rollup = maker.place.rollup.get_or_init(|| make().map(Arc::new)).clone();
        self.bound(maker.key);
        drop(maker);
        rollup
    }

    fn place(&self, key: RollupKey) -> Arc<Place> {
        let place = Arc::clone(self.lock().entry(key).or_default());
        place.used.store(self.turn.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        place
    }

    /// Drops the least recently used rollups until the rest fits.
    fn bound(&self, newest: RollupKey) {
        let mut cached = self.lock();
        let mut bytes: usize = cached.values().map(|place| place.bytes()).sum();
        while bytes > MOST_BYTES {
            let others = cached.iter().filter(|(key, place)| **key != newest && place.bytes() > 0);
            let oldest = others.min_by_key(|(_, place)| place.used.load(Ordering::Relaxed));
            let Some(oldest) = oldest.map(|(key, _)| *key) else { break };
            bytes -= cached.remove(&oldest).map_or(0, |place| place.bytes());
        }
    }

    /// The memory of all rollups.
    pub fn bytes(&self) -> usize {
        self.lock().values().map(|place| place.bytes()).sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RollupKey, Arc<Place>>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_caller_at_a_time_may_make_a_rollup() {
        let cache = RollupCache::default();
        let key = (1, SubjectKind::Asset, None);
        assert!(matches!(cache.get(key), CachedRollup::Missing));
        let first = cache.maker(key).unwrap();
        assert!(matches!(cache.get(key), CachedRollup::BeingMade));
        assert!(cache.maker(key).is_none());
        assert!(cache.maker((2, SubjectKind::Asset, None)).is_some(), "another rollup");
        drop(first);
        assert!(matches!(cache.get(key), CachedRollup::Missing), "the first caller failed");
        let second = cache.maker(key).unwrap();
        assert!(cache.make(second, || None).is_none());
        assert!(matches!(cache.get(key), CachedRollup::Made(None)));
        assert!(cache.maker(key).is_none(), "it is made");
    }
}
