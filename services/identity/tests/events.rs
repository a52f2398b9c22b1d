//! Events are published in the same transaction as the change.

use crate::world::World;
use kit::testing::as_administrator;
use proto::identity::v1::{
    EndSessionRequest, Feature, OrganizationCreated, Role, SessionRevoked, SessionStarted,
    SetUserFeaturesRequest, SetUserRoleRequest, SignInMethod, UserCreated, UserUpdated,
};

#[tokio::test]
async fn a_first_sign_in_publishes_user_organization_and_session() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let session = world.session(&token).await.unwrap();
    let user = session.user.unwrap();
    let organization_id = user.organization.unwrap().id;
    assert_eq!(
        world.events::<UserCreated>().await,
        [UserCreated {
            user_id: user.id.clone(),
            organization_id: organization_id.clone(),
            created_at: kit::clock::milliseconds(world.now()),
        }]
    );
    let organizations = world.events::<OrganizationCreated>().await;
    assert_eq!(organizations[0].organization_id, organization_id);
    assert_eq!(organizations[0].owner_id, user.id);
    let started = SessionStarted {
        session_id: session.id,
        user_id: user.id,
        method: SignInMethod::Email.into(),
    };
    assert_eq!(world.events::<SessionStarted>().await, [started]);
}

#[tokio::test]
async fn changes_of_users_and_ended_sessions_are_published() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let session = world.session(&token).await.unwrap();
    let id = session.user.unwrap().id;
    let actor = world.administrator("root@example.com").await;
    let role = Role::Admin.into();
    let role = SetUserRoleRequest { id: id.clone(), role };
    as_administrator(&actor, world.administration.set_user_role(role)).await.unwrap();
    let features = vec![Feature::EnableApiKeys.into()];
    let features = SetUserFeaturesRequest { id: id.clone(), features };
    as_administrator(&actor, world.administration.set_user_features(features)).await.unwrap();
    let updated = UserUpdated { user_id: id.clone(), role_epoch: 1 };
    assert_eq!(world.events::<UserUpdated>().await, [updated.clone(), updated]);

    world.identity.end_session(EndSessionRequest { token, visitor: None }).await.unwrap();
    let revoked = SessionRevoked { session_id: session.id, user_id: id };
    assert_eq!(world.events::<SessionRevoked>().await, [revoked]);
}

#[tokio::test]
async fn refused_changes_are_not_published() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    world.visit(&link).await.unwrap();
    let actor = world.administrator("root@example.com").await;
    let before = world.subjects().await.len();
    world.visit(&link).await.unwrap_err();
    let id = kit::id::new().to_string();
    let role = SetUserRoleRequest { id, role: Role::Admin.into() };
    as_administrator(&actor, world.administration.set_user_role(role)).await.unwrap_err();
    world
        .identity
        .end_session(EndSessionRequest { token: "0".repeat(64), visitor: None })
        .await
        .unwrap();
    assert_eq!(world.subjects().await.len(), before);
}

#[tokio::test]
async fn events_carry_no_address_and_no_secret() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    let token = world.visit(&link).await.unwrap().session_token.unwrap();
    let rows: Vec<(Vec<u8>, String)> = sqlx::query_as("SELECT payload, headers::text FROM outbox")
        .fetch_all(&mut world.db.raw().await)
        .await
        .unwrap();
    for (payload, headers) in rows {
        let text = format!("{} {headers}", String::from_utf8_lossy(&payload));
        assert!(
            !text.contains("example.com") && !text.contains(&token) && !text.contains(&link.token)
        );
    }
}

#[tokio::test]
async fn events_reach_the_bus_and_none_is_left_behind() {
    let mut world = World::new().await;
    let bus = kit::testing::bus(&world.app);
    kit::outbox::relay(&world.app, world.ctx.db.clone(), (*bus).clone());
    let token = world.sign_in("user@example.com").await;
    world.identity.end_session(EndSessionRequest { token, visitor: None }).await.unwrap();

    kit::testing::outbox_sent(&world.ctx.db).await;
    assert_eq!(bus.events::<UserCreated>().await.len(), 1);
    assert_eq!(bus.events::<OrganizationCreated>().await.len(), 1);
    assert_eq!(bus.events::<SessionStarted>().await.len(), 1);
    assert_eq!(bus.events::<SessionRevoked>().await.len(), 1);
    assert!(kit::testing::dead_letters(&bus).await.is_empty());
}
