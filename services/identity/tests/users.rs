//! Users, organizations, roles and flags.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod world;

use kit::error::{ErrorCode, Problem};
use proto::identity::v1::{
    Feature, ListUsersRequest, ListUsersResponse, MembershipRole, OrganizationScope, PlanType,
    Role, SetUserFeaturesRequest, SetUserRoleRequest,
};
use world::{World, parse_link};

async fn list(world: &mut World, query: &str, cursor: Option<String>) -> ListUsersResponse {
    let request = ListUsersRequest { query: Some(query.to_owned()), cursor };
    world.identity.list_users(request).await.unwrap().into_inner()
}

async fn set_role(world: &mut World, id: &str, role: i32) -> Result<(), Problem> {
    let request = SetUserRoleRequest { id: id.to_owned(), role };
    world.identity.set_user_role(request).await.map(drop).map_err(Problem::from)
}

async fn set_features(world: &mut World, id: &str, features: Vec<i32>) -> Result<(), Problem> {
    let request = SetUserFeaturesRequest { id: id.to_owned(), features };
    world.identity.set_user_features(request).await.map(drop).map_err(Problem::from)
}

#[tokio::test]
async fn a_new_user_owns_a_personal_organization_on_the_free_plan() {
    let mut world = World::with(&[("DEFAULT_FEATURES", "enable-api-keys")]).await;
    let token = world.sign_in("user@example.com").await;
    let user = world.user(&token).await;
    let organization = user.organization.clone().unwrap();
    assert_eq!(organization.scope(), OrganizationScope::Personal);
    assert_eq!(organization.plan.clone().unwrap().r#type(), PlanType::Free);
    assert_eq!(user.memberships[0].role(), MembershipRole::Owner);
    assert_eq!(user.memberships[0].organization.clone().unwrap(), organization);
    assert_eq!(user.features, [i32::from(Feature::EnableApiKeys)]);
    assert_eq!(user.intercom_hmac, None);
    assert_eq!((user.name, user.image), (None, None));
}

#[tokio::test]
async fn the_proof_for_the_chat_widget_needs_a_secret() {
    let mut world = World::with(&[("INTERCOM_SECRET", "hush")]).await;
    let token = world.sign_in("User@Example.com").await;
    let expected = identity::secrets::proof(&kit::config::Secret::new("hush"), "user@example.com");
    assert_eq!(world.user(&token).await.intercom_hmac, Some(expected));
}

#[tokio::test]
async fn an_administrator_has_every_feature_and_loses_them_with_the_role() {
    let mut world = World::with(&[("ADMIN_EMAILS", "root@example.com")]).await;
    let root = world.sign_in("root@example.com").await;
    let user = world.sign_in("user@example.com").await;
    assert_eq!(world.user(&root).await.role(), Role::Admin);
    assert_eq!(world.user(&root).await.features.len(), 7);
    let id = world.user(&user).await.id;
    assert!(world.user(&user).await.features.is_empty());

    set_role(&mut world, &id, Role::Admin.into()).await.unwrap();
    assert_eq!(world.user(&user).await.features.len(), 7);
    set_role(&mut world, &id, Role::Customer.into()).await.unwrap();
    assert!(world.user(&user).await.features.is_empty());
}

#[tokio::test]
async fn somebody_named_later_administers_from_the_next_sign_in() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    assert_eq!(world.user(&token).await.role(), Role::Customer);
    let mut world = world.again(&[("ADMIN_EMAILS", "user@example.com")]).await;
    assert_eq!(world.user(&token).await.role(), Role::Customer);
    world.sign_in("user@example.com").await;
    assert_eq!(world.user(&token).await.role(), Role::Admin);
}

#[tokio::test]
async fn the_last_administrator_stays_one() {
    let mut world = World::with(&[("ADMIN_EMAILS", "a@example.com,b@example.com")]).await;
    let (a, b) = (world.sign_in("a@example.com").await, world.sign_in("b@example.com").await);
    let (a, b) = (world.user(&a).await.id, world.user(&b).await.id);
    let demote = |id: &str| {
        let mut identity = world.identity.clone();
        let request = SetUserRoleRequest { id: id.to_owned(), role: Role::Customer.into() };
        async move { identity.set_user_role(request).await.map_err(Problem::from) }
    };
    let (first, second) = tokio::join!(demote(&a), demote(&b));
    let refused = first.and(second).unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Precondition, "last_administrator"));
}

