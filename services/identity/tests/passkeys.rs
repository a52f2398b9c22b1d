//! Passkeys, with an authenticator in software.

use std::sync::Arc;
use std::time::Duration;

use crate::world::authenticator::Authenticator;
use crate::world::{self, NONCE, World, newest_mail, visitor};
use kit::error::{ErrorCode, Problem};
use kit::identity_limits::CHALLENGE_LIFETIME;
use kit::peers::{Person, on_behalf_of};
use kit::testing::{SecurityLog, as_administrator, as_user, person};
use proto::identity::v1::{
    DeactivateUserRequest, FinishPasskeyRegistrationRequest, FinishPasskeyRegistrationResponse,
    FinishPasskeySignInRequest, ListPasskeysRequest, ListPasskeysResponse, ListSessionsRequest,
    PasskeyEntry, RemovePasskeyRequest, RenamePasskeyRequest, Role, SignInMethod, SignedIn,
    StartPasskeyRegistrationRequest, StartPasskeySignInRequest,
};

const ME: &str = "me@example.com";

/// A user who is signed in by mail: the token of the session, and the id.
pub async fn user(world: &mut World, email: &str) -> (String, String) {
    let token = world.sign_in(email).await;
    let id = world.user(&token).await.id;
    (token, id)
}

async fn start_registration(world: &mut World, user: &str) -> Result<String, Problem> {
    let call = world.identity.start_passkey_registration(StartPasskeyRegistrationRequest {});
    let answer = as_user(user, call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().options)
}

async fn finish_registration(
    world: &mut World,
    user: &str,
    name: &str,
    credential: &str,
) -> Result<FinishPasskeyRegistrationResponse, Problem> {
    let request = FinishPasskeyRegistrationRequest {
        name: name.to_owned(),
        credential: credential.to_owned(),
    };
    let call = world.identity.finish_passkey_registration(request);
    let answer = as_user(user, call).await.map_err(Problem::from)?;
    Ok(answer.into_inner())
}

/// Adds a new passkey for the user; with its id.
pub async fn add(world: &mut World, user: &str, name: &str) -> (Authenticator, String) {
    let (passkey, added) = register(world, user, name).await;
    (passkey, added.unwrap().id)
}

/// Creates a new passkey and registers it for the user.
pub async fn register(
    world: &mut World,
    user: &str,
    name: &str,
) -> (Authenticator, Result<FinishPasskeyRegistrationResponse, Problem>) {
    let mut passkey = Authenticator::new();
    let options = start_registration(world, user).await.unwrap();
    let credential = passkey.create(&options);
    let added = finish_registration(world, user, name, &credential).await;
    (passkey, added)
}

pub async fn list_passkeys(world: &mut World, user: &str) -> ListPasskeysResponse {
    let call = world.identity.list_passkeys(ListPasskeysRequest {});
    as_user(user, call).await.unwrap().into_inner()
}

async fn list(world: &mut World, user: &str) -> Vec<PasskeyEntry> {
    list_passkeys(world, user).await.results
}

pub async fn remove(world: &mut World, user: &str, id: &str) -> Result<(), Problem> {
    let call = world.identity.remove_passkey(RemovePasskeyRequest { id: id.to_owned() });
    as_user(user, call).await.map(drop).map_err(Problem::from)
}

async fn rename(world: &mut World, user: &str, id: &str, name: &str) -> Result<(), Problem> {
    let request = RenamePasskeyRequest { id: id.to_owned(), name: name.to_owned() };
    let call = world.identity.rename_passkey(request);
    as_user(user, call).await.map(drop).map_err(Problem::from)
}

/// The options of a sign-in.
pub async fn challenge(world: &mut World) -> String {
    let request = StartPasskeySignInRequest {
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        session_token: None,
    };
    world.identity.start_passkey_sign_in(request).await.unwrap().into_inner().options
}

fn finish_request(credential: &str, session_token: Option<&str>) -> FinishPasskeySignInRequest {
    FinishPasskeySignInRequest {
        credential: credential.to_owned(),
        session_token: session_token.map(str::to_owned),
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        step_up: false,
    }
}

async fn finish(
    world: &mut World,
    credential: &str,
    session_token: Option<&str>,
) -> Result<SignedIn, Problem> {
    finish_with(world, finish_request(credential, session_token)).await
}

