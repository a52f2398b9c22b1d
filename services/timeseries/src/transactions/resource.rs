//! The fields of transfers, and their rows.

use kit::clock;
use kit::licence;
use kit::query::{Field, Order, Resource};
use proto::codec::Text as _;
use proto::timeseries::v1::{Transaction, TransferKind};
use sqlx::FromRow;
use time::OffsetDateTime;

use crate::visibility::visibility;

/// The token and the time of a transfer, by which scopes show it.
pub static TRANSFERRED_TOKEN: Field = Field::id("token_id", "t.token_id");
pub static TRANSFERRED_AT: Field = Field::instant("happened_at", "t.happened_at");

/// Canonical transfers.
pub static TRANSACTIONS: Resource = Resource {
    name: "transactions",
    from: "transfers t JOIN subjects u ON u.id = t.token_id AND u.deleted_at IS NULL \
           LEFT JOIN subjects a ON a.kind = 'asset' AND a.slug = u.asset_slug \
           LEFT JOIN loads l ON l.id = t.load_id",
    columns: "t.id, t.happened_at, t.kind, u.slug AS token_slug, u.name AS token_name, u.asset_slug, \
              a.name AS asset_name, u.network_slug, a.platform_slug, a.asset_class_slug, t.block_number, \
              t.transaction_hash, t.log_index, t.from_address, t.to_address, t.amount_raw::text AS amount_raw, \
              t.amount, t.value_dollar, u.is_sample, l.source, l.licence, l.attribution, t.load_id, \
              coalesce(t.known_at, l.known_at) AS known_at, l.method_version, \
              coalesce(l.visible_to, 'everybody') AS visible_to, \
              coalesce(l.is_redistributable, true) AS is_redistributable",
    key: "id",
    order: Order::descending("happened_at"),
    scoping: None,
    fields: &[
        Field::id("id", "t.id").describe("Identifier of the transfer.").sortable(),
        // Nothing is known before it happens: the index on it bounds earlier states.
        Field::instant("happened_at", "t.happened_at")
            .describe("Time of the transfer.")
            .known_since()
            .sortable(),
        Field::choice("kind", "t.kind", TransferKind::CHOICES)
            .describe("Type of transfer.")
            .groupable(),
        Field::slug("token_slug", "u.slug").describe("Token.").groupable(),
        Field::text("token_name", "u.name").describe("Name of the token."),
        Field::slug("asset_slug", "u.asset_slug").describe("Asset.").nullable().groupable(),
        Field::text("asset_name", "a.name").describe("Name of the asset.").nullable(),
        Field::slug("network_slug", "u.network_slug").describe("Network.").nullable().groupable(),
        Field::slug("platform_slug", "a.platform_slug")
            .describe("Platform of the asset.")
            .nullable()
            .groupable(),
        Field::slug("asset_class_slug", "a.asset_class_slug")
            .describe("Asset class.")
            .nullable()
            .groupable(),
        Field::int("block_number", "t.block_number").describe("Block number."),
        Field::text("transaction_hash", "t.transaction_hash").describe("Transaction hash."),
        Field::int("log_index", "t.log_index").describe("Position in the block."),
        Field::text("from_address", "t.from_address")
            .describe("Sender; empty for mints.")
            .nullable(),
        Field::text("to_address", "t.to_address")
            .describe("Recipient; empty for burns.")
            .nullable(),
        Field::text("amount_raw", "t.amount_raw::text")
            .describe("Exact amount in the smallest unit of the token."),
        Field::decimal("amount", "t.amount")
            .describe("Amount in units of the token.")
            .unit("token")
            .sortable(),
        Field::decimal("value_dollar", "t.value_dollar")
            .describe("Value at the time of the transfer.")
            .unit("usd")
            .nullable()
            .sortable()
            .measured(),
        Field::text("source", "l.source").describe("Source of the data.").nullable(),
        Field::text("licence", "l.licence").describe("Licence of the data.").nullable(),
        Field::text("attribution", "l.attribution").describe("Required attribution.").nullable(),
        licence::visible_to("coalesce(l.visible_to, 'everybody')"),
        licence::is_redistributable("coalesce(l.is_redistributable, true)"),
        Field::id("load_id", "t.load_id").describe("Data load that contained the record."),
        Field::instant("known_at", "coalesce(t.known_at, l.known_at)")
            .describe("Time at which the data became known.")
            .known_since()
            .nullable(),
        Field::text("method_version", "l.method_version")
            .describe("Version of the method used to import the data.")
            .nullable(),
        Field::bool("is_sample", "u.is_sample")
            .describe("Whether it is fictional sample data.")
            .groupable(),
    ],
};

/// A transfer as it is read from the database.
#[derive(FromRow)]
pub struct TransactionRow {
    id: i64,
    happened_at: OffsetDateTime,
    kind: String,
    token_slug: String,
    token_name: String,
    asset_slug: Option<String>,
    asset_name: Option<String>,
    network_slug: Option<String>,
    platform_slug: Option<String>,
    asset_class_slug: Option<String>,
    block_number: i64,
    transaction_hash: String,
    log_index: i32,
    from_address: Option<String>,
    to_address: Option<String>,
    amount_raw: String,
    amount: f64,
    value_dollar: Option<f64>,
    is_sample: bool,
    source: Option<String>,
    licence: Option<String>,
    attribution: Option<String>,
    load_id: i64,
    known_at: Option<OffsetDateTime>,
    method_version: Option<String>,
    visible_to: String,
    is_redistributable: bool,
}

impl TransactionRow {
    /// The row as a message.
    pub fn transaction(self) -> Transaction {
        Transaction {
            id: self.id,
            happened_at: clock::milliseconds(self.happened_at),
            kind: TransferKind::from_text(&self.kind).unwrap_or_default().into(),
            token_slug: self.token_slug,
            token_name: self.token_name,
            asset_slug: self.asset_slug,
            asset_name: self.asset_name,
            network_slug: self.network_slug,
            platform_slug: self.platform_slug,
            asset_class_slug: self.asset_class_slug,
            block_number: self.block_number,
            transaction_hash: self.transaction_hash,
            log_index: self.log_index,
            from_address: self.from_address,
            to_address: self.to_address,
            amount_raw: self.amount_raw,
            amount: self.amount,
            value_dollar: self.value_dollar,
            is_sample: self.is_sample,
            source: self.source,
            licence: self.licence,
            attribution: self.attribution,
            load_id: self.load_id,
            known_at: self.known_at.map(clock::milliseconds),
            method_version: self.method_version,
            visible_to: visibility(&self.visible_to).into(),
            is_redistributable: self.is_redistributable,
        }
    }
}
