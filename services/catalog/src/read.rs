//! The verbs that read records.

use std::time::Duration;

use kit::query::QueryFailure;
use kit::timeseries_limits::MOST_FILTERED_SLUGS;
use proto::catalog::v1::{
    GetRecordRequest, GetRequest, JsonText, ListRowsRequest, ListSlugsRequest, ListSlugsResponse,
};
use proto::query::v1::{
    Filter, GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Query, QueryValue, ResourceMeta,
};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::context::Context;
use crate::error::CatalogError;
use crate::outside_scope;
use crate::resources::{self, List};
use crate::schema::{Kind, Row, narrowed};

/// How long the database may take for an answer that is also in memory.
const LONGEST_WITH_MEMORY: Duration = Duration::from_millis(500);

fn list(name: &str) -> Result<&'static List, CatalogError> {
    resources::by_name(name).ok_or(CatalogError::ResourceUnknown)
}

/// A page of records as JSON, from memory where that is current.
pub async fn rows(ctx: &Context, request: &ListRowsRequest) -> Result<JsonText, CatalogError> {
    let name = request.resource.as_str();
    let list = list(name)?;
    let query = request.query.clone().unwrap_or_default();
    outside_scope::check(ctx, list.kind, query.filter.as_ref()).await?;
    let from_memory = ctx.records.answer(name, |records| {
        let listed = records.list(&query).transpose()?;
        Some(listed.map(|listed| listed.json()))
    });
    let json = if let Some(listed) = from_memory {
        listed.map_err(QueryFailure::from)?
    } else {
        let mut conn = ctx.db.conn().await?;
        (list.kind.message.list)(&mut conn, &list.resource, &query).await?.json()
    };
    Ok(JsonText { json: json.map_err(CatalogError::Unwritable)?.into() })
}

/// The record of a slug or an id as JSON: from the database, where a change is seen at once, or from memory while the
/// database cannot answer.
pub async fn record(ctx: &Context, request: &GetRecordRequest) -> Result<JsonText, CatalogError> {
    let (name, list) = (request.resource.as_str(), list(&request.resource)?);
    let record = request.record.clone().unwrap_or_default();
    let row = if ctx.records.answer(name, |_| Some(())).is_none() {
        from_database(ctx, list.kind, &record).await?
    } else {
        match ctx.db.within(LONGEST_WITH_MEMORY, from_database(ctx, list.kind, &record)).await {
            Err(error) if error.is_of_the_database() => {
                from_memory(ctx, name, list.kind, &record).ok_or(error)?
            }
            row => row?,
        }
    };
    Ok(JsonText { json: row.into_vec().into() })
}

fn from_memory(ctx: &Context, name: &str, kind: &Kind, request: &GetRequest) -> Option<Row> {
    ctx.records.answer(name, |records| {
        let by_slug = |slug: &str| records.find_narrowed("slug", &QueryValue::text(slug));
        let (row, withheld) = match (&request.slug, request.id) {
            (Some(slug), _) => {
                let (row, withheld) = by_slug(slug)?;
                match kind.rules.alias.and_then(|alias| text_of(row, alias)) {
                    Some(slug) => by_slug(&slug)?,
                    None => (row, withheld),
                }
            }
            (None, id) => records.find_narrowed("id", &QueryValue::number(id?))?,
        };
        narrowed(row.clone(), &withheld).ok()
    })
}

/// The text of a field of a record.
fn text_of(row: &Row, field: &str) -> Option<String> {
    let record: Value = serde_json::from_slice(row).ok()?;
    Some(record.get(field)?.as_str()?.to_owned())
}

async fn from_database(
    ctx: &Context,
    kind: &'static Kind,
    request: &GetRequest,
) -> Result<Row, CatalogError> {
    let mut conn = ctx.db.conn().await?;
    let (field, value) = match (&request.slug, request.id) {
        (Some(slug), _) => ("slug", QueryValue::text(resolve_alias(&mut conn, kind, slug).await?)),
        (None, Some(id)) => ("id", QueryValue::number(id)),
        (None, None) => return Err(CatalogError::RecordUnknown(kind.one)),
    };
    // Of all records of the kind: a platform and a protocol are one record.
    let record = (kind.message.get)(&mut conn, resources::of_kind(kind), field, &value).await?;
    record.ok_or(CatalogError::RecordUnknown(kind.one))
}