async fn finish_with(
    world: &mut World,
    request: FinishPasskeySignInRequest,
) -> Result<SignedIn, Problem> {
    let answer = world.identity.finish_passkey_sign_in(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

pub async fn sign_in(world: &mut World, passkey: &Authenticator) -> Result<SignedIn, Problem> {
    let options = challenge(world).await;
    finish(world, &passkey.sign(&options), None).await
}

fn is_refused<T>(answer: Result<T, Problem>) {
    let Err(problem) = answer else { panic!("the passkey is not refused") };
    assert_eq!(
        (problem.code, problem.reason.as_ref()),
        (ErrorCode::Precondition, "passkey_refused")
    );
}

#[tokio::test]
async fn a_passkey_is_added_announced_and_signs_its_user_in() {
    let mut world = World::new().await;
    let (token, me) = user(&mut world, ME).await;
    let (passkey, id) = add(&mut world, &me, "  Work  laptop ").await;

    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: me@example.com\r\n"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
    world::check_inert(&mail);
    assert!(mail.contains("The passkey \"Work laptop\" was added to your account"), "{mail}");
    let now = kit::clock::milliseconds(world.now());
    let added =
        PasskeyEntry { id, name: "Work laptop".to_owned(), added_at: now, last_used_at: None };
    assert_eq!(list(&mut world, &me).await, std::slice::from_ref(&added));

    let signed_in = sign_in(&mut world, &passkey).await.unwrap();
    let second = signed_in.session_token.unwrap();
    assert_eq!(world.user(&second).await.id, me);
    assert_eq!(list(&mut world, &me).await, [PasskeyEntry { last_used_at: Some(now), ..added }]);
    let call = world.identity.list_sessions(ListSessionsRequest {});
    let sessions = as_user(&me, call).await.unwrap().into_inner().results;
    assert!(sessions.iter().any(|session| session.method() == SignInMethod::Passkey));

    // A browser has one session: the next sign-in ends it.
    let options = challenge(&mut world).await;
    let third = finish(&mut world, &passkey.sign(&options), Some(&second)).await.unwrap();
    assert!(world.session(&second).await.is_none());
    assert!(world.session(&third.session_token.unwrap()).await.is_some());
    assert!(world.session(&token).await.is_some(), "the session of another browser goes on");
}

#[tokio::test]
async fn passkeys_are_renamed_and_removed_by_their_user_alone() {
    let mut world = World::new().await;
    let (token, me) = user(&mut world, ME).await;
    let (_, stranger) = user(&mut world, "stranger@example.com").await;
    let (passkey, id) = add(&mut world, &me, "First").await;

    for (user, id) in [(&stranger, id.as_str()), (&me, "nonsense")] {
        for refused in
            [rename(&mut world, user, id, "Mine").await, remove(&mut world, user, id).await]
        {
            let problem = refused.unwrap_err();
            assert_eq!(problem.code, ErrorCode::NotFound);
            assert_eq!(problem.reason, "passkey_not_found");
        }
    }
    assert!(list(&mut world, &stranger).await.is_empty());
    let refused = rename(&mut world, &me, &id, " ").await.unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_ref()),
        (ErrorCode::Invalid, "passkey_name_refused")
    );
    rename(&mut world, &me, &id, "Old phone").await.unwrap();
    assert_eq!(list(&mut world, &me).await[0].name, "Old phone");

    remove(&mut world, &me, &id).await.unwrap();
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("The passkey \"Old phone\" was removed from your account"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
    world::check_inert(&mail);
    assert!(list(&mut world, &me).await.is_empty());
    is_refused(sign_in(&mut world, &passkey).await);
    assert!(world.session(&token).await.is_some(), "sessions go on");
}

#[tokio::test]
async fn a_challenge_is_answered_once_in_time_and_by_its_user() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let (_, stranger) = user(&mut world, "stranger@example.com").await;

    // A registration: of another user, twice, and replaced by a newer one.
    let mut passkey = Authenticator::new();
    let options = start_registration(&mut world, &me).await.unwrap();
    let credential = passkey.create(&options);
    is_refused(finish_registration(&mut world, &stranger, "Mine", &credential).await);
    finish_registration(&mut world, &me, "First", &credential).await.unwrap();
    is_refused(finish_registration(&mut world, &me, "Again", &credential).await);
    let replaced = start_registration(&mut world, &me).await.unwrap();
    start_registration(&mut world, &me).await.unwrap();
    let late = Authenticator::new().create(&replaced);
    is_refused(finish_registration(&mut world, &me, "Late", &late).await);

    // A sign-in: a second time, with what was meant for a registration, and after its time.
    let options = challenge(&mut world).await;
    let credential = passkey.sign(&options);
    finish(&mut world, &credential, None).await.unwrap();
    is_refused(finish(&mut world, &credential, None).await);
    let options = start_registration(&mut world, &me).await.unwrap();
    is_refused(finish(&mut world, &passkey.sign(&options), None).await);
    let options = challenge(&mut world).await;
    world.clock.advance(CHALLENGE_LIFETIME.mul_f64(0.99));
    finish(&mut world, &passkey.sign(&options), None).await.unwrap();
    let options = challenge(&mut world).await;
    world.clock.advance(CHALLENGE_LIFETIME);
    is_refused(finish(&mut world, &passkey.sign(&options), None).await);
    assert_eq!(list(&mut world, &me).await.len(), 1);
}

