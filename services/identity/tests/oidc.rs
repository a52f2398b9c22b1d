//! Sign-in through a real OpenID provider.

use std::collections::HashMap;
use std::time::Duration;

use crate::world::browser::Browser;
use crate::world::oidc::{
    finish, go, go_to, linked_accounts, provider, reason, remove_account, settings, sign_in, start,
    start_with, step_up, world,
};
use crate::world::{self, World};
use crate::{passkeys, second_factor};
use kit::error::ErrorCode;
use kit::testing::{SecurityLog, as_administrator, as_user};
use proto::identity::v1::{
    EndSessionRequest, FinishOidcSignInRequest, ListProvidersRequest, ListSessionsRequest,
    ProviderType, Role, SetUserRoleRequest, SignInMethod, StartOidcSignInRequest,
    StartOidcSignInResponse,
};

type Change = fn(&mut FinishOidcSignInRequest, &StartOidcSignInResponse);

/// The parameters of an authorization address, each once.
fn sent_parameters(started: &StartOidcSignInResponse) -> HashMap<String, String> {
    let url = url::Url::parse(&started.authorization_url).unwrap();
    let mut pairs = HashMap::new();
    for (name, value) in url.query_pairs() {
        assert!(pairs.insert(name.into_owned(), value.into_owned()).is_none(), "each once");
    }
    pairs
}

#[tokio::test]
async fn all_ways_to_sign_in_are_listed_in_order() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let answer = world.identity.list_providers(ListProvidersRequest {}).await.unwrap();
    let providers = answer.into_inner().providers;
    let ids: Vec<_> = providers.iter().map(|one| (one.id.as_str(), one.r#type())).collect();
    assert_eq!(
        ids,
        [
            ("email", ProviderType::Email),
            ("peer", ProviderType::Oauth),
            ("away", ProviderType::Oauth)
        ]
    );
}

#[tokio::test]
async fn a_new_address_creates_a_verified_user_who_can_sign_in_again() {
    for flags in [&[][..], &["--claims-in-id-token"]] {
        let peer = provider(flags).await;
        let mut world = world(&peer).await;
        let first = sign_in(&mut world, "Alice@Example.test", None).await.unwrap();
        let first = first.session_token.unwrap();
        let user = world.user(&first).await;
        assert_eq!(user.email, "alice@example.test");
        assert!(user.email_verified_at.is_some());
        assert_eq!(user.name.as_deref(), Some("Alice@Example.test"));

        let second = sign_in(&mut world, "Alice@Example.test", None).await.unwrap();
        let second = second.session_token.unwrap();
        assert_eq!(world.user(&second).await.id, user.id);
        assert_eq!(world.user_count().await, 1);

        let call = world.identity.list_sessions(ListSessionsRequest {});
        let sessions = as_user(&user.id, call).await.unwrap().into_inner().results;
        assert!(sessions.iter().all(|one| one.method() == SignInMethod::Oidc));
    }
}

#[tokio::test]
async fn the_authorization_address_carries_pkce_state_and_nonce_and_what_the_visitor_adds() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let parameters = [
        ("prompt", "login"),
        ("login_hint", "a@b.test"),
        ("max_age", "1"),
        ("redirect_uri", "https://evil.test"),
        ("scope", "admin"),
        ("state", "mine"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let request =
        StartOidcSignInRequest { provider: "peer".to_owned(), parameters, step_up: false };
    let started = start_with(&mut world, request).await.unwrap();
    let pairs = sent_parameters(&started);
    assert_eq!(pairs["client_id"], "assay");
    assert_eq!(pairs["response_type"], "code");
    assert_eq!(pairs["redirect_uri"], format!("{}/api/auth/callback/peer", world::ORIGIN));
    assert_eq!(pairs["scope"], "openid email profile");
    assert_eq!((pairs["code_challenge"].len(), &*pairs["code_challenge_method"]), (43, "S256"));
    assert_eq!((&pairs["state"], &pairs["nonce"]), (&started.state, &started.nonce));
    assert_eq!((&*pairs["prompt"], &*pairs["login_hint"]), ("login", "a@b.test"));
    assert!(!pairs.contains_key("max_age"), "nobody would compare it");
}

#[tokio::test]
async fn a_step_up_requests_a_sign_in_whatever_the_visitor_adds() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let parameters = [("prompt", "none"), ("max_age", "99999"), ("login_hint", "me")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let request = StartOidcSignInRequest { provider: "peer".to_owned(), parameters, step_up: true };
    let pairs = sent_parameters(&start_with(&mut world, request).await.unwrap());
    assert_eq!((&*pairs["prompt"], &*pairs["max_age"]), ("login", "0"));
    assert_eq!(pairs["login_hint"], "me");
}

#[tokio::test]
async fn a_step_up_at_a_provider_makes_the_session_fresh_if_the_provider_names_a_recent_sign_in() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let now = kit::clock::milliseconds(world.now());
    for (login, is_recent) in [("me", true), ("old-me", false), ("untimed-me", false)] {
        let session = world.sign_in(&format!("{login}@example.com")).await;
        sign_in(&mut world, login, Some(&session)).await.unwrap();
        let signed_in = step_up(&mut world, login, Some(&session)).await;
        if !is_recent {
            assert_eq!(reason(signed_in), "sign_in_not_recent", "{login}");
            assert!(world.session(&session).await.is_some(), "the session goes on");
            // A sign-in for anything else is accepted, and makes no session fresh.
            let signed_in = sign_in(&mut world, login, Some(&session)).await.unwrap();
            let session = world.session(&signed_in.session_token.unwrap()).await.unwrap();
            assert!(session.fresh_until <= now, "{login}");
            continue;
        }
        let again = signed_in.unwrap().session_token.unwrap();
        assert!(world.session(&session).await.is_none(), "the former session has ended");
        let fresh_until = world.session(&again).await.unwrap().fresh_until;
        // The provider names whole seconds.
        let latest = now + 15 * 60 * 1000;
        assert!((latest - 1000..=latest).contains(&fresh_until), "{fresh_until}");
    }
}

#[tokio::test]
async fn a_step_up_is_of_the_user_of_the_session_and_links_nothing() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    sign_in(&mut world, "alice", None).await.unwrap();
    let session = world.sign_in("me@example.com").await;
    let user = world.user(&session).await.id;
    for login in ["alice", "nobody-yet"] {
        assert_eq!(reason(step_up(&mut world, login, Some(&session)).await), "another_user");
        assert_eq!(reason(step_up(&mut world, login, None).await), "session_not_found");
    }
    assert!(linked_accounts(&mut world, &user).await.is_empty());
    assert_eq!(world.user_count().await, 2);
    assert_eq!(world.user(&session).await.id, user);
}

