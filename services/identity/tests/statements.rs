//! The acting person is the one that the gateway states for the session, whatever a caller says.

use std::sync::Arc;
use std::time::Duration;

use crate::passkeys;
use crate::world::World;
use kit::error::{ErrorCode, Problem};
use kit::peers::{Person, on_behalf_of};
use kit::testing::{as_administrator, as_user};
use proto::identity::v1::{
    CheckTeamDomainRequest, ClaimTeamDomainRequest, CreateTeamRequest,
    FinishPasskeyRegistrationRequest, GetUserRequest, InviteToTeamRequest, ListPasskeysRequest,
    ListSessionsRequest, ListTeamMembersRequest, ListUserSessionsRequest, MembershipRole,
    RemoveLinkedAccountRequest, RemovePasskeyRequest, RemoveTeamMemberRequest,
    RenamePasskeyRequest, RenewRecoveryCodesRequest, ResendTeamInvitationRequest, Role,
    SetSecondFactorRequest, SetTeamMemberRoleRequest, SetUserRoleRequest,
    StartPasskeyRegistrationRequest, WithdrawTeamDomainRequest,
};
use proto::query::v1::{GetMetaRequest, Query};

const ROOT: &str = "root@example.com";

fn refusal<T>(answer: Result<T, tonic::Status>) -> (ErrorCode, String) {
    let Err(status) = answer else { panic!("the call is not refused") };
    let problem = Problem::from(status);
    (problem.code, problem.reason.into_owned())
}

fn role_required() -> (ErrorCode, String) {
    (ErrorCode::Forbidden, "role_required".to_owned())
}

#[tokio::test]
async fn a_call_that_needs_a_person_is_refused_without_one() {
    let mut world = World::new().await;
    let needed = (ErrorCode::Unauthenticated, "person_required".to_owned());
    let request = CreateTeamRequest { name: "Any".to_owned() };
    assert_eq!(refusal(world.identity.create_team(request).await), needed);
    assert_eq!(refusal(world.identity.list_sessions(ListSessionsRequest {}).await), needed);
    assert_eq!(refusal(world.administration.list_users(Query::default()).await), needed);
}

#[tokio::test]
async fn a_customer_administers_nothing() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let id = world.user(&token).await.id;
    let request = SetUserRoleRequest { id: id.clone(), role: Role::Admin.into() };
    let call = world.administration.set_user_role(request);
    assert_eq!(refusal(as_user(&id, call).await), role_required());
    // Nor does the statement of a role that the database does not know.
    let request = SetUserRoleRequest { id: id.clone(), role: Role::Admin.into() };
    let call = world.administration.set_user_role(request);
    assert_eq!(refusal(as_administrator(&id, call).await), role_required());
    assert_eq!(world.user(&token).await.role(), Role::Customer);
}

#[tokio::test]
async fn a_statement_from_before_a_change_of_the_role_administers_nothing() {
    let mut world = World::new().await;
    let token = world.sign_in(ROOT).await;
    let id = world.user(&token).await.id;
    world.make_administrator(&id).await;
    let current = world.person(&token).await;
    assert_eq!((current.role, current.role_epoch), (Role::Admin, 1));
    let old: Arc<Person> = Arc::new(Person { role_epoch: 0, ..(*current).clone() });

    let administration = &world.administration;
    let old = || Some(Arc::clone(&old));
    let query = Query::default;
    let refused = [
        on_behalf_of(old(), administration.clone().list_users(query())).await.map(drop),
        on_behalf_of(old(), administration.clone().list_organizations(query())).await.map(drop),
        on_behalf_of(old(), administration.clone().list_audit_entries(query())).await.map(drop),
        on_behalf_of(old(), administration.clone().get_user(GetUserRequest { id: id.clone() }))
            .await
            .map(drop),
        on_behalf_of(
            old(),
            administration.clone().list_user_sessions(ListUserSessionsRequest { id: id.clone() }),
        )
        .await
        .map(drop),
        on_behalf_of(
            old(),
            administration.clone().get_meta(GetMetaRequest { resource: "users".to_owned() }),
        )
        .await
        .map(drop),
        on_behalf_of(
            old(),
            administration
                .clone()
                .set_user_role(SetUserRoleRequest { id: id.clone(), role: Role::Customer.into() }),
        )
        .await
        .map(drop),
    ];
    for answer in refused {
        assert_eq!(refusal(answer), role_required());
    }
    let call = world.administration.list_users(Query::default());
    assert!(on_behalf_of(Some(current), call).await.is_ok());
}

