//! A resource with a field of every type, and rows of it.

pub mod naive;
pub mod questions;

use kit::query::{self as grammar, Element, Field, ListPage, Order, QueryFailure, Resource};
use kit::testing::{self, TestDb};
use proptest::option::of;
use proptest::prelude::*;
use proto::codec::Choice;
use proto::query::v1::{ListGroupsResponse, Query};
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

pub static MIGRATOR: Migrator = sqlx::migrate!("tests/items/migrations");

const STATUSES: &[Choice] = &[
    Choice { value: "open", label: "Open", meaning: "" },
    Choice { value: "late", label: "Late", meaning: "A payment is overdue." },
    Choice { value: "closed", label: "Closed", meaning: "" },
];

pub static ITEMS: Resource = Resource {
    name: "items",
    from: "items i",
    columns: "i.id, i.slug, i.name, i.rank, i.price::text AS price, i.ratio, i.live, i.day, i.seen_at, \
              i.status, i.tags, i.members, i.code",
    key: "id",
    order: Order::descending("rank"),
    scoping: None,
    fields: &[
        Field::id("id", "i.id").describe("The number.").sortable(),
        Field::slug("slug", "i.slug").describe("The name in addresses.").sortable(),
        Field::text("name", "i.name").describe("The name.").nullable().sortable().groupable(),
        Field::int("rank", "i.rank").describe("The rank.").sortable().groupable().measured(),
        Field::decimal("price", "i.price")
            .describe("The price.")
            .unit("usd")
            .nullable()
            .sortable()
            .measured(),
        Field::decimal("ratio", "i.ratio").describe("A ratio.").nullable().sortable().averaged(),
        Field::bool("live", "i.live")
            .describe("Whether it lives.")
            .nullable()
            .sortable()
            .groupable(),
        Field::date("day", "i.day").describe("Its day.").nullable().sortable().groupable().ranged(),
        Field::instant("seen_at", "i.seen_at")
            .describe("When it was seen.")
            .known_since()
            .nullable()
            .sortable()
            .groupable()
            .ranged(),
        Field::choice("status", "i.status", STATUSES)
            .describe("How it stands.")
            .nullable()
            .sortable()
            .groupable(),
        Field::list("tags", Element::Slug, "i.tags")
            .describe("Its tags.")
            .groupable()
            .counted()
            .values_from(
                "SELECT DISTINCT tag AS value, tag AS label FROM items, unnest(tags) tag ORDER BY 1",
            ),
        Field::list("members", Element::Id, "i.members")
            .describe("Its members.")
            .nullable()
            .groupable(),
        Field::uuid("code", "i.code").describe("Its code.").sortable().counted(),
    ],
};

/// A row as it is written and read.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Item {
    pub id: i64,
    pub slug: String,
    pub name: Option<String>,
    pub rank: i32,
    pub price: Option<String>,
    pub ratio: Option<f64>,
    pub live: Option<bool>,
    pub day: Option<Date>,
    pub seen_at: Option<OffsetDateTime>,
    pub status: Option<String>,
    pub tags: Vec<String>,
    pub members: Option<Vec<i64>>,
    pub code: Uuid,
}

/// Texts that contain each other, look alike, or would change a statement that contained them.
pub const TEXTS: &[&str] = &[
    "",
    "Alpha",
    "alpha",
    "alpha beta",
    "Be%ta",
    "Be_ta",
    "Beta",
    "back\\slash",
    "Zürich",
    "ZÜRICH",
    "日本",
    "'; DROP TABLE items; --",
    "$1 ) OR ( TRUE",
    "\u{202e}gpj.exe",
    "\"quoted\" 'twice'",
];
pub const PRICES: &[&str] =
    &["0", "0.1", "-3.5", "3.5", "3.50", "10", "123456789012345678901234567890.125", "-0.000001"];
