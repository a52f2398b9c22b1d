//! Keys of others, as administrators see, disable and revoke them.

use kit::clock::Clock;
use kit::testing;
use proto::access::v1::{
    AccessAuditAction, ApiKey, ApiKeyCalls, ApiKeyInput, ApiKeyStatus, CheckApiKeyRequest,
    CreateApiKeyRequest, EnableApiKeyRequest, KeyOverlap, ListHeldApiKeysRequest,
    ListHeldApiKeysResponse, ReportApiKeyUseRequest, RevocationReason, RotateApiKeyRequest,
    SetApiKeyStatusRequest,
};
use proto::identity::v1::{MembershipRole, Role};
use time::macros::datetime;

use crate::support::{ADA, BOB, HOME, World, ada, as_person, bob, reason, somebody};

/// A world in which Ada has a key, and Bob is an administrator of the installation.
async fn world() -> (World, ApiKey, String) {
    let mut world = World::at(Clock::fixed(datetime!(2026-11-30 12:00 UTC))).await;
    world.identity.add_member(ADA, HOME, MembershipRole::Owner);
    let (key, secret) = create(&mut world, false).await;
    (world, key, secret)
}

async fn create(world: &mut World, is_organization: bool) -> (ApiKey, String) {
    let key = ApiKeyInput { name: "Nightly import".to_owned(), ..ApiKeyInput::default() };
    let request = CreateApiKeyRequest { is_organization, is_test: false, key: Some(key) };
    let new = ada(world.keys.create_api_key(request)).await.unwrap();
    (new.key.unwrap(), new.secret)
}

fn of_ada() -> ListHeldApiKeysRequest {
    ListHeldApiKeysRequest { user_id: Some(ADA.to_owned()), organization_id: None }
}

async fn held(world: &mut World, request: ListHeldApiKeysRequest) -> ListHeldApiKeysResponse {
    bob(world.keys.list_held_api_keys(request)).await.unwrap()
}

fn with_status(key: &ApiKey, status: ApiKeyStatus) -> SetApiKeyStatusRequest {
    SetApiKeyStatusRequest {
        id: key.id.clone(),
        version: key.version,
        status: status.into(),
        reason: "Calls from an unknown network".to_owned(),
    }
}

async fn set(world: &mut World, key: &ApiKey, status: ApiKeyStatus) -> ApiKey {
    let changed = bob(world.keys.set_api_key_status(with_status(key, status))).await;
    changed.unwrap().key.unwrap()
}

async fn is_valid(world: &mut World, secret: &str) -> bool {
    let request = CheckApiKeyRequest { secret: secret.to_owned() };
    world.keys.check_api_key(request).await.is_ok()
}

#[tokio::test]
async fn the_keys_of_a_user_and_of_an_organization_are_listed_with_their_use() {
    let (mut world, own, _) = world().await;
    let (shared, _) = create(&mut world, true).await;
    let minute_at = kit::clock::milliseconds(world.clock.now());
    let calls = |minute_at, calls, refused| ApiKeyCalls {
        key_id: own.id.clone(),
        minute_at,
        calls,
        refused,
    };
    let calls = vec![
        calls(minute_at, 5, 2),
        calls(minute_at - 86_400_000, 7, 0),
        // More than 30 days ago.
        calls(minute_at - 31 * 86_400_000, 100, 0),
    ];
    world
        .keys
        .report_api_key_use(ReportApiKeyUseRequest { calls, report_id: somebody() })
        .await
        .unwrap();
    let of_user = held(&mut world, of_ada()).await.results;
    let [of_user] = &of_user[..] else { panic!("{of_user:?}") };
    assert_eq!((of_user.calls, of_user.refused), (12, 2));
    assert_eq!(of_user.key.as_ref().map(|key| &key.id), Some(&own.id));
    let request = ListHeldApiKeysRequest { user_id: None, organization_id: Some(HOME.to_owned()) };
    let of_organization = held(&mut world, request).await.results;
    let ids = of_organization.iter().filter_map(|held| Some(&*held.key.as_ref()?.id));
    assert_eq!(ids.collect::<Vec<_>>(), [&*shared.id]);

    let neither = ListHeldApiKeysRequest::default();
    assert_eq!(reason(bob(world.keys.list_held_api_keys(neither)).await), "input_invalid");
    world.settle().await;
}

