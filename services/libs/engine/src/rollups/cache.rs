//! The rollups of a snapshot, made when first needed and never changed, as the snapshot is not.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// A rollup, or `None` if it would be too large.
pub struct CachedRollup(pub Option<Arc<Rollup>>);

#[derive(Debug, Default)]
struct Place {
    rollup: OnceLock<Option<Arc<Rollup>>>,
    used: AtomicU64,
}

impl Place {
    fn bytes(&self) -> usize {
        self.rollup.get().and_then(Option::as_ref).map_or(0, |rollup| rollup.bytes())
    }
}

impl RollupCache {
    /// A rollup that was made before.
    pub fn get(&self, key: RollupKey) -> Option<CachedRollup> {
        self.place(key).rollup.get().cloned().map(CachedRollup)
    }

    /// A rollup, made now if it is not cached. Concurrent callers wait for one that is being made.
    pub fn make(
        &self,
        key: RollupKey,
        make: impl FnOnce() -> Option<Rollup>,
    ) -> Option<Arc<Rollup>> {
        let place = self.place(key);
        let rollup = place.rollup.get_or_init(|| make().map(Arc::new)).clone();
        self.bound(key);
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
