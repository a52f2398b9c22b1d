//! The lists: series, loads and restatements, in the grammar of all lists.

use std::future::{Ready, ready};
use std::sync::Arc;

use engine::{Day, Snapshot, day, withheld_reasons};
use kit::clock;
use kit::query::{self, Field, ShownRecords, ShownRows};
use proto::codec::Text as _;
use proto::query::v1::{Generation, GetGenerationRequest, GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::{
    ListLoadsResponse, ListRestatementsResponse, ListSeriesResponse, MeasureKind, Restatement,
    SeriesRecord, SubjectKind,
};
use sqlx::FromRow;
use time::{Date, OffsetDateTime};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::loads::{LoadRow, text, without_counts_if};
use crate::query::shown_loads;
use crate::resources::{
    LOAD_ID, LOADS, RESOURCES, RESTATED_DAY, RESTATED_SERIES, RESTATEMENTS, SERIES, SERIES_ID,
};
use crate::scopes::{CallScope, ShownSeries};
use crate::snapshot::{self, ServedSnapshot};
use crate::visibility::visibility;

pub async fn series(ctx: &Context, query: &Query) -> Result<ListSeriesResponse, TimeseriesError> {
    let listed = if let Some(scopes) = CallScope::all_of_call(ctx.clock.now())? {
        let series = ShownValues::of_call(ctx, scopes)?.find(ctx, ShownValues::series).await?;
        let shown = rows(&SERIES_ID, series.into_iter().map(|series| series.id).collect());
        let mut conn = ctx.db.conn().await?;
        query::list_shown::<SeriesRow>(&mut conn, &SERIES, query, &shown).await?
    } else {
        let mut conn = ctx.db.conn().await?;
        query::list::<SeriesRow>(&mut conn, &SERIES, query).await?
    };
    let results = listed.rows.into_iter().map(SeriesRow::record).collect();
    Ok(ListSeriesResponse { results, pagination: Some(listed.pagination) })
}

pub async fn loads(ctx: &Context, query: &Query) -> Result<ListLoadsResponse, TimeseriesError> {
    let scopes = CallScope::all_of_call(ctx.clock.now())?;
    let is_narrowed = scopes.is_some();
    let listed = if let Some(scopes) = scopes {
        let find = |shown: &ShownValues| shown_loads(shown.series(), shown.today);
        let loads = ShownValues::of_call(ctx, scopes)?.find(ctx, find).await?;
        let mut conn = ctx.db.conn().await?;
        let shown = rows(&LOAD_ID, loads.ids(&mut conn, None).await?);
        query::list_shown::<LoadRow>(&mut conn, &LOADS, query, &shown).await?
    } else {
        let mut conn = ctx.db.conn().await?;
        query::list::<LoadRow>(&mut conn, &LOADS, query).await?
    };
    let results = listed.rows.into_iter().map(LoadRow::load).collect();
    let results = without_counts_if(is_narrowed, results);
    Ok(ListLoadsResponse { results, pagination: Some(listed.pagination) })
}

/// The values that the scopes of a call show to its reader.
struct ShownValues {
    scopes: Vec<CallScope>,
    served: Arc<ServedSnapshot>,
    snapshot: Arc<Snapshot>,
    today: Day,
}

impl ShownValues {
    fn of_call(ctx: &Context, scopes: Vec<CallScope>) -> Result<Self, TimeseriesError> {
        let served = ctx.snapshot.get().ok_or(TimeseriesError::NotReady)?;
        let snapshot = Arc::clone(served.snapshot());
        Ok(Self { scopes, served, snapshot, today: day::at(ctx.clock.now()) })
    }

    /// Finds something among all series, on a thread of calculations.
    async fn find<T: Send + 'static>(
        self,
        ctx: &Context,
        find: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Result<T, TimeseriesError> {
        ctx.calculations.run(move || find(&self)).await
    }

    fn series(&self) -> Vec<ShownSeries> {
        let of_scope = |scope: &CallScope| {
            scope.shown_series(&self.snapshot, &self.served.attributes, self.today)
        };
        self.scopes.iter().flat_map(of_scope).collect()
    }

    fn restatements(&self) -> Vec<ShownRecords> {
        let of_scope = |scope: &CallScope| {
            scope.restatements(&self.snapshot, &self.served.attributes, self.today)
        };
        self.scopes.iter().flat_map(of_scope).collect()
    }
}

/// The rows with some ids.
fn rows(record: &'static Field, ids: Vec<i64>) -> ShownRows {
    let parts = vec![ShownRecords { ids: Some(ids), first: None, last: None }];
    ShownRows { record, time: None, parts }
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
    let shown = ShownValues::of_call(ctx, scopes)?;
    let parts = shown.find(ctx, ShownValues::restatements).await?;
    Ok(ShownRows { record: &RESTATED_SERIES, time: Some(&RESTATED_DAY), parts })
}

/// The fields and operators of a list.
pub fn meta(_: &Context, request: &GetMetaRequest) -> Ready<Result<ResourceMeta, TimeseriesError>> {
    let resource = RESOURCES.iter().find(|resource| resource.name == request.resource);
    let meta = resource.map(|resource| query::shown_meta(resource));
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
