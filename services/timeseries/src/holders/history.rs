//! The holders of a token day by day, read from the database.

use std::collections::BTreeSet;

use engine::day::{self, Day};
use kit::clock;
use kit::timeseries_limits::MOST_HOLDER_DAYS;
use proto::access::v1::Endpoint;
use proto::timeseries::v1::{GetHolderCohortsRequest, GetHolderCohortsResponse, HolderDay};
use sqlx::{FromRow, PgConnection};
use time::{Date, OffsetDateTime};

use super::cohorts::{self, DayBalances, Holder};
use super::concentration::Balance;
use super::token::{HolderDays, Token, refuse_file};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::loads;
use crate::query::{as_of, day_of_query};

/// Days among which the first one of an address is looked for. A day has up to 1,000 balances.
const MOST_EARLIER: i64 = 400;

/// The newest days of a token of which all balances may be seen, and were known at an instant.
const DAYS: &str = "SELECT h.date, max(coalesce(h.known_at, l.known_at)) AS known_at,
         array_agg(DISTINCT h.load_id) AS load_ids
     FROM holders AS h JOIN loads AS l ON l.id = h.load_id
     WHERE h.token_id = $1 AND h.date <= $2 AND EXISTS (
         SELECT FROM unnest($6::date[], $7::date[]) AS shown (first, last)
         WHERE h.date BETWEEN shown.first AND shown.last
     )
     GROUP BY h.date
     HAVING bool_and(l.visible_to = ANY($4))
         AND ($3::timestamptz IS NULL OR $3 >= max(coalesce(h.known_at, l.known_at)))
     ORDER BY h.date DESC LIMIT $5";

/// The balances of some days, and of each address the first of all days on which it was a holder.
const BALANCES: &str = "SELECT h.date, h.address, h.is_issuer, h.balance, h.share, f.first_date
     FROM holders AS h LEFT JOIN (
         SELECT address, min(date) AS first_date FROM holders
         WHERE token_id = $1 AND date = ANY($2) AND NOT is_issuer AND balance > 0 GROUP BY address
     ) AS f USING (address)
     WHERE h.token_id = $1 AND h.date = ANY($3)
     ORDER BY h.date, h.rank";

#[derive(FromRow)]
struct DayRow {
    date: Date,
    known_at: OffsetDateTime,
    load_ids: Vec<i64>,
}

#[derive(FromRow)]
struct BalanceRow {
    date: Date,
    address: String,
    is_issuer: bool,
    balance: f64,
    share: f64,
    /// `None` if it never was a holder other than the issuer.
    first_date: Option<Date>,
}

/// The known holders of a token on each day by the month in which they became known.
pub async fn cohorts(
    ctx: &Context,
    request: &GetHolderCohortsRequest,
) -> Result<GetHolderCohortsResponse, TimeseriesError> {
    let from = day_of_query("from", request.from.as_deref())?.unwrap_or(day::EARLIEST);
    let to = day_of_query("to", request.to.as_deref())?.unwrap_or(Day::MAX);
    if from > to {
        return Err(TimeseriesError::refused("range_empty", "from must not be after to"));
    }
    let at = as_of(request.as_of.as_deref(), ctx.clock.now())?;
    let mut conn = ctx.db.conn().await?;
    let token = Token::find(&mut conn, &request.token_slug, at).await?;
    let days_shown = HolderDays::of_token(ctx, &token, Endpoint::AssetTimeseries)?;
    days_shown.check(day::date(from), day::date(to))?;
    let visible: Vec<&str> = kit::grpc::reader().visible().collect();
    let mut known: Vec<DayRow> = sqlx::query_as(DAYS)
        .bind(token.id)
        .bind(day::date(to))
        .bind(at)
        .bind(visible)
        .bind(MOST_EARLIER)
        .bind(&days_shown.first)
        .bind(&days_shown.last)
        .fetch_all(&mut *conn)
        .await?;
    known.reverse();
    // Also those of earlier days: cohorts follow from all of them.
    let load_ids: BTreeSet<i64> = known.iter().flat_map(|row| row.load_ids.clone()).collect();
    let load_ids: Vec<i64> = load_ids.into_iter().collect();
    refuse_file(&mut conn, &load_ids).await?;
    let in_range = known.partition_point(|row| day::from_date(row.date) < from);
    // One more is read, which the first of them is compared with.
    let first = in_range.max(known.len().saturating_sub(MOST_HOLDER_DAYS));
    let loads = loads::loads_by_id(&mut conn, &load_ids).await?;
    Ok(GetHolderCohortsResponse {
        token_slug: request.token_slug.clone(),
        token_name: token.name,
        is_sample: token.is_sample,
        results: days(&mut conn, token.id, &known, first).await?,
        has_earlier: first > in_range,
        loads: loads::without_counts_if(days_shown.is_narrowed, loads),
    })
}

/// The days from a place on, each compared with the one before.
async fn days(
    conn: &mut PgConnection,
    token_id: i64,
    known: &[DayRow],
    first: usize,
) -> Result<Vec<HolderDay>, TimeseriesError> {
    let compared = first.saturating_sub(1);
    let dates = |rows: &[DayRow]| rows.iter().map(|row| row.date).collect::<Vec<Date>>();
    let rows: Vec<BalanceRow> = sqlx::query_as(BALANCES)
        .bind(token_id)
        .bind(dates(known))
        .bind(dates(&known[compared..]))
        .fetch_all(conn)
        .await?;
    let start = known.first().map(|row| day::from_date(row.date)).unwrap_or_default();
    let mut rows = rows.into_iter().peekable();
    let balances: Vec<DayBalances> = known[compared..]
        .iter()
        .map(|known| {
            let of_day = std::iter::from_fn(|| rows.next_if(|row| row.date == known.date));
            let holders = of_day.map(BalanceRow::holder).collect();
            DayBalances { day: day::from_date(known.date), holders }
        })
        .collect();
    let days = cohorts::from_balances(&balances, start);
    let answered = days.into_iter().zip(&known[compared..]).skip(first - compared);
    let days = answered.map(|(found, known)| HolderDay {
        known_at: clock::milliseconds(known.known_at),
        load_id: known.load_ids.iter().max().copied().unwrap_or_default(),
        ..found
    });
    Ok(days.collect())
}

impl BalanceRow {
    fn holder(self) -> Holder {
        Holder {
            address: self.address,
            first_day: day::from_date(self.first_date.unwrap_or(self.date)),
            balance: Balance {
                units: self.balance,
                share: self.share,
                is_issuer: self.is_issuer,
                dollars: None,
                kind: None,
            },
        }
    }
}