#[tokio::test]
async fn a_challenge_is_answered_in_the_browser_and_the_session_that_received_it() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let mut passkey = Authenticator::new();
    let options = start_registration(&mut world, &me).await.unwrap();
    let credential = passkey.create(&options);
    let request = || FinishPasskeyRegistrationRequest {
        name: "First".to_owned(),
        credential: credential.clone(),
    };
    let session = person(&me, Role::Customer);
    let other = Arc::new(Person { session_id: "another".to_owned(), ..(*session).clone() });
    let call = world.identity.finish_passkey_registration(request());
    is_refused(on_behalf_of(Some(other), call).await.map_err(Problem::from));
    let call = world.identity.finish_passkey_registration(request());
    on_behalf_of(Some(session), call).await.unwrap();

    let options = challenge(&mut world).await;
    let own = finish_request(&passkey.sign(&options), None);
    for browser_nonce in [String::new(), NONCE.replace('6', "7")] {
        let elsewhere = FinishPasskeySignInRequest { browser_nonce, ..own.clone() };
        is_refused(finish_with(&mut world, elsewhere).await);
    }
    finish_with(&mut world, own).await.unwrap();

    let nameless = StartPasskeySignInRequest { visitor: Some(visitor()), ..Default::default() };
    let refused = world.identity.start_passkey_sign_in(nameless).await.unwrap_err();
    assert_eq!(Problem::from(refused).code, ErrorCode::Invalid);
}

