//! The largest holders of tokens at the ends of days.

use engine::day::{self, Day};
use kit::db::DbError;
use proto::codec::Text as _;
use proto::timeseries::v1::AddressKind;
use sheet::Kind;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::cells::{CellRefusal, Cells, known_at, raw, text};
use super::row::Row;
use crate::import::files::columns::Form;
use crate::import::files::point::{Bounds, LARGEST, parse_day};
use crate::import::files::typed_table::{Column, Group, optional, required};
use crate::import::limits::MOST_HOLDERS;
use crate::import::store::copy::Rows as CopiedRows;

const DATE: usize = 1;
const RANK: usize = 2;
const ADDRESS: usize = 3;
const IS_ISSUER: usize = 4;
const RAW: usize = 5;
const BALANCE: usize = 6;
const SHARE: usize = 7;
const DOLLARS: usize = 8;
const KNOWN_AT: usize = 9;
const ADDRESS_KIND: usize = 10;

/// The balance of one holder on a day.
pub struct Holding {
    pub day: Day,
    pub rank: i32,
    pub address: String,
    pub is_issuer: bool,
    pub raw: String,
    pub balance: f64,
    pub share: f64,
    pub dollars: Option<f64>,
    pub known_at: Option<OffsetDateTime>,
    pub address_kind: Option<AddressKind>,
}

