//! The lists: series, loads and restatements, in the grammar of all lists.

use kit::clock;
use kit::query::{self, Choice, Field, Order, Resource};
use proto::codec::Text as _;
use proto::query::v1::{GetMetaRequest, Query, ResourceMeta};
use proto::timeseries::v1::{
    ListLoadsResponse, ListRestatementsResponse, ListSeriesResponse, Load, MeasureKind,
    Restatement, SeriesRecord, SubjectKind, WithheldCount,
};
use sqlx::FromRow;
use time::{Date, OffsetDateTime};

use crate::context::Context;
use crate::day;
use crate::error::TimeseriesError;
use crate::import;

const KINDS: &[Choice] = &[
    Choice::new("asset", "Asset"),
    Choice::new("token", "Token"),
    Choice::new("network", "Network"),
    Choice::new("platform", "Platform"),
    Choice::new("pool", "Pool"),
    Choice::new("loan", "Loan"),
    Choice::new("benchmark", "Benchmark"),
];
const MEASURE_KINDS: &[Choice] = &[
    Choice::new("stock", "Level"),
    Choice::new("flow", "Sum over time"),
    Choice::new("distinct", "Count of distinct things"),
];

/// Which series there are.
pub static SERIES: Resource = Resource {
    name: "series",
    from: "series s JOIN subjects u ON u.id = s.subject_id JOIN measures m ON m.slug = s.measure_slug",
    columns: "s.id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, s.network_slug, \
              s.measure_slug, m.name AS measure_name, m.kind, m.unit, s.source, s.carry_days, u.is_sample",
    key: "id",
    order: Order::ascending("id"),
    fields: &[
        Field::id("id", "s.id").describe("The number of the series.").sortable(),
        Field::choice("subject_kind", "u.kind", KINDS)
            .describe("What it is about.")
            .sortable()
            .groupable(),
        Field::slug("subject_slug", "u.slug").describe("The slug of its subject.").sortable(),
        Field::text("subject_name", "u.name").describe("What its subject is called."),
        Field::slug("network_slug", "s.network_slug")
            .describe("The network; empty where it is of none.")
            .groupable(),
        Field::slug("measure_slug", "s.measure_slug")
            .describe("What is measured.")
            .sortable()
            .groupable(),
        Field::choice("kind", "m.kind", MEASURE_KINDS)
            .describe("The nature of the measure.")
            .groupable(),
        Field::text("unit", "m.unit").describe("The unit of its values.").groupable(),
        Field::text("source", "s.source").describe("Who says the numbers.").sortable().groupable(),
        Field::bool("is_sample", "u.is_sample").describe("Whether it is fictional.").groupable(),
    ],
};

/// What was loaded.
pub static LOADS: Resource = Resource {
    name: "loads",
    from: "loads l",
    columns: "l.*",
    key: "id",
    order: Order::descending("id"),
    fields: &[
        Field::id("id", "l.id").describe("The number of the load.").sortable(),
        Field::text("file", "l.file").describe("The file.").sortable().groupable(),
        Field::instant("known_at", "l.known_at").describe("When it was loaded.").sortable(),
        Field::int("accepted", "l.accepted")
            .describe("Values that were new or differed.")
            .sortable(),
        Field::int("withheld", "l.withheld").describe("Of these, withheld.").sortable(),
        Field::int("restated", "l.restated").describe("Of these, in place of others.").sortable(),
        Field::bool("is_sample", "l.is_sample").describe("Whether it is fictional.").groupable(),
    ],
};

