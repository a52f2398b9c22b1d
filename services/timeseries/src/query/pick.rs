//! Which series a query means, and their values then or now.

use std::collections::HashMap;
use std::sync::Arc;

use proto::timeseries::v1::{SeriesKey, SeriesLine, SubjectKind};
use time::OffsetDateTime;

use crate::compute::{Derived, Held, Take, derive};
use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::measures::{self, Measure};
use crate::recipes::{self, Recipe, Way};
use crate::snapshot::{Column, Origin, Series, Snapshot, begun_at, known_at};

/// Days of series that an earlier state is read of: it comes from the database.
const MOST_EARLIER_DAYS: i64 = 3_000_000;
const MOST_EARLIER_SERIES: usize = 2_000;
/// Changes within an interval need the value before it.
const LEAST_CARRY: Day = 31;

/// The present snapshot.
pub fn snapshot(ctx: &Context) -> Result<Arc<Snapshot>, TimeseriesError> {
    ctx.snapshot.get().ok_or(TimeseriesError::NotReady)
}

/// The measure of a name.
pub fn measure(name: &str) -> Result<&'static Measure, TimeseriesError> {
    measures::asked(name)
        .ok_or_else(|| TimeseriesError::MeasureUnknown(name.chars().take(80).collect()))
}

/// The series of a key, if there is one.
pub fn series(
    snapshot: &Snapshot,
    key: &SeriesKey,
) -> Result<Option<Arc<Series>>, TimeseriesError> {
    let measure = measure(&key.measure)?;
    match recipes::of(measure) {
        None => Ok(stored(snapshot, measure, key).cloned()),
        Some(Recipe::Ways(ways)) => {
            let ways = ways.iter();
            Ok(ways.filter_map(|way| derived(snapshot, measure, way, key)).map(Arc::new).next())
        }
        Some(Recipe::Share(_)) => {
            let message = format!("{} is that of a group: ask for an aggregate", measure.name);
            Err(TimeseriesError::refused("share_of_no_group", message))
        }
    }
}

/// What is answered where there is none.
pub fn unknown(key: &SeriesKey) -> TimeseriesError {
    let [measure, slug] = [&key.measure, &key.subject_slug].map(|name| name.chars().take(80));
    TimeseriesError::SeriesUnknown(measure.chain(" of ".chars()).chain(slug).collect())
}

fn derived(
    snapshot: &Snapshot,
    measure: &'static Measure,
    way: &'static Way,
    key: &SeriesKey,
) -> Option<Series> {
    let [first, second] = way.terms.map(|term| term.measure);
    let base = stored(snapshot, first, key)?;
    // The other one may have another source.
    let anywhere = SeriesKey { source: None, ..key.clone() };
    let other = stored(snapshot, second, key).or_else(|| stored(snapshot, second, &anywhere))?;
    Some(Series::derived(measure, way, [Arc::clone(base), Arc::clone(other)]))
}

fn stored<'a>(
    snapshot: &'a Snapshot,
    measure: &Measure,
    key: &SeriesKey,
) -> Option<&'a Arc<Series>> {
    let kind = SubjectKind::try_from(key.subject_kind).unwrap_or_default();
    let network = key.network_slug.as_deref().unwrap_or_default();
    let found = snapshot.of_subject(kind, &key.subject_slug, measure).find(|series| {
        series.network == network
            && key.source.as_ref().is_none_or(|source| *source == series.source)
    });
    found.or_else(|| of_its_token(snapshot, measure, key))
}

/// An asset that has one token on a network has its numbers there.
fn of_its_token<'a>(
    snapshot: &'a Snapshot,
    measure: &Measure,
    key: &SeriesKey,
) -> Option<&'a Arc<Series>> {
    let network = key.network_slug.as_deref()?;
    if key.subject_kind != i32::from(SubjectKind::Asset) {
        return None;
    }
    let mut found = snapshot.of_tokens(measure, &key.subject_slug).filter(|series| {
        series.subject.network.as_deref() == Some(network)
            && key.source.as_ref().is_none_or(|source| *source == series.source)
    });
    let first = found.next()?;
    found.all(|other| other.subject.id == first.subject.id).then_some(first)
}

