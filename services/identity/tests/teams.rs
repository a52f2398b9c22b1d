//! Teams: members, permissions, and changes by two people at once.

use crate::world::World;
use crate::world::teams::TestUser;
use kit::error::{ErrorCode, Problem};
use proto::identity::v1::{
    MembershipChanged, MembershipCreated, MembershipRemoved, MembershipRole, OrganizationCreated,
    OrganizationScope, OrganizationUpdated, PlanType, UserUpdated,
};

use MembershipRole::{Member, Owner};

fn reason<T: std::fmt::Debug>(answer: Result<T, Problem>) -> String {
    answer.unwrap_err().reason.to_string()
}

#[tokio::test]
async fn the_creator_of_a_team_owns_it_and_it_becomes_active() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    let team = world.create_team(&owner, "  Harbour   Desk ").await.unwrap();
    let user = world.user(&owner.token).await;
    let organization = user.organization.unwrap();
    assert_eq!((&organization.id, organization.name.as_str()), (&team, "Harbour Desk"));
    assert_eq!(organization.scope(), OrganizationScope::Team);
    assert_eq!(organization.domain, None);
    assert_eq!(organization.plan.unwrap().r#type(), PlanType::Free);
    assert_eq!(user.memberships.len(), 2);
    let members = world.members(&owner, &team).await.unwrap();
    assert_eq!((members.len(), members[0].role()), (1, Owner));
    assert_eq!(members[0].email, owner.email);
}

#[tokio::test]
async fn a_name_is_one_line_without_links() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    for name in ["", "  ", "go to http://evil.test", &"x".repeat(81)] {
        assert_eq!(reason(world.create_team(&owner, name).await), "team_name_refused");
    }
    let team = world.create_team(&owner, "One").await.unwrap();
    assert_eq!(reason(world.rename(&owner, &team, "").await), "team_name_refused");
    world.rename(&owner, &team, "Two").await.unwrap();
    assert_eq!(world.places(&owner).await[0].0, "Two");
}

#[tokio::test]
async fn a_user_belongs_to_fifty_organizations_at_most() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    for count in 1..50 {
        world.create_team(&owner, &format!("Team {count}")).await.unwrap();
    }
    assert_eq!(reason(world.create_team(&owner, "Team 50").await), "too_many_teams");
}

#[tokio::test]
async fn the_active_organization_is_one_of_the_users_own() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    let stranger = world.test_user("stranger@example.com").await;
    let personal = world.user(&owner.token).await.organization.unwrap().id;
    let team = world.create_team(&owner, "Harbour Desk").await.unwrap();
    world.switch(&owner, &personal).await.unwrap();
    assert_eq!(world.places(&owner).await[0].0, "owner@example.com");
    world.switch(&owner, &team).await.unwrap();
    assert_eq!(world.places(&owner).await[0].0, "Harbour Desk");
    assert_eq!(reason(world.switch(&stranger, &team).await), "organization_not_found");
    assert_eq!(reason(world.switch(&stranger, &personal).await), "organization_not_found");
}

#[tokio::test]
async fn to_strangers_a_team_does_not_exist() {
    let mut world = World::new().await;
    let (team, owner, _) = world.pair().await;
    let stranger = world.test_user("stranger@example.com").await;
    let open = world.invite(&owner, &team, "fourth@example.com").await.unwrap();
    for team in [team.as_str(), "", "nonsense", &kit::id::new().to_string()] {
        let refusals = [
            reason(world.members(&stranger, team).await),
            reason(world.invitations(&stranger, team).await),
            reason(world.rename(&stranger, team, "Mine").await),
            reason(world.claim(&stranger, team, "example.com").await),
            reason(world.check_domain(&stranger, team).await),
            reason(world.claim_of(&stranger, team).await),
            reason(world.withdraw_domain(&stranger, team).await),
            reason(world.dismiss(&stranger, team).await),
            reason(world.invite(&stranger, team, "x@example.com").await),
            reason(world.resend(&stranger, team, &open.id).await),
            reason(world.revoke(&stranger, team, &open.id).await),
            reason(world.set_team_role(&stranger, team, &owner, Member).await),
            reason(world.remove(&stranger, team, &owner).await),
            reason(world.leave(&stranger, team).await),
            reason(world.join(&stranger, team).await),
        ];
        assert_eq!(refusals, ["organization_not_found"; 15]);
    }
}

