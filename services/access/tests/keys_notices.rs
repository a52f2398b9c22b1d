//! The mails about keys, and keys that were found in public.

use std::time::Duration;

use access::keys::ages::look;
use access::notices::mail::Mails;
use access::notices::send::send_due;
use kit::clock::{Clock, DAY, milliseconds};
use proto::access::v1::{
    ApiKey, ApiKeyCalls, ApiKeyInput, ApiKeyStatus, CheckApiKeyRequest, CreateApiKeyRequest,
    EnableApiKeyRequest, LeakedText, ListApiKeysRequest, NewApiKey, ReportApiKeyUseRequest,
    ReportLeakedKeysRequest, RevocationReason, SetApiKeyStatusRequest,
};
use proto::identity::v1::MembershipRole;
use time::macros::datetime;

use crate::support::{ADA, BOB, HOME, World, ada, bob, mails, somebody};

/// A world with a directory of mails.
struct Post {
    world: World,
    mails: Mails,
    directory: tempfile::TempDir,
}

impl Post {
    async fn new() -> Self {
        let world = World::at(Clock::fixed(datetime!(2026-11-30 12:00 UTC))).await;
        world.identity.add_member(ADA, HOME, MembershipRole::Owner);
        world.identity.add_member(BOB, HOME, MembershipRole::Owner);
        let directory = tempfile::tempdir().unwrap();
        let mails = mails::to(directory.path());
        Self { world, mails, directory }
    }

    async fn create(&mut self, is_organization: bool) -> (ApiKey, String) {
        let key = ApiKeyInput {
            name: "Import <https://evil.example>".to_owned(),
            ..ApiKeyInput::default()
        };
        let request = CreateApiKeyRequest { is_organization, is_test: false, key: Some(key) };
        let created = ada(self.world.keys.create_api_key(request)).await.unwrap();
        let NewApiKey { key, secret } = created;
        (key.unwrap(), secret)
    }

    /// The keys of Ada, the oldest first.
    async fn keys(&mut self) -> Vec<ApiKey> {
        let request = ListApiKeysRequest { is_organization: false };
        let mut keys = ada(self.world.keys.list_api_keys(request)).await.unwrap().results;
        keys.reverse();
        keys
    }

    async fn is_valid(&mut self, secret: &str) -> bool {
        let request = CheckApiKeyRequest { secret: secret.to_owned() };
        self.world.keys.check_api_key(request).await.is_ok()
    }

    /// Looks after a while, and takes the mails that are sent then.
    async fn after(&mut self, days: u32) -> Vec<String> {
        self.world.clock.advance(DAY * days);
        look(&self.world.ctx).await.unwrap();
        self.sent().await
    }

    async fn sent(&mut self) -> Vec<String> {
        send_due(&self.world.ctx, &self.mails).await.unwrap();
        mails::take(self.directory.path())
    }
}

#[tokio::test]
async fn a_key_that_nobody_uses_is_announced_and_disabled() {
    let mut post = Post::new().await;
    let (key, secret) = post.create(false).await;
    assert!(post.after(89).await.is_empty());
    let mails = post.after(1).await;
    let [mail] = &mails[..] else { panic!("{mails:?}") };
    assert!(mail.contains("An API key on Assay at 127.0.0.1:8080 is not used"), "{mail}");
    assert!(mail.contains(&format!("To: {ADA}@example.com")), "{mail}");
    assert!(mail.contains("http://127.0.0.1:8080/settings/api-keys"), "{mail}");
    assert!(!mail.contains("https://evil.example"), "the name is inert: {mail}");
    assert!(post.after(1).await.is_empty(), "it is announced once");

    assert!(post.after(88).await.is_empty());
    assert!(post.is_valid(&secret).await);
    let mails = post.after(1).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("was disabled"), "{}", mails[0]);
    assert!(!post.is_valid(&secret).await);
    let disabled = post.keys().await.remove(0);
    assert_eq!((disabled.status(), disabled.version), (ApiKeyStatus::Disabled, 2));

    let request = EnableApiKeyRequest { id: key.id, version: 2 };
    ada(post.world.keys.enable_api_key(request)).await.unwrap();
    assert!(post.is_valid(&secret).await);
    assert!(post.after(89).await.is_empty(), "it counts from the moment at which it was enabled");
    assert_eq!(post.after(1).await.len(), 1);
    post.world.settle().await;
}

