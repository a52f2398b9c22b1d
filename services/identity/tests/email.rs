//! Sign-in by mailed links.

use std::collections::HashSet;
use std::time::Duration;

use crate::world::{
    self, Link, World, find_link, finish_request, newest_mail, parse_link, peers, visitor,
};
use kit::error::{ErrorCode, Problem};
use kit::testing::eventually;
use proto::identity::v1::{
    FinishEmailSignInRequest, GetEmailLinkRequest, Role, StartEmailSignInRequest,
};

#[tokio::test]
async fn a_link_signs_in_and_makes_a_verified_user_with_a_personal_organization() {
    let mut world = World::new().await;
    let link = world.link(" User@Example.com ").await;
    assert_eq!(link.email, "user@example.com");
    assert_eq!(link.token.len(), 64);
    assert_eq!(link.callback_url, format!("{}/treasuries", world::ORIGIN));
    assert_eq!(world.user_count().await, 0, "nobody exists before the visit");

    let token = world.visit(&link).await.unwrap().session_token.unwrap();
    let user = world.user(&token).await;
    assert_eq!(user.email, "user@example.com");
    assert_eq!(user.email_verified_at, Some(kit::clock::milliseconds(world.now())));
    assert_eq!(user.role(), Role::Customer);
    let organization = user.organization.unwrap();
    assert_eq!(organization.domain, None);
    assert_eq!(user.memberships.len(), 1);
    assert_eq!(user.memberships[0].organization_id, organization.id);
    assert_eq!(organization.plan.unwrap().organization_id, organization.id);
}

#[tokio::test]
async fn the_mail_has_a_text_and_an_html_part_with_the_link() {
    let mut world = World::new().await;
    world.ask_for_link("user@example.com").await.unwrap();
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: user@example.com\r\n"), "{mail}");
    assert!(mail.contains("From: no-reply@localhost\r\n"), "{mail}");
    let id = mail.lines().find(|line| line.starts_with("Message-ID: <")).unwrap();
    assert!(id.ends_with("@localhost>"), "the machine's own name stays here: {id}");
    assert!(mail.contains("Content-Type: text/plain") && mail.contains("Content-Type: text/html"));
    let href = find_link(&mail).replace('&', "&amp;");
    assert!(mail.contains(&format!("href=\"{href}\"")), "{mail}");
    world::check_contents(&mail, "Sign in to Assay at 127.0.0.1:8080");
    assert!(mail.contains("You receive this e-mail because your address was entered"), "{mail}");
    assert_eq!(mail.matches("The link works once, within 10 minutes.").count(), 2, "{mail}");
}

#[tokio::test]
async fn a_second_sign_in_finds_the_same_user() {
    let mut world = World::new().await;
    let first = world.sign_in("user@example.com").await;
    let second = world.sign_in("USER@example.com").await;
    assert_ne!(first, second);
    assert_eq!(world.user(&first).await.id, world.user(&second).await.id);
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn a_hundred_clicks_on_one_link_sign_in_once() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    let clicks = (0..100).map(|_| {
        let (mut identity, request) = (world.identity.clone(), finish_request(&link, None));
        async move { identity.finish_email_sign_in(request).await.is_ok() }
    });
    let outcomes = futures::future::join_all(clicks).await;
    assert_eq!(outcomes.into_iter().filter(|signed_in| *signed_in).count(), 1);
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn two_links_of_a_new_address_visited_at_once_make_one_user() {
    let mut world = World::new().await;
    let mut links = Vec::new();
    for _ in 0..8 {
        links.push(world.link("new@example.com").await);
    }
    let tokens: HashSet<_> = links.iter().map(|link| link.token.clone()).collect();
    assert_eq!(tokens.len(), 8);
    let visits = links.iter().map(|link| {
        let (mut identity, request) = (world.identity.clone(), finish_request(link, None));
        async move { identity.finish_email_sign_in(request).await.unwrap() }
    });
    futures::future::join_all(visits).await;
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn a_spent_or_expired_link_is_refused() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    world.visit(&link).await.unwrap();
    assert_eq!(world.visit(&link).await.unwrap_err().reason, "verification");

    let late = world.link("user@example.com").await;
    let other = world.link("user@example.com").await;
    world.clock.advance(Duration::from_secs(599));
    world.visit(&other).await.unwrap();
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(world.visit(&late).await.unwrap_err().reason, "verification");
}

#[tokio::test]
async fn a_link_requires_a_confirmation_in_any_browser_but_the_requesting_one() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    let mut identity = world.identity.clone();
    let mut visit = async |browser_nonce: &str, confirmed| {
        let browser_nonce = browser_nonce.to_owned();
        let request =
            FinishEmailSignInRequest { browser_nonce, confirmed, ..finish_request(&link, None) };
        let answer = identity.finish_email_sign_in(request).await;
        answer.map(tonic::Response::into_inner).map_err(Problem::from)
    };
    for foreign in ["", &"0".repeat(64), &world::NONCE[1..]] {
        let problem = visit(foreign, false).await.unwrap_err();
        assert_eq!(problem.reason, "link_unconfirmed", "{foreign}");
    }
    assert_eq!(read(&mut world, &link).await.unwrap(), "user@example.com", "it is not spent");
    assert_eq!(world.user_count().await, 0);

    visit("", true).await.unwrap();
    assert_eq!(world.user_count().await, 1);
    for confirmed in [false, true] {
        assert_eq!(visit("", confirmed).await.unwrap_err().reason, "verification", "spent");
    }
}