#[tokio::test]
async fn a_write_needs_a_fresh_sign_in_and_a_read_does_not() {
    let mut world = World::new().await;
    let token = world.sign_in(ROOT).await;
    let root = world.user(&token).await.id;
    world.make_administrator(&root).await;
    let token_of_user = world.sign_in("user@example.com").await;
    let id = world.user(&token_of_user).await.id;
    let promotion = || SetUserRoleRequest { id: id.clone(), role: Role::Admin.into() };

    let stale = world.person(&token).await;
    world.clock.advance(Duration::from_mins(15));
    let call = world.administration.set_user_role(promotion());
    let refused = refusal(on_behalf_of(Some(Arc::clone(&stale)), call).await);
    assert_eq!(refused, (ErrorCode::Forbidden, "fresh_sign_in_required".to_owned()));
    assert_eq!(world.user(&token_of_user).await.role(), Role::Customer);
    let call = world.administration.list_users(Query::default());
    assert!(on_behalf_of(Some(stale), call).await.is_ok());

    let link = world.link(ROOT).await;
    let again = world.visit_with(&link, Some(&token)).await.unwrap().session_token.unwrap();
    let fresh = world.person(&again).await;
    let call = world.administration.set_user_role(promotion());
    on_behalf_of(Some(fresh), call).await.unwrap();
    assert_eq!(world.user(&token_of_user).await.role(), Role::Admin);
}

#[tokio::test]
async fn changes_of_how_one_signs_in_need_a_fresh_sign_in_such_as_one_by_the_only_passkey() {
    let mut world = World::new().await;
    let (token, me) = passkeys::user(&mut world, "user@example.com").await;
    let (passkey, id) = passkeys::add(&mut world, &me, "Only one").await;
    let stale = world.person(&token).await;
    world.clock.advance(Duration::from_mins(15));
    let identity = &world.identity;
    let stale = || Some(Arc::clone(&stale));
    let account = RemoveLinkedAccountRequest { id: id.clone() };
    let start = StartPasskeyRegistrationRequest {};
    let finish = FinishPasskeyRegistrationRequest::default();
    let removal = || RemovePasskeyRequest { id: id.clone() };
    let switch = |enabled| SetSecondFactorRequest { enabled };
    let codes = RenewRecoveryCodesRequest {};
    let refused = [
        on_behalf_of(stale(), identity.clone().remove_linked_account(account)).await.map(drop),
        on_behalf_of(stale(), identity.clone().start_passkey_registration(start)).await.map(drop),
        on_behalf_of(stale(), identity.clone().finish_passkey_registration(finish)).await.map(drop),
        on_behalf_of(stale(), identity.clone().remove_passkey(removal())).await.map(drop),
        on_behalf_of(stale(), identity.clone().set_second_factor(switch(true))).await.map(drop),
        on_behalf_of(stale(), identity.clone().set_second_factor(switch(false))).await.map(drop),
        on_behalf_of(stale(), identity.clone().renew_recovery_codes(codes)).await.map(drop),
    ];
    for answer in refused {
        let expected = (ErrorCode::Forbidden, "fresh_sign_in_required".to_owned());
        assert_eq!(refusal(answer), expected);
    }
    let rename = RenamePasskeyRequest { id: id.clone(), name: "Still the only one".to_owned() };
    on_behalf_of(stale(), identity.clone().rename_passkey(rename)).await.unwrap();
    on_behalf_of(stale(), identity.clone().list_passkeys(ListPasskeysRequest {})).await.unwrap();

    let signed_in = passkeys::sign_in(&mut world, &passkey).await.unwrap();
    let fresh = world.person(&signed_in.session_token.unwrap()).await;
    for enabled in [true, false] {
        let call = world.identity.set_second_factor(switch(enabled));
        on_behalf_of(Some(Arc::clone(&fresh)), call).await.unwrap();
    }
    let call = world.identity.remove_passkey(removal());
    on_behalf_of(Some(fresh), call).await.unwrap();
}

