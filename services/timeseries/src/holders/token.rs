//! The token whose holders are requested, the days that a scope shows, and whether its balances may be in a file.

use engine::day::{self, Day};
use kit::grpc::Purpose;
use proto::access::v1::Endpoint;
use sqlx::{FromRow, PgConnection};
use time::{Date, OffsetDateTime};

use crate::context::Context;
use crate::error::TimeseriesError;
use crate::scopes::CallScope;

#[derive(FromRow)]
pub struct Token {
    pub id: i64,
    pub name: String,
    pub is_sample: bool,
}

impl Token {
    /// A token that is in the catalog, or was at an instant.
    pub async fn find(
        conn: &mut PgConnection,
        slug: &str,
        at: Option<OffsetDateTime>,
    ) -> Result<Self, TimeseriesError> {
        let token: Option<Self> = sqlx::query_as(
            "SELECT id, name, is_sample FROM subjects
             WHERE kind = 'token' AND slug = $1 AND (deleted_at IS NULL OR deleted_at > $2)",
        )
        .bind(slug)
        .bind(at)
        .fetch_optional(conn)
        .await?;
        token.ok_or(TimeseriesError::TokenUnknown)
    }
}

/// The days whose holders the caller may have.
pub struct HolderDays {
    pub first: Vec<Date>,
    pub last: Vec<Date>,
    /// Whether a scope hides others.
    pub is_narrowed: bool,
}

impl HolderDays {
    /// The days of a token at an endpoint. A hidden token is as unknown as one that does not exist.
    pub fn of_token(
        ctx: &Context,
        token: &Token,
        endpoint: Endpoint,
    ) -> Result<Self, TimeseriesError> {
        let scope = CallScope::of_call(ctx.clock.now())?;
        let days = match &scope {
            None => vec![(day::EARLIEST, Day::MAX)],
            Some(scope) => {
                let served = ctx.snapshot.get().ok_or(TimeseriesError::NotReady)?;
                scope.holder_days(&served.attributes, token.id, endpoint)?
            }
        };
        let (first, last) =
            days.into_iter().map(|(first, last)| (day::date(first), day::date(last))).unzip();
        Ok(Self { first, last, is_narrowed: scope.is_some() })
    }

    /// Refuses days of which none is shown.
    pub fn check(&self, from: Date, to: Date) -> Result<(), TimeseriesError> {
        let mut shown = self.first.iter().zip(&self.last);
        let is_any = !self.is_narrowed || shown.any(|(first, last)| *first <= to && from <= *last);
        is_any.then_some(()).ok_or_else(|| TimeseriesError::OutsideScope("days".to_owned()))
    }
}

/// Refuses a file of balances that may not be passed on.
pub async fn refuse_file(conn: &mut PgConnection, load_ids: &[i64]) -> Result<(), TimeseriesError> {
    if kit::grpc::reader().purpose == Purpose::Screen {
        return Ok(());
    }
    let sources: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT source FROM loads WHERE id = ANY($1) AND NOT is_redistributable",
    )
    .bind(load_ids)
    .fetch_all(conn)
    .await?;
    if sources.is_empty() {
        return Ok(());
    }
    Err(TimeseriesError::NotRedistributable(sources.join(", ")))
}
