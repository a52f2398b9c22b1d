//! Lists mints, burns and transfers of tokens, the newest first.

pub(crate) mod newest;
mod resource;

use std::sync::Arc;

use kit::clock;
use kit::query::{self, ListPage, ShownRows};
use proto::query::v1::Query;
use proto::timeseries::v1::{JsonText, ListTransactionsResponse};

pub use resource::TRANSACTIONS;

use newest::TransferJson;
use resource::{TRANSFERRED_AT, TRANSFERRED_TOKEN, TransactionRow};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::json;
use crate::scopes::CallScope;

/// Bytes of a page without its rows.
const PAGE_ENVELOPE: usize = 512;

/// A page of transfers.
pub async fn list(
    ctx: &Context,
    query: &Query,
) -> Result<ListTransactionsResponse, TimeseriesError> {
    if let Some(scope) = CallScope::of_call(ctx.clock.now())? {
        return list_shown(ctx, query, &scope).await;
    }
    let mut conn = ctx.db.conn().await?;
    // If the snapshot is replaced meanwhile, the rows are newer too: a page is of its generation or of a later one.
    let counts = ctx.snapshot.get().map(|served| Arc::clone(&served.counts)).unwrap_or_default();
    let rows = query::list_counted::<TransactionRow>(&mut conn, &TRANSACTIONS, query, &counts);
    Ok(response(ctx, rows.await?))
}

/// A page of the transfers that a scope shows.
async fn list_shown(
    ctx: &Context,
    query: &Query,
    scope: &CallScope,
) -> Result<ListTransactionsResponse, TimeseriesError> {
    let served = ctx.snapshot.get().ok_or(TimeseriesError::NotReady)?;
    let parts = scope.transactions(&served.attributes)?;
    let shown = ShownRows { record: &TRANSFERRED_TOKEN, time: Some(&TRANSFERRED_AT), parts };
    let mut conn = ctx.db.conn().await?;
    let rows = query::list_shown::<TransactionRow>(&mut conn, &TRANSACTIONS, query, &shown);
    Ok(response(ctx, rows.await?))
}

fn response(ctx: &Context, page: ListPage<TransactionRow>) -> ListTransactionsResponse {
    let results = page.rows.into_iter().map(TransactionRow::transaction).collect();
    let current_at = clock::milliseconds(ctx.clock.now());
    ListTransactionsResponse { results, pagination: Some(page.pagination), current_at }
}

/// A page of transfers as JSON; the newest come from memory.
pub async fn list_text(ctx: &Context, query: &Query) -> Result<JsonText, TimeseriesError> {
    // Those in memory are the newest of all tokens.
    if kit::grpc::scope().is_none()
        && let Some(served) = ctx.snapshot.get()
        && let Some(newest) = served.transfers.get()
        && let Some(page) = newest.list(query, &served.counts, ctx.db.conn()).await?
    {
        return Ok(JsonText { json: text(page, ctx.snapshot.current_at())?.into() });
    }
    Ok(JsonText { json: serde_json::to_vec(&list(ctx, query).await?)?.into() })
}

/// A page of transfers that are written as JSON already.
fn text(page: ListPage<&TransferJson>, current_at: i64) -> Result<Vec<u8>, serde_json::Error> {
    let ListPage { rows, pagination, .. } = page;
    let frame =
        ListTransactionsResponse { results: Vec::new(), pagination: Some(pagination), current_at };
    let length: usize = rows.iter().map(|row| row.as_ref().len() + 1).sum();
    let mut out = Vec::with_capacity(length + PAGE_ENVELOPE);
    let results = |out: &mut Vec<u8>| {
        json::list(out, &rows, |out, row| {
            out.extend_from_slice(row.as_ref());
            Ok(())
        })
    };
    json::filled(&mut out, &frame, &[("results", &results)])?;
    Ok(out)
}
