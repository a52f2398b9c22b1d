//! Compares what the product answers with the floors it stands on, in one run.

mod floors;
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

/// `bench compare BASE_URL MAIL_DIR [ROUNDS] [SECONDS]`; `bench collector ADDRESS`, where the traces of the
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
            let rounds = rest.first().map_or(Ok(5), |text| text.parse())?;
            let seconds = rest.get(1).map_or(Ok(4), |text| text.parse())?;
            runtime.block_on(compare(base, mails.into(), rounds, Duration::from_secs(seconds)))
        }
        _ => bail!("usage: bench compare BASE_URL MAIL_DIR [ROUNDS] [SECONDS]"),
    }
}

async fn compare(base: &str, mails: PathBuf, rounds: usize, time: Duration) -> anyhow::Result<()> {
    let cookies = sign_in(base, &mails).await;
    let mut items = Vec::new();
    for (name, path) in [("users.getProfile", PROFILE), ("first load, one batch", FIRST_LOAD)] {
        let product = Target::new(base, path, &cookies)?;
        let body = load::once(&product).await.with_context(|| format!("asking for {name}"))?;
        let floors = floors::start(&body).await.context("starting the floors")?;
        let none = [String::new()];
        let bare = Target::new(&floors.http, "/", &none)?;
        let hop = Target::new(&floors.hop, "/", &none)?;
        let mut item = Item::new(name, body.len());
        for target in [&product, &bare, &hop] {
            load::run(target, CONNECTIONS, Duration::from_secs(1)).await?;
        }
        for round in 0..rounds {
            let mut measured = Round::default();
            // Another order in each round: whatever drifts does not favour one of them.
            for turn in 0..3 {
                match (round + turn) % 3 {
                    0 => measured.product = load::run(&product, CONNECTIONS, time).await?,
                    1 => measured.bare = load::run(&bare, CONNECTIONS, time).await?,
                    _ => measured.hop = load::run(&hop, CONNECTIONS, time).await?,
                }
            }
            item.rounds.push(measured);
        }
        items.push(item);
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