#[tokio::test]
async fn a_provider_that_names_no_time_signs_in_and_is_not_used_for_a_step_up() {
    let peer = provider(&[]).await;
    let providers = settings(&peer).replacen("\"}", "\",\"authTime\":false}", 1);
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers)]).await;
    let session = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    assert!(!linked_accounts(&mut world, &user).await[0].steps_up);
    assert_eq!(reason(step_up(&mut world, "alice", Some(&session)).await), "sign_in_not_recent");
}

#[tokio::test]
async fn an_account_is_known_by_its_subject_and_never_by_its_address() {
    let peer = provider(&["--claims-in-id-token"]).await;
    let mut world = world(&peer).await;
    let first = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let user = world.user(&first).await;
    assert_eq!(user.email, "alice@example.test");
    // The same subject, whose address is moved-alice@example.test by now.
    let moved = sign_in(&mut world, "moved-alice", None).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&moved).await.id, user.id);
    // Another subject with the verified address of the first.
    let refused = sign_in(&mut world, "alice@example.test", None).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn a_session_and_that_at_the_provider_end_independently() {
    let peer = provider(&[]).await;
    let providers = settings(&peer);
    let ages = [
        ("OIDC_PROVIDERS", providers.as_str()),
        ("SESSION_MAX_AGE", "60"),
        ("SESSION_UPDATE_AGE", "0"),
        ("SESSION_ABSOLUTE_MAX_AGE", "90"),
    ];
    let mut world = World::with(&ages).await;
    let mut browser = Browser::new();
    let flow = go_to(&mut world, "peer", &mut browser, "alice").await;
    let ended = finish(&mut world, flow.request(None)).await.unwrap().session_token.unwrap();
    let user = world.user(&ended).await.id;
    world
        .identity
        .end_session(EndSessionRequest { token: ended.clone(), visitor: None })
        .await
        .unwrap();
    assert!(world.session(&ended).await.is_none());

    // The provider still knows who uses the browser, and asks for no login.
    let flow = go_to(&mut world, "peer", &mut browser, "nobody").await;
    let used = finish(&mut world, flow.request(None)).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&used).await.id, user);
    let idle = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();

    // Nor does a session here end with the provider, but by its own two ages.
    drop(peer);
    world.clock.advance(Duration::from_secs(45));
    assert!(world.resolve(&used, true).await.is_some());
    world.clock.advance(Duration::from_secs(30));
    assert!(world.session(&idle).await.is_none());
    assert!(world.resolve(&used, true).await.is_some());
    world.clock.advance(Duration::from_secs(15));
    assert!(world.session(&used).await.is_none());
}

