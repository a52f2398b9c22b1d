//! The newest known values of everything, in memory: built from the database at the start, kept current by events.
//!
//! Readers take a snapshot that never changes under them. An event is a hint only: what was loaded since is asked of
//! the database, in the order of the loads, so an event that comes twice, late or never changes nothing.

mod cached_text;
mod candidates;
mod column;
mod follow;
mod store;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use foldhash::HashMap as QuickMap;
use kit::query::Counts;
use proto::timeseries::v1::SubjectKind;
use time::OffsetDateTime;

pub use cached_text::CachedText;
pub use candidates::Candidates;
pub use column::{Column, Entry};
pub use follow::{follow, read_newest, refresh};
use store::State;
pub use store::{begun_at, known_at, state, subjects};

use crate::measures::Measure;
use crate::recipes::Way;
use crate::rollups::RollupCache;
use crate::transactions::Newest;

/// Derived measures have numbers that differ in so many.
const DERIVED_IDS: i64 = 1_000;
/// More than there are subjects.
const SUBJECT_IDS: i64 = 10_000_000;

/// Whom a series is about, and what the catalog says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its number here.
    pub id: i64,
    /// What it is.
    pub kind: SubjectKind,
    /// Its slug.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// Whether it is fictional.
    pub is_sample: bool,
    /// The asset it belongs to.
    pub asset: Option<String>,
    /// The network it lives on.
    pub network: Option<String>,
    /// The platform that made it.
    pub platform: Option<String>,
    /// Who owes it.
    pub issuer: Option<String>,
    /// Who manages it.
    pub manager: Option<String>,
    /// Its class.
    pub asset_class: Option<String>,
    /// The country it is issued under.
    pub country: Option<String>,
    /// Whether it can leave its platform.
    pub tokenization_type: Option<String>,
}

/// One line of numbers.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its number.
    pub id: i64,
    /// Whom it is about.
    pub subject: Arc<Subject>,
    /// The network; empty where it is of none.
    pub network: String,
    /// What is measured.
    pub measure: &'static Measure,
    /// Who says so.
    pub source: String,
    /// For how many days the last value stands where none follows.
    pub carry: i32,
    /// The values; empty where they are derived.
    pub column: Arc<Column>,
    /// What it is derived from.
    pub origin: Option<Origin>,
    /// How its newest value is told.
    pub newest: CachedText,
}

/// What a series is derived from, and how.
#[derive(Clone, Debug)]
pub struct Origin {
    /// How.
    pub way: &'static Way,
    /// The series of both terms.
    pub inputs: [Arc<Series>; 2],
}

impl Series {
    /// A series that is derived from two others of its subject. Its number is made of theirs: it is the same wherever
    /// and whenever it is asked for.
    pub fn derived(measure: &'static Measure, way: &'static Way, inputs: [Arc<Self>; 2]) -> Self {
        let [base, _] = &inputs;
        Self {
            id: -(base.id * DERIVED_IDS + measure.id % DERIVED_IDS),
            subject: Arc::clone(&base.subject),
            network: base.network.clone(),
            measure,
            source: base.source.clone(),
            carry: base.carry.min(inputs[1].carry),
            column: Arc::default(),
            origin: Some(Origin { way, inputs }),
            newest: CachedText::default(),
        }
    }

    /// A derived series of an asset as that of one of its tokens.
    #[must_use]
    pub fn of_token(&self, token: &Self) -> Self {
        Self {
            id: self.id * SUBJECT_IDS - token.subject.id,
            subject: Arc::clone(&token.subject),
            network: token.network.clone(),
            ..self.clone()
        }
    }

    /// The series whose values are stored: itself, or those that it is derived from.
    pub fn stored(self: &Arc<Self>) -> impl Iterator<Item = &Arc<Self>> {
        let inputs = self.origin.iter().flat_map(|origin| &origin.inputs);
        std::iter::once(self).filter(|series| series.origin.is_none()).chain(inputs)
    }
}

/// A series with the number of what it measures: whoever looks for a measure need not fetch the others.
type Numbered = (i64, Arc<Series>);

/// A measure by its number, whose series, and whether each network counts by itself.
type CandidatesKey = (i64, SubjectKind, bool);

/// Everything at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The last load that it knows of.
    pub load: i64,
    /// How often the catalog has said something new until then.
    pub told: i64,
    series: HashMap<i64, Arc<Series>>,
    by_subject: QuickMap<SubjectKind, QuickMap<String, Vec<Numbered>>>,
    by_measure: HashMap<&'static str, Vec<Arc<Series>>>,
    /// What aggregates choose from, once it was asked for.
    candidates: Arc<Mutex<HashMap<CandidatesKey, Arc<Candidates>>>>,
    /// How many transfers filters leave, once it was counted.
    counts: Arc<Counts>,
    /// What aggregates are made of, once it was asked for.
    rollups: Arc<RollupCache>,
    newest: Arc<Newest>,
    bytes: usize,
    places: usize,
}

