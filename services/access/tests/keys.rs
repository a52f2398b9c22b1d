//! Keys: their verbs, their check and their use.

use kit::bus::Envelope;
use kit::clock::{Clock, milliseconds};
use kit::error::Problem;
use kit::testing;
use proto::access::v1::{
    AccessAuditAction, AccessAuditEntry, Action, ApiKey, ApiKeyCalls, ApiKeyChanged, ApiKeyInput,
    ApiKeyScope, ApiKeyStatus, ApiKeyUse, Change, CheckApiKeyRequest, CheckApiKeyResponse,
    CreateApiKeyRequest, Endpoint, GetApiKeyUseRequest, KeyOverlap, ListApiKeysRequest, NewApiKey,
    ReportApiKeyUseRequest, RevocationReason, RevokeApiKeyRequest, RotateApiKeyRequest,
    UpdateApiKeyRequest,
};
use proto::identity::v1::MembershipRole;
use time::Duration;
use time::macros::datetime;

use crate::support::{ADA, BOB, HOME, PEPPER, World, ada, bob, reason, somebody};

const DAY: std::time::Duration = kit::clock::DAY;

/// A world in which Ada owns her organization, and Bob is a member of it.
async fn world() -> World {
    let world = World::at(Clock::fixed(datetime!(2026-11-30 12:00 UTC))).await;
    world.identity.add_member(ADA, HOME, MembershipRole::Owner);
    world.identity.add_member(BOB, HOME, MembershipRole::Member);
    world
}

fn input() -> ApiKeyInput {
    let scope = ApiKeyScope {
        actions: vec![Action::List.into(), Action::Read.into()],
        endpoints: vec![Endpoint::Assets.into()],
        r#where: Vec::new(),
    };
    ApiKeyInput {
        name: "Nightly import".to_owned(),
        scopes: vec![scope],
        ip_cidrs: vec!["192.0.2.0/24".to_owned()],
        expires_at: None,
    }
}

fn creation(is_organization: bool) -> CreateApiKeyRequest {
    CreateApiKeyRequest { is_organization, is_test: false, key: Some(input()) }
}

/// Creates a key of Ada, or of her organization.
async fn create(world: &mut World, is_organization: bool) -> (ApiKey, String) {
    parts(ada(world.keys.create_api_key(creation(is_organization))).await.unwrap())
}

fn parts(new: NewApiKey) -> (ApiKey, String) {
    (new.key.unwrap(), new.secret)
}