#[tokio::test]
async fn browsers_are_requested_to_verify_their_user_and_learn_of_no_account() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let parse = |options: &str| serde_json::from_str::<serde_json::Value>(options).unwrap();
    let mut options = parse(&challenge(&mut world).await);
    assert_eq!(options["userVerification"], "required");
    assert_eq!(options["rpId"], "localhost");
    // 16 random bytes.
    assert_eq!(options["challenge"].take().as_str().unwrap().len(), 22);
    let (passkey, _) = add(&mut world, &me, "First").await;
    let mut later = parse(&challenge(&mut world).await);
    later["challenge"].take();
    assert_eq!(options, later, "whoever has a passkey");
    assert!(!later.to_string().contains(&passkey.id()));

    let creation = parse(&start_registration(&mut world, &me).await.unwrap());
    assert_eq!(creation["rp"]["id"], "localhost");
    assert_eq!(creation["authenticatorSelection"]["userVerification"], "required");
    assert_eq!(creation["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(creation["excludeCredentials"][0]["id"], passkey.id());
}

#[tokio::test]
async fn a_step_up_by_a_passkey_is_of_the_same_user_and_makes_the_session_fresh() {
    let mut world = World::new().await;
    let (session, me) = user(&mut world, ME).await;
    let (other_session, other) = user(&mut world, "other@example.com").await;
    let (passkey, _) = add(&mut world, &me, "Mine").await;
    let (others, _) = add(&mut world, &other, "Other").await;
    world.clock.advance(Duration::from_mins(16));
    let log = SecurityLog::record();
    for (passkey, session, reason) in [
        (&others, Some(session.as_str()), "another_user"),
        (&passkey, Some(other_session.as_str()), "another_user"),
        (&passkey, None, "session_not_found"),
    ] {
        let options = challenge(&mut world).await;
        let request = finish_request(&passkey.sign(&options), session);
        let request = FinishPasskeySignInRequest { step_up: true, ..request };
        assert_eq!(finish_with(&mut world, request).await.unwrap_err().reason, reason);
    }
    let now = kit::clock::milliseconds(world.now());
    assert!(world.session(&session).await.unwrap().fresh_until <= now);
    log.lines();

    let options = challenge(&mut world).await;
    let request = finish_request(&passkey.sign(&options), Some(&session));
    let request = FinishPasskeySignInRequest { step_up: true, ..request };
    let again = finish_with(&mut world, request).await.unwrap().session_token.unwrap();
    assert!(world.session(&session).await.is_none(), "the former session has ended");
    let fresh = world.session(&again).await.unwrap();
    assert_eq!(fresh.fresh_until, now + 15 * 60 * 1000);
    assert_eq!(fresh.user.unwrap().id, me);
    let entries = log.entries();
    let events: Vec<_> = entries.iter().filter_map(|entry| entry["event"].as_str()).collect();
    assert_eq!(events, ["step_up", "session_ended", "sign_in"]);
    assert_eq!(entries[0]["method"], "passkey");
}

#[tokio::test]
async fn a_failed_sign_in_is_written_to_the_security_log() {
    let mut world = World::new().await;
    let (session, me) = user(&mut world, ME).await;
    let (_, other) = user(&mut world, "other@example.com").await;
    let (mut passkey, _) = add(&mut world, &me, "Mine").await;
    let (others, _) = add(&mut world, &other, "Other").await;
    let log = SecurityLog::record();
    passkey.user_verified = false;
    is_refused(sign_in(&mut world, &passkey).await);
    is_refused(finish(&mut world, "not JSON", None).await);
    let options = challenge(&mut world).await;
    let request = finish_request(&others.sign(&options), Some(&session));
    let request = FinishPasskeySignInRequest { step_up: true, ..request };
    finish_with(&mut world, request).await.unwrap_err();
    let entries = log.entries();
    let reasons: Vec<&str> = entries.iter().filter_map(|entry| entry["reason"].as_str()).collect();
    assert_eq!(reasons, ["passkey_refused", "passkey_refused", "another_user"]);
    for entry in &entries {
        assert_eq!((&entry["event"], &entry["outcome"]), (&"sign_in".into(), &"failure".into()));
        assert_eq!(
            (&entry["method"], &entry["network"]),
            (&"passkey".into(), &"203.0.113.0/24".into())
        );
    }
}

#[tokio::test]
async fn a_refused_answer_spends_its_challenge() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let (mut passkey, _) = add(&mut world, &me, "First").await;
    let options = challenge(&mut world).await;
    passkey.user_verified = false;
    is_refused(finish(&mut world, &passkey.sign(&options), None).await);
    passkey.user_verified = true;
    is_refused(finish(&mut world, &passkey.sign(&options), None).await);
    sign_in(&mut world, &passkey).await.unwrap();
}

#[tokio::test]
async fn answers_from_other_sites_and_without_the_user_are_refused() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let wrong: [fn(&mut Authenticator); 5] = [
        |passkey| passkey.origin = "http://localhost:9090".to_owned(),
        |passkey| passkey.origin = "https://evil.example".to_owned(),
        |passkey| passkey.site = "evil.example".to_owned(),
        |passkey| passkey.user_verified = false,
        |passkey| passkey.cross_origin = true,
    ];
    for change in wrong {
        let mut passkey = Authenticator::new();
        change(&mut passkey);
        let options = start_registration(&mut world, &me).await.unwrap();
        let credential = passkey.create(&options);
        is_refused(finish_registration(&mut world, &me, "Wrong", &credential).await);

        let (mut passkey, id) = add(&mut world, &me, "Right").await;
        change(&mut passkey);
        is_refused(sign_in(&mut world, &passkey).await);
        remove(&mut world, &me, &id).await.unwrap();
    }
    for nonsense in ["", "{}", "not JSON", &"x".repeat(20_000)] {
        is_refused(finish(&mut world, nonsense, None).await);
        is_refused(finish_registration(&mut world, &me, "Nonsense", nonsense).await);
    }
}

