//! The second factor: by choice, and required of administrators by a setting.

use std::time::Duration;

use crate::passkeys::{add, challenge, list_passkeys, register, remove, sign_in, user};
use crate::world::authenticator::Authenticator;
use crate::world::{self, NONCE, World, newest_mail, visitor};
use kit::error::{ErrorCode, Problem};
use kit::testing::{SecurityLog, as_administrator, as_user};
use proto::identity::v1::{
    AuditAction, AuditEntry, FinishSecondFactorRequest, GetUserRequest, RemoveUserPasskeysRequest,
    RenewRecoveryCodesRequest, Role, SetSecondFactorRequest, SignedIn,
};
use proto::query::v1::Query;

const ME: &str = "me@example.com";
const REQUIRED: [(&str, &str); 1] = [("ADMIN_PASSKEY_REQUIRED", "on")];

pub async fn set(world: &mut World, user: &str, enabled: bool) -> Result<Vec<String>, Problem> {
    let call = world.identity.set_second_factor(SetSecondFactorRequest { enabled });
    let answer = as_user(user, call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().recovery_codes)
}

async fn renew(world: &mut World, user: &str) -> Result<Vec<String>, Problem> {
    let call = world.identity.renew_recovery_codes(RenewRecoveryCodesRequest {});
    let answer = as_user(user, call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().recovery_codes)
}

/// The first factor: a mailed link, whose sign-in waits for the second.
async fn first_factor(world: &mut World, email: &str) -> String {
    let link = world.link(email).await;
    let waiting = world.visit(&link).await.unwrap();
    assert_eq!(waiting.session_token, None, "no session before the second factor");
    waiting.second_factor_token.unwrap()
}

