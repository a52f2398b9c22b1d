//! Invitations by mail: sent, answered once, by the invited one alone.

use std::time::Duration;

use crate::world::teams::TestUser;
use crate::world::{self, World, newest_mail, peers};
use kit::error::{ErrorCode, Problem};
use proto::identity::v1::{
    InvitationAccepted, InvitationCreated, InvitationDeclined, InvitationResent, InvitationRevoked,
    MembershipRole,
};

const WEEK: Duration = Duration::from_hours(7 * 24);

fn reason<T: std::fmt::Debug>(answer: Result<T, Problem>) -> String {
    answer.unwrap_err().reason.to_string()
}

async fn desk() -> (World, String, TestUser, TestUser) {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    let guest = world.test_user("guest@example.com").await;
    let team = world.create_team(&owner, "Harbour & <Desk>").await.unwrap();
    (world, team, owner, guest)
}

fn mail_count(world: &World) -> usize {
    std::fs::read_dir(world.mails.path()).unwrap().count()
}

#[tokio::test]
async fn an_invitation_is_mailed_shown_and_accepted() {
    let (mut world, team, owner, guest) = desk().await;
    let sent = world.invite(&owner, &team, " Guest@Example.com ").await.unwrap();
    assert_eq!((sent.email.as_str(), sent.role()), ("guest@example.com", MembershipRole::Member));
    assert_eq!(sent.invited_by.as_deref(), Some("owner@example.com"));
    assert!(!sent.expired);
    assert_eq!(sent.expires_at - sent.sent_at, i64::try_from(WEEK.as_millis()).unwrap());
    let listed = world.invitations(&owner, &team).await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&sent));

    let token = world.mailed_token();
    assert_eq!(token.len(), 64);
    let offer = world.look_at(&guest, &token).await.unwrap();
    assert_eq!(offer.organization_name, "Harbour & <Desk>");
    assert_eq!(world.offers(&guest).await.invitations, [offer]);

    assert_eq!(world.accept(&guest, &token).await.unwrap(), team);
    let places = world.places(&guest).await;
    assert_eq!(places[0], ("Harbour & <Desk>".to_owned(), MembershipRole::Member));
    assert!(world.invitations(&owner, &team).await.unwrap().is_empty());
    assert!(world.offers(&guest).await.invitations.is_empty());
    assert_eq!(reason(world.accept(&guest, &token).await), "invitation_not_found");
}

