//! Refuses queries that select records by a dimension in which the scope of their caller shows none.

use policy::{Aspect, Narrowing, Scope, Selection};
use proto::access::v1::{self, Dimension, TokenType};
use proto::catalog::v1::Region;
use proto::codec::Text as _;
use proto::query::v1::query_value::Kind as Value;
use proto::query::v1::{Filter, Operator, QueryValue};
use sqlx::AssertSqlSafe;

use crate::context::Context;
use crate::error::CatalogError;
use crate::schema::Kind;

/// The id of no record.
const UNKNOWN: i64 = -1;

/// The values of a dimension that a filter names.
enum Names<'f> {
    Slugs(Vec<&'f str>),
    Ids(Vec<i64>),
}

/// Refuses a filter of records of a kind that is outside the scope of the caller.
pub async fn check(
    ctx: &Context,
    kind: &Kind,
    filter: Option<&Filter>,
) -> Result<(), CatalogError> {
    match (kit::grpc::scope(), filter) {
        // On the heap: calls without a scope would otherwise reserve room for it.
        (Some(scope), Some(filter)) => Box::pin(refuse(ctx, &scope, kind, filter)).await,
        _ => Ok(()),
    }
}

async fn refuse(
    ctx: &Context,
    document: &v1::Scope,
    kind: &Kind,
    filter: &Filter,
) -> Result<(), CatalogError> {
    let mut selected = Vec::new();
    collect(kind, filter, &mut selected);
    if selected.is_empty() {
        return Ok(());
    }
    let scope = Scope::try_from(document)
        .map_err(|error| CatalogError::Defect(format!("{error:?}").into()))?;
    let (mut known, mut unknown) = (Selection::everything(), Selection::everything());
    for (dimension, names) in &selected {
        let ids = ids(ctx, *dimension, names).await?;
        // A refusal must not tell that a record exists: one of an unknown slug would be refused, too.
        let unknown_ids = if is_private(*dimension) { vec![UNKNOWN] } else { ids.clone() };
        known = known.with(*dimension, ids);
        unknown = unknown.with(*dimension, unknown_ids);
    }
    let now = ctx.clock.now_milliseconds();
    let (Narrowing::Outside(aspects), Narrowing::Outside(_)) =
        (scope.narrow(&known, now), scope.narrow(&unknown, now))
    else {
        return Ok(());
    };
    let dimension = aspects.iter().find_map(|aspect| match aspect {
        Aspect::Dimension(dimension) => Some(dimension.text()),
        Aspect::Days | Aspect::Interval => None,
    });
    Err(CatalogError::OutsideScope(dimension.unwrap_or("records").replace('_', " ")))
}

/// The selections that every record of the answer meets.
fn collect<'f>(kind: &Kind, filter: &'f Filter, selected: &mut Vec<(Dimension, Names<'f>)>) {
    match (filter.operator(), &filter.field, &filter.value) {
        (Operator::And, ..) => {
            filter.filters.iter().for_each(|part| collect(kind, part, selected));
        }
        (Operator::Equals | Operator::In, Some(field), Some(value)) => {
            selected.extend(selection(kind, field, value));
        }
        _ => {}
    }
}

fn selection<'f>(
    kind: &Kind,
    field: &str,
    value: &'f QueryValue,
) -> Option<(Dimension, Names<'f>)> {
    let values: Vec<&Value> = match value.kind.as_ref()? {
        Value::List(list) => list.items.iter().filter_map(|item| item.kind.as_ref()).collect(),
        one => vec![one],
    };
    let texts = || values.iter().copied().filter_map(text);
    kind.rules.attributes.iter().find_map(|(dimension, _)| {
        let names = match (field.strip_prefix(dimension.text())?, dimension) {
            ("_slug" | "_slugs", _) => Names::Slugs(texts().collect()),
            ("_id", _) => Names::Ids(values.iter().copied().filter_map(number).collect()),
            ("", Dimension::Region) => {
                let id = |word| Region::from_text(word).map_or(UNKNOWN, |region| region as i64);
                Names::Ids(texts().map(id).collect())
            }
            ("", Dimension::TokenType) => {
                let id = |word| TokenType::from_text(word).map_or(UNKNOWN, |known| known as i64);
                Names::Ids(texts().map(id).collect())
            }
            _ => return None,
        };
        Some((*dimension, names))
    })
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(digits) | Value::Text(digits) => digits.parse().ok(),
        _ => None,
    }
}

/// The ids of the named records, or that of none where there are none.
async fn ids(
    ctx: &Context,
    dimension: Dimension,
    names: &Names<'_>,
) -> Result<Vec<i64>, CatalogError> {
    let (slugs, table) = match (names, dimension) {
        (Names::Ids(ids), _) => return Ok(ids.clone()),
        (Names::Slugs(slugs), Dimension::AssetClass) => (slugs, "asset_classes"),
        (Names::Slugs(slugs), Dimension::Platform | Dimension::Protocol) => (slugs, "platforms"),
        (Names::Slugs(slugs), Dimension::Network) => (slugs, "networks"),
        (Names::Slugs(slugs), Dimension::Issuer) => (slugs, "issuers"),
        (Names::Slugs(slugs), Dimension::Sector) => (slugs, "sectors"),
        (Names::Slugs(slugs), Dimension::Asset) => (slugs, "assets"),
        (Names::Slugs(_), _) => return Ok(vec![UNKNOWN]),
    };
    let statement = format!("SELECT id FROM {table} WHERE slug = ANY($1)");
    let mut conn = ctx.db.conn().await?;
    let mut ids: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(statement))
        .bind(slugs.clone())
        .fetch_all(&mut *conn)
        .await?;
    if ids.is_empty() {
        ids.push(UNKNOWN);
    }
    Ok(ids)
}

/// Whether the records of a dimension may themselves be hidden from callers: the others are lists of words.
fn is_private(dimension: Dimension) -> bool {
    matches!(
        dimension,
        Dimension::Platform | Dimension::Protocol | Dimension::Issuer | Dimension::Asset
    )
}