#[tokio::test]
async fn a_link_that_no_browser_requested_requires_a_confirmation() {
    let mut world = World::new().await;
    let request =
        StartEmailSignInRequest { email: "user@example.com".into(), ..Default::default() };
    world.identity.start_email_sign_in(request).await.unwrap();
    let link = parse_link(&find_link(&newest_mail(world.mails.path())));
    for browser_nonce in ["", world::NONCE] {
        let browser_nonce = browser_nonce.to_owned();
        let request = FinishEmailSignInRequest { browser_nonce, ..finish_request(&link, None) };
        let problem = world.identity.finish_email_sign_in(request).await.unwrap_err();
        assert_eq!(Problem::from(problem).reason, "link_unconfirmed");
    }
    world.confirm(&link).await.unwrap();
}

#[tokio::test]
async fn the_answer_to_a_request_says_when_the_link_expires() {
    let mut world = World::with(&[("EMAIL_TOKEN_MAX_AGE", "90")]).await;
    let request =
        StartEmailSignInRequest { email: "user@example.com".into(), ..Default::default() };
    let answer = world.identity.start_email_sign_in(request).await.unwrap().into_inner();
    let end = world.now() + Duration::from_secs(90);
    assert_eq!(answer.link_expires_at, kit::clock::milliseconds(end));
}

#[tokio::test]
async fn reading_a_link_neither_spends_nor_revives_it() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    for _ in 0..3 {
        assert_eq!(read(&mut world, &link).await.unwrap(), "user@example.com");
    }
    let nameless = Link { email: String::new(), ..link.clone() };
    assert_eq!(read(&mut world, &nameless).await.unwrap(), "user@example.com");
    for wrong in [
        Link { token: "0".repeat(64), ..link.clone() },
        Link { token: String::new(), ..link.clone() },
        Link { email: "other@example.com".into(), ..link.clone() },
        Link { email: "no address".into(), ..link.clone() },
    ] {
        assert_eq!(read(&mut world, &wrong).await.unwrap_err().reason, "verification");
    }
    let late = world.link("user@example.com").await;
    world.visit(&link).await.unwrap();
    assert_eq!(read(&mut world, &link).await.unwrap_err().reason, "verification", "spent");
    world.clock.advance(Duration::from_mins(10));
    assert_eq!(read(&mut world, &late).await.unwrap_err().reason, "verification", "expired");
}

/// The address that the page of the confirmation would name.
async fn read(world: &mut World, link: &Link) -> Result<String, Problem> {
    let request = GetEmailLinkRequest { token: link.token.clone(), email: link.email.clone() };
    let answer = world.identity.get_email_link(request).await;
    answer.map(|answer| answer.into_inner().email).map_err(Problem::from)
}

#[tokio::test]
async fn a_wrong_token_does_not_spend_the_right_one() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    for token in ["0".repeat(64), link.token[..63].to_owned(), "' OR 1=1 --".into(), "\0".into()] {
        let wrong = Link { token, ..link.clone() };
        assert_eq!(world.visit(&wrong).await.unwrap_err().reason, "verification");
    }
    let of_another = Link { email: "other@example.com".into(), ..link.clone() };
    assert_eq!(world.visit(&of_another).await.unwrap_err().reason, "verification");
    let of_nobody = Link { email: "not an address".into(), ..link.clone() };
    assert_eq!(world.visit(&of_nobody).await.unwrap_err().reason, "verification");
    let without = Link { token: String::new(), ..link.clone() };
    assert_eq!(world.visit(&without).await.unwrap_err().reason, "configuration");
    world.visit(&link).await.unwrap();
}

#[tokio::test]
async fn a_link_that_lost_its_address_still_works() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    world.visit(&Link { email: String::new(), ..link }).await.unwrap();
}