/// The slug of the record that a slug stands for: itself, or another one if its record is an alias.
async fn resolve_alias(
    conn: &mut PgConnection,
    kind: &Kind,
    slug: &str,
) -> Result<String, CatalogError> {
    let Some(alias) = kind.rules.alias else { return Ok(slug.to_owned()) };
    let table = kind.table;
    let statement = format!(
        "SELECT t.slug FROM {table} AS t JOIN {table} AS alias ON alias.{alias}_id = t.id
         WHERE alias.slug = $1"
    );
    let target: Option<String> =
        sqlx::query_scalar(AssertSqlSafe(statement)).bind(slug).fetch_optional(conn).await?;
    Ok(target.unwrap_or_else(|| slug.to_owned()))
}

pub async fn groups(
    ctx: &Context,
    request: &ListGroupsRequest,
) -> Result<ListGroupsResponse, CatalogError> {
    let query = request.query.clone().unwrap_or_default();
    let list = list(&request.resource)?;
    outside_scope::check(ctx, list.kind, query.filter.as_ref()).await?;
    let from_memory =
        ctx.records.answer(&request.resource, |records| records.groups(&query).transpose());
    if let Some(groups) = from_memory {
        return Ok(groups.map_err(QueryFailure::from)?);
    }
    let mut conn = ctx.db.conn().await?;
    Ok(kit::query::groups(&mut conn, &list.resource, &query).await?)
}

/// The metadata of the fields of a resource: from the database, or from memory while the database cannot answer.
pub async fn meta(ctx: &Context, request: &GetMetaRequest) -> Result<ResourceMeta, CatalogError> {
    let (name, list) = (request.resource.as_str(), list(&request.resource)?);
    let read = async {
        let mut conn = ctx.db.conn().await?;
        Ok::<_, CatalogError>(kit::query::meta(&mut conn, &list.resource).await?)
    };
    // What is in memory has the values of all records.
    let known = ctx.records.meta(name).filter(|_| kit::grpc::scope().is_none());
    let meta = match known {
        None => read.await?,
        Some(known) => match ctx.db.within(LONGEST_WITH_MEMORY, read).await {
            Err(error) if error.is_of_the_database() => known,
            meta => meta?,
        },
    };
    Ok(ResourceMeta { referenced_by: resources::references_to(list.kind), ..meta })
}

/// The slugs of a resource, one page at a time.
pub async fn slugs(
    ctx: &Context,
    request: &ListSlugsRequest,
) -> Result<ListSlugsResponse, CatalogError> {
    let kind = list(&request.resource)?.kind;
    outside_scope::check(ctx, kind, request.filter.as_ref()).await?;
    let mut results = match &request.filter {
        // Every reader may have them: the table alone answers.
        None if !kind.rules.may_be_restricted && kit::grpc::scope().is_none() => {
            every_slug(ctx, kind, request).await?
        }
        filter => listed_slugs(ctx, request, filter.as_ref()).await?,
    };
    let has_more = results.len() > MOST_FILTERED_SLUGS;
    results.truncate(MOST_FILTERED_SLUGS);
    Ok(ListSlugsResponse { results, has_more })
}

async fn every_slug(
    ctx: &Context,
    kind: &Kind,
    request: &ListSlugsRequest,
) -> Result<Vec<String>, CatalogError> {
    let statement =
        format!("SELECT slug FROM {} WHERE slug > $1 ORDER BY slug LIMIT $2", kind.table);
    let mut conn = ctx.db.conn().await?;
    Ok(sqlx::query_scalar(AssertSqlSafe(statement))
        .bind(request.after.as_deref().unwrap_or_default())
        .bind(MOST_FILTERED_SLUGS as i64 + 1)
        .fetch_all(&mut *conn)
        .await?)
}

/// The slugs of the records that a list with this filter shows to the reader.
async fn listed_slugs(
    ctx: &Context,
    request: &ListSlugsRequest,
    filter: Option<&Filter>,
) -> Result<Vec<String>, CatalogError> {
    let (name, after) = (request.resource.as_str(), request.after.as_deref());
    let query = Query { filter: filter.cloned(), ..Query::default() };
    let from_memory = ctx.records.answer(name, |records| {
        records.texts(&query, "slug", after, MOST_FILTERED_SLUGS + 1).transpose()
    });
    if let Some(slugs) = from_memory {
        return Ok(slugs.map_err(QueryFailure::from)?);
    }
    let mut conn = ctx.db.conn().await?;
    let most = MOST_FILTERED_SLUGS as i64 + 1;
    Ok(kit::query::texts(&mut conn, &list(name)?.resource, &query, "slug", after, most).await?)
}
