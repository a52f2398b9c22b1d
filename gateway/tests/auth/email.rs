//! Sign-in by a link in a mail.

use http::{HeaderMap, Method, StatusCode};
use kit::error::ErrorCode;
use kit::testing::SecurityLog;
use serde_json::json;

use super::identity::ADA;
use super::stack::{Browser, JSON, Reply, Stack};

const LINK: &str = "callback/email?callbackUrl=http%3A%2F%2Fapp.example%2Ftreasuries\
                    &token=the-token&email=ada%40example.com";

/// How browsers say that they load a page before anybody opens it.
pub const AHEAD_OF_VISIT: [(&str, &str); 6] = [
    ("sec-purpose", "prefetch"),
    ("sec-purpose", "prefetch;prerender"),
    ("sec-purpose", "Prefetch;anonymous-client-ip"),
    ("purpose", "prefetch"),
    ("x-purpose", "preview"),
    ("x-moz", "prefetch"),
];

async fn ask(browser: &mut Browser, email: &str) -> Reply {
    let token = browser.csrf().await;
    let fields = [
        ("csrfToken", token.as_str()),
        ("callbackUrl", "/treasuries"),
        ("email", email),
        ("json", "true"),
    ];
    browser.form("signin/email", &fields).await
}

#[tokio::test]
async fn a_request_sends_a_mail_with_the_callback_address() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let reply = ask(&mut browser, " User@Example.com ").await;
    assert_eq!(reply.url(), "http://app.example/api/auth/verify-request?provider=email&type=email");
    let memory = stack.identity.memory();
    assert_eq!(memory.mails.len(), 1);
    assert_eq!(memory.mails[0].email, " User@Example.com ", "identity normalises");
    assert_eq!(memory.mails[0].callback_url, "http://app.example/treasuries");
}

#[tokio::test]
async fn identity_receives_the_visitor_for_its_limits() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.peer = [10, 0, 0, 1].into();
    let token = browser.csrf().await;
    let mut headers = HeaderMap::new();
    headers.insert("content-type", JSON.parse().unwrap());
    headers.insert("x-forwarded-for", "203.0.113.1, 198.51.100.9, 10.0.0.2".parse().unwrap());
    headers.insert("user-agent", "Browser/1.0\tx".parse().unwrap());
    let body = format!(r#"{{"csrfToken":"{token}","email":"{ADA}"}}"#);
    let reply = browser.send(Method::POST, "signin/email", headers, body).await;
    assert!(reply.location().contains("verify-request"));
    let memory = stack.identity.memory();
    let visitor = memory.mails[0].visitor.as_ref().unwrap();
    assert_eq!(visitor.address, "198.51.100.9");
    assert_eq!(visitor.user_agent, "Browser/1.0x");
}

#[tokio::test]
async fn every_refusal_to_send_reads_the_same() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let expected = "http://app.example/api/auth/error?error=EmailSignin";
    for email in ["", "nobody", "a@b@c.example"] {
        assert_eq!(ask(&mut browser, email).await.url(), expected, "{email:?}");
    }
    for (code, reason) in [
        (ErrorCode::Limited, "too_many_requests"),
        (ErrorCode::Unavailable, "email_signin"),
        (ErrorCode::Invalid, "anything"),
        (ErrorCode::Internal, "internal"),
    ] {
        // The list of providers is known by now.
        stack.identity.fail(code, reason);
        assert_eq!(ask(&mut browser, ADA).await.url(), expected, "{reason}");
    }
    stack.identity.fail(ErrorCode::Forbidden, "access_denied");
    let expected = "http://app.example/api/auth/error?error=AccessDenied";
    assert_eq!(ask(&mut browser, ADA).await.url(), expected);
}