async fn finish(
    world: &mut World,
    request: FinishSecondFactorRequest,
) -> Result<SignedIn, Problem> {
    let answer = world.identity.finish_second_factor(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

pub async fn by_passkey(
    world: &mut World,
    token: &str,
    passkey: &Authenticator,
) -> Result<SignedIn, Problem> {
    let options = challenge(world).await;
    let request = FinishSecondFactorRequest {
        token: token.to_owned(),
        credential: Some(passkey.sign(&options)),
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        ..Default::default()
    };
    finish(world, request).await
}

async fn by_code(world: &mut World, token: &str, code: &str) -> Result<SignedIn, Problem> {
    let request = FinishSecondFactorRequest {
        token: token.to_owned(),
        recovery_code: Some(code.to_owned()),
        visitor: Some(visitor()),
        ..Default::default()
    };
    finish(world, request).await
}

fn reason<T>(answer: Result<T, Problem>) -> String {
    let Err(problem) = answer else { panic!("the call is not refused") };
    assert_eq!(problem.code, ErrorCode::Precondition);
    problem.reason.into_owned()
}

#[tokio::test]
async fn a_session_begins_after_the_second_factor() {
    let mut world = World::new().await;
    let (session, me) = user(&mut world, ME).await;
    assert_eq!(reason(set(&mut world, &me, true).await), "passkey_required");
    let (passkey, id) = add(&mut world, &me, "Phone").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    assert_eq!(codes.len(), 10);
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("require a passkey or a recovery code from now on"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
    world::check_inert(&mail);
    let listed = list_passkeys(&mut world, &me).await;
    assert!(listed.second_factor && !listed.second_factor_required);
    assert_eq!(listed.recovery_codes_left, 10);

    // The session that a browser has ends only when the next one begins.
    let link = world.link(ME).await;
    let waiting = world.visit_with(&link, Some(&session)).await.unwrap();
    assert_eq!(waiting.session_token, None);
    assert!(world.session(&session).await.is_some());
    let token = waiting.second_factor_token.unwrap();
    assert!(world.session(&token).await.is_none(), "its token is none of a session");
    let signed_in = by_passkey(&mut world, &token, &passkey).await.unwrap();
    assert_eq!(world.user(&signed_in.session_token.unwrap()).await.id, me);
    assert_eq!(reason(by_passkey(&mut world, &token, &passkey).await), "second_factor_expired");

    // A passkey alone is two factors.
    assert!(sign_in(&mut world, &passkey).await.unwrap().session_token.is_some());
    assert_eq!(reason(remove(&mut world, &me, &id).await), "passkey_required");
    assert!(set(&mut world, &me, false).await.unwrap().is_empty());
    assert_eq!(list_passkeys(&mut world, &me).await.recovery_codes_left, 0);
    remove(&mut world, &me, &id).await.unwrap();
    world.sign_in(ME).await;
}

#[tokio::test]
async fn a_recovery_code_works_once_and_for_its_user_alone() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    add(&mut world, &me, "Phone").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    let (_, other) = user(&mut world, "other@example.com").await;
    let (other_passkey, _) = add(&mut world, &other, "Other").await;
    let others = set(&mut world, &other, true).await.unwrap();

    let token = first_factor(&mut world, ME).await;
    assert_eq!(reason(by_code(&mut world, &token, &others[0]).await), "recovery_code_invalid");
    assert_eq!(reason(by_code(&mut world, &token, "").await), "recovery_code_invalid");
    assert_eq!(reason(by_passkey(&mut world, &token, &other_passkey).await), "passkey_refused");
    let typed = codes[0].to_uppercase().replace('-', " ");
    let signed_in = by_code(&mut world, &token, &typed).await.unwrap();
    assert_eq!(world.user(&signed_in.session_token.unwrap()).await.id, me);
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("9 codes are left"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");

    let token = first_factor(&mut world, ME).await;
    assert_eq!(reason(by_code(&mut world, &token, &codes[0]).await), "recovery_code_invalid");
    let renewed = renew(&mut world, &me).await.unwrap();
    assert_eq!(renewed.len(), 10);
    assert_eq!(reason(by_code(&mut world, &token, &codes[1]).await), "recovery_code_invalid");
    by_code(&mut world, &token, &renewed[1]).await.unwrap();
    assert_eq!(list_passkeys(&mut world, &me).await.recovery_codes_left, 9);
}

#[tokio::test]
async fn a_second_factor_without_any_passkey_is_a_recovery_code() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    add(&mut world, &me, "Phone").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    // As a notice that could not be sent removes a passkey.
    sqlx::query("DELETE FROM passkeys").execute(&mut world.db.raw().await).await.unwrap();
    let token = first_factor(&mut world, ME).await;
    by_code(&mut world, &token, &codes[0]).await.unwrap();
}

#[tokio::test]
async fn a_recovery_code_works_while_the_secret_that_it_was_made_with_is_accepted() {
    const NEXT: &str = "the next secret of the tests, long enough";
    let mut before = World::new().await;
    let (_, me) = user(&mut before, ME).await;
    add(&mut before, &me, "Phone").await;
    let codes = set(&mut before, &me, true).await.unwrap();
    let both = format!("{NEXT}\n{}", world::SECRET);
    let mut during = before.again(&[("AUTH_SECRET", &both)]).await;
    let token = first_factor(&mut during, ME).await;
    by_code(&mut during, &token, &codes[0]).await.unwrap();
    let mut after = before.again(&[("AUTH_SECRET", NEXT)]).await;
    let token = first_factor(&mut after, ME).await;
    assert_eq!(reason(by_code(&mut after, &token, &codes[1]).await), "recovery_code_invalid");
    let renewed = renew(&mut during, &me).await.unwrap();
    by_code(&mut after, &token, &renewed[0]).await.unwrap();
}

#[tokio::test]
async fn a_sign_in_waits_for_some_minutes_and_attempts() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let (passkey, _) = add(&mut world, &me, "Phone").await;
    set(&mut world, &me, true).await.unwrap();
    let token = first_factor(&mut world, ME).await;
    for _ in 0..5 {
        let refused = by_code(&mut world, &token, "abcd-efgh-jkmn").await;
        assert_eq!(reason(refused), "recovery_code_invalid");
    }
    assert_eq!(reason(by_passkey(&mut world, &token, &passkey).await), "second_factor_expired");
    let token = first_factor(&mut world, ME).await;
    world.clock.advance(Duration::from_mins(10));
    assert_eq!(reason(by_passkey(&mut world, &token, &passkey).await), "second_factor_expired");
    let unknown = "0".repeat(64);
    assert_eq!(reason(by_passkey(&mut world, &unknown, &passkey).await), "second_factor_expired");
}

#[tokio::test]
async fn codes_are_tried_so_many_times_in_all_sign_ins_and_passkeys_go_on() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let (_, me) = user(&mut world, ME).await;
    let (passkey, _) = add(&mut world, &me, "Phone").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    for _ in 0..2 {
        let token = first_factor(&mut world, ME).await;
        for _ in 0..5 {
            let refused = by_code(&mut world, &token, "abcd-efgh-jkmn").await;
            assert_eq!(reason(refused), "recovery_code_invalid");
        }
    }
    let token = first_factor(&mut world, ME).await;
    let refused = by_code(&mut world, &token, &codes[0]).await.unwrap_err();
    assert_eq!((refused.code, refused.reason.as_ref()), (ErrorCode::Limited, "too_many_attempts"));
    by_passkey(&mut world, &token, &passkey).await.unwrap();
}