#[tokio::test]
async fn a_provider_that_is_away_affects_only_itself() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    assert_eq!(start(&mut world, "away").await.unwrap_err().reason, "oauth_signin");
    assert_eq!(start(&mut world, "away").await.unwrap_err().reason, "oauth_signin");
    assert_eq!(start(&mut world, "none").await.unwrap_err().code, ErrorCode::NotFound);
    sign_in(&mut world, "alice", None).await.unwrap();
}

#[tokio::test]
async fn answers_that_do_not_belong_together_are_refused() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let other = start(&mut world, "peer").await.unwrap();
    let changes: [Change; 7] = [
        |request, _| request.code = String::new(),
        |request, _| request.code = "forged\0\r\n".to_owned(),
        |request, other| request.code_verifier.clone_from(&other.code_verifier),
        |request, _| request.code_verifier = String::new(),
        |request, other| request.nonce.clone_from(&other.nonce),
        |request, _| request.issuer = None,
        |request, _| request.issuer = Some("https://evil.test".to_owned()),
    ];
    for change in changes {
        let mut request = go(&mut world, "alice").await.request(None);
        change(&mut request, &other);
        assert_eq!(reason(finish(&mut world, request).await), "oauth_callback");
    }
    assert_eq!(world.user_count().await, 0);

    let flow = go(&mut world, "alice").await;
    finish(&mut world, flow.request(None)).await.unwrap();
    assert_eq!(reason(finish(&mut world, flow.request(None)).await), "oauth_callback", "replayed");
}

#[tokio::test]
async fn an_id_token_that_has_expired_is_refused() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let flow = go(&mut world, "alice").await;
    world.clock.advance(std::time::Duration::from_hours(48));
    assert_eq!(reason(finish(&mut world, flow.request(None)).await), "oauth_callback");
}

/// The logins get ID tokens with one fault each (`deploy/peers/oidc.mjs`).
async fn assert_refused(logins: &[&str]) {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    for login in logins {
        assert_eq!(reason(sign_in(&mut world, login, None).await), "oauth_callback", "{login}");
    }
    assert_eq!(world.user_count().await, 0);
    // A token that was made in the same way, without a fault.
    sign_in(&mut world, "resigned-alice", None).await.unwrap();
}

#[tokio::test]
async fn an_id_token_without_a_signature_of_its_provider_is_refused() {
    assert_refused(&["unsigned-alice", "changed-alice", "forged-alice", "shared-alice"]).await;
}

#[tokio::test]
async fn an_id_token_that_brings_its_own_key_or_names_its_place_is_refused() {
    assert_refused(&["carried-alice", "referred-alice"]).await;
}

#[tokio::test]
async fn an_id_token_for_another_client_or_of_another_issuer_is_refused() {
    assert_refused(&["misdirected-alice", "scattered-alice", "foreign-alice"]).await;
}

#[tokio::test]
async fn metadata_that_name_another_issuer_are_refused() {
    for suffix in ["/", "/another", "?"] {
        let peer = provider(&["--issuer-suffix", suffix]).await;
        let mut world = world(&peer).await;
        let refused = start(&mut world, "peer").await.unwrap_err();
        assert_eq!(refused.reason, "oauth_signin", "{suffix}");
    }
}

#[tokio::test]
async fn a_wrong_client_secret_is_refused() {
    let peer = provider(&[]).await;
    let wrong = settings(&peer).replace("peer-secret", "guessed");
    let mut world = World::with(&[("OIDC_PROVIDERS", &wrong)]).await;
    assert_eq!(reason(sign_in(&mut world, "alice", None).await), "oauth_callback");
}

#[tokio::test]
async fn the_secret_of_a_client_is_replaced_while_the_service_runs() {
    let peer = provider(&[]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("providers");
    let wrong = settings(&peer).replace("peer-secret", "former-secret");
    std::fs::write(&file, wrong).unwrap();
    let mut world = World::with(&[("OIDC_PROVIDERS_FILE", &file.display().to_string())]).await;
    assert!(sign_in(&mut world, "alice", None).await.is_err());
    std::fs::write(&file, settings(&peer)).unwrap();
    // A secret is used for a second before it is read again.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    sign_in(&mut world, "alice", None).await.unwrap();
}

#[tokio::test]
async fn an_address_that_the_provider_did_not_verify_stays_unverified() {
    let peer = provider(&[]).await;
    let secret = ("INTERCOM_SECRET", "hush");
    let providers = settings(&peer);
    let named = ("ADMIN_EMAILS", "unverified-root@example.test");
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers), secret, named]).await;
    let signed_in = sign_in(&mut world, "unverified-root", None).await.unwrap();
    let user = world.user(&signed_in.session_token.unwrap()).await;
    assert_eq!(user.email_verified_at, None);
    assert_eq!(user.intercom_hmac, None);
    assert!(user.features.is_empty(), "a claim makes no administrator");
}

