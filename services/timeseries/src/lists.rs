//! The lists: series, loads and restatements, in the grammar of all lists.

use std::future::{Ready, ready};
use std::sync::Arc;

use engine::{day, withheld_reasons};
use kit::clock;
use kit::query::{self, ShownRecords, ShownRows};
use proto::codec::Text as _;
use proto::query::v1::{Generation, GetGenerationRequest, GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::{
    ListLoadsResponse, ListRestatementsResponse, ListSeriesResponse, Load, MeasureKind,
    Restatement, SeriesRecord, SubjectKind, WithheldCount,
};
use sqlx::{FromRow, PgConnection};
use time::{Date, OffsetDateTime};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::resources::{LOADS, RESOURCES, RESTATED_DAY, RESTATED_SERIES, RESTATEMENTS, SERIES};
use crate::scopes::CallScope;
use crate::snapshot;
use crate::visibility::visibility;

pub async fn series(ctx: &Context, query: &Query) -> Result<ListSeriesResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let listed = query::list::<SeriesRow>(&mut conn, &SERIES, query).await?;
    let results = listed.rows.into_iter().map(SeriesRow::record).collect();
    Ok(ListSeriesResponse { results, pagination: Some(listed.pagination) })
}

pub async fn loads(ctx: &Context, query: &Query) -> Result<ListLoadsResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let listed = query::list::<LoadRow>(&mut conn, &LOADS, query).await?;
    let results = listed.rows.into_iter().map(LoadRow::load).collect();
    Ok(ListLoadsResponse { results, pagination: Some(listed.pagination) })
}

/// A load without its counts and days, which tell of values that a scope may hide.
pub fn without_counts(load: Load) -> Load {
    Load {
        accepted: 0,
        withheld: 0,
        withheld_reasons: Vec::new(),
        restated: 0,
        unchanged: 0,
        series_count: 0,
        first_date: None,
        last_date: None,
        ..load
    }
}

/// The same for all loads, if a scope hides values.
pub fn without_counts_if(is_narrowed: bool, loads: Vec<Load>) -> Vec<Load> {
    if is_narrowed { loads.into_iter().map(without_counts).collect() } else { loads }
}

/// Loads, the oldest first.
pub async fn loads_by_id(
    conn: &mut PgConnection,
    ids: &[i64],
) -> Result<Vec<Load>, TimeseriesError> {
    let rows: Vec<LoadRow> = sqlx::query_as("SELECT * FROM loads WHERE id = ANY($1) ORDER BY id")
        .bind(ids)
        .fetch_all(conn)
        .await?;
    Ok(rows.into_iter().map(LoadRow::load).collect())
}

pub async fn restatements(
    ctx: &Context,
    query: &Query,
) -> Result<ListRestatementsResponse, TimeseriesError> {
    let listed = if let Some(scopes) = CallScope::all_of_call(ctx.clock.now())? {
        let shown = shown_restatements(ctx, scopes).await?;
        let mut conn = ctx.db.conn().await?;
        query::list_shown::<RestatementRow>(&mut conn, &RESTATEMENTS, query, &shown).await?
    } else {
        let mut conn = ctx.db.conn().await?;
        let counts = ctx.snapshot.get().map(|served| Arc::clone(&served.counts));
        let counts = counts.unwrap_or_default();
        query::list_counted::<RestatementRow>(&mut conn, &RESTATEMENTS, query, &counts).await?
    };
    let results = listed.rows.into_iter().map(RestatementRow::restatement).collect();
    Ok(ListRestatementsResponse { results, pagination: Some(listed.pagination) })
}

/// The restatements of the values that scopes show.
async fn shown_restatements(
    ctx: &Context,
    scopes: Vec<CallScope>,
) -> Result<ShownRows, TimeseriesError> {
    let served = ctx.snapshot.get().ok_or(TimeseriesError::NotReady)?;
    let today = day::at(ctx.clock.now());
    // Licences are conditions on the rows.
    let find = move || -> Vec<ShownRecords> {
        let shown = |scope: &CallScope| {
            scope.restatements(served.shown_to_any(), &served.attributes, today)
        };
        scopes.iter().flat_map(shown).collect()
    };
    let parts = ctx.calculations.run(find).await?;
    Ok(ShownRows { record: &RESTATED_SERIES, time: &RESTATED_DAY, parts })
}

/// The fields and operators of a list.
pub fn meta(_: &Context, request: &GetMetaRequest) -> Ready<Result<ResourceMeta, TimeseriesError>> {
    // They are the same in every scope.
    drop(kit::grpc::scope());
    let resource = RESOURCES.iter().find(|resource| resource.name == request.resource);
    // No field has its values from a table.
    let meta = resource.map(|resource| query::declared(resource));
    ready(meta.ok_or(TimeseriesError::ResourceUnknown))
}

/// The generation of the data in the database.
pub async fn generation(
    ctx: &Context,
    _: &GetGenerationRequest,
) -> Result<Generation, TimeseriesError> {
    let generation = snapshot::generation(&mut *ctx.db.conn().await?).await?;
    Ok(Generation { generation: generation.to_string() })
}

fn named(slug: String) -> Option<String> {
    (!slug.is_empty()).then_some(slug)
}