pub const RATIOS: &[f64] = &[0.0, 0.1, -2.5, 1e300, 0.300_000_000_000_000_04, 0.3, 1e-12];
pub const DAYS: &[&str] = &["0001-01-01", "2025-12-31", "2026-01-01", "2026-02-28", "9999-12-31"];
pub const MOMENTS: &[&str] = &[
    "2025-12-31T23:59:59.999999Z",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000001Z",
    "2026-01-01T01:30:00+02:00",
    "2026-03-05T12:00:00.5Z",
];
pub const CODES: &[&str] =
    &["00000000-0000-0000-0000-000000000001", "f47ac10b-58cc-4372-a567-0e02b2c3d479"];
pub const TAGS: &[&str] = &["", "a", "b", "B", "long-tag"];

/// A row whose values are all null, empty or zero.
pub fn blank() -> Item {
    Item {
        id: 0,
        slug: String::new(),
        name: None,
        rank: 0,
        price: None,
        ratio: None,
        live: None,
        day: None,
        seen_at: None,
        status: None,
        tags: Vec::new(),
        members: None,
        code: Uuid::nil(),
    }
}

/// Rows with few different values, so that ties and matches abound.
pub fn rows(most: usize) -> impl Strategy<Value = Vec<Item>> {
    prop::collection::vec(row(), 0..most).prop_map(|mut rows| {
        for (at, row) in rows.iter_mut().enumerate() {
            row.id = at as i64 * 7 % 1009 - 50;
            row.slug = format!("item-{at}");
        }
        rows
    })
}

fn row() -> impl Strategy<Value = Item> {
    let texts = (of(word(TEXTS)), of(word(&["open", "late", "closed"])), word(CODES));
    let numbers =
        (-2..3_i32, of(word(PRICES)), of(prop::sample::select(RATIOS)), of(any::<bool>()));
    let times = (of(word(DAYS)), of(word(MOMENTS)));
    let lists =
        (prop::collection::vec(word(TAGS), 0..3), of(prop::collection::vec(-1..3_i64, 0..3)));
    (texts, numbers, times, lists).prop_map(|(texts, numbers, times, (tags, members))| Item {
        id: 0,
        slug: String::new(),
        name: texts.0,
        status: texts.1,
        code: texts.2.parse().unwrap(),
        rank: numbers.0,
        price: numbers.1,
        ratio: numbers.2,
        live: numbers.3,
        day: times.0.map(|day| naive::day(&day).unwrap()),
        seen_at: times.1.map(|moment| naive::moment(&moment).unwrap()),
        tags,
        members,
    })
}

pub fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    prop::sample::select(words).prop_map(str::to_owned)
}

/// An empty table.
pub async fn table() -> (TestDb, PgConnection) {
    let test = testing::database(&MIGRATOR).await;
    let conn = test.raw().await;
    (test, conn)
}

/// Replaces what is in the table.
pub async fn fill(conn: &mut PgConnection, rows: &[Item]) {
    let mut tx = conn.begin().await.unwrap();
    sqlx::query("DELETE FROM items").execute(&mut *tx).await.unwrap();
    for row in rows {
        insert(&mut tx, row).await;
    }
    tx.commit().await.unwrap();
}

pub async fn insert(conn: &mut PgConnection, row: &Item) {
    sqlx::query(
        "INSERT INTO items VALUES ($1, $2, $3, $4, $5::numeric, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(row.id)
    .bind(&row.slug)
    .bind(&row.name)
    .bind(row.rank)
    .bind(&row.price)
    .bind(row.ratio)
    .bind(row.live)
    .bind(row.day)
    .bind(row.seen_at)
    .bind(&row.status)
    .bind(&row.tags)
    .bind(&row.members)
    .bind(row.code)
    .execute(conn)
    .await
    .unwrap();
}

/// Lists the rows that a query of a browser matches.
pub async fn ask(
    conn: &mut PgConnection,
    question: &Value,
) -> Result<ListPage<Item>, QueryFailure> {
    grammar::list(conn, &ITEMS, &read(question)).await
}

/// Groups the rows that a query of a browser matches.
pub async fn group(
    conn: &mut PgConnection,
    question: &Value,
) -> Result<ListGroupsResponse, QueryFailure> {
    grammar::groups(conn, &ITEMS, &read(question)).await
}

/// Reads a query in the JSON of a browser.
pub fn read(question: &Value) -> Query {
    serde_json::from_value(question.clone()).unwrap()
}
