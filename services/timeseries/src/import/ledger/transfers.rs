//! Transfers, mints and burns of tokens.

use proto::codec::Text as _;
use proto::timeseries::v1::TransferKind;
use sheet::Kind;
use time::OffsetDateTime;

use super::cells::{CellRefusal, Cells, known_at, raw, text};
use super::row::Row;
use crate::import::files::columns::Form;
use crate::import::files::point::{Bounds, LARGEST};
use crate::import::files::typed_table::{Column, Group, optional, required};
use crate::import::store::copy::Rows as CopiedRows;
use kit::clock::from_milliseconds;

const HAPPENED_AT: usize = 1;
const BLOCK: usize = 2;
const TRANSACTION: usize = 3;
const LOG_INDEX: usize = 4;
const KIND: usize = 5;
const RAW: usize = 6;
const AMOUNT: usize = 7;
const FROM: usize = 8;
const TO: usize = 9;
const DOLLARS: usize = 10;
const KNOWN_AT: usize = 11;

pub struct Transfer {
    pub happened_at: OffsetDateTime,
    pub block: i64,
    pub transaction: String,
    pub log_index: i32,
    pub kind: TransferKind,
    pub raw: String,
    pub amount: f64,
    pub from: Option<String>,
    pub to: Option<String>,
    pub dollars: Option<f64>,
    pub known_at: Option<OffsetDateTime>,
}

/// Whether a transfer of a kind has a sender and a receiver; either is left open where units cross a bridge.
fn sides(kind: TransferKind) -> [Option<bool>; 2] {
    match kind {
        TransferKind::Mint => [Some(false), Some(true)],
        TransferKind::Burn => [Some(true), Some(false)],
        TransferKind::BridgeIn => [None, Some(true)],
        TransferKind::BridgeOut => [Some(true), None],
        _ => [Some(true), Some(true)],
    }
}

fn side(
    cells: &Cells<'_>,
    column: usize,
    is_there: Option<bool>,
) -> Result<Option<String>, CellRefusal> {
    let is_empty = cells.text(column).is_empty();
    if is_empty && is_there != Some(true) {
        return Ok(None);
    }
    if is_there == Some(false) {
        return Err((column, "nothing: a mint has no sender, a burn no receiver".to_owned()));
    }
    Ok(Some(cells.plain(column, "an address without spaces")?.to_owned()))
}

