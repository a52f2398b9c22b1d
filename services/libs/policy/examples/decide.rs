//! Measures decisions: `cargo run --release -p policy --example decide`.

use std::hint::black_box;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use policy::{HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::{
    AccessRole, AccessStatus, Action, Condition, ConditionOperator, Dimension, Effect, Endpoint,
    Limits, Policy, PolicyAssignment, PolicyStatus, TimeBounds,
};

const CALLS: u32 = 1_000;
const ROUNDS: usize = 500;
/// 2024-10-04.
const NOW: i64 = 20_000 * 86_400_000;

fn main() {
    println!("policies  decide (median)  first decision  compile");
    for count in [1, 50, 1_000] {
        measure(count);
    }
}

fn measure(count: usize) {
    let policies: Vec<Policy> = (0..count).map(policy).collect();
    let assignments: Vec<PolicyAssignment> = policies
        .iter()
        .map(|policy| PolicyAssignment {
            role_id: "role".into(),
            policy_id: policy.id.clone(),
            status: AccessStatus::Active as i32,
            ..PolicyAssignment::default()
        })
        .collect();
    let role = AccessRole {
        id: "role".into(),
        status: AccessStatus::Active as i32,
        ..AccessRole::default()
    };
    let directory = PolicyDirectory::compile(&[role], &assignments, &policies).expect("are valid");
    let held = [HeldRole::new("role", None, None)];

    let start = Instant::now();
    let set = PolicySet::compile(&directory, &held, &[]).expect("is small enough");
    let compile = start.elapsed();
    let address: Option<IpAddr> = "10.3.2.1".parse().ok();
    let decide = || set.decide(Endpoint::Assets, Action::List, black_box(NOW), black_box(address));
    let start = Instant::now();
    assert!(decide().scope().is_some(), "nothing is allowed");
    let first = start.elapsed();
    let mut rounds: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..CALLS {
                black_box(decide());
            }
            start.elapsed() / CALLS
        })
        .collect();
    rounds.sort_unstable();
    println!("{count:>8}  {:>15?}  {first:>14?}  {compile:?}", rounds[ROUNDS / 2]);
}

/// Policies of different classes, periods and networks; each twentieth is a denial.
fn policy(place: usize) -> Policy {
    let number = place as i64;
    let is_denial = place % 20 == 19;
    let condition = Condition {
        dimension: Dimension::AssetClass as i32,
        operator: ConditionOperator::In as i32,
        ids: vec![number],
    };
    let networks = (place % 10 == 3).then(|| format!("10.{}.0.0/16", place / 10 % 20));
    Policy {
        id: format!("policy {place}"),
        name: format!("Policy {place}"),
        status: PolicyStatus::Active as i32,
        effect: if is_denial { Effect::Deny } else { Effect::Allow } as i32,
        actions: vec![Action::List as i32, Action::Read as i32, Action::Export as i32],
        endpoints: vec![Endpoint::Assets as i32, Endpoint::Tokens as i32],
        r#where: vec![condition],
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