#[tokio::test]
async fn the_mail_names_sender_team_and_term_and_escapes_them() {
    let (world, team, owner, _) = desk().await;
    world.invite(&owner, &team, "guest@example.com").await.unwrap();
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: guest@example.com\r\n"), "{mail}");
    assert!(
        mail.contains("Subject: Invitation to the team Harbour & <Desk> on Assay\r\n"),
        "{mail}"
    );
    assert!(
        mail.contains("A member of the team invites you to join the team \"Harbour & <Desk>\""),
        "{mail}"
    );
    assert!(mail.contains("<strong>Harbour &amp; &lt;Desk&gt;</strong>"), "{mail}");
    assert!(mail.contains("The link is valid for 7 days and only for the address"), "{mail}");
    assert!(mail.contains("You receive this e-mail because a member of the team"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
    world::check_inert(&mail);
}

/// Names as owners, providers and older versions may have left them, sent through a real mail server.
#[tokio::test]
async fn no_name_reaches_a_mail_as_a_link_or_an_address() {
    let (world, team, owner, _) = desk().await;
    let mails = tempfile::tempdir().unwrap();
    let peer = peers::start("smtp.mjs", &["--dir", mails.path().to_str().unwrap()]).await;
    let smtp = format!("smtp://127.0.0.1:{}", peer.port);
    let world = world.again(&[("SMTP_URL", &smtp)]).await;
    for (count, name) in [
        "evil.example",
        "Sign in at https://evil.example/login now",
        "www.evil.example",
        "help@evil.example",
        "Assay <help@evil.example>",
        "mailto:help@evil.example?subject=x",
        "evil\u{ff0e}example",
        "ev\u{200b}il.\u{2060}example",
        "help\u{ff20}evil\u{2024}example",
        "203.0.113.7",
        "\\\\evil\\share",
        "Yearn.finance",
        "owner@example.com",
        "\"evil.example\" <b>",
        "help (at) evil.example",
        "help[at]evil.example",
        "https: //evil. example/login",
        "(www. evil. example)",
        "call +1 555 0100",
    ]
    .into_iter()
    .enumerate()
    {
        sqlx::query("UPDATE organizations SET name = $2 WHERE id = $1::uuid")
            .bind(&team)
            .bind(name)
            .execute(&mut world.db.raw().await)
            .await
            .unwrap();
        let guest = format!("guest{count}@example.com");
        world.invite(&owner, &team, &guest).await.unwrap();
        let mail = newest_mail(mails.path());
        assert!(mail.contains(&format!("To: {guest}\r\n")), "{mail}");
        world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
        world::check_inert(&mail);
        assert!(!mail.contains("555 0100"), "{mail}");
    }
}

#[tokio::test]
async fn a_sender_with_a_name_is_named_as_inert_text() {
    let (world, team, owner, _) = desk().await;
    sqlx::query("UPDATE users SET name = 'Ada (at) evil.example' WHERE id = $1::uuid")
        .bind(&owner.id)
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    world.invite(&owner, &team, "guest@example.com").await.unwrap();
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("Ada at evil. example invites you to join"), "{mail}");
    assert!(mail.contains("because Ada at evil. example entered your address"), "{mail}");
    world::check_inert(&mail);
}

#[tokio::test]
async fn an_address_without_an_account_cannot_be_added() {
    let (mut world, team, owner, _) = desk().await;
    let token = world.invitation_token(&owner, &team, "new@example.com").await;
    let new = world.test_user("new@example.com").await;
    assert_eq!(world.offers(&new).await.invitations.len(), 1);
    world.accept(&new, &token).await.unwrap();
    assert_eq!(world.members(&owner, &team).await.unwrap().len(), 2);
}

#[tokio::test]
async fn only_the_invited_address_may_answer_and_only_verified() {
    let (mut world, team, owner, guest) = desk().await;
    let other = world.test_user("other@example.com").await;
    let sent = world.invite(&owner, &team, &guest.email).await.unwrap();
    let token = world.mailed_token();
    for refused in [
        world.look_at(&other, &token).await.map(drop),
        world.accept(&other, &token).await.map(drop),
        world.decline(&other, &token).await,
    ] {
        let refused = refused.unwrap_err();
        assert_eq!(
            (refused.code, &*refused.reason),
            (ErrorCode::Forbidden, "invitation_for_another")
        );
    }
    assert_eq!(reason(world.accept_offer(&other, &sent.id).await), "invitation_not_found");

    sqlx::query("UPDATE users SET email_verified_at = NULL WHERE email = 'guest@example.com'")
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(reason(world.accept(&guest, &token).await), "address_unverified");
    assert_eq!(reason(world.accept_offer(&guest, &sent.id).await), "address_unverified");
    assert!(world.offers(&guest).await.invitations.is_empty());
}

#[tokio::test]
async fn an_offered_invitation_is_accepted_without_the_mail() {
    let (mut world, team, owner, guest) = desk().await;
    let sent = world.invite_as(&owner, &team, &guest.email, MembershipRole::Owner).await.unwrap();
    world.accept_offer(&guest, &sent.id).await.unwrap();
    assert_eq!(world.places(&guest).await[0].1, MembershipRole::Owner);
}

#[tokio::test]
async fn an_invitation_raises_the_role_of_a_member_and_never_lowers_it() {
    let (mut world, team, owner, guest) = desk().await;
    world.open_to_domain(&owner, &team).await.unwrap();
    let sent = world.invite_as(&owner, &team, &guest.email, MembershipRole::Owner).await.unwrap();
    let offers = world.offers(&guest).await;
    assert_eq!((offers.invitations.len(), offers.joins.len()), (1, 0), "a team is offered once");
    world.join(&guest, &team).await.unwrap();
    world.accept_offer(&guest, &sent.id).await.unwrap();
    assert_eq!(world.places(&guest).await[0].1, MembershipRole::Owner);
}

#[tokio::test]
async fn a_token_that_is_wrong_old_or_late_opens_nothing() {
    let (world, team, owner, guest) = desk().await;
    let sent = world.invite(&owner, &team, &guest.email).await.unwrap();
    let first = world.mailed_token();
    world.clock.advance(Duration::from_mins(1));
    world.resend(&owner, &team, &sent.id).await.unwrap();
    let second = world.mailed_token();
    assert_ne!(first, second);
    for token in [first.as_str(), "", "0", &"f".repeat(64), "' OR 1=1 --"] {
        assert_eq!(reason(world.accept(&guest, token).await), "invitation_not_found", "{token}");
    }
    world.clock.advance(WEEK);
    assert_eq!(reason(world.look_at(&guest, &second).await), "invitation_expired");
    assert_eq!(reason(world.accept(&guest, &second).await), "invitation_expired");
    assert!(world.offers(&guest).await.invitations.is_empty());
    assert!(world.invitations(&owner, &team).await.unwrap()[0].expired);

    let renewed = world.resend(&owner, &team, &sent.id).await.unwrap();
    assert!(!renewed.expired);
    let token = world.mailed_token();
    world.accept(&guest, &token).await.unwrap();
}

#[tokio::test]
async fn an_invitation_outlives_a_replaced_secret() {
    let (world, team, owner, guest) = desk().await;
    world.invite(&owner, &team, &guest.email).await.unwrap();
    let token = world.mailed_token();
    let next = "the next secret of the tests, long enough";
    let after = world.again(&[("AUTH_SECRET", next)]).await;
    assert_eq!(reason(after.look_at(&guest, &token).await), "invitation_not_found");
    let both = format!("{next}\n{}", world::SECRET);
    let during = world.again(&[("AUTH_SECRET", &both)]).await;
    during.look_at(&guest, &token).await.unwrap();
    assert_eq!(during.accept(&guest, &token).await.unwrap(), team);
}

#[tokio::test]
async fn an_expired_invitation_gives_way_to_a_new_one_and_is_forgotten_after_a_month() {
    let (world, team, owner, guest) = desk().await;
    world.invite(&owner, &team, &guest.email).await.unwrap();
    assert_eq!(reason(world.invite(&owner, &team, &guest.email).await), "already_invited");
    world.clock.advance(WEEK);
    world.invite(&owner, &team, &guest.email).await.unwrap();
    assert_eq!(world.invitations(&owner, &team).await.unwrap().len(), 1);
    world.clock.advance(WEEK + Duration::from_hours(29 * 24));
    assert_eq!(
        identity::teams::invitations::delete_expired::delete_expired(&world.ctx).await.unwrap(),
        0
    );
    world.clock.advance(Duration::from_hours(24));
    assert_eq!(
        identity::teams::invitations::delete_expired::delete_expired(&world.ctx).await.unwrap(),
        1
    );
}

#[tokio::test]
async fn a_declined_or_revoked_invitation_is_over() {
    let (world, team, owner, guest) = desk().await;
    let token = world.invitation_token(&owner, &team, &guest.email).await;
    world.decline(&guest, &token).await.unwrap();
    assert_eq!(reason(world.accept(&guest, &token).await), "invitation_not_found");
    assert_eq!(reason(world.decline(&guest, &token).await), "invitation_not_found");
    assert!(world.invitations(&owner, &team).await.unwrap().is_empty());

    let sent = world.invite(&owner, &team, &guest.email).await.unwrap();
    let token = world.mailed_token();
    world.revoke(&owner, &team, &sent.id).await.unwrap();
    assert_eq!(reason(world.accept(&guest, &token).await), "invitation_not_found");
    assert_eq!(reason(world.revoke(&owner, &team, &sent.id).await), "invitation_not_found");
    assert_eq!(reason(world.resend(&owner, &team, &sent.id).await), "invitation_not_found");
    assert_eq!(world.members(&owner, &team).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_invitation_of_another_team_is_out_of_reach() {
    let (mut world, team, owner, guest) = desk().await;
    let sent = world.invite(&owner, &team, "x@example.com").await.unwrap();
    let other = world.create_team(&guest, "Other").await.unwrap();
    assert_eq!(reason(world.revoke(&guest, &other, &sent.id).await), "invitation_not_found");
    assert_eq!(reason(world.resend(&guest, &other, &sent.id).await), "invitation_not_found");
    assert_eq!(world.places(&guest).await.len(), 2);
}

#[tokio::test]
async fn of_many_clicks_at_once_one_accepts() {
    let (world, team, owner, guest) = desk().await;
    let token = world.invitation_token(&owner, &team, &guest.email).await;
    let clicks = (0..20).map(|_| world.accept(&guest, &token));
    let outcomes = futures::future::join_all(clicks).await;
    let (accepted, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!(accepted.len(), 1);
    for refused in refused {
        assert_eq!(reason(refused), "invitation_not_found");
    }
    assert_eq!(world.members(&owner, &team).await.unwrap().len(), 2);
}

#[tokio::test]
async fn acceptance_and_revocation_at_once_have_one_winner() {
    for _ in 0..5 {
        let (world, team, owner, guest) = desk().await;
        let sent = world.invite(&owner, &team, &guest.email).await.unwrap();
        let token = world.mailed_token();
        let (accepted, revoked) =
            tokio::join!(world.accept(&guest, &token), world.revoke(&owner, &team, &sent.id));
        assert_ne!(accepted.is_ok(), revoked.is_ok());
        let members = world.members(&owner, &team).await.unwrap().len();
        assert_eq!(members, if accepted.is_ok() { 2 } else { 1 });
        let refused = accepted.map(drop).and(revoked);
        assert_eq!(reason(refused), "invitation_not_found");
    }
}

#[tokio::test]
async fn addresses_that_cannot_be_invited_are_refused_without_a_mail() {
    let (world, team, owner, guest) = desk().await;
    let before = mail_count(&world);
    for email in ["", "nobody", "a@b.test,victim@c.test", "a@b.test\r\nBcc: x@y.test"] {
        let refused = world.invite(&owner, &team, email).await.unwrap_err();
        assert_eq!(
            (refused.code, &*refused.reason),
            (ErrorCode::Invalid, "invited_address_refused")
        );
    }
    assert_eq!(reason(world.invite(&owner, &team, "OWNER@example.com").await), "already_member");
    let unspecified = MembershipRole::Unspecified;
    let refused = world.invite_as(&owner, &team, &guest.email, unspecified).await;
    assert_eq!(reason(refused), "invalid_input");
    sqlx::query("UPDATE users SET email_verified_at = NULL WHERE email = 'owner@example.com'")
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(reason(world.invite(&owner, &team, &guest.email).await), "address_unverified");
    assert_eq!(mail_count(&world), before);
}

#[tokio::test]
async fn fifty_invitations_may_wait_at_once() {
    let (world, team, owner, _) = desk().await;
    for count in 0..50 {
        world.invite(&owner, &team, &format!("guest{count}@example.com")).await.unwrap();
    }
    let last = world.invite(&owner, &team, "last@example.com").await;
    assert_eq!(reason(last), "too_many_invitations");
    let open = world.invitations(&owner, &team).await.unwrap();
    world.revoke(&owner, &team, &open[0].id).await.unwrap();
    world.invite(&owner, &team, "last@example.com").await.unwrap();
}

/// Invites one guest after another until no further mail is sent; how many were.
async fn invite_until_limited(world: &World, by: &TestUser, team: &str) -> usize {
    let mut sent = 0;
    loop {
        match world.invite(by, team, &format!("guest{sent}-{team}@example.com")).await {
            Ok(open) => world.revoke(by, team, &open.id).await.unwrap(),
            Err(refused) => {
                assert_eq!(refused.code, ErrorCode::Limited);
                return sent;
            }
        }
        sent += 1;
    }
}

#[tokio::test]
async fn mails_of_one_sender_are_limited_whatever_the_team() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let owner = world.test_user("owner@example.com").await;
    let mut sent = Vec::new();
    for name in ["First Desk", "Second Desk", "Third Desk"] {
        let team = world.create_team(&owner, name).await.unwrap();
        sent.push(invite_until_limited(&world, &owner, &team).await);
    }
    // The first two use up what a team may send, and with it what their sender may; a slow run is given some back.
    assert!(sent[..2].iter().all(|one| (45..70).contains(one)), "{sent:?}");
    assert!(sent[2] < 30, "{sent:?}");

    let other = world.test_user("other@example.com").await;
    let team = world.create_team(&other, "Another Desk").await.unwrap();
    world.invite(&other, &team, "guest@example.com").await.unwrap();
}

#[tokio::test]
async fn mails_are_limited_per_address_and_per_team() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let owner = world.test_user("owner@example.com").await;
    let team = world.create_team(&owner, "Harbour Desk").await.unwrap();
    let sent = world.invite(&owner, &team, "guest@example.com").await.unwrap();
    for _ in 0..4 {
        world.resend(&owner, &team, &sent.id).await.unwrap();
    }
    let refused = world.resend(&owner, &team, &sent.id).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Limited, "too_many_invitation_mails"));
    let sent = 5 + invite_until_limited(&world, &owner, &team).await;
    // The refused mail to the first address counted for the team; a slow run is given some back.
    assert!((45..70).contains(&sent), "{sent}");
}