#[tokio::test]
async fn only_a_keyed_hash_of_the_token_is_stored() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    let stored: Vec<(Vec<u8>, Vec<u8>)> =
        sqlx::query_as("SELECT token_hash, browser_hash FROM email_tokens")
            .fetch_all(&mut world.db.raw().await)
            .await
            .unwrap();
    let hash =
        |text: &str| identity::secrets::link_hash(text, &world.ctx.config.auth_secret.present());
    assert_eq!(stored, [(hash(&link.token), hash(world::NONCE))]);
}

#[tokio::test]
async fn a_link_works_while_the_secret_that_it_was_made_with_is_accepted() {
    const NEXT: &str = "the next secret of the tests, long enough";
    let mut before = World::new().await;
    let link = before.link("user@example.com").await;
    let elsewhere = before.link("elsewhere@example.com").await;
    let late = before.link("late@example.com").await;

    // Another process may still know only the first secret, or put it first.
    let both = format!("{NEXT}\n{}", world::SECRET);
    let mut during = before.again(&[("AUTH_SECRET", &both)]).await;
    during.visit(&link).await.unwrap();
    assert_eq!(read(&mut during, &elsewhere).await.unwrap(), "elsewhere@example.com");
    during.confirm(&elsewhere).await.unwrap();
    let new = during.link("new@example.com").await;
    let swapped = format!("{}\n{NEXT}", world::SECRET);
    let mut other = before.again(&[("AUTH_SECRET", &swapped)]).await;
    other.visit(&new).await.unwrap();

    let new = during.link("new@example.com").await;
    let mut after = before.again(&[("AUTH_SECRET", NEXT)]).await;
    after.visit(&new).await.unwrap();
    assert_eq!(after.visit(&late).await.unwrap_err().reason, "verification");
}

#[tokio::test]
async fn ambiguous_addresses_are_refused_without_a_mail() {
    let mut world = World::new().await;
    for email in [
        "",
        "a@b.test,victim@c.test",
        "a@b@c.test",
        "\"a\"@b.test",
        "a@b",
        "a@b.test\r\nBcc: x@y.test",
    ] {
        let problem = world.ask_for_link(email).await.unwrap_err();
        assert_eq!(problem.code, ErrorCode::Invalid);
        assert_eq!(problem.reason, "email_signin", "{email:?}");
    }
    assert_eq!(std::fs::read_dir(world.mails.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_link_never_leads_off_the_origin() {
    let mut world = World::new().await;
    for foreign in [
        "https://evil.test/",
        "http://127.0.0.1:8080.evil.test/",
        "http://127.0.0.1:80801/",
        "javascript:alert(1)",
        "http://127.0.0.1:8080/.//evil.test/login",
        "/\\evil.test",
        "",
    ] {
        let request = StartEmailSignInRequest {
            email: "user@example.com".into(),
            callback_url: foreign.into(),
            ..StartEmailSignInRequest::default()
        };
        world.identity.start_email_sign_in(request).await.unwrap();
        let link = parse_link(&find_link(&newest_mail(world.mails.path())));
        assert_eq!(link.callback_url, world::ORIGIN, "{foreign}");
    }
    let link = world.link("user@example.com").await;
    assert_eq!(link.callback_url, format!("{}/treasuries", world::ORIGIN));
}

#[tokio::test]
async fn signing_in_as_another_user_ends_the_session_that_the_browser_had() {
    let mut world = World::new().await;
    let other = world.sign_in("other@example.com").await;
    let first = world.sign_in("first@example.com").await;

    let link = world.link("other@example.com").await;
    world.visit_with(&link, Some(&first)).await.unwrap();
    assert!(world.session(&first).await.is_none());
    assert!(world.session(&other).await.is_some(), "other browsers stay signed in");

    let second = world.sign_in("first@example.com").await;
    let link = world.link("newcomer@example.com").await;
    world.visit_with(&link, Some(&second)).await.unwrap();
    assert!(world.session(&second).await.is_none(), "a new user's, too");
}

#[tokio::test]
async fn limits_hold_per_address_and_per_network() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let network = |host: u16| {
        let mut visitor = visitor();
        visitor.address = format!("2001:db8:1:2::{host:x}");
        visitor
    };
    let ask = async |world: &mut World, email: &str, host| {
        let request = StartEmailSignInRequest {
            email: email.to_owned(),
            callback_url: String::new(),
            visitor: Some(network(host)),
            browser_nonce: String::new(),
            session_token: None,
        };
        world.identity.start_email_sign_in(request).await.map_err(Problem::from)
    };
    for _ in 0..5 {
        ask(&mut world, "user@example.com", 1).await.unwrap();
    }
    let refused = ask(&mut world, "user@example.com", 2).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Limited, "email_signin"));
    // A slow run may be given some back.
    let mut count = 6;
    let refused = loop {
        match ask(&mut world, &format!("user{count}@example.com"), count).await {
            Ok(_) => count += 1,
            Err(refused) => break refused,
        }
    };
    assert_eq!(refused.code, ErrorCode::Limited);
    assert!((50..70).contains(&count), "{count}");
    assert_eq!(std::fs::read_dir(world.mails.path()).unwrap().count(), usize::from(count) - 1);
}

