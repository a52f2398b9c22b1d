//! Selects the members of an aggregate, and the series that weigh them, from a snapshot.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use proto::timeseries::v1::SubjectKind;

use super::candidates::Candidates;
use super::class_history::ClassHistory;
use super::dimension::Dimension;
use super::filter::SeriesFilter;
use super::members::Members;
use crate::derived::derived_measures::{self, Definition, Derivation};
use crate::measures::Measure;
use crate::snapshots::series::Series;
use crate::snapshots::snapshot::Snapshot;

/// Selects the series of a measure. A subject counts with its series on each network if the query groups or filters by
/// network, otherwise with its series over all networks, or those on each network if there is no such series. An asset
/// without series on networks counts with those of its tokens. Of several sources the one with the best rank counts on each
/// day, and without ranks the first one that the filter admits. Where classes matter, a series of a reclassified asset counts
/// in each class on the days of that class.
pub fn select(
    snapshot: &Snapshot,
    measure: &'static Measure,
    kind: SubjectKind,
    filter: &SeriesFilter,
    by: Option<Dimension>,
) -> Members {
    select_in(snapshot.classes(), snapshot, measure, kind, filter, by)
}

/// The same with each subject in its present class on all days: a list has one row for it, with its present class.
pub fn select_by_present_class(
    snapshot: &Snapshot,
    measure: &'static Measure,
    kind: SubjectKind,
    filter: &SeriesFilter,
    by: Option<Dimension>,
) -> Members {
    select_in(&ClassHistory::default(), snapshot, measure, kind, filter, by)
}

fn select_in(
    classes: &ClassHistory,
    snapshot: &Snapshot,
    measure: &'static Measure,
    kind: SubjectKind,
    filter: &SeriesFilter,
    by: Option<Dimension>,
) -> Members {
    let by_network = by.is_some_and(Dimension::is_by_network) || filter.needs_parts(kind);
    let by_class = by == Some(Dimension::AssetClass) || filter.uses(Dimension::AssetClass);
    let apart = |all: Arc<Candidates>| {
        if !(by_class && classes.has_several()) {
            return all;
        }
        let each = all.series().iter().flat_map(|series| classes.by_class(series));
        Arc::new(Candidates::new(each.collect()))
    };
    if let Some(Definition::Derivations(derivations)) = derived_measures::definition(measure) {
        let all = Candidates::new(derived(
            Pool { snapshot, filter },
            measure,
            derivations,
            kind,
            by_network,
        ));
        return Members::new(apart(Arc::new(all)), filter, true);
    }
    let is_derived = by_network && derived_measures::unchanged(measure).is_some();
    let all = if filter.needs_sources() {
        Arc::new(Candidates::new(observed(Pool { snapshot, filter }, measure, kind, by_network)))
    } else {
        everything(snapshot, measure, kind, by_network)
    };
    Members::new(apart(all), filter, is_derived)
}

/// The series of the sources that a filter admits.
#[derive(Clone, Copy)]
struct Pool<'a> {
    snapshot: &'a Snapshot,
    filter: &'a SeriesFilter,
}

impl<'a> Pool<'a> {
    /// The series of every source.
    fn of_every_source(snapshot: &'a Snapshot) -> Self {
        const EVERYTHING: &SeriesFilter = &SeriesFilter::EVERYTHING;
        Self { snapshot, filter: EVERYTHING }
    }

    fn of_measure(self, measure: &Measure) -> impl Iterator<Item = &'a Arc<Series>> {
        self.snapshot.of_measure(measure).filter(move |series| self.admits(series))
    }

    /// A filter by source means what the source itself reports.
    fn admits(self, series: &Series) -> bool {
        if self.filter.needs_sources() {
            return series.ranked.is_none() && self.filter.admits_source(&series.source);
        }
        true
    }
}

/// All candidates of an observed measure.
pub fn everything(
    snapshot: &Snapshot,
    measure: &'static Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Arc<Candidates> {
    let found = || observed(Pool::of_every_source(snapshot), measure, kind, by_network);
    snapshot.candidates((measure.id, kind, by_network), found)
}

fn observed(
    pool: Pool<'_>,
    measure: &'static Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let all = stored(pool, measure, kind, by_network);
    let Some(derivation) = derived_measures::unchanged(measure).filter(|_| by_network) else {
        return all;
    };
    let tokens = tokens_of_weight(pool.snapshot, measure, kind);
    let each = all.into_iter().flat_map(|series| {
        match tokens.get(series.subject.slug.as_str()).filter(|_| is_whole(&series)) {
            None => vec![series],
            Some(tokens) => {
                let same =
                    Series::derived(measure, derivation, [Arc::clone(&series), series], None);
                tokens.iter().map(|token| Arc::new(same.of_token(token))).collect()
            }
        }
    });
    each.collect()
}

