//! Reads transfers and holders from the database, page by page.

use std::collections::BTreeMap;

use engine::day;
use kit::clock;
use kit::db::{Db, DbError};
use proto::timeseries::v1::Load;
use sheet::Cell;
use sqlx::FromRow;
use time::{Date, OffsetDateTime};

/// Rows that are read at a time.
const ROWS_PER_READ: i64 = 5_000;

/// The columns that transfers and balances share: their token and their load.
#[derive(FromRow)]
pub struct TokenColumns {
    token_slug: String,
    token_name: String,
    asset_slug: Option<String>,
    network_slug: Option<String>,
    pub load_id: i64,
    /// Nothing where it is when it was loaded.
    known_at: Option<OffsetDateTime>,
    is_sample: bool,
}

/// Units that moved.
#[derive(FromRow)]
pub struct Transfer {
    #[sqlx(flatten)]
    shared: TokenColumns,
    id: i64,
    happened_at: OffsetDateTime,
    kind: String,
    block_number: i64,
    transaction_hash: String,
    log_index: i32,
    from_address: Option<String>,
    to_address: Option<String>,
    amount_raw: String,
    amount: f64,
    value_dollar: Option<f64>,
}

/// The balance of a holder on a day.
#[derive(FromRow)]
pub struct Holding {
    #[sqlx(flatten)]
    shared: TokenColumns,
    token_id: i64,
    date: Date,
    rank: i32,
    address: String,
    is_issuer: bool,
    balance_raw: String,
    balance: f64,
    share: f64,
    value_dollar: Option<f64>,
    address_kind: Option<String>,
}

/// Rows that are read page by page.
pub trait LedgerRow: Sized + Send + Sync {
    /// Counts them, sample data or not, up to a limit.
    const COUNT: &'static str;

    /// The page of rows after one, up to a load.
    fn page_after(
        db: &Db,
        is_sample: bool,
        to: i64,
        last: Option<&Self>,
    ) -> impl Future<Output = Result<Vec<Self>, DbError>> + Send;

    /// The columns of its token and its load.
    fn shared(&self) -> &TokenColumns;

    fn own_cells(&self) -> Vec<Cell>;

    /// Its row in a file.
    fn cells(&self, loads: &BTreeMap<i64, Load>) -> Vec<Cell> {
        let mut cells = self.shared().token().to_vec();
        cells.extend(self.own_cells());
        cells.extend(self.shared().provenance(loads));
        cells
    }
}

/// The number of rows, counted up to a limit.
pub async fn count<T: LedgerRow>(db: &Db, is_sample: bool, most: i64) -> Result<i64, DbError> {
    let count = sqlx::query_scalar(T::COUNT).bind(is_sample).bind(most);
    Ok(count.fetch_one(&mut *db.conn().await?).await?)
}

impl TokenColumns {
    fn token(&self) -> [Cell; 4] {
        [
            Cell::text(Some(&self.token_slug)),
            Cell::text(Some(&self.token_name)),
            Cell::text(self.asset_slug.as_ref()),
            Cell::text(self.network_slug.as_ref()),
        ]
    }

    fn provenance(&self, loads: &BTreeMap<i64, Load>) -> [Cell; 7] {
        let load = loads.get(&self.load_id);
        let known_at = self.known_at.map(clock::milliseconds);
        let known_at = known_at.or(load.map(|load| load.known_at));
        [
            Cell::text(load.map(|load| &load.source)),
            Cell::text(load.map(|load| &load.licence)),
            Cell::text(load.and_then(|load| load.attribution.as_ref())),
            Cell::Integer(self.load_id),
            known_at.map_or(Cell::Nothing, Cell::Integer),
            Cell::text(load.map(|load| &load.method_version)),
            Cell::Truth(self.is_sample),
        ]
    }
}

