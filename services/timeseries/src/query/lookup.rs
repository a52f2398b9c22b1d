//! The snapshot, the measure and the series that a query names.

use std::sync::Arc;

use engine::derived_measures::{self, Definition, Derivation};
use engine::measures::{self, Measure};
use engine::{Columns, Day, Series, SeriesFilter, Snapshot, day};
use proto::timeseries::v1::{SeriesInterval, SeriesKey, SeriesLine, SubjectKind};
use time::OffsetDateTime;

use super::limits::MOST_NAMED_SOURCES;
use crate::class_changes;
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::scopes::CallScope;
use crate::snapshot::ServedSnapshot;
use crate::source_ranks;

/// The present snapshot for every reader.
pub fn served(ctx: &Context) -> Result<Arc<ServedSnapshot>, TimeseriesError> {
    ctx.snapshot.get().ok_or(TimeseriesError::NotReady)
}

/// The snapshot for every reader, with the asset classes and the ranks of sources of an earlier time.
pub async fn served_at(
    ctx: &Context,
    at: Option<OffsetDateTime>,
) -> Result<Arc<ServedSnapshot>, TimeseriesError> {
    let present = served(ctx)?;
    let Some(at) = at else { return Ok(present) };
    let mut conn = ctx.db.conn().await?;
    let classes = class_changes::history(&mut conn, Some(at)).await?;
    let ranks = source_ranks::other_ranks(&mut conn, at).await?.map(Arc::new);
    drop(conn);
    if classes == **present.snapshot().classes() && ranks.is_none() {
        return Ok(present);
    }
    let classes = Arc::new(classes);
    let earlier = move || present.earlier(&classes, ranks.as_ref());
    ctx.calculations.run(earlier).await.map(Arc::new)
}

/// The part of a snapshot that a scope shows to a query for a measure, in intervals up to a day.
pub async fn within_scope(
    ctx: &Context,
    served: &Arc<ServedSnapshot>,
    scope: Option<&CallScope>,
    measure: &'static Measure,
    (interval, to): (SeriesInterval, Day),
) -> Result<Arc<ServedSnapshot>, TimeseriesError> {
    let Some(scope) = scope else { return Ok(Arc::clone(served)) };
    let (key, visible) = scope.visible_days(&served.attributes, measure, interval, to);
    let whole = Arc::clone(served);
    let make = ctx.calculations.run(move || whole.part(visible));
    // On the heap: calls without a scope would otherwise reserve room for it.
    Box::pin(served.narrowed.get(key, served.bytes(), make)).await
}

/// The part of a snapshot that a scope shows of the daily values of a series, which may not all be outside of it.
pub async fn daily_values(
    ctx: &Context,
    served: &Arc<ServedSnapshot>,
    scope: Option<&CallScope>,
    key: &SeriesKey,
    days: (Day, Day),
) -> Result<Arc<ServedSnapshot>, TimeseriesError> {
    let measure = measure(&key.measure)?;
    if let Some(scope) = scope {
        let range = (days, SeriesInterval::Day);
        scope.check(&served.attributes, measure, &SeriesFilter::EVERYTHING, range)?;
    }
    within_scope(ctx, served, scope, measure, (SeriesInterval::Day, days.1)).await
}

pub fn measure(name: &str) -> Result<&'static Measure, TimeseriesError> {
    measures::by_name(name)
        .ok_or_else(|| TimeseriesError::MeasureUnknown(name.chars().take(80).collect()))
}

/// The series of a key, if its reader may have it. A file is refused where it would have other sources than the page.
pub fn readable_series(
    served: &ServedSnapshot,
    key: &SeriesKey,
) -> Result<Option<Arc<Series>>, TimeseriesError> {
    let (own, on_screen) = (served.snapshot(), served.on_screen());
    let Some(found) = series(own, key)? else { return Ok(None) };
    if !Arc::ptr_eq(own, on_screen)
        && let Some(shown) = series(on_screen, key)?
    {
        let denied: Vec<&Arc<Series>> =
            shown.stored().filter(|stored| own.get(stored.id).is_none()).collect();
        if !denied.is_empty() {
            let sources = sources(denied.into_iter().map(|stored| stored.source.as_str()));
            return Err(TimeseriesError::NotRedistributable(sources));
        }
    }
    Ok(Some(found))
}

/// The series of a key in a snapshot, if it exists.
pub fn series(
    snapshot: &Snapshot,
    key: &SeriesKey,
) -> Result<Option<Arc<Series>>, TimeseriesError> {
    let measure = measure(&key.measure)?;
    match derived_measures::definition(measure) {
        None => Ok(stored(snapshot, measure, key).cloned()),
        Some(Definition::Derivations(derivations)) => {
            let mut made = derivations
                .iter()
                .filter_map(|derivation| derived(snapshot, measure, derivation, key));
            let Some(series) = made.next() else { return Ok(None) };
            match series.refusal() {
                Some(refusal) => Err(TimeseriesError::series_refused(measure, &refusal)),
                None => Ok(Some(Arc::new(series))),
            }
        }
        Some(Definition::Share(_)) => Err(share_of_no_group(measure)),
    }
}