#[tokio::test]
async fn flags_are_set_as_a_whole() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let id = world.user(&token).await.id;
    let keys = i32::from(Feature::EnableApiKeys);
    set_features(&mut world, &id, vec![keys, keys, Feature::EnableDataDownloads.into()])
        .await
        .unwrap();
    assert_eq!(world.user(&token).await.features.len(), 2);
    set_features(&mut world, &id, vec![]).await.unwrap();
    assert!(world.user(&token).await.features.is_empty());
}

#[tokio::test]
async fn wrong_input_is_refused_and_changes_nothing() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let id = world.user(&token).await.id;
    for role in [0, 3, -1] {
        assert_eq!(set_role(&mut world, &id, role).await.unwrap_err().code, ErrorCode::Invalid);
    }
    for feature in [0, 8, i32::MAX] {
        let refused = set_features(&mut world, &id, vec![feature]).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    for nobody in ["", "x", "' OR 1=1", &kit::id::new().to_string()] {
        let refused = set_role(&mut world, nobody, Role::Admin.into()).await.unwrap_err();
        assert_eq!(&*refused.reason, "user_not_found");
        let refused = set_features(&mut world, nobody, vec![]).await.unwrap_err();
        assert_eq!(&*refused.reason, "user_not_found");
    }
    for query in ["a\0b".to_owned(), "x".repeat(201)] {
        let request = ListUsersRequest { query: Some(query), cursor: None };
        let refused = Problem::from(world.identity.list_users(request).await.unwrap_err());
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    assert_eq!(world.user(&token).await.role(), Role::Customer);
}

#[tokio::test]
async fn the_list_is_paged_newest_first_and_searched_literally() {
    let mut world = World::new().await;
    for count in 0..51 {
        world.sign_in(&format!("user{count}@example.com")).await;
    }
    world.sign_in("per%cent_@example.com").await;
    let first = list(&mut world, "", None).await;
    assert_eq!(first.results.len(), 50);
    assert_eq!(first.results[0].email, "per%cent_@example.com");
    let second = list(&mut world, "", first.next_cursor).await;
    let rest: Vec<_> = second.results.iter().map(|user| user.email.as_str()).collect();
    assert_eq!(rest, ["user1@example.com", "user0@example.com"]);
    assert_eq!(second.next_cursor, None);

    assert_eq!(list(&mut world, "R%C", None).await.results.len(), 1);
    assert_eq!(list(&mut world, "_@", None).await.results.len(), 1);
    assert_eq!(list(&mut world, "USER50", None).await.results.len(), 1);
    assert_eq!(list(&mut world, "\\", None).await.results.len(), 0);
}

#[tokio::test]
async fn the_first_link_makes_one_administrator() {
    let mut world = World::new().await;
    let ctx = world.ctx.clone();
    let old = identity::first_admin::link(&ctx).await.unwrap().unwrap();
    let new = identity::first_admin::link(&ctx).await.unwrap().unwrap();
    let refused = world.visit(&parse_link(&old)).await.unwrap_err();
    assert_eq!(&*refused.reason, "verification", "a newer link ends the older one");

    let token = world.visit(&parse_link(&new)).await.unwrap().session_token.unwrap();
    let user = world.user(&token).await;
    assert_eq!((user.role(), user.email.as_str()), (Role::Admin, "admin@localhost.localdomain"));
    assert_eq!(identity::first_admin::link(&ctx).await.unwrap(), None);
}

#[tokio::test]
async fn the_first_link_goes_to_the_first_named_administrator() {
    let mut world = World::with(&[("ADMIN_EMAILS", "root@example.com,b@example.com")]).await;
    let link = identity::first_admin::link(&world.ctx).await.unwrap().unwrap();
    assert_eq!(parse_link(&link).email, "root@example.com");
    // Somebody else came first: the link signs in, and the settings alone decide the role.
    world.sign_in("b@example.com").await;
    let token = world.visit(&parse_link(&link)).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&token).await.role(), Role::Admin);
}