#[tokio::test]
async fn a_failed_second_factor_is_written_to_the_security_log_with_its_user() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    add(&mut world, &me, "Phone").await;
    set(&mut world, &me, true).await.unwrap();
    let token = first_factor(&mut world, ME).await;
    let log = SecurityLog::record();
    by_code(&mut world, &token, "abcd-efgh-jkmn").await.unwrap_err();
    let entries = log.entries();
    assert_eq!(entries.len(), 1);
    let word = |name: &str| entries[0][name].as_str().unwrap();
    assert_eq!((word("event"), word("outcome"), word("method")), ("sign_in", "failure", "email"));
    assert_eq!((word("reason"), word("principal")), ("recovery_code_invalid", me.as_str()));

    let unknown = "0".repeat(64);
    by_code(&mut world, &unknown, "abcd-efgh-jkmn").await.unwrap_err();
    let entries = log.entries();
    assert_eq!(entries.len(), 1);
    let word = |name: &str| entries[0][name].as_str().unwrap();
    assert_eq!((word("method"), word("reason")), ("second-factor", "second_factor_expired"));
    assert_eq!(word("network"), "203.0.113.0/24");
    assert!(entries[0]["principal"].is_null());
}

#[tokio::test]
async fn the_security_log_has_each_use_of_a_recovery_code() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    add(&mut world, &me, "Phone").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    let token = first_factor(&mut world, ME).await;
    let log = SecurityLog::record();
    by_code(&mut world, &token, &codes[0]).await.unwrap();
    let entries = log.entries();
    let word = |at: usize, name: &str| entries[at][name].as_str().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((word(0, "event"), word(0, "outcome")), ("sign_in", "success"));
    assert_eq!((word(1, "factor"), word(1, "change")), ("recovery_code", "used"));
    assert!(
        (0..2).all(|at| word(at, "principal") == me && word(at, "network") == "203.0.113.0/24")
    );
}

#[tokio::test]
async fn the_security_log_has_each_change_of_a_factor() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    let log = SecurityLog::record();
    let (_, id) = add(&mut world, &me, "Phone").await;
    set(&mut world, &me, true).await.unwrap();
    renew(&mut world, &me).await.unwrap();
    set(&mut world, &me, false).await.unwrap();
    remove(&mut world, &me, &id).await.unwrap();
    let entries = log.entries();
    let word = |at: usize, name: &str| entries[at][name].as_str().unwrap().to_owned();
    let changes: Vec<String> = (0..entries.len())
        .map(|at| [word(at, "event"), word(at, "factor"), word(at, "change")].join(" "))
        .collect();
    let expected = ["passkey added", "second_factor on", "recovery_codes renewed"];
    let later = ["second_factor off", "passkey removed"];
    let expected: Vec<String> = [&expected[..], &later]
        .concat()
        .iter()
        .map(|one| format!("factor_changed {one}"))
        .collect();
    assert_eq!(changes, expected);
    assert!((0..entries.len()).all(|at| word(at, "principal") == me && word(at, "user") == me));
}

