//! Sums of everything by what charts group by, day by day, once they were asked for: any range of them is a part of
//! what lies there. They belong to a snapshot, and a snapshot never changes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use proto::timeseries::v1::SubjectKind;

use crate::dimension::Dimension;
use crate::rollup::Rollup;

/// The most that all of them take; those that were not asked for the longest go first.
const MOST_BYTES: usize = 64 << 20;

/// A measure by its number, whose series, and what they are grouped by.
pub type RollupKey = (i64, SubjectKind, Option<Dimension>);

/// Sums by what was asked for.
#[derive(Debug, Default)]
pub struct RollupCache {
    kept: Mutex<HashMap<RollupKey, Arc<Place>>>,
    turn: AtomicU64,
}

/// Sums, or none where there would be too much of them.
pub struct CachedRollup(pub Option<Arc<Rollup>>);

#[derive(Debug, Default)]
struct Place {
    rolled: OnceLock<Option<Arc<Rollup>>>,
    used: AtomicU64,
}

impl Place {
    fn bytes(&self) -> usize {
        self.rolled.get().and_then(Option::as_ref).map_or(0, |rolled| rolled.bytes())
    }
}

impl RollupCache {
    /// What was made before.
    pub fn get(&self, key: RollupKey) -> Option<CachedRollup> {
        self.place(key).rolled.get().cloned().map(CachedRollup)
    }

    /// Sums that are made if they are not there. Whoever wants the same meanwhile waits.
    pub fn make(
        &self,
        key: RollupKey,
        make: impl FnOnce() -> Option<Rollup>,
    ) -> Option<Arc<Rollup>> {
        let place = self.place(key);
        let rolled = place.rolled.get_or_init(|| make().map(Arc::new)).clone();
        self.bound(key);
        rolled
    }

    fn place(&self, key: RollupKey) -> Arc<Place> {
        let place = Arc::clone(self.lock().entry(key).or_default());
        place.used.store(self.turn.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        place
    }

    /// Gives up what was not used for the longest until the rest fits.
    fn bound(&self, newest: RollupKey) {
        let mut kept = self.lock();
        let mut bytes: usize = kept.values().map(|place| place.bytes()).sum();
        while bytes > MOST_BYTES {
            let others = kept.iter().filter(|(key, place)| **key != newest && place.bytes() > 0);
            let oldest = others.min_by_key(|(_, place)| place.used.load(Ordering::Relaxed));
            let Some(oldest) = oldest.map(|(key, _)| *key) else { break };
            bytes -= kept.remove(&oldest).map_or(0, |place| place.bytes());
        }
    }

    /// The memory of all sums.
    pub fn bytes(&self) -> usize {
        self.lock().values().map(|place| place.bytes()).sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RollupKey, Arc<Place>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