impl LedgerRow for Transfer {
    const COUNT: &'static str = "SELECT count(*) FROM (
         SELECT FROM transfers AS t JOIN subjects AS u ON u.id = t.token_id AND u.deleted_at IS NULL
         WHERE u.is_sample = $1 AND t.load_id NOT IN (SELECT id FROM loads WHERE visible_to <> 'everybody' OR NOT is_redistributable)
         LIMIT $2
     ) AS few";

    async fn page_after(
        db: &Db,
        is_sample: bool,
        to: i64,
        last: Option<&Self>,
    ) -> Result<Vec<Self>, DbError> {
        Ok(sqlx::query_as(
            "SELECT u.slug AS token_slug, u.name AS token_name, u.asset_slug, u.network_slug, t.load_id, t.known_at, u.is_sample,
                 t.id, t.happened_at, t.kind, t.block_number, t.transaction_hash, t.log_index, t.from_address,
                 t.to_address, t.amount_raw::text AS amount_raw, t.amount, t.value_dollar
             FROM transfers AS t JOIN subjects AS u ON u.id = t.token_id AND u.deleted_at IS NULL
             WHERE u.is_sample = $1 AND t.load_id <= $2
                 AND t.load_id NOT IN (SELECT id FROM loads WHERE visible_to <> 'everybody' OR NOT is_redistributable)
                 AND t.id > $3 ORDER BY t.id LIMIT $4",
        )
        .bind(is_sample)
        .bind(to)
        .bind(last.map_or(0, |transfer| transfer.id))
        .bind(ROWS_PER_READ)
        .fetch_all(&mut *db.conn().await?)
        .await?)
    }

    fn shared(&self) -> &TokenColumns {
        &self.shared
    }

    fn own_cells(&self) -> Vec<Cell> {
        vec![
            Cell::Integer(self.id),
            Cell::Integer(clock::milliseconds(self.happened_at)),
            Cell::text(Some(&self.kind)),
            Cell::Integer(self.block_number),
            Cell::text(Some(&self.transaction_hash)),
            Cell::Integer(self.log_index.into()),
            Cell::text(self.from_address.as_ref()),
            Cell::text(self.to_address.as_ref()),
            Cell::text(Some(&self.amount_raw)),
            Cell::number(self.amount),
            self.value_dollar.map_or(Cell::Nothing, Cell::number),
        ]
    }
}

impl LedgerRow for Holding {
    const COUNT: &'static str = "SELECT count(*) FROM (
         SELECT FROM holders AS h JOIN subjects AS u ON u.id = h.token_id AND u.deleted_at IS NULL
         WHERE u.is_sample = $1 AND h.load_id NOT IN (SELECT id FROM loads WHERE visible_to <> 'everybody' OR NOT is_redistributable)
         LIMIT $2
     ) AS few";

    async fn page_after(
        db: &Db,
        is_sample: bool,
        to: i64,
        last: Option<&Self>,
    ) -> Result<Vec<Self>, DbError> {
        let first = (0, day::date(day::EARLIEST), 0);
        let (token, date, rank) = last.map_or(first, |last| (last.token_id, last.date, last.rank));
        Ok(sqlx::query_as(
            "SELECT u.slug AS token_slug, u.name AS token_name, u.asset_slug, u.network_slug, h.load_id, h.known_at, u.is_sample,
                 h.token_id, h.date, h.rank, h.address, h.is_issuer, h.balance_raw::text AS balance_raw, h.balance,
                 h.share, h.value_dollar, h.address_kind
             FROM holders AS h JOIN subjects AS u ON u.id = h.token_id AND u.deleted_at IS NULL
             WHERE u.is_sample = $1 AND h.load_id <= $2
                 AND h.load_id NOT IN (SELECT id FROM loads WHERE visible_to <> 'everybody' OR NOT is_redistributable)
                 AND (h.token_id, h.date, h.rank) > ($3, $4, $5)
             ORDER BY h.token_id, h.date, h.rank LIMIT $6",
        )
        .bind(is_sample)
        .bind(to)
        .bind(token)
        .bind(date)
        .bind(rank)
        .bind(ROWS_PER_READ)
        .fetch_all(&mut *db.conn().await?)
        .await?)
    }

    fn shared(&self) -> &TokenColumns {
        &self.shared
    }

    fn own_cells(&self) -> Vec<Cell> {
        vec![
            Cell::Text(day::text(day::from_date(self.date))),
            Cell::Integer(self.rank.into()),
            Cell::text(Some(&self.address)),
            Cell::Truth(self.is_issuer),
            Cell::text(Some(&self.balance_raw)),
            Cell::number(self.balance),
            Cell::number(self.share),
            self.value_dollar.map_or(Cell::Nothing, Cell::number),
            Cell::text(self.address_kind.as_ref()),
        ]
    }
}