#[tokio::test]
async fn an_invitation_whose_mail_is_refused_is_revoked() {
    let mails = tempfile::tempdir().unwrap();
    let (world, team, owner, guest) = desk().await;
    let flags = ["--dir", mails.path().to_str().unwrap(), "--refuse", "recipient"];
    let peer = peers::start("smtp.mjs", &flags).await;
    let url = format!("smtp://127.0.0.1:{}", peer.port);
    let world = world.again(&[("SMTP_URL", &url)]).await;
    let refused = world.invite(&owner, &team, &guest.email).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Precondition, "invitation_not_sent"));
    assert!(world.invitations(&owner, &team).await.unwrap().is_empty());
    assert!(world.offers(&guest).await.invitations.is_empty());
    assert_eq!(world.events::<InvitationCreated>().await.len(), 1);
    assert_eq!(world.events::<InvitationRevoked>().await.len(), 1);
}

#[tokio::test]
async fn every_step_is_published_without_an_address_or_a_token() {
    let (world, team, owner, guest) = desk().await;
    let sent = world.invite(&owner, &team, &guest.email).await.unwrap();
    let token = world.mailed_token();
    world.resend(&owner, &team, &sent.id).await.unwrap();
    let second = world.mailed_token();
    world.decline(&guest, &second).await.unwrap();
    let token_of_third = world.invitation_token(&owner, &team, &guest.email).await;
    world.accept(&guest, &token_of_third).await.unwrap();
    let fourth = world.invite(&owner, &team, "x@example.com").await.unwrap();
    world.revoke(&owner, &team, &fourth.id).await.unwrap();

    let created = world.events::<InvitationCreated>().await;
    assert_eq!(created.len(), 3);
    assert_eq!((&created[0].invitation_id, &created[0].organization_id), (&sent.id, &team));
    assert_eq!(created[0].expires_at, sent.expires_at);
    assert_eq!(world.events::<InvitationResent>().await[0].invitation_id, sent.id);
    let declined = &world.events::<InvitationDeclined>().await[0];
    assert_eq!((&declined.invitation_id, &declined.user_id), (&sent.id, &guest.id));
    assert_eq!(world.events::<InvitationAccepted>().await[0].user_id, guest.id);
    assert_eq!(world.events::<InvitationRevoked>().await[0].invitation_id, fourth.id);

    let rows: Vec<(Vec<u8>, String)> = sqlx::query_as("SELECT payload, headers::text FROM outbox")
        .fetch_all(&mut world.db.raw().await)
        .await
        .unwrap();
    for (payload, headers) in rows {
        let text = format!("{} {headers}", String::from_utf8_lossy(&payload));
        for secret in ["example.com", "Harbour", &token, &second, &token_of_third] {
            assert!(!text.contains(secret), "{text}");
        }
    }
    let hashes: Vec<Vec<u8>> = sqlx::query_scalar("SELECT token_hash FROM invitations")
        .fetch_all(&mut world.db.raw().await)
        .await
        .unwrap();
    assert!(hashes.is_empty(), "an answered invitation leaves nothing");
}