#[tokio::test]
async fn a_counter_that_does_not_rise_is_refused() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let (mut passkey, _) = add(&mut world, &me, "Key with a counter").await;
    passkey.counter = 7;
    sign_in(&mut world, &passkey).await.unwrap();
    for copied in [7, 6, 0] {
        passkey.counter = copied;
        is_refused(sign_in(&mut world, &passkey).await);
    }
    passkey.counter = 8;
    sign_in(&mut world, &passkey).await.unwrap();
}

#[tokio::test]
async fn a_passkey_of_another_user_signs_nobody_in() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    add(&mut world, &me, "Mine").await;
    // The handle is mine, the key is not known.
    let mut unknown = Authenticator::new();
    let options = start_registration(&mut world, &me).await.unwrap();
    unknown.create(&options);
    is_refused(sign_in(&mut world, &unknown).await);
}

#[tokio::test]
async fn a_passkey_that_names_another_user_is_refused() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let (_, stranger) = user(&mut world, "stranger@example.com").await;
    let (mut passkey, _) = add(&mut world, &me, "Mine").await;
    let (strangers, _) = add(&mut world, &stranger, "Stranger's").await;
    let own = passkey.user_handle.clone();
    for handle in [strangers.user_handle.as_str(), ""] {
        passkey.user_handle = handle.to_owned();
        is_refused(sign_in(&mut world, &passkey).await);
    }
    passkey.user_handle = own;
    sign_in(&mut world, &passkey).await.unwrap();
}

#[tokio::test]
async fn a_passkey_whose_notice_cannot_be_sent_is_not_added() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let mut world = world.again(&[("SMTP_URL", "smtp://127.0.0.1:1")]).await;
    let options = start_registration(&mut world, &me).await.unwrap();
    let credential = Authenticator::new().create(&options);
    let refused = finish_registration(&mut world, &me, "Silent", &credential).await.unwrap_err();
    assert_eq!(refused.reason, "passkey_notice_not_sent");
    assert!(list(&mut world, &me).await.is_empty());
}

#[tokio::test]
async fn passkeys_belong_to_the_host_and_the_origin_of_the_public_address() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let mut world = world.again(&[("PUBLIC_URL", "https://app.example")]).await;
    let options = start_registration(&mut world, &me).await.unwrap();
    let mut passkey = Authenticator::new();
    passkey.site = "app.example".to_owned();
    passkey.origin = "https://app.example".to_owned();
    let credential = passkey.create(&options);
    finish_registration(&mut world, &me, "First", &credential).await.unwrap();
    sign_in(&mut world, &passkey).await.unwrap();
    for origin in ["http://app.example", "https://app.example:8443", "https://www.app.example"] {
        passkey.origin = origin.to_owned();
        is_refused(sign_in(&mut world, &passkey).await);
    }
}

#[tokio::test]
async fn a_deactivated_user_has_a_passkey_in_vain() {
    let mut world = World::new().await;
    let root = world.administrator("root@example.com").await;
    let (_, me) = user(&mut world, ME).await;
    let (passkey, _) = add(&mut world, &me, "Mine").await;
    let request = DeactivateUserRequest { id: me.clone(), note: None };
    as_administrator(&root, world.administration.deactivate_user(request)).await.unwrap();
    let refused = sign_in(&mut world, &passkey).await.unwrap_err();
    assert_eq!(
        (refused.code, refused.reason.as_ref()),
        (ErrorCode::Forbidden, "account_deactivated")
    );
}

#[tokio::test]
async fn a_site_without_a_domain_name_has_no_passkeys() {
    let mut world = World::with(&[("PUBLIC_URL", "https://192.0.2.1")]).await;
    let request = StartPasskeySignInRequest {
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        session_token: None,
    };
    let refused = world.identity.start_passkey_sign_in(request).await.unwrap_err();
    assert_eq!(Problem::from(refused).reason, "passkeys_unavailable");
}

#[tokio::test]
async fn a_user_has_a_limited_number_of_passkeys() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    for number in 0..20 {
        add(&mut world, &me, &format!("Passkey {number}")).await;
    }
    let refused = start_registration(&mut world, &me).await.unwrap_err();
    assert_eq!(refused.reason, "too_many_passkeys");
}
