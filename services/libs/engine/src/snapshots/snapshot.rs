//! The newest known values of all series, indexed for queries: never changed, and replaced by a newer snapshot.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap as QuickMap;
use proto::timeseries::v1::SubjectKind;

use super::ranked_sources;
use super::ranks::Ranks;
use super::series::{Series, Subject};
use crate::derived::derived_measures::{self, Derivation};
use crate::measures::Measure;
use crate::membership::candidates::Candidates;
use crate::membership::class_history::ClassHistory;
use crate::numbers::cached_text::CachedText;
use crate::rollups::cache::RollupCache;

/// The state of the data: both numbers grow, and a snapshot is replaced when either does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generation {
    /// The last load.
    pub load: i64,
    /// How often the catalog has changed a subject or a rank of a source.
    pub catalog: i64,
}

impl fmt::Display for Generation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.load, self.catalog)
    }
}

/// A series with the id of its measure: a search for one measure then does not touch the others.
type MeasureSeries = (i64, Arc<Series>);

/// The id of a measure, the kind of subjects, and whether each network counts by itself.
type CandidatesKey = (i64, SubjectKind, bool);

/// All series at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    generation: Generation,
    series: HashMap<i64, Arc<Series>>,
    by_subject: QuickMap<SubjectKind, QuickMap<String, Vec<MeasureSeries>>>,
    by_measure: HashMap<&'static str, Vec<Arc<Series>>>,
    ranks: Arc<Ranks>,
    /// The classes that reclassified assets have had.
    classes: Arc<ClassHistory>,
    /// The subjects whose distributions were left out.
    denied_distributions: HashSet<i64>,
    /// The candidates of aggregates, once a query needed them.
    candidates: Arc<Mutex<HashMap<CandidatesKey, Arc<Candidates>>>>,
    /// Precomputed sums, once a query needed them.
    rollups: Arc<RollupCache>,
    bytes: usize,
    places: usize,
}

impl Snapshot {
    /// The series of a generation of the data, and the ranks of their sources.
    pub fn new(
        series: HashMap<i64, Arc<Series>>,
        ranks: Arc<Ranks>,
        generation: Generation,
    ) -> Self {
        let mut ids: Vec<i64> = series.keys().copied().collect();
        ids.sort_unstable();
        let ordered: Vec<&Arc<Series>> = ids.iter().map(|id| &series[id]).collect();
        let composed = ranked_sources::composed(&ordered, &ranks);
        let mut snapshot = Self { generation, ranks, ..Self::default() };
        // Without a source, a query means the first series of a subject: the one that ranks compose, or the first loaded.
        for series in composed.iter().chain(ordered) {
            snapshot.index(series);
        }
        Self { series, ..snapshot }
    }

    /// The same with the classes that reclassified assets have had.
    #[must_use]
    pub fn with_classes(self, classes: ClassHistory) -> Self {
        Self { classes: Arc::new(classes), ..self }
    }

    /// The classes that reclassified assets have had.
    pub fn classes(&self) -> &Arc<ClassHistory> {
        &self.classes
    }

    fn index(&mut self, series: &Arc<Series>) {
        let of_kind = self.by_subject.entry(series.subject.kind).or_default();
        let of_subject = of_kind.entry(series.subject.slug.clone()).or_default();
        of_subject.push((series.measure.id, Arc::clone(series)));
        self.by_measure.entry(&series.measure.slug).or_default().push(Arc::clone(series));
        self.bytes += series.column.bytes() + size_of::<Series>() + CachedText::USUAL;
        self.places += series.column.len();
    }

    /// The same without some series.
    #[must_use]
    pub fn without(&self, denied: &HashSet<i64>) -> Self {
        let kept = self.series.iter().filter(|(id, _)| !denied.contains(id));
        let kept = kept.map(|(id, series)| (*id, Arc::clone(series))).collect();
        let paid = |series: &&Arc<Series>| {
            derived_measures::distributions().iter().any(|paid| paid.id == series.measure.id)
        };
        let denied = denied.iter().filter_map(|id| self.series.get(id)).filter(paid);
        let denied_distributions = denied.map(|series| series.subject.id).collect();
        let (ranks, classes) = (Arc::clone(&self.ranks), Arc::clone(&self.classes));
        Self { classes, denied_distributions, ..Self::new(kept, ranks, self.generation) }
    }

