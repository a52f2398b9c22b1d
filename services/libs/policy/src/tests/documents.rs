//! Random policies with the roles and assignments by which a caller holds them.

use std::net::IpAddr;
use std::sync::Arc;

use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::subsequence;
use proto::access::v1::{
    AccessRole, AccessStatus, Action, Condition, ConditionOperator, Dimension, Effect, Endpoint,
    FieldMode, Fields, Limits, Policy, PolicyAssignment, PolicyStatus, TimeBounds,
};

use crate::*;

pub const DAY: i64 = 86_400_000;
/// The day about which everything happens, 2024-10-04.
pub const TODAY: Day = 20_000;

/// A policy that a caller holds by a role of its own.
#[derive(Clone, Debug)]
pub struct Grant {
    pub policy: Policy,
    pub assigned: (Option<i64>, Option<i64>),
    pub held: (Option<i64>, Option<i64>),
}

/// The documents of some grants.
pub struct World {
    pub roles: Vec<AccessRole>,
    pub assignments: Vec<PolicyAssignment>,
    pub policies: Vec<Policy>,
    pub held: Vec<HeldRole>,
}

impl World {
    pub fn new(grants: &[Grant]) -> Self {
        let named = |place: usize| format!("role {place}");
        let role = |place| AccessRole {
            id: named(place),
            status: AccessStatus::Active as i32,
            ..AccessRole::default()
        };
        let assignment = |(place, grant): (usize, &Grant)| PolicyAssignment {
            id: format!("assignment {place}"),
            role_id: named(place),
            policy_id: grant.policy.id.clone(),
            starts_at: grant.assigned.0,
            expires_at: grant.assigned.1,
            status: AccessStatus::Active as i32,
            ..PolicyAssignment::default()
        };
        let held = |(place, grant): (usize, &Grant)| {
            HeldRole::new(named(place), grant.held.0, grant.held.1)
        };
        Self {
            roles: (0..grants.len()).map(role).collect(),
            assignments: grants.iter().enumerate().map(assignment).collect(),
            policies: grants.iter().map(|grant| grant.policy.clone()).collect(),
            held: grants.iter().enumerate().map(held).collect(),
        }
    }

    pub fn set(&self, ceilings: &[Vec<Arc<CompiledPolicy>>]) -> PolicySet {
        let directory =
            PolicyDirectory::compile(&self.roles, &self.assignments, &self.policies).unwrap();
        PolicySet::compile(&directory, &self.held, ceilings).unwrap()
    }
}

/// The policies of a caller.
pub fn set(grants: &[Grant]) -> PolicySet {
    World::new(grants).set(&[])
}

/// The scope of policies that a caller holds without conditions of time and place.
pub fn scope(policies: &[Policy], endpoint: Endpoint) -> Option<Arc<Scope>> {
    let grant = |(place, policy): (usize, &Policy)| {
        always(Policy { id: place.to_string(), ..policy.clone() })
    };
    let grants: Vec<Grant> = policies.iter().enumerate().map(grant).collect();
    set(&grants).decide(endpoint, Action::List, 0, None).scope().cloned()
}

/// A grant that always has effect.
pub fn always(policy: Policy) -> Grant {
    let policy = Policy { starts_at: None, expires_at: None, ip_cidrs: Vec::new(), ..policy };
    Grant { policy, assigned: (None, None), held: (None, None) }
}

/// A policy that allows everything at the endpoints of the tests.
pub fn allowance() -> Policy {
    Policy {
        id: "allowance".into(),
        name: "Allowance".into(),
        status: PolicyStatus::Active as i32,
        effect: Effect::Allow as i32,
        actions: vec![Action::List as i32, Action::Export as i32],
        endpoints: vec![Endpoint::Assets as i32, Endpoint::AssetTimeseries as i32],
        ..Policy::default()
    }
}

pub fn is_in(dimension: Dimension, ids: &[i64]) -> Condition {
    let operator = ConditionOperator::In as i32;
    Condition { dimension: dimension as i32, operator, ids: ids.to_vec() }
}

pub fn is_not_in(dimension: Dimension, ids: &[i64]) -> Condition {
    let operator = ConditionOperator::NotIn as i32;
    Condition { dimension: dimension as i32, operator, ids: ids.to_vec() }
}

