//! Answers which loads the numbers of an answer come from, for downloads.

use std::sync::Arc;

use engine::measures::Measure;
use engine::{Day, Series, day, selection};
use futures::TryStreamExt as _;
use proto::timeseries::v1::{
    GetAggregateRequest, GetOriginsResponse, GetSeriesRequest, Load, OriginMethod, OriginRun,
};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use super::aggregate::refuse_unresolved;
use super::columns::columns;
use super::dimension::{group_by, subject_kind};
use super::filter::parse;
use super::limits::MOST_ORIGIN_RUNS;
use super::summed::summed;
use super::{lookup, range, series};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::lists;

/// Answers the load of each day of the series of a query; for derived series, of each input.
pub async fn series_origins(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<GetOriginsResponse, TimeseriesError> {
    let now = ctx.clock.now();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let at = as_of.unwrap_or(now);
    let served = lookup::served_at(ctx, as_of).await?;
    let mut selected: Vec<Arc<Series>> = Vec::with_capacity(request.keys.len());
    for key in &request.keys {
        selected.extend(lookup::readable_series(&served, key)?);
    }
    let carry = selected.iter().flat_map(Series::stored).map(|series| series.carry).max();
    let carry = carry.unwrap_or_default();
    let from = range::day("from", request.from.as_deref())?.unwrap_or(day::EARLIEST);
    let to = range::day("to", request.to.as_deref())?.unwrap_or_else(|| day::at(now));
    let ids: Vec<i64> = selected.iter().flat_map(Series::stored).map(|stored| stored.id).collect();
    let withheld = series::withheld(ctx, request).await?;
    let range = (from.saturating_sub(carry), to);
    let is_ranked = |series: &Arc<Series>| series.inputs().any(|input| input.ranked.is_some());
    let ranked: Vec<Arc<Series>> =
        selected.iter().filter(|series| is_ranked(series)).cloned().collect();
    let columns = columns(ctx, &ranked, as_of, range, &[]).await?;
    let mut conn = ctx.db.conn().await?;
    let found = runs(&mut conn, &ids, at, range).await?;
    let mut runs: Vec<OriginRun> = Vec::with_capacity(found.len());
    for series in &selected {
        let mut inputs: Vec<&Arc<Series>> = series.inputs().collect();
        inputs.dedup_by_key(|input| input.id);
        for input in inputs {
            for taken in columns.source_runs(input, range) {
                let of_input = found.iter().filter_map(|run| within(run, taken));
                let ids = |run| OriginRun { series_id: series.id, input_id: input.id, ..run };
                runs.extend(of_input.map(ids));
            }
        }
    }
    let mut load_ids: Vec<i64> = runs.iter().map(|run| run.load_id).collect();
    load_ids.sort_unstable();
    load_ids.dedup();
    let loads = lists::loads_by_id(&mut conn, &load_ids).await?;
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
    let served = lookup::served_at(ctx, as_of).await?;
    let snapshot = served.snapshot();
    let measure = lookup::measure(&request.measure)?;
    let by = group_by(request.group_by)?;
    let kind = subject_kind(request.subject_kind, by);
    let filter = parse(request.filter.as_ref(), kind)?;
    let (summed, weight) = summed(measure, request.weight.as_deref())?;
    let members = selection::select(snapshot, summed, kind, &filter, by);
    let (members, _) = members.counted(summed, request.counts_feeders.unwrap_or_default());
    let weights = weight.map(|weight| selection::weights(snapshot, weight, &members));
    let all = members.iter().chain(weights.iter().flat_map(|weights| weights.values()));
    let ids: Vec<i64> = all.flat_map(Series::stored).map(|series| series.id).collect();
    let at = as_of.unwrap_or(now);
    let mut conn = ctx.db.conn().await?;
    let loads = known_loads(&mut conn, &ids, at).await?;
    let methods = method(measure, 0).into_iter().collect();
    Ok(GetOriginsResponse { loads, methods, ..GetOriginsResponse::default() })
}

/// The loads whose values of some series were known at an instant, the oldest first.
pub async fn known_loads(
    conn: &mut PgConnection,
    series: &[i64],
    at: OffsetDateTime,
) -> Result<Vec<Load>, TimeseriesError> {
    let load_ids: Vec<i64> = sqlx::query_scalar(
        "SELECT DISTINCT load_id FROM series_loads
         WHERE series_id = ANY($1) AND known_at <= $2",
    )
    .bind(series)
    .bind(at)
    .fetch_all(&mut *conn)
    .await?;
    lists::loads_by_id(conn, &load_ids).await
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