#[tokio::test]
async fn limits_hold_and_people_sign_in_while_redis_is_away() {
    let away = [("SIGNIN_LIMITS", "on"), ("REDIS_URL", "redis://127.0.0.1:1")];
    let mut world = World::with(&away).await;
    let token = world.sign_in("user@example.com").await;
    assert!(world.session(&token).await.is_some());
    let mut refused = None;
    for _ in 0..5 {
        refused = refused.or(world.ask_for_link("user@example.com").await.err());
    }
    assert_eq!(refused.unwrap().code, ErrorCode::Limited);
}

#[tokio::test]
async fn mails_reach_a_real_server_before_the_answer() {
    let mails = tempfile::tempdir().unwrap();
    let peer = peers::start("smtp.mjs", &["--dir", mails.path().to_str().unwrap()]).await;
    let mut world = World::with(&[("SMTP_URL", &format!("smtp://127.0.0.1:{}", peer.port))]).await;
    world.ask_for_link("user@example.com").await.unwrap();
    let link = parse_link(&find_link(&newest_mail(mails.path())));
    world.visit(&link).await.unwrap();
}

#[tokio::test]
async fn mails_travel_encrypted_and_with_a_password_where_the_address_says_so() {
    for (tls, scheme, query) in [
        ("required", "smtp", "?tls=required"),
        ("starttls", "smtp", "?tls=opportunistic"),
        ("implicit", "smtps", ""),
    ] {
        let mails = tempfile::tempdir().unwrap();
        let authority = mails.path().join("ca.pem");
        let flags = [
            "--dir",
            mails.path().to_str().unwrap(),
            "--tls",
            tls,
            "--certificate-out",
            authority.to_str().unwrap(),
            "--user",
            "assay",
            "--password",
            "p@ss",
        ];
        let peer = peers::start("smtp.mjs", &flags).await;
        let url = format!("{scheme}://assay:p%40ss@127.0.0.1:{}{query}", peer.port);
        let pem = std::fs::read_to_string(&authority).unwrap();
        for trusted in [pem.as_str(), authority.to_str().unwrap()] {
            let mut world = World::with(&[("SMTP_URL", &url), ("SMTP_CA", trusted)]).await;
            world.ask_for_link("user@example.com").await.unwrap();
        }
        let envelopes: Vec<_> = std::fs::read_dir(mails.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect();
        let envelope = std::fs::read_to_string(&envelopes[0]).unwrap();
        assert!(envelope.contains("\"secure\":true"), "{tls}: {envelope}");
        assert!(envelope.contains("\"user\":\"assay\""), "{tls}: {envelope}");

        // Without the authority the certificate is not trusted, and no mail leaves.
        let mut world = World::with(&[("SMTP_URL", &url)]).await;
        let refused = world.ask_for_link("user@example.com").await.unwrap_err();
        assert_eq!(refused.reason, "email_signin");
    }
}

#[tokio::test]
async fn a_mail_server_that_refuses_hangs_or_is_unreachable_is_reported_in_time() {
    for refuse in ["sender", "recipient", "data", "later", "hang"] {
        let mails = tempfile::tempdir().unwrap();
        let flags = ["--dir", mails.path().to_str().unwrap(), "--refuse", refuse];
        let peer = peers::start("smtp.mjs", &flags).await;
        let url = format!("smtp://127.0.0.1:{}", peer.port);
        let mut world = World::with(&[("SMTP_URL", &url)]).await;
        let refused = world.ask_for_link("user@example.com").await.unwrap_err();
        assert_eq!(refused.reason, "email_signin", "{refuse}");
        drop(peer);
        eventually("the server is gone", || {
            let url = url.clone();
            async move { tokio::net::TcpStream::connect(&url[7..]).await.is_err() }
        })
        .await;
        let refused = world.ask_for_link("user@example.com").await.unwrap_err();
        assert_eq!(refused.reason, "email_signin", "{refuse}");
        let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM email_tokens")
            .fetch_one(&mut world.db.raw().await)
            .await
            .unwrap();
        assert_eq!(kept, 0, "a link that nobody has is forgotten");
    }
}
