//! The reads of the gateway.

use access::policy_sets::PolicySetName;
use access::policy_sets::install::install;
use kit::clock::{Clock, milliseconds};
use kit::error::Problem;
use proto::access::v1::{
    AccessStatus, ArchivePolicyRequest, CreateUserRoleRequest, GetPoliciesRequest,
    GetPoliciesResponse, GetPrincipalRequest, SetRoleStatusRequest,
};
use time::macros::datetime;

use crate::support::{World, ada, allow, somebody};

async fn policies(world: &mut World, known_epoch: Option<i64>) -> GetPoliciesResponse {
    let request = GetPoliciesRequest { known_epoch };
    world.reads.get_policies(request).await.unwrap().into_inner()
}

#[tokio::test]
async fn policies_come_with_their_epoch_and_a_hash_of_their_contents() {
    let mut world = World::start().await;
    let first = policies(&mut world, None).await;
    assert_eq!((first.epoch, first.is_known, first.hash.len()), (1, false, 64));
    let known = policies(&mut world, Some(1)).await;
    assert_eq!(known, GetPoliciesResponse { epoch: 1, is_known: true, ..Default::default() });
    // A grant raises the epoch and changes no policy.
    let role = world.role("desk").await;
    let with_role = policies(&mut world, Some(1)).await;
    assert_ne!(with_role.hash, first.hash);
    let request = CreateUserRoleRequest {
        user_id: somebody(),
        role_id: role.id.clone(),
        reason: "Covers the desk".to_owned(),
        ..Default::default()
    };
    ada(world.calls.create_user_role(request)).await.unwrap();
    let granted = policies(&mut world, None).await;
    assert_eq!((granted.epoch, &granted.hash), (3, &with_role.hash));
    world.settle().await;
}

#[tokio::test]
async fn only_what_has_effect_is_part_of_the_answer() {
    let mut world = World::start().await;
    let (role, other) = (world.role("desk").await, world.role("other").await);
    let (policy, archived) = (world.policy(allow("One")).await, world.policy(allow("Two")).await);
    for role in [&role, &other] {
        for policy in [&policy, &archived] {
            world.assign(&role.id, &policy.id).await;
        }
    }
    let count = |all: &GetPoliciesResponse| {
        let custom = all.roles.iter().filter(|one| !one.managed).count();
        let policies = all.policies.iter().filter(|one| !one.managed).count();
        (custom, policies, all.assignments.iter().filter(|one| !one.managed).count())
    };
    assert_eq!(count(&policies(&mut world, None).await), (2, 2, 4));
    let request = ArchivePolicyRequest { id: archived.id, version: 1, reason: None };
    ada(world.calls.archive_policy(request)).await.unwrap();
    let status = AccessStatus::Disabled.into();
    let request = SetRoleStatusRequest { id: other.id, version: 1, status, reason: None };
    ada(world.calls.set_role_status(request)).await.unwrap();
    let rest = policies(&mut world, None).await;
    assert_eq!(count(&rest), (1, 1, 1));
    let names = |id: &str| rest.roles.iter().any(|role| role.id == id);
    assert!(rest.assignments.iter().all(|one| names(&one.role_id)), "nothing is dangling");
    world.settle().await;
}

#[tokio::test]
async fn a_principal_has_the_roles_of_user_and_organization() {
    let clock = Clock::fixed(datetime!(2026-11-30 12:00 UTC));
    let mut world = World::at(clock.clone()).await;
    install(&world.ctx, PolicySetName::Open).await.unwrap();
    let now = milliseconds(clock.now());
    let (user, home, elsewhere) = (somebody(), somebody(), somebody());
    let role = world.role("desk").await;
    for (organization_id, expires_at) in
        [(None, Some(now + 1_000)), (Some(home.clone()), None), (Some(elsewhere.clone()), None)]
    {
        let request = CreateUserRoleRequest {
            user_id: user.clone(),
            role_id: role.id.clone(),
            organization_id,
            starts_at: None,
            expires_at,
            reason: "Covers the desk".to_owned(),
        };
        ada(world.calls.create_user_role(request)).await.unwrap();
    }
    let named = |name: &str| (name.to_owned(), None, None);
    assert_eq!(world.principal(None, None).await, [named("plan.anonymous")]);
    // An organization whose plan is not known yet has the free one.
    let brief = ("desk".to_owned(), None, Some(now + 1_000));
    assert_eq!(
        world.principal(Some(&user), Some(&home)).await,
        [named("desk"), brief.clone(), named("plan.free")]
    );
    assert_eq!(world.principal(None, Some(&home)).await, [named("plan.free")]);
    assert_eq!(world.principal(Some(&user), None).await, [brief, named("plan.anonymous")]);
    clock.advance(std::time::Duration::from_secs(1));
    assert_eq!(world.principal(Some(&user), None).await, [named("plan.anonymous")]);

    // At the end of a trial, the free plan follows at once.
    let trial = world.id_of("roles", "plan.trial_all_access").await;
    let statement = format!(
        "INSERT INTO organization_roles (id, organization_id, role_id, source, expires_at, reason,
                                         created_at, updated_at)
         VALUES (gen_random_uuid(), '{home}', '{trial}', 'trial', '2026-11-30 13:00Z', 'Plan', now(), now())"
    );
    world.execute(&statement).await.unwrap();
    let end = milliseconds(datetime!(2026-11-30 13:00 UTC));
    let free = ("plan.free".to_owned(), Some(end), None);
    let on_trial = ("plan.trial_all_access".to_owned(), None, Some(end));
    assert_eq!(world.principal(None, Some(&home)).await, [free.clone(), on_trial]);
    clock.advance(std::time::Duration::from_hours(2));
    assert_eq!(world.principal(None, Some(&home)).await, [free]);

    let wrong = GetPrincipalRequest { user_id: Some("me".to_owned()), organization_id: None };
    let wrong = Problem::from(world.reads.get_principal(wrong).await.unwrap_err());
    assert_eq!(wrong.violations[0].path, "user_id");
    world.settle().await;
}
