//! The reads behind every resource.

use std::time::Duration;

use kit::query::{Listed, QueryFailure, Resource};
use proto::catalog::v1::{
    GetRequest, JsonText, ListRowsRequest, ListSlugsRequest, ListSlugsResponse, Network,
};
use proto::query::v1::{
    Filter, GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Pagination, Query, QueryValue,
    ResourceMeta,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::context::Context;
use crate::error::CatalogError;
use crate::kinds::NETWORKS;
use crate::store::Record;
use crate::{resources, rpc};

/// How long the database may take for a record that is also held in memory.
const PATIENCE: Duration = Duration::from_millis(500);
/// Slugs in one answer.
const MOST_SLUGS: usize = 20_000;

fn resource(name: &str) -> Result<&'static Resource, CatalogError> {
    resources::named(name).ok_or(CatalogError::ResourceUnknown)
}

/// A page of records.
pub async fn list<M: DeserializeOwned>(
    ctx: &Context,
    name: &str,
    query: &Query,
) -> Result<(Vec<M>, Pagination), CatalogError> {
    let mut conn = ctx.db.conn().await?;
    let listed = kit::query::list::<Record<M>>(&mut conn, resource(name)?, query).await?;
    Ok((listed.rows.into_iter().map(|record| record.0).collect(), listed.pagination))
}

/// The same as the JSON that browsers are answered with, from memory where that is current.
pub async fn rows(ctx: &Context, request: &ListRowsRequest) -> Result<JsonText, CatalogError> {
    let name = request.resource.as_str();
    let reader = rpc::reader(name).ok_or(CatalogError::ResourceUnknown)?;
    let query = request.query.clone().unwrap_or_default();
    let remembered = ctx.images.answer(name, |image| {
        let listed = image.list(&query).transpose()?;
        Some(listed.map(|listed| listed.json()))
    });
    let json = match remembered {
        Some(listed) => listed.map_err(QueryFailure::from)?.map_err(CatalogError::Unwritable)?,
        None => (reader.list)(ctx, name, &query).await?,
    };
    Ok(JsonText { json: json.into() })
}

/// The same, from the database.
pub async fn stored_rows<M: DeserializeOwned + Serialize>(
    ctx: &Context,
    name: &str,
    query: &Query,
) -> Result<Vec<u8>, CatalogError> {
    let (records, pagination) = list::<M>(ctx, name, query).await?;
    let rows: Result<Vec<Vec<u8>>, _> = records.iter().map(serde_json::to_vec).collect();
    let page = Listed { rows: rows.map_err(CatalogError::Unwritable)?, pagination };
    page.json().map_err(CatalogError::Unwritable)
}

/// The record of a slug or a number: from the database, where a change is seen at once, or from memory
/// while that is away.
pub async fn get<M: DeserializeOwned>(
    ctx: &Context,
    name: &str,
    request: &GetRequest,
) -> Result<M, CatalogError> {
    if ctx.images.answer(name, |_| Some(())).is_none() {
        return stored(ctx, name, request).await;
    }
    match ctx.db.within(PATIENCE, stored(ctx, name, request)).await {
        Err(error) if error.is_of_the_database() => remembered(ctx, name, request).ok_or(error),
        answer => answer,
    }
}

/// The record as it was last read.
fn remembered<M: DeserializeOwned>(ctx: &Context, name: &str, request: &GetRequest) -> Option<M> {
    ctx.images.answer(name, |image| {
        let named = |slug: &str| image.find("slug", &QueryValue::text(slug));
        let row = match (&request.slug, request.id) {
            (Some(slug), _) if name == NETWORKS.table => {
                let network: Network = serde_json::from_slice(named(slug)?).ok()?;
                network.alias_of.map_or_else(|| named(slug), |other| named(&other))?
            }
            (Some(slug), _) => named(slug)?,
            (None, id) => image.find("id", &QueryValue::number(id?))?,
        };
        serde_json::from_slice(row).ok()
    })
}

