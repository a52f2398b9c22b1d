//! Answers which loads the numbers of an answer come from, for downloads.

use std::sync::Arc;

use engine::measures::Measure;
use engine::{Day, Series, day, selection};
use futures::TryStreamExt as _;
use proto::timeseries::v1::{
    GetAggregateRequest, GetOriginsResponse, GetSeriesRequest, OriginMethod, OriginRun,
};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use super::aggregate::refuse_unresolved;
use super::columns::columns;
use super::dimension::{group_by, subject_kind};
use super::filter::parse;
use super::limits::MOST_ORIGIN_RUNS;
use super::loads::loads;
use super::series::SelectedSeries;
use super::summed::summed;
use super::{lookup, range, series};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::loads::{loads_by_id, without_counts_if};
use crate::scopes::CallScope;

/// Answers the load of each day of the series of a query; for derived series, of each input.
pub async fn series_origins(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<GetOriginsResponse, TimeseriesError> {
    let now = ctx.clock.now();
    let withheld = series::withheld(ctx, request).await?;
    let selection = SelectedSeries::new(ctx, request).await?;
    let (from, to) = selection.days_within((day::EARLIEST, day::at(now)));
    let SelectedSeries { series: selected, visible, as_of, .. } = selection;
    let at = as_of.unwrap_or(now);
    let carry = selected.iter().flat_map(Series::stored).map(|series| series.carry).max();
    let carry = carry.unwrap_or_default();
    let ids: Vec<i64> = selected.iter().flat_map(Series::stored).map(|stored| stored.id).collect();
    let range = (from.saturating_sub(carry), to);
    let is_ranked = |series: &Arc<Series>| series.inputs().any(|input| input.ranked.is_some());
    let ranked: Vec<Arc<Series>> =
        selected.iter().filter(|series| is_ranked(series)).cloned().collect();
    let columns = columns(ctx, &ranked, as_of, range, &visible).await?;
    let mut conn = ctx.db.conn().await?;
    let found = runs(&mut conn, &ids, at, range).await?;
    let mut runs: Vec<OriginRun> = Vec::with_capacity(found.len());
    for (place, series) in selected.iter().enumerate() {
        let mut inputs: Vec<&Arc<Series>> = series.inputs().collect();
        inputs.dedup_by_key(|input| input.id);
        for input in inputs {
            let shown = visible.get(place).map(|visible| visible.ranges(input));
            let shown = shown.unwrap_or_else(|| vec![(Day::MIN, Day::MAX)]);
            for (source, first, last) in columns.source_runs(input, range) {
                let parts =
                    shown.iter().map(|(from, to)| (source, first.max(*from), last.min(*to)));
                let of_input =
                    parts.flat_map(|taken| found.iter().filter_map(move |run| within(run, taken)));
                let ids = |run| OriginRun { series_id: series.id, input_id: input.id, ..run };
                runs.extend(of_input.map(ids));
            }
        }
    }
    let mut load_ids: Vec<i64> = runs.iter().map(|run| run.load_id).collect();
    load_ids.sort_unstable();
    load_ids.dedup();
    let loads = loads_by_id(&mut conn, &load_ids).await?;
    let loads = without_counts_if(!visible.is_empty(), loads);
    let methods = selected.iter().filter_map(|series| method(series.measure, series.id)).collect();
    Ok(GetOriginsResponse { runs, loads, methods, withheld })
}

/// The part of a run on the days on which a series has the values of its source.
fn within(run: &OriginRun, (source, from, to): (i64, Day, Day)) -> Option<OriginRun> {
    // Days as texts are in their order.
    let first_date = run.first_date.clone().max(day::text(from));
    let last_date = run.last_date.clone().min(day::text(to));
    let is_within = run.input_id == source && first_date <= last_date;
    is_within.then(|| OriginRun { first_date, last_date, ..run.clone() })
}

/// Answers the loads of the members of an aggregate.
pub async fn aggregate_origins(
    ctx: &Context,
    request: &GetAggregateRequest,
) -> Result<GetOriginsResponse, TimeseriesError> {
    refuse_unresolved(request)?;
    let now = ctx.clock.now();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let scope = CallScope::of_call(now)?;
    let whole = lookup::served_at(ctx, as_of).await?;
    let measure = lookup::measure(&request.measure)?;
    let by = group_by(request.group_by)?;
    let kind = subject_kind(request.subject_kind, by);
    let filter = parse(request.filter.as_ref(), kind)?;
    let (summed, weight) = summed(measure, request.weight.as_deref())?;
    let interval = range::interval(request.interval)?;
    let from = range::day("from", request.from.as_deref())?.unwrap_or(Day::MIN);
    let to = range::day("to", request.to.as_deref())?.unwrap_or_else(|| day::at(now));
    if let Some(scope) = &scope {
        let weight = weight.filter(|_| request.weight.is_some());
        for measure in [measure].into_iter().chain(weight) {
            scope.check(&whole.attributes, measure, &filter, ((from, to), interval))?;
        }
    }
    let served = lookup::within_scope(ctx, &whole, scope.as_ref(), measure, (interval, to)).await?;
    let snapshot = served.snapshot();
    let members = selection::select(snapshot, summed, kind, &filter, by);
    let (members, _) = members.counted(summed, request.counts_feeders.unwrap_or_default());
    let weights = weight.map(|weight| selection::weights(snapshot, weight, &members));
    let all = members.iter().chain(weights.iter().flat_map(|weights| weights.values()));
    let stored = all.flat_map(Series::stored);
    let loads = loads(stored, served.visible.as_deref(), day::at(now));
    let mut conn = ctx.db.conn().await?;
    let loads = loads.known(&mut conn, as_of.unwrap_or(now)).await?;
    let methods = method(measure, 0).into_iter().collect();
    Ok(GetOriginsResponse { loads, methods, ..GetOriginsResponse::default() })
}

/// The method version of a derived measure.
fn method(measure: &Measure, series_id: i64) -> Option<OriginMethod> {
    let method_version = measure.method_version()?.to_owned();
    Some(OriginMethod { series_id, method_version })
}

type Row = (i64, Date, OffsetDateTime, i64);

async fn runs(
    conn: &mut PgConnection,
    series: &[i64],
    at: OffsetDateTime,
    (from, to): (Day, Day),
) -> Result<Vec<OriginRun>, TimeseriesError> {
    let mut rows = sqlx::query_as::<_, Row>(
        "SELECT DISTINCT ON (series_id, date) series_id, date, known_at, load_id FROM observations
         WHERE series_id = ANY($1) AND known_at <= $2 AND date BETWEEN $3 AND $4
         ORDER BY series_id, date, known_at DESC",
    )
    .bind(series)
    .bind(at)
    .bind(day::date(from))
    .bind(day::date(to))
    .fetch(conn);
    let mut runs: Vec<OriginRun> = Vec::new();
    while let Some((series_id, date, known_at, load_id)) = rows.try_next().await? {
        let known_at = kit::clock::milliseconds(known_at);
        let date = day::text(day::from_date(date));
        if let Some(run) = runs.last_mut()
            && (run.series_id, run.load_id, run.known_at) == (series_id, load_id, known_at)
        {
            run.last_date = date;
            continue;
        }
        if runs.len() == MOST_ORIGIN_RUNS {
            let message =
                "The numbers come from too many loads: query fewer series or a shorter range";
            return Err(TimeseriesError::refused("origins_bound", message));
        }
        let first_date = date.clone();
        let input_id = series_id;
        runs.push(OriginRun {
            series_id,
            first_date,
            last_date: date,
            known_at,
            load_id,
            input_id,
        });
    }
    Ok(runs)
}
