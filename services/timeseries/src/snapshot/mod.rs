//! The newest known values of everything, in memory: built from the database at the start, kept current by events.

mod follow;
mod narrowed;
mod store;
mod views;

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use engine::ranks::Ranks;
use engine::{ClassHistory, Generation, Series, Snapshot};
use kit::grpc::Reader;
use kit::query::Counts;
use time::OffsetDateTime;

pub use follow::{follow, read_newest, refresh};
pub use narrowed::NarrowedSnapshots;
use store::RestrictedSeries;
pub use store::{generation, known_at, last_before, subjects};
use views::Views;

use crate::scopes::{SubjectAttributes, VisibleDays};
use crate::transactions::newest::NewestTransfers;

/// A snapshot, and what is cached for as long as it is the current one.
#[derive(Debug, Default)]
pub struct ServedSnapshot {
    /// All series, for those who keep it current.
    whole: Arc<Snapshot>,
    /// The series that each reader may have.
    views: Views,
    /// How many rows of the database pass filters; rows change with loads, as the snapshot does.
    pub counts: Arc<Counts>,
    /// The newest transfers, which change with loads too.
    pub transfers: NewestTransfers,
    /// The attributes of subjects by which scopes select.
    pub attributes: Arc<SubjectAttributes>,
    /// The parts of it that scopes show.
    pub narrowed: NarrowedSnapshots,
    /// The days of values that it has; none where it has all.
    pub visible: Option<Arc<VisibleDays>>,
    /// The memory of the values that are no others' too.
    own_bytes: usize,
}

impl ServedSnapshot {
    pub fn generation(&self) -> Generation {
        self.whole.generation()
    }

    /// The series that the reader of the request may have. Every answer is made from these.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        self.views.of(kit::grpc::reader())
    }

    /// The series that the reader of the request would see on a screen.
    pub fn on_screen(&self) -> &Arc<Snapshot> {
        self.views.of(kit::grpc::reader().on_screen())
    }

    /// The series that anybody may see: to count those that others are denied.
    pub fn shown_to_any(&self) -> &Arc<Snapshot> {
        self.views.of(Reader::ADMINISTRATOR)
    }

    /// The same for every reader with another history of the classes of assets, and with other ranks of sources.
    #[must_use]
    pub fn earlier(&self, classes: &Arc<ClassHistory>, ranks: Option<&Arc<Ranks>>) -> Self {
        let (whole, attributes) = (Arc::clone(&self.whole), Arc::clone(&self.attributes));
        Self { whole, views: self.views.earlier(classes, ranks), attributes, ..Self::default() }
    }

    /// The part for every reader that a scope shows.
    #[must_use]
    pub fn part(&self, visible: VisibleDays) -> Self {
        let (whole, attributes) = (Arc::clone(&self.whole), Arc::clone(&self.attributes));
        let views = self.views.part(&visible);
        let is_own = |series: &&Arc<Series>| {
            let shared = self.whole.get(series.id);
            shared.is_none_or(|shared| !Arc::ptr_eq(&shared.column, &series.column))
        };
        let own = views.distinct().flat_map(|view| view.all()).filter(is_own);
        let own_bytes = own.map(|series| series.column.bytes() + size_of::<Series>()).sum();
        let visible = Some(Arc::new(visible));
        Self { whole, views, attributes, visible, own_bytes, ..Self::default() }
    }

    /// The memory of all series.
    pub fn bytes(&self) -> usize {
        self.whole.bytes()
    }
}

/// The snapshot that queries are answered from now.
#[derive(Clone, Debug)]
// A snapshot never changes while queries read it. An event is only a hint: later loads are read from the database, in
// their order, so an event that comes twice, late or never does no harm.
pub struct CurrentSnapshot {
    served: Arc<RwLock<Option<Arc<ServedSnapshot>>>>,
    current_at: Arc<AtomicI64>,
    most_bytes: usize,
    /// Whether the numbers exceed the limit.
    is_too_small: Arc<AtomicBool>,
}

impl CurrentSnapshot {
    /// No snapshot yet; at most `most_bytes` are allowed.
    pub fn new(most_bytes: usize) -> Self {
        Self {
            served: Arc::default(),
            current_at: Arc::default(),
            most_bytes,
            is_too_small: Arc::default(),
        }
    }

    /// The present snapshot with its caches; `None` while the first one is built.
    pub fn get(&self) -> Option<Arc<ServedSnapshot>> {
        self.served.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// When the snapshot was last found equal to the database, in milliseconds since 1970.
    pub fn current_at(&self) -> i64 {
        self.current_at.load(Ordering::Relaxed)
    }

    fn is_too_small(&self) -> bool {
        self.is_too_small.load(Ordering::Relaxed)
    }

    fn confirm(&self, now: OffsetDateTime) {
        self.current_at.store(kit::clock::milliseconds(now), Ordering::Relaxed);
    }

    fn put(
        &self,
        snapshot: Snapshot,
        restricted: &RestrictedSeries,
        attributes: SubjectAttributes,
    ) {
        let whole = Arc::new(snapshot);
        let views = Views::new(&whole, restricted);
        let attributes = Arc::new(attributes);
        let served = ServedSnapshot { whole, views, attributes, ..ServedSnapshot::default() };
        *self.served.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(served));
    }
}
