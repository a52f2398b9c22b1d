//! The largest holders of a token, and their concentration.

use engine::day;
use kit::clock;
use kit::timeseries_limits::MOST_TOP_HOLDERS;
use proto::access::v1::Endpoint;
use proto::codec::Text as _;
use proto::timeseries::v1::{AddressKind, GetTopHoldersRequest, GetTopHoldersResponse, TopHolder};
use sqlx::FromRow;
use time::{Date, OffsetDateTime};

use super::concentration::{self, Balance};
use super::token::{HolderDays, Token, refuse_file};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::loads;
use crate::query::as_of;

/// Holders in an answer to a request for no other number; `MOST_TOP_HOLDERS` bounds what a request may ask for.
const USUAL_TOP_HOLDERS: u32 = 10;
/// The newest balances of a token on a day, or those that were known at an instant. A day counts only if all its balances
/// may be seen: concentration is computed from all of them.
const HELD: &str =
    "SELECT date, rank, address, is_issuer, balance_raw::text AS balance_raw, balance, share, value_dollar, load_id,
         known_at, address_kind
     FROM holders
     WHERE token_id = $1 AND date = (
         SELECT max(h.date) FROM holders AS h
         WHERE h.token_id = $1 AND h.date <= $2 AND ($3::timestamptz IS NULL OR $3 >= coalesce(
             h.known_at, (SELECT l.known_at FROM loads AS l WHERE l.id = h.load_id)
         )) AND NOT EXISTS (
             SELECT FROM holders AS o JOIN loads AS l ON l.id = o.load_id
             WHERE o.token_id = h.token_id AND o.date = h.date AND l.visible_to <> ALL($4)
         ) AND EXISTS (
             SELECT FROM unnest($5::date[], $6::date[]) AS shown (first, last)
             WHERE h.date BETWEEN shown.first AND shown.last
         )
     )
     ORDER BY rank";

#[derive(FromRow)]
struct HolderRow {
    date: Date,
    rank: i32,
    address: String,
    is_issuer: bool,
    balance_raw: String,
    balance: f64,
    share: f64,
    value_dollar: Option<f64>,
    load_id: i64,
    /// `None` if it is the time of the load.
    known_at: Option<OffsetDateTime>,
    address_kind: Option<String>,
}

/// The largest holders of a token, as far as balances are known on a day.
pub async fn top(
    ctx: &Context,
    request: &GetTopHoldersRequest,
) -> Result<GetTopHoldersResponse, TimeseriesError> {
    let limit = request.limit.unwrap_or(USUAL_TOP_HOLDERS);
    if !(1..=MOST_TOP_HOLDERS).contains(&limit) {
        let message = format!("limit must be between 1 and {MOST_TOP_HOLDERS}");
        return Err(TimeseriesError::refused("limit_bound", message));
    }
    let date = request.date.as_deref().map(|text| {
        let message = "date must be a day as YYYY-MM-DD";
        day::parse(text).ok_or_else(|| TimeseriesError::refused("date_invalid", message))
    });
    let on = day::date(date.transpose()?.unwrap_or(day::Day::MAX));
    let at = as_of(request.as_of.as_deref(), ctx.clock.now())?;
    let mut conn = ctx.db.conn().await?;
    let token = Token::find(&mut conn, &request.token_slug, at).await?;
    let days = HolderDays::of_token(ctx, &token, Endpoint::Tokens)?;
    days.check(Date::MIN, on)?;
    let visible: Vec<&str> = kit::grpc::reader().visible().collect();
    // All that are known, beyond the limit too: concentration is computed from all of them.
    let mut rows: Vec<HolderRow> = sqlx::query_as(HELD)
        .bind(token.id)
        .bind(on)
        .bind(at)
        .bind(visible)
        .bind(&days.first)
        .bind(&days.last)
        .fetch_all(&mut *conn)
        .await?;
    let load_ids: Vec<i64> = rows.iter().map(|row| row.load_id).collect();
    refuse_file(&mut conn, &load_ids).await?;
    let balances: Vec<Balance> = rows.iter().map(HolderRow::balance).collect();
    let concentration = concentration::from_balances(&balances);
    let (adjusted, left_out) = concentration::adjusted(&balances, &concentration);
    rows.truncate(limit as usize);
    let share = concentration::share_of_first(&balances, rows.len());
    let first = load_ids.get(..1).unwrap_or_default();
    let loads = loads::loads_by_id(&mut conn, first).await?;
    let load = loads::without_counts_if(days.is_narrowed, loads).pop();
    let known_at = rows.first().and_then(|row| row.known_at).map(clock::milliseconds);
    Ok(GetTopHoldersResponse {
        token_slug: request.token_slug.clone(),
        token_name: token.name,
        is_sample: token.is_sample,
        date: rows.first().map(|row| day::text(day::from_date(row.date))),
        share: (!rows.is_empty()).then_some(share),
        results: rows.into_iter().map(HolderRow::holder).collect(),
        known_at: known_at.or(load.as_ref().map(|load| load.known_at)),
        load,
        concentration: Some(concentration),
        adjusted: Some(adjusted),
        left_out,
    })
}

impl HolderRow {
    fn balance(&self) -> Balance {
        Balance {
            units: self.balance,
            share: self.share,
            is_issuer: self.is_issuer,
            dollars: self.value_dollar,
            kind: self.kind(),
        }
    }

    /// A word of a newer release is not known.
    fn kind(&self) -> Option<AddressKind> {
        self.address_kind.as_deref().and_then(AddressKind::from_text)
    }

    fn holder(self) -> TopHolder {
        let address_kind = self.kind().map(i32::from);
        TopHolder {
            address_kind,
            rank: self.rank,
            address: self.address,
            is_issuer: self.is_issuer,
            balance_raw: self.balance_raw,
            balance: self.balance,
            share: self.share,
            value_dollar: self.value_dollar,
        }
    }
}
