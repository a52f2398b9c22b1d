//! Keys that end with a membership, an organization or a user.

use kit::testing::eventually;
use proto::access::v1::{
    ApiKey, ApiKeyInput, ApiKeyStatus, CheckApiKeyRequest, CreateApiKeyRequest,
    ExportPersonRequest, ListApiKeysRequest, NewApiKey, RevocationReason,
};
use proto::identity::v1::{
    MembershipRemoved, MembershipRole, OrganizationRemoved, UserDeactivated, UserErased,
    UserReactivated,
};
use serde_json::Value;

use crate::support::{ADA, HOME, World, ada};

async fn world() -> World {
    let world = World::start().await;
    world.identity.add_member(ADA, HOME, MembershipRole::Owner);
    world
}

async fn create(world: &mut World, is_organization: bool) -> (ApiKey, String) {
    let key = ApiKeyInput { name: "Nightly import".to_owned(), ..ApiKeyInput::default() };
    let request = CreateApiKeyRequest { is_organization, is_test: false, key: Some(key) };
    let NewApiKey { key, secret } = ada(world.keys.create_api_key(request)).await.unwrap();
    (key.unwrap(), secret)
}

async fn is_valid(world: &World, secret: &str) -> bool {
    let request = CheckApiKeyRequest { secret: secret.to_owned() };
    world.keys.clone().check_api_key(request).await.is_ok()
}

async fn until_invalid(world: &World, secret: &str) {
    eventually("the key is refused", || async { !is_valid(world, secret).await }).await;
}

async fn list(world: &World, is_organization: bool) -> Vec<ApiKey> {
    let request = ListApiKeysRequest { is_organization };
    ada(world.keys.clone().list_api_keys(request)).await.unwrap().results
}

#[tokio::test]
async fn the_keys_of_a_member_end_with_the_membership() {
    let mut world = world().await;
    let (_, own) = create(&mut world, false).await;
    let (_, of_organization) = create(&mut world, true).await;
    let event = MembershipRemoved {
        membership_id: kit::id::new().to_string(),
        organization_id: HOME.to_owned(),
        user_id: ADA.to_owned(),
    };
    world.publish(&event).await;
    until_invalid(&world, &own).await;
    assert!(is_valid(&world, &of_organization).await, "it is not theirs");
    assert_eq!(list(&world, false).await[0].revocation_reason(), RevocationReason::MembershipEnded);
    world.settle().await;
}

#[tokio::test]
async fn a_key_is_not_created_for_a_membership_that_just_ended() {
    let mut world = world().await;
    let (_, own) = create(&mut world, false).await;
    let event = MembershipRemoved {
        membership_id: kit::id::new().to_string(),
        organization_id: HOME.to_owned(),
        user_id: ADA.to_owned(),
    };
    world.publish(&event).await;
    until_invalid(&world, &own).await;
    // The answer of identity was given before.
    let key = Some(ApiKeyInput { name: "Late".to_owned(), ..ApiKeyInput::default() });
    let request = CreateApiKeyRequest { is_organization: false, is_test: false, key };
    let late = ada(world.keys.create_api_key(request)).await.unwrap_err();
    assert_eq!(late.reason, "membership_required");
    world.settle().await;
}

#[tokio::test]
async fn all_keys_of_an_organization_end_with_it() {
    let mut world = world().await;
    let (_, own) = create(&mut world, false).await;
    let (_, of_organization) = create(&mut world, true).await;
    world.publish(&OrganizationRemoved { organization_id: HOME.to_owned() }).await;
    until_invalid(&world, &own).await;
    until_invalid(&world, &of_organization).await;
    let reason = list(&world, true).await[0].revocation_reason();
    assert_eq!(reason, RevocationReason::OrganizationRemoved);
    world.settle().await;
}

#[tokio::test]
async fn the_keys_of_a_deactivated_user_do_nothing_until_they_are_back() {
    let mut world = world().await;
    let (_, own) = create(&mut world, false).await;
    let (_, of_organization) = create(&mut world, true).await;
    world.publish(&UserDeactivated { user_id: ADA.to_owned() }).await;
    until_invalid(&world, &own).await;
    assert!(is_valid(&world, &of_organization).await, "others may need it");
    assert_eq!(list(&world, false).await[0].status(), ApiKeyStatus::Active);
    world.publish(&UserReactivated { user_id: ADA.to_owned() }).await;
    eventually("the key works again", || is_valid(&world, &own)).await;
    world.settle().await;
}

#[tokio::test]
async fn an_erased_user_leaves_no_key_and_no_name() {
    let mut world = world().await;
    let (_, own) = create(&mut world, false).await;
    let exported = ada(world.reads.export_person(ExportPersonRequest {})).await.unwrap().sections;
    let keys: Value = serde_json::from_str(&exported[2].rows_json).unwrap();
    assert_eq!(
        (&*exported[2].name, keys[0]["name"].as_str()),
        ("api_keys", Some("Nightly import"))
    );
    assert!(keys[0]["mac"].is_null());
    world.publish(&UserErased { user_id: ADA.to_owned(), erased_at: 0 }).await;
    until_invalid(&world, &own).await;
    let rest: (String, String, bool) = sqlx::query_as(
        "SELECT name, revocation_reason, user_id = $1::uuid OR created_by = $1::uuid FROM api_keys",
    )
    .bind(ADA)
    .fetch_one(&mut world.test_db.raw().await)
    .await
    .unwrap();
    assert_eq!(rest, (String::new(), "user_erased".to_owned(), false));
    world.settle().await;
}
