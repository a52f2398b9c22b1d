//! Imports token lists and chain lists in their public formats, which complete the records of the catalog and never
//! replace them.

use std::collections::HashMap;

use kit::db::Db;
use serde::Deserialize;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::files::File;
use super::manifest::Origin;
use super::report::{FileReport, Rejection};
use super::rows::{Row, Rows};
use super::write::{LOCK, write};
use crate::kinds::networks::NETWORKS;
use crate::kinds::tokens::TOKENS;
use crate::schema::Raw;
use crate::store::{self, SaveCounts};

/// A row by the names of its table's columns.
type Columns = Map<String, Value>;

#[derive(Deserialize)]
struct TokenList {
    name: String,
    tokens: Vec<Token>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Token {
    chain_id: i64,
    address: String,
    symbol: String,
    name: String,
    decimals: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chain {
    #[serde(rename = "chainId")]
    id: i64,
    #[serde(default, rename = "infoURL")]
    info_url: String,
    native_currency: Currency,
    #[serde(default)]
    explorers: Vec<Explorer>,
}

#[derive(Deserialize)]
struct Currency {
    symbol: String,
}

#[derive(Deserialize)]
struct Explorer {
    name: String,
    url: String,
}

/// Whether it is a token list: an object with a name and tokens.
pub fn is_token_list(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Map<String, Value>>(bytes)
        .is_ok_and(|list| list.contains_key("name") && list.contains_key("tokens"))
}

/// Whether it is a chain list: objects with a chain id.
pub fn is_chain_list(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Vec<Map<String, Value>>>(bytes)
        .is_ok_and(|list| list.first().is_some_and(|chain| chain.contains_key("chainId")))
}

fn refuse(line: usize, column: Option<&str>, found: &str, expected: String) -> Rejection {
    let column = column.map(str::to_owned);
    Rejection { line, column, found: Raw::from(found).shown(), expected }
}

fn malformed(error: &serde_json::Error) -> Vec<Rejection> {
    vec![refuse(error.line(), None, &error.to_string(), "the fields of the public format".into())]
}

/// Slug and whole row of each network by its chain id.
async fn networks(conn: &mut PgConnection) -> Result<HashMap<i64, (String, Columns)>, sqlx::Error> {
    let rows: Vec<(i64, String, Json<Columns>)> = sqlx::query_as(
        "SELECT evm_chain_id, slug, to_jsonb(networks) FROM networks
         WHERE evm_chain_id IS NOT NULL AND alias_of_id IS NULL",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|(chain, slug, row)| (chain, (slug, row.0))).collect())
}

/// Imports a token list.
pub async fn tokens(
    db: &Db,
    file: &File,
    origin: Origin,
    now: OffsetDateTime,
) -> anyhow::Result<FileReport> {
    let mut report = FileReport {
        file: file.name.clone(),
        resource: TOKENS.table.to_owned(),
        ..FileReport::default()
    };
    let list: TokenList = match serde_json::from_slice(&file.bytes) {
        Ok(list) => list,
        Err(error) => return Ok(FileReport { rejections: malformed(&error), ..report }),
    };
    let mut tx = LOCK.begin(db).await?;
    let networks = networks(&mut tx).await?;
    let existing = existing_tokens(&mut tx).await?;
    let (mut completed, mut rows, mut unknown) = (Vec::new(), Vec::new(), 0);
    for (at, token) in list.tokens.iter().enumerate() {
        let Some((network, _)) = networks.get(&token.chain_id) else {
            unknown += 1;
            continue;
        };
        match existing.get(&(network.clone(), token.address.to_lowercase())) {
            Some(known) => match complete(known, token, &list.name) {
                Ok(record) => completed.push(record),
                Err(expected) => report.rejections.push(refuse(
                    at + 1,
                    Some("decimals"),
                    &token.decimals.to_string(),
                    expected,
                )),
            },
            None => rows.push(row(at + 1, network, token, &list.name)),
        }
    }
    if !report.rejections.is_empty() {
        return Ok(report);
    }
    let origin = Origin { source: origin.source.or(Some(list.name)), ..origin };
    let columns = rows.first().map(|row| row.cells.iter().map(|(name, _)| name.clone()).collect());
    let rows = Rows { columns: columns.unwrap_or_default(), rows };
    match write(&mut tx, &TOKENS, &rows, &origin, now).await? {
        Ok(added) => {
            let changed = store::upsert(&mut tx, &TOKENS, completed, now).await?;
            report.saved = sum(added, changed);
            tx.commit().await?;
        }
        Err(rejections) => report.rejections = rejections,
    }
    if unknown > 0 {
        report.skipped.push(format!("{unknown} tokens of chains without a network in the catalog"));
    }
    Ok(report)
}

fn sum(one: SaveCounts, other: SaveCounts) -> SaveCounts {
    SaveCounts {
        created: one.created + other.created,
        updated: one.updated + other.updated,
        unchanged: one.unchanged + other.unchanged,
    }
}

type Tokens = HashMap<(String, String), Columns>;

/// Tokens of networks with a chain id, by network and address; addresses there have no capitals.
async fn existing_tokens(conn: &mut PgConnection) -> Result<Tokens, sqlx::Error> {
    let rows: Vec<(String, String, Json<Columns>)> = sqlx::query_as(
        "SELECT n.slug, lower(t.address), to_jsonb(t)
         FROM tokens AS t JOIN networks AS n ON n.id = t.network_id
         WHERE n.evm_chain_id IS NOT NULL AND t.address IS NOT NULL",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|(network, address, row)| ((network, address), row.0)).collect())
}

/// Blank cells are filled; a different value is a contradiction.
fn complete(
    known: &Map<String, Value>,
    token: &Token,
    list: &str,
) -> Result<Map<String, Value>, String> {
    let mut record = known.clone();
    match known.get("decimals").and_then(Value::as_i64) {
        Some(decimals) if decimals != token.decimals => {
            return Err(format!("{decimals}, which the catalog knows of this address"));
        }
        Some(_) => {}
        None => {
            record.insert("decimals".to_owned(), token.decimals.into());
            record.insert("decimals_source".to_owned(), list.into());
        }
    }
    if known.get("symbol").is_none_or(Value::is_null) && !token.symbol.is_empty() {
        record.insert("symbol".to_owned(), token.symbol.clone().into());
    }
    Ok(record)
}

fn row(line: usize, network: &str, token: &Token, list: &str) -> Row {
    let address = token.address.to_lowercase();
    let cells = [
        ("slug", format!("{network}:{address}")),
        ("name", token.name.clone()),
        ("symbol", token.symbol.clone()),
        ("decimals", token.decimals.to_string()),
        ("decimals_source", list.to_owned()),
        ("network_slug", network.to_owned()),
        ("address", address),
        ("standard", "ERC-20".to_owned()),
        ("token_type", "fungible".to_owned()),
    ];
    let cells = cells.into_iter().map(|(name, text)| (name.to_owned(), Raw::One(text)));
    Row { line, cells: cells.collect() }
}

/// Imports a chain list.
pub async fn chains(db: &Db, file: &File, now: OffsetDateTime) -> anyhow::Result<FileReport> {
    let mut report = FileReport {
        file: file.name.clone(),
        resource: NETWORKS.table.to_owned(),
        ..FileReport::default()
    };
    let list: Vec<Chain> = match serde_json::from_slice(&file.bytes) {
        Ok(list) => list,
        Err(error) => return Ok(FileReport { rejections: malformed(&error), ..report }),
    };
    let mut tx = LOCK.begin(db).await?;
    let networks = networks(&mut tx).await?;
    let (mut records, mut unknown) = (Vec::new(), 0);
    for (at, chain) in list.iter().enumerate() {
        let Some((_, known)) = networks.get(&chain.id) else {
            unknown += 1;
            continue;
        };
        let mut record = known.clone();
        let mut fill = |name: &str, value: &str| {
            if record.get(name).is_none_or(Value::is_null) && !value.is_empty() {
                record.insert(name.to_owned(), value.into());
            }
        };
        fill("native_symbol", &chain.native_currency.symbol);
        let mut pages = vec![("website", chain.info_url.as_str())];
        if let Some(explorer) = chain.explorers.first() {
            fill("explorer_name", &explorer.name);
            pages.push(("explorer_url", &explorer.url));
        }
        for (name, url) in pages.into_iter().filter(|(_, url)| !url.is_empty()) {
            match crate::schema::accept(&crate::schema::Column::url(name, ""), &Raw::from(url)) {
                Ok(_) => fill(name, url),
                Err(expected) => {
                    report.rejections.push(refuse(at + 1, Some(name), url, expected));
                }
            }
        }
        records.push(record);
    }
    if report.rejections.is_empty() {
        report.saved = store::upsert(&mut tx, &NETWORKS, records, now).await?;
        tx.commit().await?;
    }
    if unknown > 0 {
        report.skipped.push(format!("{unknown} chains without a network in the catalog"));
    }
    Ok(report)
}