/// The values of series as they were known.
#[derive(Default)]
pub struct Columns {
    /// Those of an earlier state, by the number of the series; none where the present is asked for.
    earlier: Option<HashMap<i64, Column>>,
    derived: HashMap<i64, Derived>,
}

impl Columns {
    /// Now, or at an instant: then they are read from the database, which is bounded and slower.
    pub async fn of<'a>(
        ctx: &Context,
        series: impl IntoIterator<Item = &'a Arc<Series>> + Clone,
        at: Option<OffsetDateTime>,
        (from, to): (Day, Day),
    ) -> Result<Self, TimeseriesError> {
        let Some(at) = at else { return Ok(Self::default()) };
        let each = series.clone().into_iter();
        let from = each.map(|series| begin(series, from)).min().unwrap_or(from);
        let mut ids: Vec<i64> =
            series.into_iter().flat_map(Series::stored).map(|series| series.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let days = i64::from(to) - i64::from(from) + 1;
        if ids.len() > MOST_EARLIER_SERIES || days * ids.len() as i64 > MOST_EARLIER_DAYS {
            let message = "An earlier state is answered for fewer series or a shorter range";
            return Err(TimeseriesError::refused("as_of_too_wide", message));
        }
        let mut columns: HashMap<i64, Column> = HashMap::new();
        let mut conn = ctx.db.conn().await?;
        known_at(&mut conn, &ids, at, (from, to), |id, day, said| {
            said.note(columns.entry(id).or_default(), day);
        })
        .await?;
        // Of what is not read it counts that a series had begun.
        for id in begun_at(&mut conn, &ids, at, from).await? {
            columns.entry(id).or_default().set(from - 1, None);
        }
        Ok(Self { earlier: Some(columns), ..Self::default() })
    }

    /// Works out what is derived, from one day to another.
    pub fn derive<'a>(
        &mut self,
        series: impl IntoIterator<Item = &'a Arc<Series>>,
        range: (Day, Day),
    ) {
        for series in series {
            let Some(Origin { way, inputs }) = &series.origin else { continue };
            let [Some(first), Some(second)] = inputs.each_ref().map(|input| self.stored(input))
            else {
                continue;
            };
            let derived = derive(way.formula, way.takes(), [first, second], range);
            self.derived.insert(series.id, derived);
        }
    }

    fn stored<'a>(&'a self, series: &'a Series) -> Option<Held<'a>> {
        let column = match &self.earlier {
            None => Some(&*series.column),
            Some(columns) => columns.get(&series.id),
        };
        column.map(|column| Held { column, carry: series.carry })
    }

    /// The values of a series; none where nothing was known.
    pub fn get<'a>(&'a self, series: &'a Series) -> Option<Held<'a>> {
        if series.origin.is_none() {
            return self.stored(series);
        }
        let derived = self.derived.get(&series.id)?;
        Some(Held { column: &derived.column, carry: derived.carry })
    }

    /// The day from which on all that it is made of is told.
    pub fn begun(&self, series: &Arc<Series>) -> Option<Day> {
        series.stored().filter_map(|series| self.stored(series)?.column.first()).max()
    }

    /// The day of its newest value.
    pub fn last(&self, series: &Series) -> Option<Day> {
        match self.derived.get(&series.id) {
            Some(derived) => derived.last,
            None => self.stored(series)?.column.last(),
        }
    }
}

/// The first day that must be read for the values of a series from a day on.
fn begin(series: &Series, from: Day) -> Day {
    let Some(Origin { way, inputs }) = &series.origin else {
        return from.saturating_sub(series.carry.max(LEAST_CARRY));
    };
    let of_terms = way.takes().into_iter().zip(inputs).map(|(take, input)| match take {
        Take::First => input.column.first().unwrap_or(from).min(from - input.carry),
        take => from.saturating_sub(take.reach(input.carry.max(LEAST_CARRY))),
    });
    of_terms.min().unwrap_or(from)
}

/// A series in the answer.
pub fn line(series: &Series, last: Option<Day>, values: Vec<f64>) -> SeriesLine {
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
        source: series.source.clone(),
        is_sample: series.subject.is_sample,
        last_date: last.map(day::text),
        values,
        carry_days: series.carry.unsigned_abs(),
    }
}