async fn check(world: &mut World, secret: &str) -> Result<CheckApiKeyResponse, Problem> {
    let request = CheckApiKeyRequest { secret: secret.to_owned() };
    let answer = world.keys.check_api_key(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

async fn list(world: &mut World, is_organization: bool) -> Vec<ApiKey> {
    let request = ListApiKeysRequest { is_organization };
    ada(world.keys.list_api_keys(request)).await.unwrap().results
}

fn rotation(key: &ApiKey, overlap: KeyOverlap) -> RotateApiKeyRequest {
    RotateApiKeyRequest { id: key.id.clone(), version: key.version, overlap: overlap.into() }
}

fn revocation(key: &ApiKey) -> RevokeApiKeyRequest {
    RevokeApiKeyRequest { id: key.id.clone(), version: key.version }
}

/// The bytes from which the id of a key is made.
fn bytes(id: &str) -> [u8; 8] {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => letter - b'0',
        b'A'..=b'Z' => letter - b'A' + 10,
        _ => letter - b'a' + 36,
    };
    let number = id.bytes().fold(0_u64, |sum, letter| sum * 62 + u64::from(digit(letter)));
    number.to_be_bytes()
}

async fn count(world: &World, statement: &'static str) -> i64 {
    sqlx::query_scalar(statement).fetch_one(&mut world.test_db.raw().await).await.unwrap()
}

/// The actions of the audit entries of a key, the newest first.
async fn actions(world: &mut World, key: &ApiKey) -> Vec<AccessAuditAction> {
    let record: String = sqlx::query_scalar("SELECT record_id::text FROM api_keys WHERE id = $1")
        .bind(&key.id)
        .fetch_one(&mut world.test_db.raw().await)
        .await
        .unwrap();
    world.history(&record).await.iter().map(AccessAuditEntry::action).collect()
}

#[tokio::test]
async fn a_user_has_a_key_whose_text_is_stored_nowhere() {
    let mut world = world().await;
    let (key, secret) = create(&mut world, false).await;
    assert!(secret.starts_with(&format!("ak_live_{}_", key.id)));
    assert_eq!((key.user_id.as_deref(), &*key.organization_id), (Some(ADA), HOME));
    assert_eq!((key.status(), key.version), (ApiKeyStatus::Active, 1));
    assert_eq!(key.expires_at, milliseconds(world.clock.now() + Duration::days(365)));
    assert_eq!(list(&mut world, false).await, std::slice::from_ref(&key));
    assert_eq!(list(&mut world, true).await, []);

    let checked = check(&mut world, &secret).await.unwrap();
    assert_eq!((&checked.key_id, checked.user_id.as_deref()), (&key.id, Some(ADA)));
    assert_eq!((checked.scopes, checked.ip_cidrs), (key.scopes.clone(), key.ip_cidrs.clone()));
    let stored: String = sqlx::query_scalar("SELECT row_to_json(k)::text FROM api_keys AS k")
        .fetch_one(&mut world.test_db.raw().await)
        .await
        .unwrap();
    let (_, private) = secret.rsplit_once('_').unwrap();
    assert!(!stored.contains(&private[..20]), "{stored}");

    let test = CreateApiKeyRequest { is_test: true, ..creation(false) };
    let (_, test) = parts(ada(world.keys.create_api_key(test)).await.unwrap());
    assert!(test.starts_with("ak_test_"));
    assert_eq!(actions(&mut world, &key).await, [AccessAuditAction::ApiKeyCreated]);
    world.settle().await;
}

#[tokio::test]
async fn an_organization_has_keys_that_its_owners_manage() {
    let mut world = world().await;
    let (key, secret) = create(&mut world, true).await;
    assert_eq!((key.user_id.as_ref(), key.created_by.as_deref()), (None, Some(ADA)));
    assert_eq!(check(&mut world, &secret).await.unwrap().user_id, None);
    let refused = bob(world.keys.create_api_key(creation(true))).await;
    assert_eq!(reason(refused), "owner_required");
    let refused = bob(world.keys.list_api_keys(ListApiKeysRequest { is_organization: true })).await;
    assert_eq!(reason(refused), "owner_required");
    let refused = bob(world.keys.revoke_api_key(revocation(&key))).await;
    assert_eq!(reason(refused), "owner_required");
    // Another owner may, and somebody who is no member does not learn that there is such a key.
    world.identity.remove_member(BOB, HOME);
    let refused = bob(world.keys.revoke_api_key(revocation(&key))).await;
    assert_eq!(reason(refused), "api_key_not_found");
    let refused = bob(world.keys.create_api_key(creation(false))).await;
    assert_eq!(reason(refused), "membership_required");
    world.identity.add_member(BOB, HOME, MembershipRole::Owner);
    let revoked = bob(world.keys.revoke_api_key(revocation(&key))).await.unwrap().key.unwrap();
    assert_eq!(revoked.revocation_reason(), RevocationReason::Owner);
    assert_eq!(check(&mut world, &secret).await.unwrap_err().reason, "key_invalid");
    // The keys of a user are theirs alone.
    let (own, _) = create(&mut world, false).await;
    assert_eq!(reason(bob(world.keys.revoke_api_key(revocation(&own))).await), "api_key_not_found");
    world.settle().await;
}

#[tokio::test]
async fn a_key_that_cannot_be_used_gives_no_hint() {
    let mut world = world().await;
    let (key, secret) = create(&mut world, false).await;
    let other = kit::api_key::compose(kit::api_key::Purpose::Live, [7; 8], [9; 32]);
    let same_id = kit::api_key::compose(kit::api_key::Purpose::Live, bytes(&key.id), [9; 32]);
    assert!(same_id.contains(&key.id));
    for wrong in [String::new(), "ak_live_".to_owned(), other, same_id, secret.to_lowercase()] {
        let refused = check(&mut world, &wrong).await.unwrap_err();
        assert_eq!(
            (&*refused.reason, &*refused.message),
            ("key_invalid", "The API key is not valid")
        );
    }
    ada(world.keys.revoke_api_key(revocation(&key))).await.unwrap();
    let refused = check(&mut world, &secret).await.unwrap_err();
    assert_eq!((&*refused.reason, &*refused.message), ("key_invalid", "The API key is not valid"));
    world.settle().await;
}

#[tokio::test]
async fn a_key_expires_at_its_moment() {
    let mut world = world().await;
    let end = milliseconds(world.clock.now()) + 60_000;
    let key = Some(ApiKeyInput { expires_at: Some(end), ..input() });
    let request = CreateApiKeyRequest { key, ..creation(false) };
    let (key, secret) = parts(ada(world.keys.create_api_key(request)).await.unwrap());
    world.clock.advance(std::time::Duration::from_millis(59_999));
    assert_eq!(check(&mut world, &secret).await.unwrap().expires_at, end);
    world.clock.advance(std::time::Duration::from_millis(1));
    assert_eq!(check(&mut world, &secret).await.unwrap_err().reason, "key_invalid");
    let update =
        UpdateApiKeyRequest { id: key.id.clone(), version: key.version, key: Some(input()) };
    assert_eq!(reason(ada(world.keys.update_api_key(update)).await), "key_ended");
    world.clock.advance(90 * DAY);
    assert_eq!(list(&mut world, false).await, [], "it ended long ago");
    world.settle().await;
}

#[tokio::test]
async fn an_owner_changes_the_values_of_a_key() {
    let mut world = world().await;
    let (key, secret) = create(&mut world, false).await;
    let update = UpdateApiKeyRequest {
        id: key.id.clone(),
        version: 1,
        key: Some(ApiKeyInput { scopes: Vec::new(), ip_cidrs: Vec::new(), ..input() }),
    };
    let same = UpdateApiKeyRequest { key: Some(input()), ..update.clone() };
    let unchanged = ada(world.keys.update_api_key(same)).await.unwrap().key.unwrap();
    assert_eq!((unchanged.version, unchanged.expires_at), (1, key.expires_at));
    let updated = ada(world.keys.update_api_key(update.clone())).await.unwrap().key.unwrap();
    assert_eq!((updated.version, updated.scopes.len()), (2, 0));
    assert_eq!(check(&mut world, &secret).await.unwrap().scopes, []);
    assert_eq!(reason(ada(world.keys.update_api_key(update.clone())).await), "record_changed");
    let nothing = ApiKeyInput { scopes: vec![ApiKeyScope::default()], ..input() };
    let wrong = UpdateApiKeyRequest { version: 2, key: Some(nothing), ..update };
    let refused = ada(world.keys.update_api_key(wrong)).await.unwrap_err();
    assert_eq!(refused.violations[0].path, "scopes[0].actions");
    assert_eq!(
        actions(&mut world, &key).await,
        [AccessAuditAction::ApiKeyUpdated, AccessAuditAction::ApiKeyCreated]
    );
    let names = "SELECT count(*) FROM audit_entries WHERE changes::text LIKE '%Nightly%' OR changes::text LIKE '%192.0.2%'";
    assert_eq!(count(&world, names).await, 0, "free text is not kept for good");
    testing::outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<ApiKeyChanged>> = world.bus.events().await;
    let changes: Vec<Change> = events.iter().map(|one| one.event.change()).collect();
    assert_eq!(changes, [Change::Created, Change::Updated]);
    world.settle().await;
}

#[tokio::test]
async fn a_replaced_key_works_until_its_overlap_ends() {
    let mut world = world().await;
    let (first, first_secret) = create(&mut world, false).await;
    let rotated = ada(world.keys.rotate_api_key(rotation(&first, KeyOverlap::Hour))).await;
    let (second, second_secret) = parts(rotated.unwrap());
    assert_eq!((&second.name, &second.scopes), (&first.name, &first.scopes));
    assert_ne!(second.id, first.id);
    assert_eq!(second.expires_at, first.expires_at, "both have the same life");
    for secret in [&first_secret, &second_secret] {
        check(&mut world, secret).await.unwrap();
    }
    let listed = list(&mut world, false).await;
    let old = listed.iter().find(|key| key.id == first.id).unwrap();
    assert_eq!(old.successor_id.as_ref(), Some(&second.id));
    let again = ada(world.keys.rotate_api_key(rotation(old, KeyOverlap::Day))).await;
    assert_eq!(reason(again), "key_replaced");
    world.clock.advance(std::time::Duration::from_hours(1));
    assert_eq!(check(&mut world, &first_secret).await.unwrap_err().reason, "key_invalid");
    check(&mut world, &second_secret).await.unwrap();

    let rotated = ada(world.keys.rotate_api_key(rotation(&second, KeyOverlap::None))).await;
    let (third, third_secret) = parts(rotated.unwrap());
    assert_eq!(check(&mut world, &second_secret).await.unwrap_err().reason, "key_invalid");
    check(&mut world, &third_secret).await.unwrap();
    let listed = list(&mut world, false).await;
    let old = listed.iter().find(|key| key.id == second.id).unwrap();
    assert_eq!(old.revocation_reason(), RevocationReason::Rotated);
    let wrong = RotateApiKeyRequest { overlap: 0, ..rotation(&third, KeyOverlap::None) };
    assert_eq!(reason(ada(world.keys.rotate_api_key(wrong)).await), "input_invalid");
    world.settle().await;
}

#[tokio::test]
async fn of_two_rotations_at_once_one_takes_place() {
    let mut world = world().await;
    let (key, _) = create(&mut world, false).await;
    let (mut one, mut other) = (world.keys.clone(), world.keys.clone());
    let (one, other) = tokio::join!(
        ada(one.rotate_api_key(rotation(&key, KeyOverlap::Week))),
        ada(other.rotate_api_key(rotation(&key, KeyOverlap::Week))),
    );
    assert_ne!(one.is_ok(), other.is_ok());
    let refused = one.err().or(other.err()).unwrap();
    assert_eq!(refused.reason, "record_changed");
    assert_eq!(list(&mut world, false).await.len(), 2);
    world.settle().await;
}

#[tokio::test]
async fn an_owner_has_a_limited_number_of_keys() {
    let mut world = world().await;
    let (first, _) = create(&mut world, false).await;
    for _ in 1..18 {
        create(&mut world, false).await;
    }
    // Four at once for the last two places.
    let calls = (0..4).map(|_| {
        let mut keys = world.keys.clone();
        async move { ada(keys.create_api_key(creation(false))).await }
    });
    let outcomes = futures::future::join_all(calls).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 2);
    let refused = outcomes.into_iter().find_map(Result::err).unwrap();
    assert_eq!(refused.reason, "limit_reached");
    // The organization has its own, and a replaced key makes room for its successor.
    create(&mut world, true).await;
    ada(world.keys.rotate_api_key(rotation(&first, KeyOverlap::Week))).await.unwrap();
    let more = ada(world.keys.create_api_key(creation(false))).await;
    assert_eq!(reason(more), "limit_reached");
    world.settle().await;
}

