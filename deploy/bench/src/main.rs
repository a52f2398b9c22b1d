//! Compares the speed of the product with that of its floors, in one run.

mod access;
mod downloads;
mod figures;
mod floors;
mod lists;
mod load;
mod measure;
mod policies;
mod report;
mod scan;
mod series;
mod sql;
mod trust;
mod visitors;

use std::path::Path;

use anyhow::{Context, bail};

use load::Target;
use measure::{CONNECTIONS, Span, Work};
use series::Numbers;
use sql::Script;
use visitors::{PROFILE, sign_in};

const FIRST_LOAD: &str =
    "/api/trpc/users.getProfile,search.getInitialSearchGroups?batch=1&input=%7B%7D";

/// `bench compare BASE_URL MAIL_DIR [ROUNDS] [SECONDS]`; `bench lists BASE_URL ASSETS PGBENCH SQL_FILE [ROUNDS]
/// [SECONDS]`, `bench trust WITH WITHOUT RESTART STARTS [ROUNDS] [SECONDS]` (files that describe stacks, and the command that
/// starts both again), `bench access DESCRIPTION SWITCH STATES STARTS CHANGES [ROUNDS] [SECONDS]` (a file that describes the stack, the
/// command that brings it into a state, and the states, separated by commas) and `bench series BASE_URL SERVICE_URL KEYS MAIL_DIR PGBENCH SQL_FOLDER ASSETS POINTS SUM [ROUNDS] [SECONDS]`,
/// with the database in the variables of libpq; `bench policies`, which needs no stack; `bench collector ADDRESS`, where the
/// traces of the product go meanwhile; or one of the floors or a measurement of memory, which it starts itself.
fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match words.as_slice() {
        ["floor-http", body] => runtime.block_on(floors::http(body)),
        ["floor-hop", upstream] => runtime.block_on(floors::hop(upstream)),
        ["floor-upstream", body] => runtime.block_on(floors::upstream(body)),
        ["collector", address] => runtime.block_on(floors::collector(address)),
        ["policies"] => compare_policies(),
        ["policies-memory", scopes] => policies::print_memory(scopes),
        ["compare", base, mails, rest @ ..] => {
            runtime.block_on(compare(base, mails.as_ref(), &Span::read(rest)?))
        }
        ["trust", with, without, restart, starts, rest @ ..] => {
            let descriptions = [with.as_ref(), without.as_ref()];
            let (starts, span) = (starts.parse()?, Span::read(rest)?);
            runtime.block_on(compare_trust(&trust::Plan { descriptions, restart, starts, span }))
        }
        ["access", description, switch, states, starts, changes, rest @ ..] => {
            let states =
                states.split(',').map(access::State::parse).collect::<anyhow::Result<Vec<_>>>()?;
            let (description, span) = (description.as_ref(), Span::read(rest)?);
            let (starts, changes) = (starts.parse()?, changes.parse()?);
            let plan = access::Plan { description, switch, states, starts, changes, span };
            runtime.block_on(access::measure(&plan))
        }
        ["lists", base, assets, pgbench, file, rest @ ..] => {
            let sql = Script { pgbench, file, clients: lists::CLIENTS, number: None };
            runtime.block_on(compare_lists(base, assets.parse()?, sql, &Span::read(rest)?))
        }
        ["series", base, url, keys, mails, pgbench, scripts, assets, points, sum, rest @ ..] => {
            let (assets, sum) = (assets.parse()?, sum.parse()?);
            let numbers = Numbers { base, assets, sum, pgbench, scripts };
            let (points, span) = (points.parse()?, Span::read(rest)?);
            let service = scan::Service { url, keys: keys.as_ref() };
            runtime.block_on(compare_series(&numbers, &service, mails.as_ref(), points, &span))
        }
        _ => bail!("usage: bench compare BASE_URL MAIL_DIR [ROUNDS] [SECONDS]"),
    }
}

/// Pages of assets, each question another one.
async fn compare_lists(
    base: &str,
    assets: u64,
    sql: Script<'_>,
    span: &Span,
) -> anyhow::Result<()> {
    lists::await_assets(base, assets).await?;
    let paths = lists::questions(base).await?;
    let product = Target::paths(base, &paths)?;
    let body = lists::usual(&product).await?;
    let name = format!("assets.list of {assets}");
    let sql = Some(sql);
    let work = Work { name: &name, product: &product, body: &body, sql, connections: CONNECTIONS };
    print!("{}", report::table(&[work.measure(span).await?]));
    Ok(())
}

/// Numbers over time: answers, adding up alone, and files.
async fn compare_series(
    numbers: &Numbers<'_>,
    service: &scan::Service<'_>,
    mails: &Path,
    points: usize,
    span: &Span,
) -> anyhow::Result<()> {
    let (crowded, alone) = numbers.measure(span).await?;
    print!("{}\n{}\n", report::table(&crowded), report::latencies(&alone));
    print!("{}", report::scan(&scan::measure(service, points, span).await?));
    let cookies = sign_in(numbers.base, mails).await;
    let small = Target::new(numbers.base, PROFILE, &cookies)?;
    print!("{}", report::files(&downloads::measure(numbers.base, &small, span).await?));
    Ok(())
}

async fn compare(base: &str, mails: &Path, span: &Span) -> anyhow::Result<()> {
    let cookies = sign_in(base, mails).await;
    let mut items = Vec::new();
    for (name, path) in [("users.getProfile", PROFILE), ("first load, one batch", FIRST_LOAD)] {
        let product = Target::new(base, path, &cookies)?;
        let body = load::once(&product).await.with_context(|| format!("asking for {name}"))?;
        let connections = CONNECTIONS;
        let work = Work { name, product: &product, body: &body, sql: None, connections };
        items.push(work.measure(span).await?);
    }
    print!("{}", report::table(&items));
    Ok(())
}

/// Decisions and keys; an error beyond what is allowed.
fn compare_policies() -> anyhow::Result<()> {
    let policies = policies::measure()?;
    print!("{}", report::policies(&policies));
    anyhow::ensure!(policies.are_within_limits(), "that is more than is allowed");
    Ok(())
}

/// The cost of tokens, TLS and limits; an error beyond what is allowed.
async fn compare_trust(plan: &trust::Plan<'_>) -> anyhow::Result<()> {
    let trust = trust::measure(plan).await?;
    print!("{}", report::trust(&trust));
    anyhow::ensure!(trust.cost() <= figures::MOST_FOR_TRUST, "that is more than is allowed");
    Ok(())
}