impl Row for Holding {
    const FORM: Form = Form {
        names: &[
            "token_slug",
            "date",
            "rank",
            "address",
            "is_issuer",
            "balance_raw",
            "balance",
            "share",
            "value_dollar",
            "known_at",
            "address_kind",
        ],
        required: 8,
    };
    const INCOMING: &'static str = "date date, rank integer, address text, is_issuer boolean, balance_raw text,
        balance double precision, share double precision, value_dollar double precision, known_at timestamptz,
        address_kind text";
    const WIDTH: i16 = 10;
    const CONTRADICTIONS: &'static [&'static str] = &[
        "SELECT max(line), 'rank', 'one row for a rank on a day: line ' || min(line) || ' has it already'
         FROM incoming GROUP BY token, date, rank HAVING count(*) > 1 ORDER BY 1 LIMIT 50",
        "SELECT min(line), 'rank', 'ranks from 1 without a gap, largest balances first'
         FROM (
             SELECT line, token, date, rank, count(*) OVER (PARTITION BY token, date) AS holders,
                 lag(balance) OVER (PARTITION BY token, date ORDER BY rank) < balance AS is_above
             FROM incoming
         ) AS ranked
         WHERE rank > holders OR is_above GROUP BY token, date ORDER BY 1 LIMIT 50",
        "SELECT min(i.line), 'date', 'the holders that are known of this day: they never change'
         FROM (SELECT *, count(*) OVER (PARTITION BY token, date) AS holders FROM incoming) AS i
         JOIN subjects AS u ON u.kind = 'token' AND u.slug = i.token
         JOIN LATERAL (
             SELECT count(*) AS holders FROM holders AS h WHERE h.token_id = u.id AND h.date = i.date
         ) AS known ON known.holders > 0
         LEFT JOIN holders AS h ON h.token_id = u.id AND h.date = i.date AND h.rank = i.rank
         WHERE known.holders <> i.holders
             OR (h.address, h.is_issuer, h.balance_raw, h.balance, h.share, h.value_dollar, h.address_kind)
                 IS DISTINCT FROM (i.address, i.is_issuer, i.balance_raw::numeric, i.balance, i.share, i.value_dollar,
                     i.address_kind)
         GROUP BY i.token, i.date ORDER BY 1 LIMIT 50",
    ];
    const INSERT: &'static str = "INSERT INTO holders (token_id, load_id, date, rank, address, is_issuer, balance_raw,
             balance, share, value_dollar, known_at, address_kind)
         SELECT u.id, $1, i.date, i.rank, i.address, i.is_issuer, i.balance_raw::numeric, i.balance, i.share,
             i.value_dollar, i.known_at, i.address_kind
         FROM incoming AS i JOIN subjects AS u ON u.kind = 'token' AND u.slug = i.token
         ORDER BY i.line
         ON CONFLICT (token_id, date, rank) DO NOTHING";
    const DATES: &'static str = "SELECT min(date), max(date) FROM holders WHERE load_id = $1";

    const TYPED: &'static [Column] = &[
        required("token_slug", Kind::Text),
        required("date", Kind::Day),
        required("rank", Kind::Integer),
        required("address", Kind::Text),
        required("is_issuer", Kind::Truth),
        required("balance_raw", Kind::Text),
        required("balance", Kind::Number),
        required("share", Kind::Number),
        optional("value_dollar", Kind::Number),
        required("known_at", Kind::Instant),
        optional("address_kind", Kind::Text),
    ];

    fn read(rows: &mut Group, bounds: Bounds) -> Result<Self, CellRefusal> {
        let day = rows.day(DATE).unwrap_or_default();
        if !bounds.has_day(day) {
            return Err((DATE, bounds.expected_day()));
        }
        let since = day::date(day).midnight().assume_utc();
        Ok(Self {
            day,
            rank: rows.integer(RANK).unwrap_or_default() as i32,
            address: text(rows, ADDRESS).unwrap_or_default(),
            is_issuer: rows.truth(IS_ISSUER).unwrap_or_default(),
            raw: raw(rows, RAW)?,
            balance: rows.number(BALANCE).unwrap_or_default(),
            share: rows.number(SHARE).unwrap_or_default(),
            dollars: rows.number(DOLLARS),
            known_at: known_at(rows, KNOWN_AT, since, bounds)?,
            address_kind: address_kind(&text(rows, ADDRESS_KIND).unwrap_or_default())?,
        })
    }

    fn parse(cells: &Cells<'_>, bounds: Bounds) -> Result<Self, CellRefusal> {
        let day = parse_day(cells.text(DATE), bounds).map_err(|expected| (DATE, expected))?;
        let expected = format!("a rank from 1 to {MOST_HOLDERS}");
        let rank: i32 = cells.whole(RANK, &expected)?;
        if !(1..=MOST_HOLDERS).contains(&rank) {
            return Err((RANK, expected));
        }
        Ok(Self {
            day,
            rank,
            address: cells.plain(ADDRESS, "an address without spaces")?.to_owned(),
            is_issuer: cells.whole(IS_ISSUER, "true or false")?,
            raw: cells.raw(RAW)?,
            balance: cells.amount(BALANCE, LARGEST)?,
            share: cells.amount(SHARE, 1.0)?,
            dollars: cells.dollars(DOLLARS)?,
            known_at: cells.known_at(KNOWN_AT, day::date(day).midnight().assume_utc(), bounds)?,
            address_kind: address_kind(cells.text(ADDRESS_KIND))?,
        })
    }

    fn copy(&self, rows: &mut CopiedRows<'_>) {
        rows.day(self.day);
        rows.integer(self.rank);
        rows.text(Some(&self.address));
        rows.flag(self.is_issuer);
        rows.text(Some(&self.raw));
        rows.number(Some(self.balance));
        rows.number(Some(self.share));
        rows.number(self.dollars);
        rows.maybe_instant(self.known_at);
        rows.text(self.address_kind.map(AddressKind::text));
    }
}

/// Parses the kind of an address; blank if it is not known.
fn address_kind(text: &str) -> Result<Option<AddressKind>, CellRefusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let expected = "wallet, contract, bridge, escrow, burn, or nothing";
    let kind = AddressKind::from_text(text).ok_or_else(|| (ADDRESS_KIND, expected.to_owned()))?;
    Ok(Some(kind))
}

/// Removes balances of fictional tokens of days that end no month, before the last day of a load.
pub async fn keep_month_ends(tx: &mut PgConnection, load_id: i64) -> Result<(), DbError> {
    sqlx::query(
        "DELETE FROM holders AS h USING subjects AS u
         WHERE u.id = h.token_id AND u.is_sample AND extract(day FROM h.date + 1) <> 1
             AND h.date < (SELECT max(date) FROM holders WHERE load_id = $1)",
    )
    .bind(load_id)
    .execute(tx)
    .await?;
    Ok(())
}
