//! The policy sets: installed, repeated and switched.

use access::audit::verify::verify;
use access::policy_sets::PolicySetName;
use access::policy_sets::install::install;
use kit::bus::Envelope;
use kit::testing;
use policy::{HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::{
    Action, AssignmentTerms, Dimension, Endpoint, GetPoliciesRequest, GetPoliciesResponse, Limits,
    PolicyChanged, PolicyStatus, RoleKind,
};
use proto::codec::Text;
use proto::identity::v1::PlanType;

use crate::support::{World, ada, on_terms, terms};

async fn policies(world: &mut World) -> GetPoliciesResponse {
    let request = GetPoliciesRequest { known_epoch: None };
    world.reads.get_policies(request).await.unwrap().into_inner()
}

/// The policies of a plan, compiled as the gateway does.
fn compiled(all: &GetPoliciesResponse, role: &str) -> PolicySet {
    let directory = PolicyDirectory::compile(&all.roles, &all.assignments, &all.policies).unwrap();
    let role = all.roles.iter().find(|one| one.name == role).unwrap();
    PolicySet::compile(&directory, &[HeldRole::new(&role.id, None, None)], &[]).unwrap()
}

fn allows(set: &PolicySet, endpoint: Endpoint, action: Action) -> bool {
    set.decide(endpoint, action, 0, None).scope().is_some()
}

#[tokio::test]
async fn an_installed_set_is_left_as_it_is() {
    for set in [PolicySetName::Open, PolicySetName::Tiered] {
        let mut world = World::empty().await;
        let changes = install(&world.ctx, set).await.unwrap();
        assert!(changes > 20, "{changes}");
        assert_eq!(world.epoch().await, 1, "one change of the installation");
        let first = policies(&mut world).await;
        assert_eq!(install(&world.ctx, set).await.unwrap(), 0);
        assert_eq!(world.epoch().await, 1);
        assert_eq!(policies(&mut world).await, first);
        // Each plan has its role, and its policies are managed.
        for (plan, _) in PlanType::VALUES {
            let name = format!("plan.{}", plan.text().to_lowercase());
            let role = first.roles.iter().find(|role| role.name == name).unwrap();
            assert!(role.managed && role.kind() == RoleKind::Plan, "{name}");
            assert!(first.assignments.iter().any(|one| one.role_id == role.id && one.managed));
        }
        let role = world.id_of("roles", "plan.free").await;
        let history = world.history(&role).await;
        assert_eq!((history.len(), history[0].actor_id.clone()), (1, None));
        let verified = verify(&mut world.test_db.raw().await).await.unwrap().unwrap();
        assert_eq!(verified.entries, changes as i64);
        world.settle().await;
    }
}

#[tokio::test]
async fn processes_that_start_together_install_once() {
    let mut world = World::empty().await;
    let installs = (0..4).map(|_| install(&world.ctx, PolicySetName::Open));
    let changes = futures::future::join_all(installs).await;
    let changes: Vec<usize> = changes.into_iter().map(Result::unwrap).collect();
    assert_eq!(changes.iter().filter(|count| **count > 0).count(), 1, "{changes:?}");
    assert_eq!(world.epoch().await, 1);
    world.settle().await;
}

#[tokio::test]
async fn every_plan_of_the_open_set_sees_all_data() {
    let mut world = World::start().await;
    let all = policies(&mut world).await;
    for role in &all.roles {
        if role.kind() != RoleKind::Plan {
            continue;
        }
        let set = compiled(&all, &role.name);
        for (endpoint, _) in Endpoint::VALUES {
            for (action, _) in Action::VALUES {
                let scope = set.decide(*endpoint, *action, 0, None).scope().unwrap();
                assert!(scope.is_unrestricted(), "{}: {endpoint:?} {action:?}", role.name);
            }
        }
    }
    world.settle().await;
}

#[tokio::test]
async fn plans_of_the_tiered_set_see_their_classes() {
    let mut world = World::empty().await;
    install(&world.ctx, PolicySetName::Tiered).await.unwrap();
    let all = policies(&mut world).await;
    let anonymous = compiled(&all, "plan.anonymous");
    assert!(allows(&anonymous, Endpoint::Assets, Action::List));
    assert!(!allows(&anonymous, Endpoint::Assets, Action::Export));
    let unrestricted = |role: &str| {
        let set = compiled(&all, role);
        let decision = set.decide(Endpoint::AssetTimeseries, Action::Timeseries, 0, None);
        decision.scope().unwrap().is_unrestricted()
    };
    for role in ["plan.trial_all_access", "plan.premium_all_access"] {
        assert!(unrestricted(role), "{role}");
    }
    for role in ["plan.anonymous", "plan.free", "plan.premium_stablecoins"] {
        assert!(!unrestricted(role), "{role}");
    }
    // A plan of a class contains the free plan, and that of another class does not contain it.
    let scope = |role: &str| {
        let set = compiled(&all, role);
        let decision = set.decide(Endpoint::AssetTimeseries, Action::Timeseries, 0, None);
        decision.scope().unwrap().clone()
    };
    let treasuries = scope("plan.premium_us_treasuries");
    assert!(treasuries.contains(&scope("plan.free")));
    assert!(treasuries.contains(&scope("plan.trial_us_treasuries")));
    assert!(!treasuries.contains(&scope("plan.trial_stablecoins")));
    assert!(scope("plan.premium_all_access").contains(&treasuries));
    world.settle().await;
}

#[tokio::test]
async fn sets_are_switched_back_and_forth() {
    let mut world = World::start().await;
    let open = policies(&mut world).await;
    let free = world.id_of("roles", "plan.free").await;
    // A role of an administrator that has a policy of the set, with a limit that the other set does not allow.
    let role = world.role("desk").await;
    let policy = world.id_of("policies", "plan.premium_all_access").await;
    let overrides = Some(Limits { rows_per_response: Some(90_000), ..Limits::default() });
    let request =
        on_terms(&role.id, &policy, AssignmentTerms { limit_overrides: overrides, ..terms() });
    ada(world.calls.create_policy_assignment(request)).await.unwrap();

    assert!(install(&world.ctx, PolicySetName::Tiered).await.unwrap() > 0);
    let tiered = policies(&mut world).await;
    assert_ne!(tiered.hash, open.hash);
    assert_eq!(world.id_of("roles", "plan.free").await, free, "roles stay");
    let conditions = tiered.policies.iter().flat_map(|one| &one.r#where);
    assert!(conditions.into_iter().any(|one| one.dimension() == Dimension::AssetClass));
    // All documents fit together, and the limit was brought within that of the policy.
    let set = compiled(&tiered, "desk");
    assert!(allows(&set, Endpoint::Assets, Action::List));
    let assignment = tiered.assignments.iter().find(|one| one.role_id == role.id).unwrap();
    let limits = assignment.limit_overrides.as_ref().unwrap();
    assert_eq!(limits.rows_per_response, Some(50_000));

    assert!(install(&world.ctx, PolicySetName::Open).await.unwrap() > 0);
    let back = policies(&mut world).await;
    let names = |all: &GetPoliciesResponse| {
        let names = all.policies.iter().filter(|one| one.managed).map(|one| one.name.clone());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    assert_eq!(names(&back), names(&open));
    assert_eq!(install(&world.ctx, PolicySetName::Open).await.unwrap(), 0);
    let archived: i64 =
        sqlx::query_scalar("SELECT count(*) FROM policies WHERE managed AND status = 'archived'")
            .fetch_one(&mut world.test_db.raw().await)
            .await
            .unwrap();
    assert!(archived > 0, "the policies of the other set wait in the archive");
    let archive = |policy: &proto::access::v1::Policy| policy.status() == PolicyStatus::Archived;
    assert!(!back.policies.iter().any(archive));
    testing::outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<PolicyChanged>> = world.bus.events().await;
    assert!(events.len() > open.policies.len());
    world.settle().await;
}