fn conditions(of: Vec<Dimension>) -> impl Strategy<Value = Vec<Condition>> {
    let count = of.len();
    let condition = |dimension| {
        (any::<bool>(), btree_set(1..4_i64, 1..4)).prop_map(move |(is_any_of, ids)| {
            let ids: Vec<i64> = ids.into_iter().collect();
            if is_any_of { is_in(dimension, &ids) } else { is_not_in(dimension, &ids) }
        })
    };
    subsequence(of, 0..=count.min(2))
        .prop_flat_map(move |some| some.into_iter().map(condition).collect::<Vec<_>>())
}

fn fields() -> impl Strategy<Value = Option<Fields>> {
    let fields =
        (any::<bool>(), subsequence(vec!["a", "b", "c"], 1..3)).prop_map(|(only, names)| Fields {
            mode: if only { FieldMode::Only } else { FieldMode::Except } as i32,
            names: names.into_iter().map(str::to_owned).collect(),
        });
    option::weighted(0.4, fields)
}

fn time() -> impl Strategy<Value = Option<TimeBounds>> {
    let date = |day: i64| proto::codec::instant(day * DAY).unwrap()[..10].to_owned();
    let days = i64::from(TODAY) - 6..i64::from(TODAY) + 2;
    let bounds = (
        option::of(days.clone()),
        option::of(days),
        option::of(0..6_i32),
        option::of(0..4_000_i32),
        option::of(1..4_i32),
    )
        .prop_map(move |(from, to, max_days_back, min_lag_minutes, granularity_min)| {
            let to = to.map(|to| from.map_or(to, |from| to.max(from)));
            TimeBounds {
                from: from.map(date),
                to: to.map(date),
                max_days_back,
                min_lag_minutes,
                granularity_min,
            }
        });
    option::weighted(0.6, bounds)
}

fn limits() -> impl Strategy<Value = Option<Limits>> {
    let limits = (option::of(1..4_i64), option::of(1..4_i32), option::of(1..3_i64)).prop_map(
        |(rows_per_response, requests_per_second, export_rows)| Limits {
            rows_per_response,
            requests_per_second,
            export_rows,
            ..Limits::default()
        },
    );
    option::weighted(0.6, limits)
}

/// A period that is absent, over, running or in the future.
pub fn period() -> impl Strategy<Value = (Option<i64>, Option<i64>)> {
    let moment = |days: i64| (i64::from(TODAY) + days) * DAY;
    let start = option::weighted(0.2, (-3..3_i64).prop_map(moment));
    let length = option::weighted(0.2, 1..4_i64);
    (start, length).prop_map(move |(start, length)| {
        (start, length.map(|days| start.unwrap_or(moment(-2)) + days * DAY))
    })
}

pub fn policies() -> impl Strategy<Value = Policy> {
    use Dimension::{AssetClass, Issuer, Measure, Network};
    let about = prop_oneof![
        conditions(vec![AssetClass, Network, Issuer])
            .prop_map(|found| (vec![Endpoint::Assets, Endpoint::AssetTimeseries], found)),
        conditions(vec![AssetClass, Network, Measure])
            .prop_map(|found| (vec![Endpoint::AssetTimeseries], found)),
    ];
    let networks = subsequence(vec!["10.0.0.0/8", "192.0.2.0/24", "2001:db8::/32"], 0..3);
    let networks = option::weighted(0.2, networks);
    (prop::bool::weighted(0.7), about, fields(), time(), limits(), period(), networks, any::<u64>())
        .prop_map(|(allows, about, fields, time, limits, period, networks, id)| Policy {
            id: format!("policy {id}"),
            effect: if allows { Effect::Allow } else { Effect::Deny } as i32,
            endpoints: about.0.into_iter().map(|endpoint| endpoint as i32).collect(),
            r#where: about.1,
            fields,
            time: time.filter(|_| allows),
            limits: limits.filter(|_| allows),
            starts_at: period.0,
            expires_at: period.1,
            ip_cidrs: networks.into_iter().flatten().map(str::to_owned).collect(),
            ..allowance()
        })
}

pub fn grants() -> impl Strategy<Value = Vec<Grant>> {
    let grant = (policies(), period(), period()).prop_map(|(policy, assigned, held)| Grant {
        policy,
        assigned,
        held,
    });
    vec(grant, 0..6)
}

/// A time about today.
pub fn moments() -> impl Strategy<Value = i64> {
    (-3..3_i64, 0..DAY).prop_map(|(days, rest)| (i64::from(TODAY) + days) * DAY + rest)
}

pub fn addresses() -> impl Strategy<Value = Option<IpAddr>> {
    let known = prop::sample::select(vec!["10.1.2.3", "192.0.2.9", "203.0.113.1", "2001:db8::1"]);
    option::weighted(0.8, known.prop_map(|text| text.parse().unwrap()))
}
