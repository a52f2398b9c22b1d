//! Compares what the product answers with the floors it stands on, in one run.

mod floors;
mod lists;
mod load;
mod report;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use load::Target;
use report::{Item, Round};
use stack::Browser;

const CONNECTIONS: usize = 32;
const PEOPLE: usize = 64;
const SESSION_COOKIE: &str = "next-auth.session-token";
const PROFILE: &str = "/api/trpc/users.getProfile";
const FIRST_LOAD: &str =
    "/api/trpc/users.getProfile,search.getInitialSearchGroups?batch=1&input=%7B%7D";

/// `bench compare BASE_URL MAIL_DIR [ROUNDS] [SECONDS]`; `bench lists BASE_URL ASSETS PGBENCH SQL_FILE [ROUNDS]
/// [SECONDS]`, with the database in the variables of libpq; `bench collector ADDRESS`, where the traces of the
/// product go meanwhile; or one of the floors, which it starts itself.
fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match words.as_slice() {
        ["floor-http", body] => runtime.block_on(floors::http(body)),
        ["floor-hop", upstream] => runtime.block_on(floors::hop(upstream)),
        ["floor-upstream", body] => runtime.block_on(floors::upstream(body)),
        ["collector", address] => runtime.block_on(floors::collector(address)),
        ["compare", base, mails, rest @ ..] => {
            runtime.block_on(compare(base, mails.into(), &Span::read(rest)?))
        }
        ["lists", base, assets, pgbench, script, rest @ ..] => {
            let sql = PlainSql { pgbench, script };
            runtime.block_on(compare_lists(base, assets.parse()?, &sql, &Span::read(rest)?))
        }
        _ => bail!("usage: bench compare BASE_URL MAIL_DIR [ROUNDS] [SECONDS]"),
    }
}

/// How long is measured.
struct Span {
    rounds: usize,
    time: Duration,
}

impl Span {
    fn read(words: &[&str]) -> anyhow::Result<Self> {
        let rounds = words.first().map_or(Ok(5), |text| text.parse())?;
        let seconds = words.get(1).map_or(Ok(4), |text| text.parse())?;
        Ok(Self { rounds, time: Duration::from_secs(seconds) })
    }
}

/// What the database does without the product.
struct PlainSql<'a> {
    pgbench: &'a str,
    script: &'a str,
}

/// Pages of assets, each question another one.
async fn compare_lists(
    base: &str,
    assets: u64,
    sql: &PlainSql<'_>,
    span: &Span,
) -> anyhow::Result<()> {
    lists::await_assets(base, assets).await?;
    let paths = lists::questions(base).await?;
    let body = lists::usual(base, &paths).await?;
    let product = Target::paths(base, &paths)?;
    let name = format!("assets.list of {assets}");
    let item = measure(&name, &product, &body, Some(sql), span).await?;
    print!("{}", report::table(&[item]));
    Ok(())
}

/// One item in as many rounds.
async fn measure(
    name: &str,
    product: &Target,
    body: &[u8],
    sql: Option<&PlainSql<'_>>,
    span: &Span,
) -> anyhow::Result<Item> {
    let floors = floors::start(body).await.context("starting the floors")?;
    let none = [String::new()];
    let bare = Target::new(&floors.http, "/", &none)?;
    let hop = Target::new(&floors.hop, "/", &none)?;
    let mut item = Item::new(name, body.len());
    for target in [product, &bare, &hop] {
        load::run(target, CONNECTIONS, Duration::from_secs(1)).await?;
    }
    for round in 0..span.rounds {
        let mut measured = Round::default();
        // Another order in each round: whatever drifts does not favour one of them.
        for turn in 0..4 {
            match (round + turn) % 4 {
                0 => measured.product = load::run(product, CONNECTIONS, span.time).await?,
                1 => measured.bare = load::run(&bare, CONNECTIONS, span.time).await?,
                2 => measured.hop = load::run(&hop, CONNECTIONS, span.time).await?,
                _ => {
                    if let Some(PlainSql { pgbench, script }) = sql {
                        measured.sql = Some(lists::plain_sql(pgbench, script, span.time).await?);
                    }
                }
            }
        }
        item.rounds.push(measured);
    }
    Ok(item)
}

async fn compare(base: &str, mails: PathBuf, span: &Span) -> anyhow::Result<()> {
    let cookies = sign_in(base, &mails).await;
    let mut items = Vec::new();
    for (name, path) in [("users.getProfile", PROFILE), ("first load, one batch", FIRST_LOAD)] {
        let product = Target::new(base, path, &cookies)?;
        let body = load::once(&product).await.with_context(|| format!("asking for {name}"))?;
        items.push(measure(name, &product, &body, None, span).await?);
    }
    print!("{}", report::table(&items));
    Ok(())
}

/// The session cookies of as many people.
async fn sign_in(base: &str, mails: &Path) -> Vec<String> {
    let mut cookies = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        let mut browser = Browser::new(base, mails.to_owned());
        browser.sign_in(&format!("bench-{number}@example.test")).await;
        cookies.push(format!("{SESSION_COOKIE}={}", browser.cookie(SESSION_COOKIE)));
    }
    cookies
}