async fn stored<M: DeserializeOwned>(
    ctx: &Context,
    name: &str,
    request: &GetRequest,
) -> Result<M, CatalogError> {
    let kind = resources::behind(name).ok_or(CatalogError::ResourceUnknown)?;
    let mut conn = ctx.db.conn().await?;
    let (field, value) = match (&request.slug, request.id) {
        (Some(slug), _) if kind.table == NETWORKS.table => {
            ("slug", QueryValue::text(named_by(&mut conn, slug).await?))
        }
        (Some(slug), _) => ("slug", QueryValue::text(slug)),
        (None, Some(id)) => ("id", QueryValue::number(id)),
        (None, None) => return Err(CatalogError::RecordUnknown(kind.one)),
    };
    // Through no lens: a platform and a protocol are one record.
    let records = resources::records(kind);
    let record = kit::query::get::<Record<M>>(&mut conn, records, field, &value).await?;
    record.map(|record| record.0).ok_or(CatalogError::RecordUnknown(kind.one))
}

/// Groups of records.
pub async fn groups(
    ctx: &Context,
    request: &ListGroupsRequest,
) -> Result<ListGroupsResponse, CatalogError> {
    let query = request.query.clone().unwrap_or_default();
    let remembered = ctx.images.answer(&request.resource, |image| image.groups(&query).transpose());
    if let Some(groups) = remembered {
        return Ok(groups.map_err(QueryFailure::from)?);
    }
    let mut conn = ctx.db.conn().await?;
    Ok(kit::query::groups(&mut conn, resource(&request.resource)?, &query).await?)
}

/// What may be asked of a resource.
pub async fn meta(ctx: &Context, request: &GetMetaRequest) -> Result<ResourceMeta, CatalogError> {
    let mut conn = ctx.db.conn().await?;
    Ok(kit::query::meta(&mut conn, resource(&request.resource)?).await?)
}

/// The slugs of a resource, a part at a time.
pub async fn slugs(
    ctx: &Context,
    request: &ListSlugsRequest,
) -> Result<ListSlugsResponse, CatalogError> {
    let mut results = match &request.filter {
        None => every_slug(ctx, request).await?,
        Some(filter) => listed_slugs(ctx, request, filter).await?,
    };
    let has_more = results.len() > MOST_SLUGS;
    results.truncate(MOST_SLUGS);
    Ok(ListSlugsResponse { results, has_more })
}

async fn every_slug(
    ctx: &Context,
    request: &ListSlugsRequest,
) -> Result<Vec<String>, CatalogError> {
    let kind = resources::behind(&request.resource).ok_or(CatalogError::ResourceUnknown)?;
    let statement =
        format!("SELECT slug FROM {} WHERE slug > $1 ORDER BY slug LIMIT $2", kind.table);
    let mut conn = ctx.db.conn().await?;
    Ok(sqlx::query_scalar(AssertSqlSafe(statement))
        .bind(request.after.as_deref().unwrap_or_default())
        .bind(MOST_SLUGS as i64 + 1)
        .fetch_all(&mut *conn)
        .await?)
}

/// Those of the records that a list with the filter would have on its pages.
async fn listed_slugs(
    ctx: &Context,
    request: &ListSlugsRequest,
    filter: &Filter,
) -> Result<Vec<String>, CatalogError> {
    let (name, after) = (request.resource.as_str(), request.after.as_deref());
    let query = Query { filter: Some(filter.clone()), ..Query::default() };
    let remembered = ctx
        .images
        .answer(name, |image| image.texts(&query, "slug", after, MOST_SLUGS + 1).transpose());
    if let Some(slugs) = remembered {
        return Ok(slugs.map_err(QueryFailure::from)?);
    }
    let mut conn = ctx.db.conn().await?;
    let most = MOST_SLUGS as i64 + 1;
    Ok(kit::query::texts(&mut conn, resource(name)?, &query, "slug", after, most).await?)
}

/// The slug of the network that a slug is an alias of, or itself.
async fn named_by(conn: &mut PgConnection, slug: &str) -> Result<String, CatalogError> {
    let network: Option<String> = sqlx::query_scalar(
        "SELECT n.slug FROM networks AS n JOIN networks AS alias ON alias.alias_of_id = n.id
         WHERE alias.slug = $1",
    )
    .bind(slug)
    .fetch_optional(conn)
    .await?;
    Ok(network.unwrap_or_else(|| slug.to_owned()))
}