fn kind(text: &str) -> i32 {
    SubjectKind::from_text(text).unwrap_or_default().into()
}

fn text(date: Date) -> String {
    day::text(day::from_date(date))
}

#[derive(FromRow)]
struct SeriesRow {
    id: i64,
    subject_kind: String,
    subject_slug: String,
    subject_name: String,
    network_slug: String,
    measure_slug: String,
    measure_name: String,
    kind: String,
    unit: String,
    source: String,
    carry_days: i32,
    is_sample: bool,
    licence: Option<String>,
    visible_to: String,
    is_redistributable: bool,
}

impl SeriesRow {
    fn record(self) -> SeriesRecord {
        SeriesRecord {
            id: self.id,
            subject_kind: kind(&self.subject_kind),
            subject_slug: self.subject_slug,
            subject_name: self.subject_name,
            network_slug: named(self.network_slug),
            measure_slug: self.measure_slug,
            measure_name: self.measure_name,
            kind: MeasureKind::from_text(&self.kind).unwrap_or_default().into(),
            unit: self.unit,
            source: self.source,
            carry_days: self.carry_days,
            is_sample: self.is_sample,
            licence: self.licence.unwrap_or_default(),
            visible_to: visibility(&self.visible_to).into(),
            is_redistributable: self.is_redistributable,
        }
    }
}

/// A load as the database has it.
#[derive(FromRow)]
pub struct LoadRow {
    id: i64,
    file: String,
    source: String,
    licence: String,
    attribution: Option<String>,
    retrieved_on: Date,
    hash: String,
    method_version: String,
    transformation: Option<String>,
    is_sample: bool,
    known_at: OffsetDateTime,
    accepted: i64,
    withheld: i64,
    withheld_reasons: Vec<String>,
    withheld_counts: Vec<i64>,
    restated: i64,
    unchanged: i64,
    series_count: i64,
    first_date: Option<Date>,
    last_date: Option<Date>,
    visible_to: String,
    is_redistributable: bool,
}

impl LoadRow {
    pub fn load(self) -> Load {
        let counted = self.withheld_reasons.into_iter().zip(self.withheld_counts);
        let withheld_reasons = counted.map(|(reason, count)| WithheldCount {
            meaning: withheld_reasons::meaning(&reason).unwrap_or_default().to_owned(),
            reason,
            count,
        });
        Load {
            id: self.id,
            file: self.file,
            source: self.source,
            licence: self.licence,
            attribution: self.attribution,
            retrieved_on: text(self.retrieved_on),
            hash: self.hash,
            method_version: self.method_version,
            transformation: self.transformation,
            is_sample: self.is_sample,
            known_at: clock::milliseconds(self.known_at),
            accepted: self.accepted,
            withheld: self.withheld,
            restated: self.restated,
            unchanged: self.unchanged,
            series_count: self.series_count,
            first_date: self.first_date.map(text),
            last_date: self.last_date.map(text),
            withheld_reasons: withheld_reasons.collect(),
            visible_to: visibility(&self.visible_to).into(),
            is_redistributable: self.is_redistributable,
        }
    }
}

#[derive(FromRow)]
struct RestatementRow {
    id: i64,
    series_id: i64,
    subject_kind: String,
    subject_slug: String,
    subject_name: String,
    network_slug: String,
    measure_slug: String,
    measure_name: String,
    unit: String,
    source: String,
    date: Date,
    known_at: OffsetDateTime,
    value: Option<f64>,
    reason: Option<String>,
    earlier_value: Option<f64>,
    earlier_reason: Option<String>,
    earlier_known_at: OffsetDateTime,
    load_id: i64,
    is_sample: bool,
    licence: String,
    attribution: Option<String>,
    method_version: String,
    visible_to: String,
    is_redistributable: bool,
}

impl RestatementRow {
    fn restatement(self) -> Restatement {
        Restatement {
            id: self.id,
            series_id: self.series_id,
            subject_kind: kind(&self.subject_kind),
            subject_slug: self.subject_slug,
            subject_name: self.subject_name,
            network_slug: named(self.network_slug),
            measure_slug: self.measure_slug,
            measure_name: self.measure_name,
            unit: self.unit,
            source: self.source,
            date: text(self.date),
            known_at: clock::milliseconds(self.known_at),
            value: self.value.filter(|_| self.reason.is_none()),
            reason_meaning: self
                .reason
                .as_deref()
                .and_then(withheld_reasons::meaning)
                .map(str::to_owned),
            reason: self.reason,
            earlier_value: self.earlier_value.filter(|_| self.earlier_reason.is_none()),
            earlier_reason_meaning: self
                .earlier_reason
                .as_deref()
                .and_then(withheld_reasons::meaning)
                .map(str::to_owned),
            earlier_reason: self.earlier_reason,
            earlier_known_at: clock::milliseconds(self.earlier_known_at),
            load_id: self.load_id,
            is_sample: self.is_sample,
            licence: self.licence,
            attribution: self.attribution,
            method_version: self.method_version,
            visible_to: visibility(&self.visible_to).into(),
            is_redistributable: self.is_redistributable,
        }
    }
}
