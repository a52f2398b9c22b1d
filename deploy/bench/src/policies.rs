//! Decisions on policies, the check of an API key, and the memory that both take in the gateway, without a stack.

use std::hint::black_box;
use std::net::IpAddr;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs, iter};

use access::keys::peppers;
use anyhow::{Context, anyhow, bail, ensure};
use gateway::measuring::FilledCaches;
use kit::api_key::{self, Purpose};
use kit::config::Secret;
use policy::{HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::{
    AccessRole, AccessStatus, Action, ApiKeyScope, CheckApiKeyResponse, Condition,
    ConditionOperator, Dimension, Effect, Endpoint, GetPoliciesResponse, Limits, Policy,
    PolicyAssignment, PolicyStatus, TimeBounds,
};

use crate::figures::{Decisions, Memory, Policies};

const CALLS: u32 = 1_000;
const ROUNDS: usize = 500;
/// 2024-10-04.
const NOW: i64 = 20_000 * 86_400_000;
/// The policies and keys whose memory is measured.
const POLICIES: usize = 10_000;
const KEYS: usize = 100_000;
const KEYS_OF_AN_ORGANIZATION: usize = 10;
const POLICIES_OF_A_ROLE: usize = 10;
/// The word for keys with scopes.
const SCOPES: &str = "scopes";
/// The calls that each key makes.
const CALLS_OF_A_KEY: [(Endpoint, Action); 3] = [
    (Endpoint::Assets, Action::List),
    (Endpoint::Assets, Action::Read),
    (Endpoint::Tokens, Action::List),
];

/// All figures.
pub fn measure() -> anyhow::Result<Policies> {
    Ok(Policies {
        decisions: [50, 1_000].into_iter().map(decisions).collect::<anyhow::Result<_>>()?,
        key_check: key_check()?,
        memory: [false, true].into_iter().map(memory_of_process).collect::<anyhow::Result<_>>()?,
    })
}

/// Decisions of a caller with a role of this many policies.
fn decisions(count: usize) -> anyhow::Result<Decisions> {
    let answer = documents(count, count);
    let directory = PolicyDirectory::compile(&answer.roles, &answer.assignments, &answer.policies);
    let directory = directory.map_err(|errors| anyhow!("{errors:?}"))?;
    let held = [HeldRole::new(id(0), None, None)];
    let start = Instant::now();
    let set = PolicySet::compile(&directory, &held, &[]).map_err(|error| anyhow!("{error:?}"))?;
    let compile = start.elapsed();
    let address: Option<IpAddr> = "10.3.2.1".parse().ok();
    let decide = || set.decide(Endpoint::Assets, Action::List, black_box(NOW), black_box(address));
    let start = Instant::now();
    ensure!(decide().scope().is_some(), "nothing is allowed");
    let first = start.elapsed();
    let median = median_of_rounds(|| {
        black_box(decide());
        Ok(())
    })?;
    Ok(Decisions { policies: count, median, first, compile })
}

/// The check of a key by the service access: of its parts, its checksum and its code.
fn key_check() -> anyhow::Result<Duration> {
    let (text, pepper) =
        (key_text(1), Secret::new("the pepper of the bench, as long as a real one"));
    let mac = peppers::mac(&pepper, &text);
    median_of_rounds(|| {
        let text = black_box(text.as_str());
        let is_right = api_key::parse(text).is_some() && peppers::is_mac(&pepper, text, &mac);
        ensure!(is_right, "the key is not recognized");
        Ok(())
    })
}

/// The memory of a process of its own: what an earlier measurement freed would hide some.
fn memory_of_process(has_scopes: bool) -> anyhow::Result<Memory> {
    let scopes = if has_scopes { SCOPES } else { "none" };
    let output = Command::new(env::current_exe()?).args(["policies-memory", scopes]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<usize> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [keys, of_policies, all] = numbers[..] else { bail!("the memory is {text:?}") };
    Ok(Memory { has_scopes, policies: POLICIES, keys, of_policies, all })
}

/// Fills the gateway's caches with all policies and keys, and prints how many keys are cached, the bytes of the policies and
/// those of both. The scopes of keys are all different, or they have none.
pub fn print_memory(scopes: &str) -> anyhow::Result<()> {
    let before = resident_bytes()?;
    let caches = {
        let answer = documents(POLICIES, POLICIES_OF_A_ROLE);
        FilledCaches::new(&answer).map_err(|errors| anyhow!("{errors:?}"))?
    };
    let of_policies = resident_bytes()?.saturating_sub(before);
    for number in 0..KEYS {
        let organization = number / KEYS_OF_AN_ORGANIZATION;
        let scope = ApiKeyScope {
            actions: vec![Action::List as i32, Action::Read as i32],
            endpoints: vec![Endpoint::Assets as i32, Endpoint::Tokens as i32],
            r#where: vec![condition(number as i64)],
        };
        let key = CheckApiKeyResponse {
            key_id: key_text(number)[8..16].to_owned(),
            user_id: Some(id(number)),
            organization_id: id(organization),
            scopes: iter::once(scope).filter(|_| scopes == SCOPES).collect(),
            ip_cidrs: vec![format!("10.{}.0.0/16", organization % 256)],
            expires_at: NOW,
        };
        // The role of one of nine plans, and one that the organization holds besides.
        let roles = [organization % 9, organization % (POLICIES / POLICIES_OF_A_ROLE)];
        let roles = roles.map(|role| HeldRole::new(id(role), None, None)).to_vec();
        let added = caches.add(&key_text(number), key, roles);
        let set = added.map_err(|problem| anyhow!("{problem:?}"))?;
        for (endpoint, action) in CALLS_OF_A_KEY {
            black_box(set.decide(endpoint, action, NOW, None));
        }
    }
    let keys = caches.key_count();
    // The cache admits a few less while it is being filled.
    ensure!(keys as usize * 100 > KEYS * 99, "only {keys} keys are cached");
    let all = resident_bytes()?.saturating_sub(before);
    println!("{keys} {of_policies} {all}");
    Ok(())
}

/// Roles with as many policies each.
fn documents(count: usize, of_a_role: usize) -> GetPoliciesResponse {
    let policies: Vec<Policy> = (0..count).map(policy).collect();
    let assignment = |(place, policy): (usize, &Policy)| PolicyAssignment {
        id: id(place),
        role_id: id(place / of_a_role),
        policy_id: policy.id.clone(),
        status: AccessStatus::Active as i32,
        ..PolicyAssignment::default()
    };
    let role = |place| AccessRole {
        id: id(place),
        status: AccessStatus::Active as i32,
        ..AccessRole::default()
    };
    let assignments = policies.iter().enumerate().map(assignment).collect();
    let roles = (0..count / of_a_role).map(role).collect();
    GetPoliciesResponse { roles, policies, assignments, ..GetPoliciesResponse::default() }
}

/// Policies of different classes, periods and networks; each twentieth is a denial.
fn policy(place: usize) -> Policy {
    let number = place as i64;
    let is_denial = place % 20 == 19;
    let networks = (place % 10 == 3).then(|| format!("10.{}.0.0/16", place / 10 % 20));
    Policy {
        id: id(place),
        name: format!("Policy {place}"),
        status: PolicyStatus::Active as i32,
        effect: if is_denial { Effect::Deny } else { Effect::Allow } as i32,
        actions: vec![Action::List as i32, Action::Read as i32, Action::Export as i32],
        endpoints: vec![Endpoint::Assets as i32, Endpoint::Tokens as i32],
        r#where: vec![condition(number)],
        time: (!is_denial).then(|| TimeBounds {
            max_days_back: Some([30, 365][place % 2]),
            ..TimeBounds::default()
        }),
        limits: (!is_denial).then(|| Limits { rows_per_response: Some(500), ..Limits::default() }),
        starts_at: place.is_multiple_of(5).then_some(NOW - number * 3_600_000),
        expires_at: place.is_multiple_of(7).then_some(NOW + (number + 1) * 3_600_000),
        ip_cidrs: networks.into_iter().collect(),
        ..Policy::default()
    }
}

fn condition(class: i64) -> Condition {
    Condition {
        dimension: Dimension::AssetClass as i32,
        operator: ConditionOperator::In as i32,
        ids: vec![class],
    }
}

/// An id as long as those of the services.
fn id(number: usize) -> String {
    format!("01937a3c-0000-7000-8000-{number:012}")
}

fn key_text(number: usize) -> String {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    api_key::compose(Purpose::Live, number.to_be_bytes(), secret)
}

/// The time of one of many calls, in the middle one of the rounds, which others on the machine disturb least.
fn median_of_rounds(mut call: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    let mut rounds = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..CALLS {
            call()?;
        }
        rounds.push(start.elapsed() / CALLS);
    }
    rounds.sort_unstable();
    Ok(rounds[ROUNDS / 2])
}

/// The memory of this process.
fn resident_bytes() -> anyhow::Result<usize> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")).context("no VmRSS")?;
    Ok(kib.parse::<usize>()? * 1024)
}
