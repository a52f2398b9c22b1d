//! Sums of everything by what charts group by, day by day, once they were asked for: any range of them is a part of
//! what lies there. They belong to a snapshot, and a snapshot never changes.

mod rolled;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use prometheus::IntGauge;
use proto::timeseries::v1::SubjectKind;

pub use rolled::{Group, Rolled, Window};

use crate::query::Trait;

/// The most that all of them take; those that were not asked for the longest go first.
const MOST_BYTES: usize = 64 << 20;

static BYTES: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "timeseries_rollup_bytes",
        "What sums that are asked for again and again take in memory"
    )
    .expect("the name is used once")
});

/// A measure by its number, whose series, and what they are grouped by.
pub type Wanted = (i64, SubjectKind, Option<Trait>);

/// Sums by what was asked for.
#[derive(Debug, Default)]
pub struct Rollups {
    kept: Mutex<HashMap<Wanted, Arc<Place>>>,
    turn: AtomicU64,
}

/// Sums, or none where there would be too much of them.
pub struct Made(pub Option<Arc<Rolled>>);

#[derive(Debug, Default)]
struct Place {
    rolled: OnceLock<Option<Arc<Rolled>>>,
    used: AtomicU64,
}

impl Place {
    fn bytes(&self) -> usize {
        self.rolled.get().and_then(Option::as_ref).map_or(0, |rolled| rolled.bytes())
    }
}

impl Rollups {
    /// What was made before.
    pub fn get(&self, wanted: Wanted) -> Option<Made> {
        self.place(wanted).rolled.get().cloned().map(Made)
    }

    /// Sums that are made if they are not there. Whoever wants the same meanwhile waits.
    pub fn make(
        &self,
        wanted: Wanted,
        make: impl FnOnce() -> Option<Rolled>,
    ) -> Option<Arc<Rolled>> {
        let place = self.place(wanted);
        let rolled = place.rolled.get_or_init(|| make().map(Arc::new)).clone();
        self.bound(wanted);
        rolled
    }

    fn place(&self, wanted: Wanted) -> Arc<Place> {
        let place = Arc::clone(self.lock().entry(wanted).or_default());
        place.used.store(self.turn.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        place
    }

    /// Gives up what was not used for the longest until the rest fits.
    fn bound(&self, newest: Wanted) {
        let mut kept = self.lock();
        let mut bytes: usize = kept.values().map(|place| place.bytes()).sum();
        while bytes > MOST_BYTES {
            let others =
                kept.iter().filter(|(wanted, place)| **wanted != newest && place.bytes() > 0);
            let oldest = others.min_by_key(|(_, place)| place.used.load(Ordering::Relaxed));
            let Some(oldest) = oldest.map(|(wanted, _)| *wanted) else { break };
            bytes -= kept.remove(&oldest).map_or(0, |place| place.bytes());
        }
        BYTES.set(bytes as i64);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Wanted, Arc<Place>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
