//! The time from a change of access at one gateway until another gateway acts on it.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use tokio::time::sleep;

use super::AccessStack;
use super::accounts::{Administrator, Key, data, session_header, sign_in};
use crate::load::{self, Target};
use crate::visitors::PROFILE;

/// Data that every plan includes.
const DATA: &str = "/api/trpc/networks.meta";
/// A file in a format that the free plan does not include.
const FILE: &str = "/api/download/networks.parquet";
/// Calls after which a gateway knows their caller.
const FIRST_CALLS: usize = 3;
/// Longer than a change is allowed to take.
const LONGEST: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(1);

/// Keys that their owner revokes while a program uses them.
pub async fn revoked_keys(stack: &AccessStack, count: usize) -> anyhow::Result<Vec<Duration>> {
    let owner = sign_in(stack, "bench-keys@example.test").await;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let key = Key::create(&owner, &json!([])).await?;
        let program = Target::with_header(&stack.other, &[DATA.to_owned()], &key.header)?;
        await_known(&program).await?;
        let began = Instant::now();
        key.revoke(&owner).await?;
        times.push(until(&program, 401, began).await?);
    }
    Ok(times)
}

/// Sessions that their owner ends from another one.
pub async fn revoked_sessions(stack: &AccessStack, count: usize) -> anyhow::Result<Vec<Duration>> {
    let address = "bench-sessions@example.test";
    let owner = sign_in(stack, address).await;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let other = sign_in(stack, address).await;
        let requests = [PROFILE.to_owned()];
        let target = Target::with_header(&stack.other, &requests, &session_header(&other))?;
        await_known(&target).await?;
        let sessions = data(owner.query("sessions.list").await)?;
        let sessions = sessions["results"].as_array().context("no sessions")?;
        let others = sessions.iter().filter(|session| session["current"] == false);
        let newest = others.max_by_key(|session| session["created_at"].to_string());
        let id = &newest.context("no other session")?["id"];
        let began = Instant::now();
        data(owner.mutate("sessions.revoke", &json!({"id": id})).await)?;
        times.push(until(&target, 401, began).await?);
    }
    Ok(times)
}

/// Organizations that return from the largest plan to the free one.
pub async fn downgrades(stack: &AccessStack, count: usize) -> anyhow::Result<Vec<Duration>> {
    let administrator = Administrator::sign_in(stack).await;
    let member = sign_in(stack, "bench-downgrades@example.test").await;
    let file = Target::with_header(&stack.other, &[FILE.to_owned()], &session_header(&member))?;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        administrator.set_plan(&member, "PREMIUM_ALL_ACCESS").await?;
        until(&file, 200, Instant::now()).await?;
        await_known(&file).await?;
        let began = Instant::now();
        administrator.set_plan(&member, "FREE").await?;
        times.push(until(&file, 403, began).await?);
    }
    Ok(times)
}

/// Calls until the gateway has the caller in memory.
async fn await_known(target: &Target) -> anyhow::Result<()> {
    for _ in 0..FIRST_CALLS {
        let status = load::status(target).await?;
        ensure!(status == 200, "a caller was refused before the change: {status}");
    }
    Ok(())
}

/// The time until a request is answered with a status.
async fn until(target: &Target, status: u16, began: Instant) -> anyhow::Result<Duration> {
    loop {
        if load::status(target).await? == status {
            return Ok(began.elapsed());
        }
        ensure!(began.elapsed() < LONGEST, "the change had no effect within a minute");
        sleep(PAUSE).await;
    }
}