impl Row for Transfer {
    const FORM: Form = Form {
        names: &[
            "token_slug",
            "happened_at",
            "block_number",
            "transaction_hash",
            "log_index",
            "kind",
            "amount_raw",
            "amount",
            "from_address",
            "to_address",
            "value_dollar",
            "known_at",
        ],
        required: 8,
    };
    const INCOMING: &'static str = "happened_at timestamptz, block_number bigint, transaction_hash text COLLATE \"C\",
        log_index integer, kind text, amount_raw text, amount double precision, from_address text, to_address text,
        value_dollar double precision, known_at timestamptz";
    const WIDTH: i16 = 11;
    const CONTRADICTIONS: &'static [&'static str] = &[
        "SELECT max(line), 'log_index', 'one row for a place in a transaction: line ' || min(line) || ' has it already'
         FROM incoming GROUP BY token, transaction_hash, log_index HAVING count(*) > 1 ORDER BY 1 LIMIT 50",
        "SELECT i.line, 'transaction_hash', 'what is known of this transfer: it never changes'
         FROM incoming AS i JOIN subjects AS u ON u.kind = 'token' AND u.slug = i.token
         JOIN transfers AS t ON t.token_id = u.id AND t.transaction_hash = i.transaction_hash AND t.log_index = i.log_index
         WHERE (t.happened_at, t.block_number, t.kind, t.from_address, t.to_address, t.amount_raw, t.amount, t.value_dollar)
             IS DISTINCT FROM (i.happened_at, i.block_number, i.kind, i.from_address, i.to_address,
                 i.amount_raw::numeric, i.amount, i.value_dollar)
         ORDER BY 1 LIMIT 50",
    ];
    const INSERT: &'static str = "INSERT INTO transfers (token_id, load_id, happened_at, block_number, transaction_hash,
             log_index, kind, from_address, to_address, amount_raw, amount, value_dollar, known_at)
         SELECT u.id, $1, i.happened_at, i.block_number, i.transaction_hash, i.log_index, i.kind, i.from_address,
             i.to_address, i.amount_raw::numeric, i.amount, i.value_dollar, i.known_at
         FROM incoming AS i JOIN subjects AS u ON u.kind = 'token' AND u.slug = i.token
         ORDER BY i.line
         ON CONFLICT (token_id, transaction_hash, log_index) DO NOTHING";
    const DATES: &'static str = "SELECT min(happened_at AT TIME ZONE 'UTC')::date, max(happened_at AT TIME ZONE 'UTC')::date
         FROM transfers WHERE load_id = $1";

    const TYPED: &'static [Column] = &[
        required("token_slug", Kind::Text),
        required("happened_at", Kind::Instant),
        required("block_number", Kind::Integer),
        required("transaction_hash", Kind::Text),
        required("log_index", Kind::Integer),
        required("kind", Kind::Text),
        required("amount_raw", Kind::Text),
        required("amount", Kind::Number),
        optional("from_address", Kind::Text),
        optional("to_address", Kind::Text),
        optional("value_dollar", Kind::Number),
        required("known_at", Kind::Instant),
    ];

    fn read(rows: &mut Group, bounds: Bounds) -> Result<Self, CellRefusal> {
        let happened_at = from_milliseconds(rows.integer(HAPPENED_AT).unwrap_or_default());
        let kind = TransferKind::from_text(&text(rows, KIND).unwrap_or_default())
            .ok_or_else(|| (KIND, "a kind of transfer".to_owned()))?;
        Ok(Self {
            happened_at,
            block: rows.integer(BLOCK).unwrap_or_default(),
            transaction: text(rows, TRANSACTION).unwrap_or_default(),
            log_index: rows.integer(LOG_INDEX).unwrap_or_default() as i32,
            kind,
            raw: raw(rows, RAW)?,
            amount: rows.number(AMOUNT).unwrap_or_default(),
            from: text(rows, FROM),
            to: text(rows, TO),
            dollars: rows.number(DOLLARS),
            known_at: known_at(rows, KNOWN_AT, happened_at, bounds)?,
        })
    }

    fn parse(cells: &Cells<'_>, bounds: Bounds) -> Result<Self, CellRefusal> {
        let happened_at = cells.instant(HAPPENED_AT)?;
        if happened_at > bounds.now {
            return Err((HAPPENED_AT, "an instant that is not in the future".to_owned()));
        }
        let whole = "a whole number from 0";
        let block: u32 = cells.whole(BLOCK, whole)?;
        let log_index: i32 = cells.whole(LOG_INDEX, whole)?;
        if log_index < 0 {
            return Err((LOG_INDEX, whole.to_owned()));
        }
        let kind = TransferKind::from_text(cells.text(KIND)).ok_or_else(|| {
            let kinds: Vec<&str> = TransferKind::VALUES.iter().map(|(_, text)| *text).collect();
            (KIND, format!("one of {}", kinds.join(", ")))
        })?;
        let [from, to] = sides(kind);
        Ok(Self {
            happened_at,
            block: block.into(),
            transaction: cells.plain(TRANSACTION, "the hash of a transaction")?.to_owned(),
            log_index,
            kind,
            raw: cells.raw(RAW)?,
            amount: cells.amount(AMOUNT, LARGEST)?,
            from: side(cells, FROM, from)?,
            to: side(cells, TO, to)?,
            dollars: cells.dollars(DOLLARS)?,
            known_at: cells.known_at(KNOWN_AT, happened_at, bounds)?,
        })
    }

    fn copy(&self, rows: &mut CopiedRows<'_>) {
        rows.instant(self.happened_at);
        rows.long(self.block);
        rows.text(Some(&self.transaction));
        rows.integer(self.log_index);
        rows.text(Some(self.kind.text()));
        rows.text(Some(&self.raw));
        rows.number(Some(self.amount));
        rows.text(self.from.as_deref());
        rows.text(self.to.as_deref());
        rows.number(self.dollars);
        rows.maybe_instant(self.known_at);
    }
}
