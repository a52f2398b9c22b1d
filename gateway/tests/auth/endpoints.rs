//! Providers, client reports and unknown actions.

use http::{HeaderMap, Method, StatusCode};
use serde_json::json;

use super::stack::{FORM, JSON, Stack};

#[tokio::test]
async fn providers_have_exactly_five_keys_and_set_no_cookies() {
    let stack = Stack::plain().await;
    let reply = stack.browser().get("providers").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.header("content-type"), Some("application/json"));
    assert!(reply.set_cookies().is_empty());
    assert_eq!(
        reply.json(),
        json!({
            "email": {
                "id": "email",
                "name": "Email",
                "type": "email",
                "signinUrl": "http://app.example/api/auth/signin/email",
                "callbackUrl": "http://app.example/api/auth/callback/email",
            },
            "acme": {
                "id": "acme",
                "name": "Acme & Söhne",
                "type": "oauth",
                "signinUrl": "http://app.example/api/auth/signin/acme",
                "callbackUrl": "http://app.example/api/auth/callback/acme",
            },
            "other": {
                "id": "other",
                "name": "Other",
                "type": "oauth",
                "signinUrl": "http://app.example/api/auth/signin/other",
                "callbackUrl": "http://app.example/api/auth/callback/other",
            },
        })
    );
}

#[tokio::test]
async fn client_reports_are_accepted_whatever_they_contain() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    for (kind, body) in [
        (
            "application/x-www-form-urlencoded;charset=UTF-8",
            "level=error&code=CLIENT_FETCH_ERROR&message=x",
        ),
        (FORM, "level=__proto__&code=%0d%0aforged&message=%1b%5b31m"),
        (FORM, ""),
        (JSON, r#"{"level":"warn","code":["x"],"message":{"a":1}}"#),
        ("text/plain", "anything"),
    ] {
        let reply = browser.post("_log", kind, body).await;
        assert_eq!((reply.status, reply.text.as_str()), (StatusCode::OK, ""), "{body}");
        assert!(reply.set_cookies().is_empty());
    }
}

#[tokio::test]
async fn unknown_actions_are_refused_and_set_nothing() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    for (method, path) in [
        (Method::GET, "unknown"),
        (Method::GET, "_log"),
        (Method::GET, "callback"),
        (Method::GET, "callback/unknown"),
        (Method::POST, "callback/unknown"),
        (Method::POST, "providers"),
        (Method::POST, "csrf"),
        (Method::POST, "error"),
        (Method::POST, "verify-request"),
        (Method::PUT, "session"),
        (Method::DELETE, "session"),
        (Method::PATCH, "signout"),
        (Method::OPTIONS, "signin"),
        (Method::HEAD, "session"),
    ] {
        let reply = browser.send(method.clone(), path, HeaderMap::new(), String::new()).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{method} {path}");
        assert!(reply.set_cookies().is_empty(), "{method} {path}");
        let text = format!("Error: This action with HTTP {method} is not supported by NextAuth.js");
        assert!(reply.text == text || method == Method::HEAD, "{method} {path}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
}

#[tokio::test]
async fn a_body_that_is_no_json_or_too_long_is_refused() {
    let stack = Stack::plain().await;
    let mut browser = stack.browser();
    for path in ["session", "signin/email", "signout", "callback/acme", "_log"] {
        for body in ["{", "nonsense", "{\"a\":}", &"[".repeat(5000)] {
            let reply = browser.post(path, JSON, body).await;
            assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{path} {body}");
            assert!(reply.json()["message"].is_string());
        }
        let reply = browser.post(path, FORM, "x".repeat(1024 * 1024 + 1)).await;
        assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
    }
}