#[tokio::test]
async fn peppers_are_replaced_line_by_line() {
    let mut world = world().await;
    let (_, used) = create(&mut world, false).await;
    let (_, unused) = create(&mut world, false).await;
    let new = "another pepper of the tests, and long enough";
    let both = format!("{new}\n{PEPPER}");
    let mut keys = world.with_peppers(&both).await;
    keys.check_api_key(CheckApiKeyRequest { secret: used.clone() }).await.unwrap();
    // The code of the key that was used is of the new pepper by now.
    let mut keys = world.with_peppers(new).await;
    keys.check_api_key(CheckApiKeyRequest { secret: used.clone() }).await.unwrap();
    let forgotten = keys.check_api_key(CheckApiKeyRequest { secret: unused.clone() }).await;
    assert_eq!(Problem::from(forgotten.unwrap_err()).reason, "key_invalid");
    assert_eq!(check(&mut world, &used).await.unwrap_err().reason, "key_invalid");
    check(&mut world, &unused).await.unwrap();
    world.settle().await;
}

#[tokio::test]
async fn use_is_counted_by_day() {
    let mut world = world().await;
    let (key, _) = create(&mut world, false).await;
    let now = milliseconds(world.clock.now());
    let calls = |minute_at: i64, calls: i64, refused: i64| ApiKeyCalls {
        key_id: key.id.clone(),
        minute_at,
        calls,
        refused,
    };
    let yesterday = now - 86_400_000;
    let mut report = vec![calls(now, 5, 1), calls(now - 60_000, 2, 0), calls(yesterday, 1, 1)];
    report.push(ApiKeyCalls { key_id: "unknown1".to_owned(), ..calls(now, 9, 0) });
    let request = |calls| ReportApiKeyUseRequest { calls, report_id: somebody() };
    let first = request(report.clone());
    // Its answer was lost, so that it arrives again.
    world.keys.report_api_key_use(first.clone()).await.unwrap();
    world.keys.report_api_key_use(first).await.unwrap();
    world.keys.report_api_key_use(request(report)).await.unwrap();
    // The clock of the gateway is ahead.
    let ahead = request(vec![calls(now + 90_000, 1, 0)]);
    world.keys.report_api_key_use(ahead).await.unwrap();
    let wrong = request(vec![calls(now, 1, 2)]);
    assert!(world.keys.report_api_key_use(wrong).await.is_err());

    let used = ada(world.keys.get_api_key_use(GetApiKeyUseRequest { id: key.id.clone() })).await;
    let day = |day: &str, calls, refused| ApiKeyUse { day: day.to_owned(), calls, refused };
    assert_eq!(used.unwrap().results, [day("2026-11-29", 2, 2), day("2026-11-30", 15, 2)]);
    assert_eq!(list(&mut world, false).await[0].last_used_at, Some(now));
    let foreign = bob(world.keys.get_api_key_use(GetApiKeyUseRequest { id: key.id.clone() })).await;
    assert_eq!(reason(foreign), "api_key_not_found");
    world.clock.advance(30 * DAY);
    let used = ada(world.keys.get_api_key_use(GetApiKeyUseRequest { id: key.id })).await;
    assert_eq!(used.unwrap().results, []);
    world.settle().await;
}