#[tokio::test]
async fn members_see_each_other_and_change_nothing() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let open = world.invite(&owner, &team, "third@example.com").await.unwrap();
    let seen: Vec<_> = world.members(&member, &team).await.unwrap();
    let seen: Vec<_> = seen.iter().map(|one| (one.email.as_str(), one.role())).collect();
    assert_eq!(seen, [("owner@example.com", Owner), ("member@example.com", Member)]);
    let refused = world.rename(&member, &team, "Mine").await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "owner_required"));
    let refusals = [
        reason(world.invitations(&member, &team).await),
        reason(world.claim(&member, &team, "example.com").await),
        reason(world.check_domain(&member, &team).await),
        reason(world.claim_of(&member, &team).await),
        reason(world.withdraw_domain(&member, &team).await),
        reason(world.invite(&member, &team, "x@example.com").await),
        reason(world.resend(&member, &team, &open.id).await),
        reason(world.revoke(&member, &team, &open.id).await),
        reason(world.set_team_role(&member, &team, &member, Owner).await),
        reason(world.remove(&member, &team, &owner).await),
    ];
    assert_eq!(refusals, ["owner_required"; 10]);
}

#[tokio::test]
async fn a_personal_organization_is_no_team() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    let own = world.user(&owner.token).await.organization.unwrap().id;
    let refusals = [
        reason(world.rename(&owner, &own, "Mine").await),
        reason(world.invitations(&owner, &own).await),
        reason(world.invite(&owner, &own, "x@example.com").await),
        reason(world.claim(&owner, &own, "example.com").await),
        reason(world.set_team_role(&owner, &own, &owner, Member).await),
        reason(world.remove(&owner, &own, &owner).await),
        reason(world.leave(&owner, &own).await),
    ];
    assert_eq!(refusals, ["personal_organization"; 7]);
}

#[tokio::test]
async fn the_last_owner_stays_one() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let refused = world.leave(&owner, &team).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Precondition, "last_owner"));
    assert_eq!(reason(world.set_team_role(&owner, &team, &owner, Member).await), "last_owner");
    assert_eq!(reason(world.remove(&owner, &team, &owner).await), "last_owner");

    world.set_team_role(&owner, &team, &member, Owner).await.unwrap();
    world.set_team_role(&owner, &team, &owner, Member).await.unwrap();
    assert_eq!(reason(world.leave(&member, &team).await), "last_owner");
    world.leave(&owner, &team).await.unwrap();
    assert_eq!(world.places(&owner).await, [("owner@example.com".to_owned(), Owner)]);
}

#[tokio::test]
async fn two_owners_who_demote_each_other_at_once_leave_one() {
    for _ in 0..5 {
        let mut world = World::new().await;
        let (team, one, other) = world.pair().await;
        world.set_team_role(&one, &team, &other, Owner).await.unwrap();
        let (first, second) = tokio::join!(
            world.set_team_role(&one, &team, &other, Member),
            world.set_team_role(&other, &team, &one, Member),
        );
        let refused = reason(first.and(second));
        // The second one is no longer an owner.
        assert_eq!(refused, "owner_required");
        let members = world.members(&one, &team).await.unwrap();
        assert_eq!(members.iter().filter(|one| one.role() == Owner).count(), 1);
    }
}

#[tokio::test]
async fn two_owners_who_leave_or_step_back_at_once_leave_one() {
    for _ in 0..5 {
        let mut world = World::new().await;
        let (team, one, other) = world.pair().await;
        world.set_team_role(&one, &team, &other, Owner).await.unwrap();
        let (first, second) = tokio::join!(
            world.leave(&one, &team),
            world.set_team_role(&other, &team, &other, Member),
        );
        assert_eq!(reason(first.and(second)), "last_owner");
        let owners: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM memberships m JOIN organizations o ON o.id = m.organization_id
             WHERE o.scope = 'team' AND m.role = 'owner'",
        )
        .fetch_one(&mut world.db.raw().await)
        .await
        .unwrap();
        assert_eq!(owners, 1);
    }
}

#[tokio::test]
async fn a_removed_member_returns_to_the_personal_organization() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    assert_eq!(world.places(&member).await[0].0, "Harbour Desk");
    world.remove(&owner, &team, &member).await.unwrap();
    assert_eq!(world.places(&member).await, [("member@example.com".to_owned(), Owner)]);
    assert_eq!(reason(world.remove(&owner, &team, &member).await), "member_not_found");
    assert_eq!(
        reason(world.set_team_role(&owner, &team, &member, Owner).await),
        "member_not_found"
    );
    assert_eq!(reason(world.members(&member, &team).await), "organization_not_found");
}

#[tokio::test]
async fn a_removed_member_keeps_another_active_organization() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let other = world.create_team(&member, "Other").await.unwrap();
    world.remove(&owner, &team, &member).await.unwrap();
    assert_eq!(world.user(&member.token).await.organization.unwrap().id, other);
}