#[tokio::test]
async fn a_key_that_is_used_is_left_alone() {
    let mut post = Post::new().await;
    let (key, _) = post.create(false).await;
    assert_eq!(post.after(90).await.len(), 1);
    let minute_at = milliseconds(post.world.clock.now());
    let calls = ApiKeyCalls { key_id: key.id, minute_at, calls: 1, refused: 0 };
    let request = ReportApiKeyUseRequest { calls: vec![calls], report_id: somebody() };
    post.world.keys.report_api_key_use(request).await.unwrap();
    assert!(post.after(89).await.is_empty());
    assert_eq!(post.after(1).await.len(), 1, "from its last use on");
    post.world.settle().await;
}

#[tokio::test]
async fn owners_are_told_before_a_key_expires() {
    let mut post = Post::new().await;
    let end = milliseconds(post.world.clock.now() + time::Duration::days(60));
    for (is_organization, expires_at) in [(true, end), (false, end - 50 * 86_400_000)] {
        let key = ApiKeyInput {
            name: "Import".to_owned(),
            expires_at: Some(expires_at),
            ..ApiKeyInput::default()
        };
        let request = CreateApiKeyRequest { is_organization, is_test: false, key: Some(key) };
        ada(post.world.keys.create_api_key(request)).await.unwrap();
    }
    assert!(post.after(1).await.is_empty(), "a key of ten days needs no reminder");
    assert!(post.after(44).await.is_empty());
    let mails = post.after(1).await;
    assert_eq!(mails.len(), 2, "one for each owner");
    assert!(mails.iter().all(|mail| mail.contains("expires soon")), "{mails:?}");
    assert!(mails.iter().any(|mail| mail.contains("2027-01-29")), "{mails:?}");
    assert!(post.after(1).await.is_empty());
    post.world.settle().await;
}

#[tokio::test]
async fn a_key_that_was_found_in_public_is_revoked_at_once() {
    let mut post = Post::new().await;
    let (key, secret) = post.create(false).await;
    let unknown = kit::api_key::compose(kit::api_key::Purpose::Live, [7; 8], [9; 32]);
    let found = |text: &str| LeakedText {
        text: text.to_owned(),
        found_at: Some("https://code.example/ada/notes".to_owned()),
    };
    let request = ReportLeakedKeysRequest {
        found: vec![found("ak_live_nothing"), found(&unknown), found(&secret)],
    };
    let answer = post.world.keys.report_leaked_keys(request.clone()).await.unwrap();
    assert_eq!(answer.into_inner().are_keys, [false, false, true]);
    assert!(!post.is_valid(&secret).await);
    let leaked = post.keys().await.remove(0);
    assert_eq!((leaked.revocation_reason(), leaked.id), (RevocationReason::Leaked, key.id));
    let again = post.world.keys.report_leaked_keys(request).await.unwrap();
    assert_eq!(again.into_inner().are_keys, [false, false, true], "it is one, and was revoked");
    let mails = post.sent().await;
    let [mail] = &mails[..] else { panic!("{mails:?}") };
    assert!(mail.contains("was found in public"), "{mail}");
    assert!(!mail.contains("https://code.example"), "the place is inert: {mail}");
    post.world.settle().await;
}

#[tokio::test]
async fn owners_are_told_what_an_administrator_does_to_their_key() {
    let mut post = Post::new().await;
    let (mut key, _) = post.create(false).await;
    for (status, news) in [
        (ApiKeyStatus::Disabled, "was disabled by an administrator"),
        (ApiKeyStatus::Active, "was enabled by an administrator"),
        (ApiKeyStatus::Revoked, "was revoked by an administrator"),
    ] {
        let request = SetApiKeyStatusRequest {
            id: key.id.clone(),
            version: key.version,
            status: status.into(),
            reason: "An internal reason".to_owned(),
        };
        key = bob(post.world.keys.set_api_key_status(request)).await.unwrap().key.unwrap();
        let mails = post.sent().await;
        let [mail] = &mails[..] else { panic!("{mails:?}") };
        assert!(mail.contains(news), "{mail}");
        assert!(mail.contains(&format!("To: {ADA}@example.com")), "{mail}");
        assert!(!mail.contains("An internal reason"), "{mail}");
    }
    post.world.settle().await;
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_is_sent_later() {
    let mut post = Post::new().await;
    post.create(false).await;
    let gone = post.directory.path().join("gone");
    let mails = mails::to(&gone);
    std::fs::remove_dir(&gone).unwrap();
    post.world.clock.advance(DAY * 90);
    look(&post.world.ctx).await.unwrap();
    assert_eq!(send_due(&post.world.ctx, &mails).await.unwrap(), 0);
    assert!(post.sent().await.is_empty(), "after a pause");
    post.world.clock.advance(Duration::from_mins(1));
    assert_eq!(post.sent().await.len(), 1);
    post.world.settle().await;
}
