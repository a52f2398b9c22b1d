//! The reads behind every resource.

use kit::query::Resource;
use proto::catalog::v1::{GetRequest, ListSlugsRequest, ListSlugsResponse};
use proto::query::v1::{
    GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Pagination, Query, QueryValue,
    ResourceMeta,
};
use serde::de::DeserializeOwned;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::context::Context;
use crate::error::CatalogError;
use crate::resources;
use crate::store::Record;

/// Slugs in one answer.
const MOST_SLUGS: i64 = 20_000;

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

/// The record of a slug or a number.
pub async fn get<M: DeserializeOwned>(
    ctx: &Context,
    name: &str,
    request: &GetRequest,
) -> Result<M, CatalogError> {
    let entity = resources::behind(name).ok_or(CatalogError::ResourceUnknown)?;
    let mut conn = ctx.db.conn().await?;
    let (field, value) = match (&request.slug, request.id) {
        (Some(slug), _) if entity.table == "networks" => {
            ("slug", QueryValue::text(named_by(&mut conn, slug).await?))
        }
        (Some(slug), _) => ("slug", QueryValue::text(slug)),
        (None, Some(id)) => ("id", QueryValue::number(id)),
        (None, None) => return Err(CatalogError::RecordUnknown(entity.one)),
    };
    // Through no lens: a platform and a protocol are one record.
    let records = resources::records(entity);
    let record = kit::query::get::<Record<M>>(&mut conn, records, field, &value).await?;
    record.map(|record| record.0).ok_or(CatalogError::RecordUnknown(entity.one))
}

/// Groups of records.
pub async fn groups(
    ctx: &Context,
    request: &ListGroupsRequest,
) -> Result<ListGroupsResponse, CatalogError> {
    let query = request.query.clone().unwrap_or_default();
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
    let entity = resources::behind(&request.resource).ok_or(CatalogError::ResourceUnknown)?;
    let statement =
        format!("SELECT slug FROM {} WHERE slug > $1 ORDER BY slug LIMIT $2", entity.table);
    let mut conn = ctx.db.conn().await?;
    let mut results: Vec<String> = sqlx::query_scalar(AssertSqlSafe(statement))
        .bind(request.after.as_deref().unwrap_or_default())
        .bind(MOST_SLUGS + 1)
        .fetch_all(&mut *conn)
        .await?;
    let has_more = results.len() as i64 > MOST_SLUGS;
    results.truncate(MOST_SLUGS as usize);
    Ok(ListSlugsResponse { results, has_more })
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