#[tokio::test]
async fn switching_to_a_team_while_being_removed_ends_in_one_of_both() {
    for _ in 0..5 {
        let mut world = World::new().await;
        let (team, owner, member) = world.pair().await;
        let personal = world.user(&member.token).await.memberships[0].organization_id.clone();
        world.switch(&member, &personal).await.unwrap();
        let (switched, removed) =
            tokio::join!(world.switch(&member, &team), world.remove(&owner, &team, &member));
        removed.unwrap();
        if let Err(refused) = switched {
            assert_eq!(&*refused.reason, "organization_not_found");
        }
        assert_eq!(world.user(&member.token).await.organization.unwrap().id, personal);
    }
}

#[tokio::test]
async fn a_full_team_accepts_no_member() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@harbour.example").await;
    let team = world.create_team(&owner, "Harbour Desk").await.unwrap();
    let invited = world.test_user("invited@example.com").await;
    let token = world.invitation_token(&owner, &team, &invited.email).await;
    world.open_to_domain(&owner, &team).await.unwrap();
    fill(&world, &team, 499).await;
    let new = world.test_user("new@harbour.example").await;
    assert_eq!(world.places(&new).await.len(), 1, "signed in all the same");
    assert_eq!(reason(world.join(&new, &team).await), "team_full");
    assert_eq!(reason(world.accept(&invited, &token).await), "team_full");
    assert_eq!(reason(world.invite(&owner, &team, "x@example.com").await), "team_full");
    assert_eq!(world.members(&owner, &team).await.unwrap().len(), 500);
    world.look_at(&invited, &token).await.expect("a refused answer spends no invitation");
}

async fn fill(world: &World, team: &str, count: i32) {
    sqlx::query(
        "WITH numbers AS (SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS membership
                          FROM generate_series(1, $2) n),
              people AS (
             INSERT INTO users (id, email, role, features, organization_id, created_at, updated_at)
             SELECT id, 'person' || n || '@example.test', 'CUSTOMER', '{}', $1::uuid, now(), now()
             FROM numbers)
         INSERT INTO memberships (id, user_id, organization_id, role, created_at)
         SELECT membership, id, $1::uuid, 'member', now() FROM numbers",
    )
    .bind(team)
    .bind(count)
    .execute(&mut world.db.raw().await)
    .await
    .unwrap();
}

async fn published_for(world: &World, someone: &TestUser) -> usize {
    let updated = world.events::<UserUpdated>().await;
    updated.iter().filter(|event| event.user_id == someone.id).count()
}

#[tokio::test]
async fn every_change_is_published_and_affected_users_are_updated() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let created = world.events::<OrganizationCreated>().await;
    let of_team = created.iter().find(|created| created.organization_id == team).unwrap();
    assert_eq!((of_team.scope(), &of_team.owner_id), (OrganizationScope::Team, &owner.id));
    let joined = world.events::<MembershipCreated>().await;
    assert_eq!((joined.len(), &joined[0].user_id, joined[0].role()), (1, &member.id, Member));
    assert_eq!(published_for(&world, &member).await, 1);

    world.set_team_role(&owner, &team, &member, Owner).await.unwrap();
    world.set_team_role(&owner, &team, &member, Owner).await.unwrap();
    let changed = world.events::<MembershipChanged>().await;
    assert_eq!((changed.len(), changed[0].role()), (1, Owner), "unchanged roles publish no event");
    assert_eq!(changed[0].membership_id, joined[0].membership_id);
    assert_eq!(published_for(&world, &member).await, 2);

    world.rename(&owner, &team, "Quay Desk").await.unwrap();
    world.rename(&owner, &team, "Quay Desk").await.unwrap();
    world.open_to_domain(&owner, &team).await.unwrap();
    assert_eq!(world.events::<OrganizationUpdated>().await.len(), 2);

    world.remove(&owner, &team, &member).await.unwrap();
    let removed = world.events::<MembershipRemoved>().await;
    assert_eq!((removed.len(), &removed[0].user_id), (1, &member.id));
    assert_eq!(published_for(&world, &member).await, 3);
}

#[tokio::test]
async fn refused_changes_are_not_published() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let before = world.subjects().await.len();
    world.leave(&owner, &team).await.unwrap_err();
    world.set_team_role(&member, &team, &owner, Member).await.unwrap_err();
    world.invite(&owner, &team, &member.email).await.unwrap_err();
    world.join(&owner, &team).await.unwrap_err();
    assert_eq!(world.subjects().await.len(), before);
}