fn stored(
    pool: Pool<'_>,
    measure: &Measure,
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut subjects: HashMap<i64, Vec<&Arc<Series>>> = HashMap::new();
    for series in pool.of_measure(measure).filter(|series| series.subject.kind == kind) {
        let of_subject = subjects.entry(series.subject.id).or_default();
        if of_subject.iter().all(|known| known.network != series.network) {
            of_subject.push(series);
        }
    }
    let tokens = if by_network && kind == SubjectKind::Asset {
        tokens_of_assets(pool, measure)
    } else {
        HashMap::new()
    };
    let mut members: Vec<Arc<Series>> = Vec::new();
    for of_subject in subjects.into_values() {
        let asset = of_subject.first().map(|series| series.subject.slug.as_str());
        let of_tokens = asset.and_then(|slug| tokens.get(slug));
        let (whole, parts): (Vec<_>, Vec<_>) =
            of_subject.into_iter().partition(|series| series.network.is_empty());
        let chosen = match (by_network, parts.is_empty(), whole.is_empty()) {
            (true, false, _) | (false, _, true) => parts,
            _ => of_tokens.cloned().unwrap_or(whole),
        };
        members.extend(chosen.into_iter().cloned());
    }
    members
}

/// The series of tokens, by asset.
fn tokens_of_assets<'a>(
    pool: Pool<'a>,
    measure: &Measure,
) -> HashMap<&'a str, Vec<&'a Arc<Series>>> {
    let mut tokens: HashMap<&str, Vec<&Arc<Series>>> = HashMap::new();
    for series in
        pool.of_measure(measure).filter(|series| series.subject.kind == SubjectKind::Token)
    {
        if let Some(asset) = series.subject.asset.as_deref() {
            let known = tokens.entry(asset).or_default();
            if known.iter().all(|other| other.subject.id != series.subject.id) {
                known.push(series);
            }
        }
    }
    tokens
}

/// The derived series of each subject, by the first derivation whose inputs it has.
fn derived(
    pool: Pool<'_>,
    measure: &'static Measure,
    derivations: &'static [Derivation],
    kind: SubjectKind,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut found: Vec<Arc<Series>> = Vec::new();
    let mut known: HashSet<(SubjectKind, String)> = HashSet::new();
    let tokens =
        if by_network { tokens_of_weight(pool.snapshot, measure, kind) } else { HashMap::new() };
    for derivation in derivations {
        let made: Vec<Series> = stored(pool, derivation.inputs[0].measure, kind, by_network)
            .into_iter()
            .filter(|base| !known.contains(&(base.subject.kind, base.subject.slug.clone())))
            .filter_map(|base| derived_beside(pool, measure, derivation, &base))
            .collect();
        for series in &made {
            known.insert((series.subject.kind, series.subject.slug.clone()));
            // An asset whose tokens have the series does not count once more itself.
            let asset = series.subject.asset.clone();
            known.extend(asset.map(|asset| (SubjectKind::Asset, asset)));
        }
        found.extend(made.into_iter().flat_map(|series| everywhere(series, &tokens)).map(Arc::new));
    }
    found
}

/// The tokens that have their own weight in averages of a measure, by asset.
fn tokens_of_weight<'a>(
    snapshot: &'a Snapshot,
    measure: &Measure,
    kind: SubjectKind,
) -> HashMap<&'a str, Vec<&'a Arc<Series>>> {
    match measure.weight().filter(|weight| derived_measures::definition(weight).is_none()) {
        Some(weight) if kind == SubjectKind::Asset => {
            tokens_of_assets(Pool::of_every_source(snapshot), weight)
        }
        _ => HashMap::new(),
    }
}

fn is_whole(series: &Series) -> bool {
    series.subject.kind == SubjectKind::Asset && series.network.is_empty()
}

/// A series that holds for a whole asset, once for each of its tokens that has its own weight.
fn everywhere(series: Series, tokens: &HashMap<&str, Vec<&Arc<Series>>>) -> Vec<Series> {
    match tokens.get(series.subject.slug.as_str()).filter(|_| is_whole(&series)) {
        None => vec![series],
        Some(tokens) => tokens.iter().map(|token| series.of_token(token)).collect(),
    }
}

fn derived_beside(
    pool: Pool<'_>,
    measure: &'static Measure,
    way: &'static Derivation,
    base: &Arc<Series>,
) -> Option<Series> {
    let [first, second] =
        way.inputs.map(|input| stored_beside(pool, input.measure, base).map(Arc::clone));
    // From any source: the value and the distributions out of it may have two sources.
    let anywhere = Pool::of_every_source(pool.snapshot);
    let paid = way.distributions().and_then(|paid| stored_beside(anywhere, paid, base));
    let paid = paid.map(Arc::clone);
    if paid.is_none() && pool.snapshot.lacks_distributions(way, &base.subject) {
        return None;
    }
    Some(Series::derived(measure, way, [first?, second?], paid))
}

fn stored_beside<'a>(
    pool: Pool<'a>,
    measure: &Measure,
    member: &Series,
) -> Option<&'a Arc<Series>> {
    let mut all = pool.snapshot.of_subject(member.subject.kind, &member.subject.slug, measure);
    all.find(|series| series.network == member.network && pool.admits(series))
}

/// The weight of each member, by the id of the member's series.
pub fn weights(
    snapshot: &Snapshot,
    weight: &'static Measure,
    members: &Members,
) -> HashMap<i64, Arc<Series>> {
    let pool = Pool::of_every_source(snapshot);
    let beside = |member: &Arc<Series>| match derived_measures::definition(weight) {
        Some(Definition::Derivations(derivations)) => {
            let mut made = derivations
                .iter()
                .filter_map(|derivation| derived_beside(pool, weight, derivation, member));
            made.next().map(Arc::new)
        }
        _ => stored_beside(pool, weight, member).map(Arc::clone),
    };
    members.iter().filter_map(|member| Some((member.id, beside(member)?))).collect()
}