#[tokio::test]
async fn an_address_that_is_no_text_is_refused_by_the_gateway() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    for email in [r#"["ada@example.com","eve@example.com"]"#, r#"{"a":1}"#, "1", "null", "true"] {
        let body = format!(r#"{{"csrfToken":"{token}","email":{email}}}"#);
        let reply = browser.post("signin/email", JSON, body).await;
        assert_eq!(reply.location(), "http://app.example/api/auth/error?error=EmailSignin");
    }
    let twice = [("csrfToken", token.as_str()), ("email", ADA), ("email", "eve@example.com")];
    let reply = browser.form("signin/email", &twice).await;
    assert_eq!(reply.location(), "http://app.example/api/auth/error?error=EmailSignin");
    assert!(stack.identity.memory().mails.is_empty());
}

#[tokio::test]
async fn the_link_signs_in_and_leads_back_in_the_browser_that_requested_it() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.requesting_browser();
    let reply = browser.get(LINK).await;
    assert_eq!(reply.location(), "http://app.example/treasuries");
    let cookie = reply.set_cookie("next-auth.session-token=").unwrap();
    assert!(
        cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT"),
        "{cookie}"
    );
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(reply.header("cache-control"), Some("private, no-cache, no-store"));
    assert_eq!(browser.get("session").await.json()["user"]["email"], ADA);
    assert_eq!(browser.cookie("link-browser"), None, "it has served");
    assert!(!stack.identity.memory().finished_emails[0].confirmed);

    let again = browser.get(LINK).await;
    assert_eq!(again.location(), "http://app.example/api/auth/error?error=Verification");
}