#[tokio::test]
async fn only_administrators_enable_a_key_that_one_of_them_disabled() {
    let (mut world, key, secret) = world().await;
    let disabled = set(&mut world, &key, ApiKeyStatus::Disabled).await;
    assert_eq!(disabled.status(), ApiKeyStatus::Disabled);
    assert!(disabled.is_disabled_by_administrator);
    assert!(!is_valid(&mut world, &secret).await);

    let enabling = EnableApiKeyRequest { id: key.id.clone(), version: disabled.version };
    let refused = ada(world.keys.enable_api_key(enabling)).await;
    assert_eq!(reason(refused), "key_disabled_by_administrator");
    let overlap = KeyOverlap::Day.into();
    let rotation = RotateApiKeyRequest { id: key.id.clone(), version: disabled.version, overlap };
    let refused = ada(world.keys.rotate_api_key(rotation)).await;
    assert_eq!(reason(refused), "key_disabled_by_administrator");

    let enabled = set(&mut world, &disabled, ApiKeyStatus::Active).await;
    assert!(!enabled.is_disabled_by_administrator);
    assert!(is_valid(&mut world, &secret).await);
    let same = set(&mut world, &enabled, ApiKeyStatus::Active).await;
    assert_eq!(same.version, enabled.version, "nothing changed");
    world.settle().await;
}

#[tokio::test]
async fn a_key_that_an_administrator_revokes_has_ended_for_good() {
    let (mut world, key, secret) = world().await;
    let revoked = set(&mut world, &key, ApiKeyStatus::Revoked).await;
    assert_eq!(revoked.revocation_reason(), RevocationReason::Administrator);
    assert!(!is_valid(&mut world, &secret).await);
    let refused =
        bob(world.keys.set_api_key_status(with_status(&revoked, ApiKeyStatus::Active))).await;
    assert_eq!(reason(refused), "key_ended");

    let record: String = sqlx::query_scalar("SELECT record_id::text FROM api_keys WHERE id = $1")
        .bind(&key.id)
        .fetch_one(&mut world.test_db.raw().await)
        .await
        .unwrap();
    let entry = world.history(&record).await.remove(0);
    assert_eq!(entry.action(), AccessAuditAction::ApiKeyRevoked);
    assert_eq!(entry.actor_id.as_deref(), Some(BOB));
    assert_eq!(entry.reason.as_deref(), Some("Calls from an unknown network"));
    let notices: i64 =
        sqlx::query_scalar("SELECT count(*) FROM notices WHERE kind = 'revoked_by_administrator'")
            .fetch_one(&mut world.test_db.raw().await)
            .await
            .unwrap();
    assert_eq!(notices, 1);
    world.settle().await;
}

#[tokio::test]
async fn nobody_else_changes_the_keys_of_others() {
    let (mut world, key, secret) = world().await;
    let customer = testing::person(BOB, Role::Customer);
    let refused =
        as_person(customer.clone(), world.keys.list_held_api_keys(of_ada())).await.unwrap_err();
    assert_eq!(refused.code, kit::error::ErrorCode::Forbidden);
    let change = with_status(&key, ApiKeyStatus::Revoked);
    let refused = as_person(customer, world.keys.set_api_key_status(change)).await.unwrap_err();
    assert_eq!(refused.code, kit::error::ErrorCode::Forbidden);
    for invalid in [
        SetApiKeyStatusRequest {
            reason: " ".to_owned(),
            ..with_status(&key, ApiKeyStatus::Revoked)
        },
        SetApiKeyStatusRequest { status: 0, ..with_status(&key, ApiKeyStatus::Revoked) },
    ] {
        let refused = bob(world.keys.set_api_key_status(invalid)).await;
        assert_eq!(reason(refused), "input_invalid");
    }
    let unknown = SetApiKeyStatusRequest {
        id: "00000000".to_owned(),
        ..with_status(&key, ApiKeyStatus::Revoked)
    };
    assert_eq!(reason(bob(world.keys.set_api_key_status(unknown)).await), "api_key_not_found");
    let stale = SetApiKeyStatusRequest { version: 9, ..with_status(&key, ApiKeyStatus::Revoked) };
    assert_eq!(reason(bob(world.keys.set_api_key_status(stale)).await), "record_changed");
    assert!(is_valid(&mut world, &secret).await);
    world.settle().await;
}