#[tokio::test]
async fn codes_are_stored_as_hashes() {
    let mut world = World::new().await;
    let (_, me) = user(&mut world, ME).await;
    add(&mut world, &me, "Phone").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    let stored: Vec<String> = sqlx::query_scalar("SELECT code_hash FROM recovery_codes")
        .fetch_all(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(stored.len(), 10);
    for code in codes {
        assert!(stored.iter().all(|hash| !hash.contains(&code.replace('-', ""))));
    }
}

#[tokio::test]
async fn an_administrator_without_a_passkey_administers_nothing_while_one_is_required() {
    let mut world = World::new().await;
    let me = world.administrator(ME).await;
    let mut world = world.again(&REQUIRED).await;
    // Without a passkey the first factor signs in, so that one can be added.
    let session = world.sign_in(ME).await;
    let shown = world.user(&session).await;
    assert_eq!(shown.role(), Role::Customer);
    assert!(shown.passkey_required);
    assert!(shown.features.is_empty(), "only features of their own");
    assert!(list_passkeys(&mut world, &me).await.second_factor_required);

    let (passkey, id) = add(&mut world, &me, "Key").await;
    assert_eq!(reason(remove(&mut world, &me, &id).await), "passkey_required");
    assert_eq!(world.user(&session).await.role(), Role::Customer, "until the next sign-in");
    let token = first_factor(&mut world, ME).await;
    for signed_in in
        [by_passkey(&mut world, &token, &passkey).await, sign_in(&mut world, &passkey).await]
    {
        let shown = world.user(&signed_in.unwrap().session_token.unwrap()).await;
        assert_eq!(shown.role(), Role::Admin);
        assert!(!shown.passkey_required);
    }

    let mut world = world.again(&[]).await;
    assert_eq!(world.user(&session).await.role(), Role::Admin, "where the setting is off");
}

#[tokio::test]
async fn the_first_passkey_of_an_administrator_comes_with_recovery_codes_where_it_is_required() {
    let mut world = World::new().await;
    let me = world.administrator(ME).await;
    let mut world = world.again(&REQUIRED).await;
    let log = SecurityLog::record();
    let codes = register(&mut world, &me, "Key").await.1.unwrap().recovery_codes;
    assert_eq!(codes.len(), 10);
    assert_eq!(list_passkeys(&mut world, &me).await.recovery_codes_left, 10);
    let entries = log.entries();
    let word = |at: usize, name: &str| entries[at][name].as_str().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((word(0, "factor"), word(0, "change")), ("passkey", "added"));
    assert_eq!((word(1, "factor"), word(1, "change")), ("recovery_codes", "created"));
    let second = register(&mut world, &me, "Spare").await.1.unwrap();
    assert!(second.recovery_codes.is_empty(), "the first codes stay");

    let token = first_factor(&mut world, ME).await;
    let signed_in = by_code(&mut world, &token, &codes[0]).await.unwrap();
    let shown = world.user(&signed_in.session_token.unwrap()).await;
    assert_eq!(shown.role(), Role::Admin);
}

#[tokio::test]
async fn recovery_codes_of_a_passkey_that_is_not_added_are_withdrawn() {
    let mut world = World::new().await;
    let me = world.administrator(ME).await;
    let unreachable = ("SMTP_URL", "smtp://127.0.0.1:1");
    let mut silent = world.again(&[REQUIRED[0], unreachable]).await;
    let refused = register(&mut silent, &me, "Silent").await.1.unwrap_err();
    assert_eq!(refused.reason, "passkey_notice_not_sent");
    let listed = list_passkeys(&mut silent, &me).await;
    assert!(listed.results.is_empty() && listed.recovery_codes_left == 0);
    let codes = register(&mut silent.again(&REQUIRED).await, &me, "Key").await.1.unwrap();
    assert_eq!(codes.recovery_codes.len(), 10);
}

#[tokio::test]
async fn the_setting_requires_nothing_of_others() {
    let mut world = World::with(&REQUIRED).await;
    let (_, me) = user(&mut world, ME).await;
    assert!(register(&mut world, &me, "Phone").await.1.unwrap().recovery_codes.is_empty());
    let session = world.sign_in(ME).await;
    assert!(!world.user(&session).await.passkey_required);
    assert!(!list_passkeys(&mut world, &me).await.second_factor_required);
}

#[tokio::test]
async fn an_administrator_removes_the_lost_passkeys_of_another_user() {
    let mut world = World::new().await;
    let root = world.administrator("root@example.com").await;
    let (session, me) = user(&mut world, ME).await;
    let (passkey, _) = add(&mut world, &me, "Lost").await;
    add(&mut world, &root, "Mine").await;
    let codes = set(&mut world, &me, true).await.unwrap();
    let token = first_factor(&mut world, ME).await;
    let call = world.administration.get_user(GetUserRequest { id: me.clone() });
    let detail = as_administrator(&root, call).await.unwrap().into_inner();
    assert_eq!((detail.passkeys, detail.second_factor), (1, true));

    let own = RemoveUserPasskeysRequest { id: root.clone() };
    let refused = as_administrator(&root, world.administration.remove_user_passkeys(own)).await;
    assert_eq!(Problem::from(refused.unwrap_err()).reason, "own_account");
    for removed in [1, 0] {
        let request = RemoveUserPasskeysRequest { id: me.clone() };
        let call = world.administration.remove_user_passkeys(request);
        assert_eq!(as_administrator(&root, call).await.unwrap().into_inner().removed, removed);
    }
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: me@example.com\r\n"), "{mail}");
    assert!(mail.contains("An administrator removed the passkeys"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");

    assert_eq!(reason(by_code(&mut world, &token, &codes[0]).await), "second_factor_expired");
    assert_eq!(reason(sign_in(&mut world, &passkey).await), "passkey_refused");
    assert!(world.session(&session).await.is_some(), "sessions go on");
    world.sign_in(ME).await;
    let call = world.administration.list_audit_entries(Query::default());
    let entries = as_administrator(&root, call).await.unwrap().into_inner().results;
    let actions: Vec<AuditAction> = entries.iter().map(AuditEntry::action).collect();
    assert_eq!(actions, [AuditAction::UserPasskeysRemoved], "one change, one entry");
    assert_eq!(entries[0].user_email.as_deref(), Some(ME));
    assert_eq!(entries[0].actor_id.as_ref(), Some(&root));
}