/// Which values were replaced.
pub static RESTATEMENTS: Resource = Resource {
    name: "restatements",
    from: "restatements r JOIN series s ON s.id = r.series_id JOIN subjects u ON u.id = s.subject_id \
           JOIN measures m ON m.slug = s.measure_slug",
    columns: "r.id, r.series_id, u.kind AS subject_kind, u.slug AS subject_slug, u.name AS subject_name, \
              s.network_slug, s.measure_slug, m.unit, s.source, r.date, r.known_at, r.value, r.reason, \
              r.earlier_value, r.earlier_reason, r.earlier_known_at, r.load_id, u.is_sample",
    key: "id",
    order: Order::descending("known_at"),
    fields: &[
        Field::id("id", "r.id").describe("The number of the restatement.").sortable(),
        Field::id("series_id", "r.series_id").describe("The series."),
        Field::choice("subject_kind", "u.kind", KINDS)
            .describe("What the series is about.")
            .groupable(),
        Field::slug("subject_slug", "u.slug").describe("The slug of its subject.").groupable(),
        Field::slug("measure_slug", "s.measure_slug").describe("What is measured.").groupable(),
        Field::date("date", "r.date").describe("The day that the value is of.").sortable(),
        Field::instant("known_at", "r.known_at")
            .describe("When the value became known.")
            .sortable(),
        Field::text("reason", "r.reason").describe("Why it is withheld.").nullable().groupable(),
        Field::id("load_id", "r.load_id").describe("The load it came with."),
        Field::bool("is_sample", "u.is_sample").describe("Whether it is fictional.").groupable(),
    ],
};

/// Everything that can be listed.
pub static RESOURCES: [&Resource; 3] = [&SERIES, &LOADS, &RESTATEMENTS];

/// A page of series.
pub async fn series(ctx: &Context, query: &Query) -> Result<ListSeriesResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let listed = query::list::<SeriesRow>(&mut conn, &SERIES, query).await?;
    let results = listed.rows.into_iter().map(SeriesRow::record).collect();
    Ok(ListSeriesResponse { results, pagination: Some(listed.pagination) })
}

/// A page of loads.
pub async fn loads(ctx: &Context, query: &Query) -> Result<ListLoadsResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let listed = query::list::<LoadRow>(&mut conn, &LOADS, query).await?;
    let results = listed.rows.into_iter().map(LoadRow::load).collect();
    Ok(ListLoadsResponse { results, pagination: Some(listed.pagination) })
}

/// A page of restatements.
pub async fn restatements(
    ctx: &Context,
    query: &Query,
) -> Result<ListRestatementsResponse, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let listed = query::list::<RestatementRow>(&mut conn, &RESTATEMENTS, query).await?;
    let results = listed.rows.into_iter().map(RestatementRow::restatement).collect();
    Ok(ListRestatementsResponse { results, pagination: Some(listed.pagination) })
}

/// What may be asked of a list.
pub async fn meta(
    ctx: &Context,
    request: &GetMetaRequest,
) -> Result<ResourceMeta, TimeseriesError> {
    let resource = RESOURCES.iter().find(|resource| resource.name == request.resource);
    let resource = resource.ok_or(TimeseriesError::ResourceUnknown)?;
    let mut conn = ctx.db.conn().await?;
    Ok(query::meta(&mut conn, resource).await?)
}

fn named(slug: String) -> Option<String> {
    (!slug.is_empty()).then_some(slug)
}

fn kind(text: &str) -> i32 {
    SubjectKind::from_text(text).unwrap_or_default().into()
}

fn text(date: Date) -> String {
    day::text(day::of(date))
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
}

impl LoadRow {
    /// The message that tells it.
    pub fn load(self) -> Load {
        let counted = self.withheld_reasons.into_iter().zip(self.withheld_counts);
        let withheld_reasons = counted.map(|(reason, count)| WithheldCount {
            meaning: import::meaning(&reason).unwrap_or_default().to_owned(),
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
            unit: self.unit,
            source: self.source,
            date: text(self.date),
            known_at: clock::milliseconds(self.known_at),
            value: self.value.filter(|_| self.reason.is_none()),
            reason: self.reason,
            earlier_value: self.earlier_value.filter(|_| self.earlier_reason.is_none()),
            earlier_reason: self.earlier_reason,
            earlier_known_at: clock::milliseconds(self.earlier_known_at),
            load_id: self.load_id,
            is_sample: self.is_sample,
        }
    }
}