    /// The same with parts of the series: `part` returns the part of each, or none for one that is left out, and the
    /// distributions of some subjects lack a part.
    #[must_use]
    pub fn narrowed(
        &self,
        part: impl Fn(&Arc<Series>) -> Option<Arc<Series>>,
        denied_distributions: impl IntoIterator<Item = i64>,
    ) -> Self {
        let kept = self.series.iter().filter_map(|(id, series)| Some((*id, part(series)?)));
        let series: HashMap<i64, Arc<Series>> = kept.collect();
        let mut composed: Vec<Arc<Series>> = self
            .by_measure
            .values()
            .flatten()
            .filter_map(|whole| whole.ranked.as_ref().map(|ranked| (whole, ranked)))
            .filter_map(|(whole, ranked)| {
                let ranked = Some(Arc::new(ranked.among(&series)));
                let kept = part(whole)?;
                Some(Arc::new(Series { ranked, newest: CachedText::default(), ..(*kept).clone() }))
            })
            .collect();
        composed.sort_unstable_by_key(|series| Reverse(series.id));
        let mut ids: Vec<i64> = series.keys().copied().collect();
        ids.sort_unstable();
        let (ranks, classes) = (Arc::clone(&self.ranks), Arc::clone(&self.classes));
        let denied = self.denied_distributions.iter().copied().chain(denied_distributions);
        let denied_distributions = denied.collect();
        let generation = self.generation;
        let mut snapshot =
            Self { generation, ranks, classes, denied_distributions, ..Self::default() };
        // In the same order as in a new snapshot. The values of composed series are parts of the composition, and no
        // composition of parts: where a better source has a hidden value, none takes its place.
        for series in composed.iter().chain(ids.iter().map(|id| &series[id])) {
            snapshot.index(series);
        }
        Self { series, ..snapshot }
    }

    /// Every series, with those that ranks compose.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Series>> {
        self.by_measure.values().flatten()
    }

    /// Whether growth without distributions would be wrong: those of the subject are among the series that were left out,
    /// or they are reported in another currency.
    pub fn lacks_distributions(&self, derivation: &Derivation, subject: &Subject) -> bool {
        let Some(own) = derivation.distributions() else { return false };
        let mut others =
            derived_measures::distributions().into_iter().filter(|other| other.id != own.id);
        self.denied_distributions.contains(&subject.id)
            || others
                .any(|paid| self.of_subject(subject.kind, &subject.slug, paid).next().is_some())
    }

    /// The same series with the classes that assets and their tokens have had by another account, and with other ranks of
    /// sources.
    #[must_use]
    pub fn earlier(&self, classes: &Arc<ClassHistory>, ranks: Option<Arc<Ranks>>) -> Self {
        let series = self.series.iter().map(|(id, series)| {
            let subject = &series.subject;
            let asset = match subject.kind {
                SubjectKind::Asset => Some(&subject.slug),
                SubjectKind::Token => subject.asset.as_ref(),
                _ => None,
            };
            let class = asset.and_then(|slug| classes.last(slug));
            let Some(class) = class.filter(|class| subject.asset_class.as_deref() != Some(class))
            else {
                return (*id, Arc::clone(series));
            };
            let subject = Subject { asset_class: Some(class.to_owned()), ..(**subject).clone() };
            (*id, Arc::new(Series { subject: Arc::new(subject), ..(**series).clone() }))
        });
        let denied_distributions = self.denied_distributions.clone();
        let ranks = ranks.unwrap_or_else(|| Arc::clone(&self.ranks));
        let snapshot = Self::new(series.collect(), ranks, self.generation);
        Self { classes: Arc::clone(classes), denied_distributions, ..snapshot }
    }

    /// The generation of the data that it shows.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    pub fn get(&self, id: i64) -> Option<&Arc<Series>> {
        self.series.get(&id)
    }

    /// Every series of a measure that a subject has: those that ranks compose, then the others, the oldest first.
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

    /// The series of every source that reports what a series shows, the first loaded first.
    pub fn sources<'a>(&'a self, of: &'a Series) -> impl Iterator<Item = &'a Arc<Series>> {
        let all = self.of_subject(of.subject.kind, &of.subject.slug, of.measure);
        all.filter(|series| series.ranked.is_none() && series.network == of.network)
    }

    /// The ranks of a source's series.
    pub fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// Every series of a measure: those that ranks compose, then the others, the oldest first.
    pub fn of_measure(&self, measure: &Measure) -> impl Iterator<Item = &Arc<Series>> {
        self.by_measure.get(measure.slug.as_str()).into_iter().flatten()
    }

    /// The series of a measure of the tokens of an asset.
    pub fn of_tokens(&self, measure: &Measure, asset: &str) -> impl Iterator<Item = &Arc<Series>> {
        self.of_measure(measure).filter(move |series| {
            let token = &series.subject;
            token.kind == SubjectKind::Token && token.asset.as_deref() == Some(asset)
        })
    }

    /// The candidates of aggregates. They are found once: a snapshot never changes.
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

    /// The memory of all candidates, without the series themselves.
    pub fn candidates_bytes(&self) -> usize {
        let known = self.candidates.lock().unwrap_or_else(PoisonError::into_inner);
        known.values().map(|candidates| candidates.bytes()).sum()
    }

    /// Its precomputed sums.
    pub fn rollups(&self) -> &RollupCache {
        &self.rollups
    }

    pub fn len(&self) -> usize {
        self.series.len()
    }

    pub fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// How many days all series span.
    pub fn places(&self) -> usize {
        self.places
    }

    /// The memory of all series.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