#[tokio::test]
async fn the_setting_counts_when_an_address_is_first_proved_unless_a_role_was_decided_before() {
    let peer = provider(&[]).await;
    let providers = settings(&peer);
    let named = ("ADMIN_EMAILS", "unverified-one@example.test,unverified-two@example.test");
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers), named]).await;
    sign_in(&mut world, "unverified-one", None).await.unwrap();
    let proved = world.sign_in("unverified-one@example.test").await;
    assert_eq!(world.user(&proved).await.role(), Role::Admin);

    let claimed = sign_in(&mut world, "unverified-two", None).await.unwrap();
    let id = world.user(&claimed.session_token.unwrap()).await.id;
    let actor = world.administrator("actor@example.com").await;
    for role in [Role::Admin, Role::Customer] {
        let request = SetUserRoleRequest { id: id.clone(), role: role.into() };
        as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
    }
    let proved = world.sign_in("unverified-two@example.test").await;
    assert_eq!(world.user(&proved).await.role(), Role::Customer);
}

#[tokio::test]
async fn the_owner_of_an_address_gets_the_user_that_was_created_with_it() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let squatter = sign_in(&mut world, "unverified-victim", None).await.unwrap();
    let squatter = squatter.session_token.unwrap();
    let id = world.user(&squatter).await.id;
    let (passkey, _) = passkeys::add(&mut world, &id, "Squatter").await;
    second_factor::set(&mut world, &id, true).await.unwrap();
    let mails = std::fs::read_dir(world.mails.path()).unwrap().count();
    assert_eq!(mails, 0, "an address that was never verified may be somebody else's");

    let owner = world.sign_in("unverified-victim@example.test").await;
    assert_eq!(world.user(&owner).await.id, id);
    assert!(passkeys::sign_in(&mut world, &passkey).await.is_err());
    assert!(world.user(&owner).await.email_verified_at.is_some());
    assert!(world.session(&squatter).await.is_none());
    let refused = sign_in(&mut world, "unverified-victim", None).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
}

#[tokio::test]
async fn a_provider_does_not_replace_the_second_factor() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    let (passkey, _) = passkeys::add(&mut world, &user, "Phone").await;
    second_factor::set(&mut world, &user, true).await.unwrap();
    let waiting = sign_in(&mut world, "alice", None).await.unwrap();
    assert_eq!(waiting.session_token, None);
    let token = waiting.second_factor_token.unwrap();
    let signed_in = second_factor::by_passkey(&mut world, &token, &passkey).await.unwrap();
    assert_eq!(world.user(&signed_in.session_token.unwrap()).await.id, user);
}

#[tokio::test]
async fn one_account_that_returns_twice_at_once_creates_one_user() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let (first, second) = (go(&mut world, "alice").await, go(&mut world, "alice").await);
    let (mut one, mut two) = (world.identity.clone(), world.identity.clone());
    let (one, two) = tokio::join!(
        one.finish_oidc_sign_in(first.request(None)),
        two.finish_oidc_sign_in(second.request(None))
    );
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn the_security_log_has_each_sign_in_and_each_linked_account() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let log = SecurityLog::record();
    let flow = go(&mut world, "alice").await;
    let token = finish(&mut world, flow.request(None)).await.unwrap().session_token.unwrap();
    let user = world.user(&token).await.id;
    finish(&mut world, flow.request(None)).await.unwrap_err();
    let token = step_up(&mut world, "alice", Some(&token)).await.unwrap().session_token.unwrap();
    sign_in(&mut world, "bob", Some(&token)).await.unwrap();
    let bob = linked_accounts(&mut world, &user).await.pop().unwrap().id;
    remove_account(&mut world, &user, &bob).await.unwrap();

    let lines = log.lines();
    let entries: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let word = |at: usize, name: &str| entries[at][name].as_str().unwrap_or("null").to_owned();
    let seen: Vec<String> = (0..entries.len())
        .map(|at| [word(at, "event"), word(at, "outcome"), word(at, "principal")].join(" "))
        .collect();
    let expected = [
        format!("linked_account_changed success {user}"),
        format!("sign_in success {user}"),
        "sign_in failure null".to_owned(),
        format!("step_up success {user}"),
        format!("session_ended success {user}"),
        format!("sign_in success {user}"),
        format!("linked_account_changed success {user}"),
        format!("linked_account_changed success {user}"),
    ];
    assert_eq!(seen, expected);
    assert_eq!((word(2, "method"), word(2, "reason")), ("oidc".into(), "oauth_callback".into()));
    assert_eq!((word(6, "change"), word(7, "change")), ("added".into(), "removed".into()));
    assert!(lines.iter().all(|line| !line.contains('@') && !line.contains("203.0.113.7")));
}
