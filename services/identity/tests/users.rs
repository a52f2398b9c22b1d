//! Users, organizations, roles and flags.

use std::time::Duration;

use crate::world::{World, parse_link};
use kit::error::Problem;
use kit::testing::as_administrator;
use proto::identity::v1::{
    Feature, MembershipRole, OrganizationScope, PlanType, Role, SetUserRoleRequest,
};

async fn set_role(world: &mut World, actor: &str, id: &str, role: Role) -> Result<(), Problem> {
    let request = SetUserRoleRequest { id: id.to_owned(), role: role.into() };
    let answer = as_administrator(actor, world.administration.set_user_role(request)).await;
    answer.map(drop).map_err(Problem::from)
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

    let actor = world.user(&root).await.id;
    set_role(&mut world, &actor, &id, Role::Admin).await.unwrap();
    assert_eq!(world.user(&user).await.features.len(), 7);
    set_role(&mut world, &actor, &id, Role::Customer).await.unwrap();
    assert!(world.user(&user).await.features.is_empty());
}

#[tokio::test]
async fn the_setting_makes_administrators_at_their_first_sign_in_only() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let mut world = world.again(&[("ADMIN_EMAILS", "user@example.com,new@example.com")]).await;
    world.sign_in("user@example.com").await;
    assert_eq!(world.user(&token).await.role(), Role::Customer, "came before the setting");
    let new = world.sign_in("new@example.com").await;
    assert_eq!(world.user(&new).await.role(), Role::Admin);
}

#[tokio::test]
async fn a_demotion_holds_at_every_later_sign_in_and_after_a_restart() {
    let named = [("ADMIN_EMAILS", "root@example.com,user@example.com")];
    let mut world = World::with(&named).await;
    let root = world.sign_in("root@example.com").await;
    let user = world.sign_in("user@example.com").await;
    let (actor, id) = (world.user(&root).await.id, world.user(&user).await.id);
    assert_eq!(world.user(&user).await.role(), Role::Admin);
    set_role(&mut world, &actor, &id, Role::Customer).await.unwrap();

    let link = world.link("user@example.com").await;
    let again = world.visit_with(&link, Some(&user)).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&again).await.role(), Role::Customer, "in the same browser");
    let mut world = world.again(&named).await;
    assert_eq!(world.user(&again).await.role(), Role::Customer, "after a restart");
    let other = world.sign_in("USER@example.com").await;
    assert_eq!(world.user(&other).await.role(), Role::Customer, "in another browser");
}

#[tokio::test]
async fn the_first_link_makes_one_administrator() {
    let mut world = World::new().await;
    let ctx = world.ctx.clone();
    let old = identity::first_admin_link::link(&ctx).await.unwrap().unwrap();
    let new = identity::first_admin_link::link(&ctx).await.unwrap().unwrap();
    let refused = world.confirm(&parse_link(&old)).await.unwrap_err();
    assert_eq!(&*refused.reason, "verification", "a newer link ends the older one");
    let refused = world.visit(&parse_link(&new)).await.unwrap_err();
    assert_eq!(&*refused.reason, "link_unconfirmed", "no browser requested it");

    world.clock.advance(Duration::from_hours(23));
    let token = world.confirm(&parse_link(&new)).await.unwrap().session_token.unwrap();
    let user = world.user(&token).await;
    assert_eq!((user.role(), user.email.as_str()), (Role::Admin, "admin@localhost.localdomain"));
    assert_eq!(identity::first_admin_link::link(&ctx).await.unwrap(), None);
}

#[tokio::test]
async fn the_first_link_goes_to_the_first_named_administrator() {
    let mut world = World::with(&[("ADMIN_EMAILS", "root@example.com,b@example.com")]).await;
    let link = identity::first_admin_link::link(&world.ctx).await.unwrap().unwrap();
    assert_eq!(parse_link(&link).email, "root@example.com");
    // Somebody else came first: the link signs in, and the settings alone decide the role.
    world.sign_in("b@example.com").await;
    let token = world.confirm(&parse_link(&link)).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&token).await.role(), Role::Admin);
}