impl Snapshot {
    fn new(series: HashMap<i64, Arc<Series>>, state: State) -> Self {
        let State { load, told } = state;
        let mut snapshot = Self { load, told, series, ..Self::default() };
        let mut ids: Vec<i64> = snapshot.series.keys().copied().collect();
        // The first series of a name is the one that is meant where no source is named.
        ids.sort_unstable();
        for id in ids {
            let series = &snapshot.series[&id];
            let of_kind = snapshot.by_subject.entry(series.subject.kind).or_default();
            let of_subject = of_kind.entry(series.subject.slug.clone()).or_default();
            of_subject.push((series.measure.id, Arc::clone(series)));
            snapshot.by_measure.entry(&series.measure.slug).or_default().push(Arc::clone(series));
            snapshot.bytes += series.column.bytes() + size_of::<Series>() + CachedText::USUAL;
            snapshot.places += series.column.len();
        }
        snapshot
    }

    /// The state of the database that it shows.
    pub fn generation(&self) -> String {
        State { load: self.load, told: self.told }.generation()
    }

    /// A series by its number.
    pub fn get(&self, id: i64) -> Option<&Arc<Series>> {
        self.series.get(&id)
    }

    /// Every series of a measure that a subject has, the oldest first.
    pub fn of_subject(
        &self,
        kind: SubjectKind,
        slug: &str,
        measure: &Measure,
    ) -> impl Iterator<Item = &Arc<Series>> {
        let all = self.by_subject.get(&kind).and_then(|of_kind| of_kind.get(slug));
        let of_measure = all.into_iter().flatten().filter(|(id, _)| *id == measure.id);
        of_measure.map(|(_, series)| series)
    }

    /// Every series of a measure, the oldest first.
    pub fn of_measure(&self, measure: &Measure) -> impl Iterator<Item = &Arc<Series>> {
        self.by_measure.get(measure.slug.as_str()).into_iter().flatten()
    }

    /// The series of a measure that the tokens of an asset have.
    pub fn of_tokens(&self, measure: &Measure, asset: &str) -> impl Iterator<Item = &Arc<Series>> {
        self.of_measure(measure).filter(move |series| {
            let token = &series.subject;
            token.kind == SubjectKind::Token && token.asset.as_deref() == Some(asset)
        })
    }

    /// The series that aggregates choose from. They are found once: a snapshot never changes.
    pub fn candidates(
        &self,
        key: CandidatesKey,
        find: impl FnOnce() -> Vec<Arc<Series>>,
    ) -> Arc<Candidates> {
        let known = || self.candidates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&key) {
            return Arc::clone(found);
        }
        let found = Arc::new(Candidates::new(find()));
        known().insert(key, Arc::clone(&found));
        found
    }

    /// What all series that aggregates choose from take in memory, beside the series themselves.
    pub fn candidates_bytes(&self) -> usize {
        let known = self.candidates.lock().unwrap_or_else(PoisonError::into_inner);
        known.values().map(|candidates| candidates.bytes()).sum()
    }

    /// Sums that are asked for again and again.
    pub fn rollups(&self) -> &RollupCache {
        &self.rollups
    }

    /// How many rows of the database filters leave: they come with loads, as the snapshot does.
    pub fn counts(&self) -> Arc<Counts> {
        Arc::clone(&self.counts)
    }

    /// The newest transfers: they come with loads too.
    pub fn newest(&self) -> &Newest {
        &self.newest
    }

    /// How many series there are.
    pub fn len(&self) -> usize {
        self.series.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// What the values take up.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Where the present snapshot stands.
#[derive(Clone, Debug)]
pub struct CurrentSnapshot {
    snapshot: Arc<RwLock<Option<Arc<Snapshot>>>>,
    current_at: Arc<AtomicI64>,
    most_bytes: usize,
    /// Whether the numbers take more than that.
    is_too_small: Arc<AtomicBool>,
}

impl CurrentSnapshot {
    /// A place for a snapshot of at most so many bytes.
    pub fn new(most_bytes: usize) -> Self {
        Self {
            snapshot: Arc::default(),
            current_at: Arc::default(),
            most_bytes,
            is_too_small: Arc::default(),
        }
    }

    /// The present snapshot; none as long as the first one is being built.
    pub fn get(&self) -> Option<Arc<Snapshot>> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// When the snapshot was last found to be what the database has, in milliseconds since 1970.
    pub fn current_at(&self) -> i64 {
        self.current_at.load(Ordering::Relaxed)
    }

    /// Whether the numbers take more memory than they may.
    fn is_too_small(&self) -> bool {
        self.is_too_small.load(Ordering::Relaxed)
    }

    fn confirm(&self, now: OffsetDateTime) {
        self.current_at.store(kit::clock::milliseconds(now), Ordering::Relaxed);
    }

    fn put(&self, snapshot: Snapshot) {
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(snapshot));
    }
}