#[tokio::test]
async fn a_request_gives_the_browser_a_cookie_for_the_life_of_the_link() {
    for (stack, expected) in [
        (Stack::plain().await, "HttpOnly; SameSite=Lax; Path=/; Max-Age=600"),
        (Stack::secure().await, "HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=600"),
    ] {
        let mut browser = stack.browser();
        let reply = ask(&mut browser, ADA).await;
        let name = stack.cookie_name("link-browser");
        let cookie = reply.set_cookie(&format!("{name}=")).unwrap();
        assert_eq!(cookie.split_once("; ").unwrap().1, expected);
        let nonce = browser.cookie("link-browser").unwrap().to_owned();
        assert!(nonce.len() == 64 && nonce.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_eq!(stack.identity.memory().mails[0].browser_nonce, nonce);

        // The next link keeps the first one working; another browser has its own value.
        ask(&mut browser, ADA).await;
        assert_eq!(browser.cookie("link-browser"), Some(nonce.as_str()));
        let mut other = stack.browser();
        ask(&mut other, ADA).await;
        assert_ne!(other.cookie("link-browser"), Some(nonce.as_str()));
    }
}

#[tokio::test]
async fn a_cookie_that_cannot_be_ours_is_replaced() {
    let stack = Stack::plain().await;
    for planted in ["x", &"x".repeat(64), &"0".repeat(65)] {
        let mut browser = stack.browser();
        browser.set("link-browser", planted);
        ask(&mut browser, ADA).await;
        assert_ne!(browser.cookie("link-browser"), Some(planted));
    }
    let mut browser = stack.browser();
    ask(&mut browser, "nobody").await;
    assert_eq!(browser.cookie("link-browser"), None, "no mail, no cookie");
}

#[tokio::test]
async fn elsewhere_the_link_signs_in_after_a_confirmation_that_names_the_address() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut asking = stack.browser();
    ask(&mut asking, "eve@example.com").await;
    // Neither a browser without the cookie nor one that waits for another link is signed in by a visit.
    for mut browser in [stack.browser(), asking] {
        let page = browser.get(LINK).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(page.header("cache-control"), Some("private, no-cache, no-store"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"));
        for part in ["<html lang=\"en\">", "<title>Confirm sign-in</title>", "<main>", "<h1>"] {
            assert!(page.text.contains(part), "{part} is missing in {}", page.text);
        }
        assert!(page.text.contains("<button type=\"submit\">Sign in as ada@example.com</button>"));
        assert!(!page.text.contains("<script"), "{}", page.text);
        assert_eq!(browser.cookie("session-token"), None);
        assert_eq!(stack.identity.memory().links.len(), 2, "the visit spends nothing");
    }

    let mut browser = stack.browser();
    let page = browser.get(LINK).await;
    let token = form_token(&page);
    let reply = browser.form(LINK, &[("csrfToken", &token)]).await;
    assert_eq!(reply.location(), "http://app.example/treasuries");
    assert_eq!(browser.get("session").await.json()["user"]["email"], ADA);
    assert!(stack.identity.memory().finished_emails.last().unwrap().confirmed);
    let again = browser.form(LINK, &[("csrfToken", &token)]).await;
    assert_eq!(again.location(), "http://app.example/api/auth/error?error=Verification");
}

#[tokio::test]
async fn a_confirmation_requires_the_token_of_the_form() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    let in_query = format!("{LINK}&csrfToken={token}");
    for (path, fields) in
        [(LINK, vec![]), (LINK, vec![("csrfToken", "0")]), (in_query.as_str(), vec![])]
    {
        let page = browser.form(path, &fields).await;
        assert_eq!(page.status, StatusCode::OK, "{path} {fields:?}");
        assert!(page.text.contains("Sign in as ada@example.com"), "{path} {fields:?}");
    }
    // A page of another site cannot read the token, and its form comes without the cookies.
    let mut victim = stack.browser();
    let page = victim.form(LINK, &[("csrfToken", &token)]).await;
    assert!(page.text.contains("Sign in as ada@example.com"));
    assert_eq!(victim.cookie("session-token"), None);
    let reply = browser.form(LINK, &[("json", "true")]).await;
    assert_eq!(reply.url(), "http://app.example/api/auth/signin?csrf=true");
    assert_eq!(stack.identity.memory().links.len(), 1);
}

/// The token in the form of a page.
fn form_token(page: &Reply) -> String {
    let (_, rest) = page.text.split_once("name=\"csrfToken\" value=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_scanner_that_tries_the_link_does_not_spend_it() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut scanner = stack.browser();
    for method in [Method::HEAD, Method::OPTIONS, Method::PUT] {
        let reply = scanner.send(method, LINK, HeaderMap::new(), String::new()).await;
        assert!(reply.set_cookies().is_empty());
    }
    assert!(stack.identity.memory().finished_emails.is_empty());
    // One that follows it, and each link on the page behind it, presses no button.
    let page = scanner.get(LINK).await;
    assert!(page.status == StatusCode::OK && !page.text.contains("href="), "{}", page.text);
    let mut browser = stack.requesting_browser();
    assert_eq!(browser.get(LINK).await.location(), "http://app.example/treasuries");
}

#[tokio::test]
async fn a_link_that_is_loaded_as_a_part_of_a_page_is_refused_and_not_spent() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.requesting_browser();
    let log = SecurityLog::record();
    for kind in ["image", "iframe", "empty", "script"] {
        let mut headers = HeaderMap::new();
        headers.insert("sec-fetch-dest", kind.parse().unwrap());
        let reply = browser.send(Method::GET, LINK, headers, String::new()).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{kind}");
        assert!(reply.set_cookies().is_empty(), "{kind}");
    }
    assert!(stack.identity.memory().finished_emails.is_empty());
    let entries = log.entries();
    assert_eq!(entries.len(), 4);
    assert_eq!(
        (&entries[0]["event"], &entries[0]["reason"]),
        (&json!("request_refused"), &json!("not_a_page"))
    );
    let mut headers = HeaderMap::new();
    headers.insert("sec-fetch-dest", "document".parse().unwrap());
    let opened = browser.send(Method::GET, LINK, headers, String::new()).await;
    assert_eq!(opened.location(), "http://app.example/treasuries");
}

#[tokio::test]
async fn a_link_that_names_two_tokens_or_addresses_is_refused_and_written() {
    let stack = Stack::plain().await;
    let mut browser = stack.requesting_browser();
    let log = SecurityLog::record();
    for rest in ["&token=another", "&email=ben%40example.com"] {
        let reply = browser.get(&format!("{LINK}{rest}")).await;
        assert_eq!(reply.location(), "http://app.example/api/auth/error?error=Verification");
    }
    let entries = log.entries();
    let reasons: Vec<_> = entries.iter().map(|line| (&line["event"], &line["reason"])).collect();
    assert_eq!(reasons, [(&json!("link_used"), &json!("link_invalid")); 2]);
}

#[tokio::test]
async fn a_link_that_is_loaded_ahead_of_a_visit_is_not_spent() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let mut browser = stack.requesting_browser();
    for (name, purpose) in AHEAD_OF_VISIT {
        let mut headers = HeaderMap::new();
        headers.insert("sec-fetch-dest", "document".parse().unwrap());
        headers.insert(name, purpose.parse().unwrap());
        let page = browser.send(Method::GET, LINK, headers, String::new()).await;
        assert_eq!(page.status, StatusCode::OK, "{name}: {purpose}");
        assert!(page.text.contains("Sign in as ada@example.com"), "{name}: {purpose}");
        assert!(page.set_cookie("next-auth.session-token").is_none(), "{name}: {purpose}");
    }
    assert_eq!(stack.identity.memory().links.len(), 1);
    assert_eq!(browser.get(LINK).await.location(), "http://app.example/treasuries");
}