/// The refusal of a share where no groups make a total.
pub fn share_of_no_group(measure: &Measure) -> TimeseriesError {
    let message = format!("{} applies to groups only: query an aggregate", measure.name);
    TimeseriesError::refused("share_of_no_group", message)
}

/// The failure for a key without a series, or with one that may not be part of a file.
pub fn missing(served: &ServedSnapshot, key: &SeriesKey) -> TimeseriesError {
    match series(served.on_screen(), key) {
        Ok(Some(series)) => TimeseriesError::NotRedistributable(sources(
            series.stored().map(|stored| stored.source.as_str()),
        )),
        _ => unknown(key),
    }
}

/// The names of sources in a refusal, each once.
pub fn sources<'a>(sources: impl Iterator<Item = &'a str>) -> String {
    let mut sources: Vec<&str> = sources.collect();
    sources.sort_unstable();
    sources.dedup();
    sources.truncate(MOST_NAMED_SOURCES);
    sources.join(", ")
}

fn unknown(key: &SeriesKey) -> TimeseriesError {
    let [measure, slug] = [&key.measure, &key.subject_slug].map(|name| name.chars().take(80));
    TimeseriesError::SeriesUnknown(measure.chain(" of ".chars()).chain(slug).collect())
}

fn derived(
    snapshot: &Snapshot,
    measure: &'static Measure,
    way: &'static Derivation,
    key: &SeriesKey,
) -> Option<Series> {
    let [first, second] = way.inputs.map(|input| input.measure);
    let base = stored(snapshot, first, key)?;
    // The second input may have another source.
    let anywhere = SeriesKey { source: None, ..key.clone() };
    let other = stored(snapshot, second, key).or_else(|| stored(snapshot, second, &anywhere))?;
    let paid = way.distributions().and_then(|paid| stored(snapshot, paid, &anywhere)).cloned();
    if paid.is_none() && snapshot.lacks_distributions(way, &base.subject) {
        return None;
    }
    Some(Series::derived(measure, way, [Arc::clone(base), Arc::clone(other)], paid))
}

fn stored<'a>(
    snapshot: &'a Snapshot,
    measure: &Measure,
    key: &SeriesKey,
) -> Option<&'a Arc<Series>> {
    let kind = SubjectKind::try_from(key.subject_kind).unwrap_or_default();
    let network = key.network_slug.as_deref().unwrap_or_default();
    let found = snapshot
        .of_subject(kind, &key.subject_slug, measure)
        .find(|series| series.network == network && is_of(key, series));
    found.or_else(|| of_its_token(snapshot, measure, key))
}

/// Whether a series is of the source of a key: what a source itself reports, and without one what ranks compose.
fn is_of(key: &SeriesKey, series: &Series) -> bool {
    key.source.as_ref().is_none_or(|source| series.ranked.is_none() && *source == series.source)
}

/// The series of an asset on a network is that of its only token there.
fn of_its_token<'a>(
    snapshot: &'a Snapshot,
    measure: &Measure,
    key: &SeriesKey,
) -> Option<&'a Arc<Series>> {
    let network = key.network_slug.as_deref()?;
    if key.subject_kind != i32::from(SubjectKind::Asset) {
        return None;
    }
    let mut found = snapshot
        .of_tokens(measure, &key.subject_slug)
        .filter(|series| series.subject.network.as_deref() == Some(network) && is_of(key, series));
    let first = found.next()?;
    found.all(|other| other.subject.id == first.subject.id).then_some(first)
}

/// The source of the newest value of a series.
pub fn source<'a>(series: &'a Arc<Series>, columns: &'a Columns, last: Option<Day>) -> &'a str {
    let taken = last.map(|last| columns.source_on(series, last));
    &taken.unwrap_or(series).source
}

/// A series in the answer.
pub fn line(series: &Arc<Series>, columns: &Columns, values: Vec<f64>) -> SeriesLine {
    let last = columns.last(series);
    SeriesLine {
        series_id: series.id,
        subject_kind: series.subject.kind.into(),
        subject_slug: series.subject.slug.clone(),
        subject_name: series.subject.name.clone(),
        measure_slug: series.measure.slug.clone(),
        measure_name: series.measure.name.clone(),
        kind: series.measure.kind().into(),
        unit: series.measure.unit.clone(),
        network_slug: (!series.network.is_empty()).then(|| series.network.clone()),
        source: source(series, columns, last).to_owned(),
        is_sample: series.subject.is_sample,
        last_date: last.map(day::text),
        values,
        carry_days: series.carry.unsigned_abs(),
        qualifiers: Vec::new(),
    }
}