#[tokio::test]
async fn what_gives_power_over_a_team_needs_a_fresh_sign_in() {
    let mut world = World::new().await;
    let (organization_id, owner, member) = world.pair().await;
    let stale = world.person(&owner.token).await;
    world.clock.advance(Duration::from_mins(15));
    let identity = &world.identity;
    let stale = || Some(Arc::clone(&stale));
    let team = || organization_id.clone();
    let role = MembershipRole::Owner.into();
    let email = "accomplice@example.com".to_owned();
    let invitation = InviteToTeamRequest { organization_id: team(), email, role };
    let repetition = ResendTeamInvitationRequest { organization_id: team(), id: team() };
    let member_id = || member.id.clone();
    let promotion =
        SetTeamMemberRoleRequest { organization_id: team(), member_id: member_id(), role };
    let removal = RemoveTeamMemberRequest { organization_id: team(), member_id: member_id() };
    let domain = "example.com".to_owned();
    let claim = ClaimTeamDomainRequest { organization_id: team(), domain };
    let check = CheckTeamDomainRequest { organization_id: team() };
    let withdrawal = WithdrawTeamDomainRequest { organization_id: team() };
    let refused = [
        on_behalf_of(stale(), identity.clone().invite_to_team(invitation)).await.map(drop),
        on_behalf_of(stale(), identity.clone().resend_team_invitation(repetition)).await.map(drop),
        on_behalf_of(stale(), identity.clone().set_team_member_role(promotion)).await.map(drop),
        on_behalf_of(stale(), identity.clone().remove_team_member(removal)).await.map(drop),
        on_behalf_of(stale(), identity.clone().claim_team_domain(claim)).await.map(drop),
        on_behalf_of(stale(), identity.clone().check_team_domain(check)).await.map(drop),
        on_behalf_of(stale(), identity.clone().withdraw_team_domain(withdrawal)).await.map(drop),
    ];
    for answer in refused {
        let expected = (ErrorCode::Forbidden, "fresh_sign_in_required".to_owned());
        assert_eq!(refusal(answer), expected);
    }
    let members = ListTeamMembersRequest { organization_id: team() };
    on_behalf_of(stale(), identity.clone().list_team_members(members)).await.unwrap();
    // A user who signs in again goes on.
    let link = world.link(&owner.email).await;
    let again = world.visit_with(&link, Some(&owner.token)).await.unwrap().session_token.unwrap();
    let fresh = world.person(&again).await;
    let removal =
        RemoveTeamMemberRequest { organization_id: organization_id.clone(), member_id: member.id };
    let call = world.identity.remove_team_member(removal);
    on_behalf_of(Some(fresh), call).await.unwrap();
}

#[tokio::test]
async fn each_change_of_role_or_state_raises_the_epoch_and_no_other_change_does() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let id = world.user(&token).await.id;
    let statements = [
        ("UPDATE users SET name = 'Another' WHERE id = $1::uuid", 0),
        ("UPDATE users SET role = 'CUSTOMER' WHERE id = $1::uuid", 0),
        ("UPDATE users SET role = 'ADMIN' WHERE id = $1::uuid", 1),
        ("UPDATE users SET deactivated_at = now() WHERE id = $1::uuid", 2),
        ("UPDATE users SET deactivated_at = NULL WHERE id = $1::uuid", 3),
    ];
    for (statement, epoch) in statements {
        let mut conn = world.db.raw().await;
        sqlx::query(statement).bind(&id).execute(&mut conn).await.unwrap();
        let known: i64 = sqlx::query_scalar("SELECT role_epoch FROM users WHERE id = $1::uuid")
            .bind(&id)
            .fetch_one(&mut conn)
            .await
            .unwrap();
        assert_eq!(known, epoch, "{statement}");
    }
}