#[tokio::test]
async fn an_invalid_link_signs_no_one_in() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", ADA);
    let verification = "http://app.example/api/auth/error?error=Verification";
    let configuration = "http://app.example/api/auth/error?error=configuration";
    for (path, expected) in [
        ("callback/email?token=wrong&email=ada%40example.com", verification),
        ("callback/email?token=the-token&email=eve%40example.com", verification),
        ("callback/email?token=the-token&token=x&email=ada%40example.com", verification),
        ("callback/email?token=the-token&email=ada%40example.com&email=x", verification),
        ("callback/email?email=ada%40example.com", configuration),
        ("callback/email?token=&email=ada%40example.com", configuration),
        ("callback/email", configuration),
    ] {
        for mut browser in [stack.requesting_browser(), stack.browser()] {
            let reply = browser.get(path).await;
            assert_eq!(reply.location(), expected, "{path}");
            assert!(reply.set_cookie("next-auth.session-token").is_none());
        }
    }
    let mut browser = stack.requesting_browser();
    assert_eq!(browser.get(LINK).await.location(), "http://app.example/treasuries");
}

#[tokio::test]
async fn each_failure_of_the_link_has_its_name() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    browser.get("providers").await;
    for (code, reason, expected) in [
        (ErrorCode::Invalid, "verification", "Verification"),
        (ErrorCode::NotFound, "anything", "Verification"),
        (ErrorCode::Internal, "email_create_account", "EmailCreateAccount"),
        (ErrorCode::Forbidden, "access_denied", "AccessDenied"),
        (ErrorCode::Internal, "internal", "Callback"),
    ] {
        stack.identity.fail(code, reason);
        let expected = format!("http://app.example/api/auth/error?error={expected}");
        assert_eq!(browser.get(LINK).await.location(), expected, "{reason}");
    }
}

#[tokio::test]
async fn the_present_session_is_sent_so_that_a_switch_of_user_can_end_it() {
    let stack = Stack::plain().await;
    stack.identity.link("the-token", "eve@example.com");
    let mut browser = stack.requesting_browser();
    let token = stack.identity.session();
    browser.set("session-token", &token);
    let reply = browser.get("callback/email?token=the-token&email=eve%40example.com").await;
    assert_eq!(reply.status, StatusCode::FOUND);
    assert_ne!(browser.cookie("session-token"), Some(token.as_str()), "a new token");
    let memory = stack.identity.memory();
    assert_eq!(memory.finished_emails[0].session_token.as_ref(), Some(&token));
}

#[tokio::test]
async fn a_mail_server_has_five_seconds() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    let token = browser.csrf().await;
    browser.form("signin/email", &[("csrfToken", &token), ("email", ADA)]).await;
    let timeout = stack.identity.memory().mail_timeout.clone().unwrap();
    let (number, unit) = timeout.split_at(timeout.len() - 1);
    let unit = match unit {
        "S" => 1_000_000,
        "m" => 1_000,
        "u" => 1,
        _ => panic!("{timeout}"),
    };
    assert!(number.parse::<u64>().unwrap() * unit <= 5_000_000, "{timeout}");
}
