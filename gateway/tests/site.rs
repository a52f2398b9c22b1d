//! The exported site and the headers of every answer.

use std::collections::BTreeSet;

use crate::support::browser::Browser;
use crate::support::identity::user_id;
use crate::support::{ADMIN, CUSTOMER, World, write};
use kit::config::Env;
use serde_json::json;
use tempfile::TempDir;

/// An address of each kind of answer.
const EVERY_KIND: [&str; 16] = [
    "/",
    "/login",
    "/assets/gold",
    "/nowhere",
    "/icon.svg",
    "/_next/static/chunks/main-0a1b.js",
    "/config.json",
    "/sitemap.xml",
    "/feeds/news.xml",
    "/api/trpc/search.getInitialSearchGroups",
    "/api/trpc/users.getProfile",
    "/api/download/assets.csv",
    "/api/auth/csrf",
    "/api/auth/session",
    "/api/auth/signout",
    "/api/x",
];

fn export() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let site = directory.path().join("site");
    for (name, text) in [
        ("index.html", "<script>start()</script>home"),
        ("404.html", "nothing here"),
        ("login.html", "login"),
        ("settings.html", "settings"),
        ("settings/profile.html", "profile"),
        ("assets.html", "assets"),
        ("assets/[assetSlug].html", "one asset"),
        ("assets/timeseries.html", "series"),
        ("admin/users/[userID]/edit.html", "edit"),
        ("_next/static/chunks/main-0a1b.js", "run()"),
        ("_next/static/build-7/_buildManifest.js", "build()"),
        ("icon.svg", "<svg/>"),
    ] {
        write(&site, name, text);
    }
    write(directory.path(), "outside.txt", "secret");
    directory
}

async fn world() -> World {
    World::with(Env::default(), Some(&export().path().join("site"))).await
}

#[tokio::test]
async fn finds_pages_by_their_addresses() {
    let world = world().await;
    for (target, status, body) in [
        ("/", 200, "<script>start()</script>home"),
        ("/?a=1", 200, "<script>start()</script>home"),
        ("/login", 200, "login"),
        ("/login?callbackUrl=%2Fsettings", 200, "login"),
        ("/settings/profile", 200, "profile"),
        ("/assets", 200, "assets"),
        ("/assets/gold", 200, "one asset"),
        ("/assets/a%2Fb", 200, "one asset"),
        ("/assets/%E2%82%AC", 200, "one asset"),
        ("/assets/timeseries", 200, "series"),
        ("/admin/users/7/edit", 200, "edit"),
        ("/_next/static/chunks/main-0a1b.js", 200, "run()"),
        ("/assets/[assetSlug]", 200, "one asset"),
        ("/assets/", 200, "assets"),
        ("/assets/gold/", 200, "one asset"),
        ("/assets/gold/?a=1", 200, "one asset"),
        ("/icon.svg", 200, "<svg/>"),
        ("/icon.svg/", 404, "nothing here"),
        ("/settings%2Fprofile", 404, "nothing here"),
        ("/nowhere/", 404, "nothing here"),
        ("/login//", 404, "nothing here"),
        ("/_next", 404, "nothing here"),
        ("/_next/static/", 404, "nothing here"),
        ("/admin/users/7", 404, "nothing here"),
        ("/assets/gold/more", 404, "nothing here"),
        ("/login.html", 404, "nothing here"),
        ("/404", 404, "nothing here"),
        ("/index", 404, "nothing here"),
        ("/nowhere", 404, "nothing here"),
        ("/_next/static/chunks/gone.js", 404, "nothing here"),
        ("/api/nowhere", 404, "Not found\n"),
    ] {
        let answer = world.get(target).await;
        assert_eq!((answer.status, answer.text().as_str()), (status, body), "{target}");
    }
}

#[tokio::test]
async fn a_page_with_a_parameter_names_its_canonical_address() {
    let world = world().await;
    let origin = world.state.config.origin();
    for (target, path) in [
        ("/assets/gold", Some("/assets/gold")),
        ("/assets/gold/?view=1", Some("/assets/gold")),
        ("/assets/a%2Fb", Some("/assets/a%2Fb")),
        ("/admin/users/7/edit", Some("/admin/users/7/edit")),
        ("/assets", None),
        ("/icon.svg", None),
        ("/nowhere/at/all", None),
    ] {
        let expected = path.map(|path| format!("<{origin}{path}>; rel=\"canonical\""));
        let answer = world.get(target).await;
        assert_eq!(answer.header("link").map(ToOwned::to_owned), expected, "{target}");
    }
    let long = world.get(&format!("/assets/{}", "a".repeat(2000))).await;
    assert_eq!((long.status, long.header("link")), (200, None));
}

#[tokio::test]
async fn nothing_leads_outside_of_the_export() {
    let world = world().await;
    for target in [
        "/../outside.txt",
        "/..%2foutside.txt",
        "/%2e%2e/outside.txt",
        "/%2e%2e%2foutside.txt",
        "/_next/../../outside.txt",
        "/..\\outside.txt",
        "/..%5coutside.txt",
        "/assets/../../outside.txt",
        "/login%00.html",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/./index.html",
        "/assets/..",
        "/assets/%2e%2e",
        "/assets/%2E",
        "/assets/..%2f..%2foutside.txt",
        "/assets/x%2f%2e%2e%2foutside.txt",
        "/assets/..%5c..%5coutside.txt",
        "/assets/a%00b",
        "/assets/a%0ab",
        "/assets//gold",
        "/assets/%ff",
        "/_next/static/chunks/../../../index.html",
        "/.git/config",
        "/.git/HEAD",
        "/.env",
    ] {
        let answer = world.get(target).await;
        assert_eq!(answer.status, 404, "{target}");
        assert!(!answer.text().contains("secret"), "{target}");
    }
}

#[tokio::test]
async fn no_document_is_redirected() {
    let world = world().await;
    for target in [
        "/login/",
        "/login/?a=1",
        "/nowhere/",
        "//evil.example/",
        "/\\evil.example/",
        "/%2f/evil.example/",
        "/assets/%0d%0aset-cookie:a=b/",
        "/LOGIN",
        "/login.html",
    ] {
        let answer = world.get(target).await;
        assert!(matches!(answer.status, 200 | 404), "{target}: {}", answer.status);
        assert!(answer.header("location").is_none() && answer.header("set-cookie").is_none());
    }
}

#[tokio::test]
async fn declares_what_caches_may_store() {
    let world = world().await;
    let hashed = world.get("/_next/static/chunks/main-0a1b.js").await;
    assert_eq!(hashed.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(hashed.header("content-type"), Some("text/javascript; charset=utf-8"));
    let page = world.get("/login").await;
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let etag = page.header("etag").unwrap();
    for (header, status) in [
        (etag.to_owned(), 304),
        (format!("W/{etag}"), 304),
        (format!("\"other\", {etag}"), 304),
        ("*".to_owned(), 304),
        ("\"other\"".to_owned(), 200),
    ] {
        let answer = world.anonymous().with("if-none-match", &header).get("/login").await;
        assert_eq!(answer.status, status, "{header}");
        assert_eq!(answer.body.is_empty(), status == 304);
        assert_eq!(answer.header("etag"), Some(etag));
    }
}

#[tokio::test]
async fn a_head_request_gets_headers_alone() {
    let world = world().await;
    let answer = world.anonymous().send("HEAD", "/login", None).await;
    assert_eq!((answer.status, answer.header("content-length")), (200, Some("5")));
    assert!(answer.body.is_empty());
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = world.anonymous().send(method, "/login", Some(b"x")).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[tokio::test]
async fn trace_is_refused_and_repeats_nothing() {
    let world = world().await;
    for target in [
        "/",
        "/config.json",
        "/api/trpc/users.getProfile",
        "/api/auth/session",
        "/api/download/assets.csv",
        "/feeds/news.xml",
        "/api/x",
    ] {
        let answer = world.anonymous().with("x-canary", "hush").send("TRACE", target, None).await;
        assert!((400..500).contains(&answer.status), "{target}: {}", answer.status);
        assert!(!answer.text().contains("hush"), "{target}");
    }
}

#[tokio::test]
async fn no_answer_about_a_person_may_be_stored() {
    let world = world().await;
    let member = world.signed_in(CUSTOMER);
    for target in [
        "/api/trpc/users.getProfile",
        "/api/trpc/users.getProfile?batch=1",
        "/api/trpc/sessions.list",
        "/api/auth/session",
        "/api/auth/csrf",
        "/api/auth/signout",
    ] {
        let answer = member.get(target).await;
        let cached = answer.header("cache-control").unwrap_or_default();
        assert!(cached.contains("no-store"), "{target}: {cached}");
    }
    let admin = world.signed_in(ADMIN);
    let query = json!({
        "filter": { "operator": "equals", "field": "role", "value": "ADMIN" },
        "pagination": { "page": 1, "perPage": 50 },
    });
    let users = Browser::query("adminUsers.list", &query);
    let file = format!("/api/download/account/{}.json", user_id(98));
    for (browser, target) in [(&admin, &users), (&member, &file)] {
        let answer = browser.get(target).await;
        assert_eq!(answer.status, 200, "{target}");
        let cached = answer.header("cache-control").unwrap_or_default();
        assert!(cached.contains("no-store"), "{target}: {cached}");
    }
}

#[tokio::test]
async fn every_answer_names_its_type_and_a_text_its_charset() {
    let world = world().await;
    let member = world.signed_in(CUSTOMER);
    for browser in [&world.anonymous(), &member] {
        for target in EVERY_KIND {
            for (method, body) in [("GET", None), ("POST", Some(b"{}".as_slice())), ("TRACE", None)]
            {
                let answer = browser.send(method, target, body).await;
                if answer.body.is_empty() {
                    continue;
                }
                let kind = answer.header("content-type").unwrap_or_default();
                let is_text = kind.starts_with("text/") || kind.contains("xml");
                let is_complete =
                    if is_text { kind.contains("; charset=utf-8") } else { !kind.is_empty() };
                assert!(is_complete, "{method} {target}: {kind:?}");
            }
        }
    }
    for (target, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/nowhere", "text/html; charset=utf-8"),
        ("/icon.svg", "image/svg+xml; charset=utf-8"),
        // JSON is UTF-8 by definition.
        ("/config.json", "application/json"),
        ("/api/trpc/users.getProfile", "application/json"),
        ("/api/auth/session", "application/json"),
        ("/api/x", "text/plain; charset=utf-8"),
    ] {
        assert_eq!(member.get(target).await.header("content-type"), Some(kind), "{target}");
    }
}

#[tokio::test]
async fn every_answer_protects_the_visitor() {
    let world = world().await;
    for target in ["/", "/nowhere", "/config.json", "/api/trpc/x", "/api/auth/csrf", "/api/x"] {
        let answer = world.get(target).await;
        let header = |name| answer.header(name).unwrap_or_else(|| panic!("{target} lacks {name}"));
        assert_eq!(header("referrer-policy"), "strict-origin-when-cross-origin");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
        let policy = header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{target}: {policy}");
        let scripts = policy.split(';').find(|rule| rule.contains("script-src"));
        assert!(!scripts.unwrap_or_default().contains("unsafe"), "{target}: {policy}");
        assert!(answer.header("access-control-allow-origin").is_none());
        assert!(answer.header("strict-transport-security").is_none(), "not without TLS");
    }
    let policy = world.get("/").await;
    let policy = policy.header("content-security-policy").unwrap();
    // The digest of `start()`.
    assert!(policy.contains("script-src 'self' 'sha256-"), "{policy}");
}

#[tokio::test]
async fn no_answer_admits_another_origin() {
    let world = world().await;
    let own = world.state.config.origin();
    for origin in ["https://evil.example", "null", &own] {
        for target in EVERY_KIND {
            let browser = world
                .signed_in(CUSTOMER)
                .with("origin", origin)
                .with("access-control-request-method", "POST")
                .with("access-control-request-headers", "content-type");
            for method in ["GET", "POST", "OPTIONS"] {
                let body = (method == "POST").then_some(b"{}".as_slice());
                let answer = browser.send(method, target, body).await;
                let admits = |(name, _): &(String, String)| name.starts_with("access-control-");
                assert!(!answer.headers.iter().any(admits), "{method} {target}: {answer:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_secure_origin_insists_on_tls() {
    let env = Env::default().with("PUBLIC_URL", "https://assay.example");
    let world = World::with(env, Some(&export().path().join("site"))).await;
    let visitor = world.anonymous();
    let mut statuses = BTreeSet::new();
    for target in EVERY_KIND {
        for (method, body) in
            [("GET", None), ("HEAD", None), ("POST", Some(b"{}".as_slice())), ("TRACE", None)]
        {
            let answer = visitor.send(method, target, body).await;
            let expected = Some("max-age=31536000; includeSubDomains");
            assert_eq!(answer.header("strict-transport-security"), expected, "{method} {target}");
            statuses.insert(answer.status);
        }
    }
    assert!(BTreeSet::from([200, 401, 404, 405]).is_subset(&statuses), "{statuses:?}");
}

#[tokio::test]
async fn serves_the_configuration_of_browsers() {
    let env = Env::default()
        .with("SESSION_POLL_SECONDS", "30")
        .with("DEFAULT_FEATURES", "enable-api-keys");
    let world = World::with(env, None).await;
    let answer = world.get("/config.json").await;
    let expected = serde_json::json!({
        "sessionPollSeconds": 30,
        "defaultFeatures": ["enable-api-keys"],
        "version": "",
    });
    assert_eq!(answer.json(), expected);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(world.anonymous().send("POST", "/config.json", Some(b"")).await.status, 405);
}

#[tokio::test]
async fn serves_contacts_and_the_version_of_the_build() {
    let env = Env::default()
        .with("BLOG_URL", "https://blog.example/research")
        .with("CONTACT_DATA_EMAIL", "data@assay.example")
        .with("CONTACT_TEAM_EMAIL", "team@assay.example");
    let world = World::with(env, Some(&export().path().join("site"))).await;
    let configuration = world.get("/config.json").await.json();
    assert_eq!(configuration["version"], "build-7");
    assert_eq!(configuration["blogUrl"], "https://blog.example/research");
    assert_eq!(configuration["contactDataEmail"], "data@assay.example");
    assert_eq!(configuration["contactTeamEmail"], "team@assay.example");
}

const SCRIPTS: &str = r#"[
    {"kind": "chat", "src": "https://chat.example/boot.js", "id": "workspace",
     "origins": ["wss://live.chat.example"], "names": ["chat-"]},
    {"kind": "visitors", "src": "https://visitors.example/v.js", "id": "company"}
]"#;

#[tokio::test]
async fn third_party_scripts_are_configured_and_admitted_to_pages_alone() {
    let env = Env::default().with("THIRD_PARTY_SCRIPTS", SCRIPTS);
    let world = World::with(env, Some(&export().path().join("site"))).await;
    let configuration = world.get("/config.json").await.json();
    let expected = serde_json::json!([
        {"kind": "chat", "src": "https://chat.example/boot.js", "id": "workspace", "names": ["chat-"]},
        {"kind": "visitors", "src": "https://visitors.example/v.js", "id": "company", "names": []},
    ]);
    assert_eq!(configuration["thirdParty"], expected);
    for target in ["/", "/assets/gold", "/nowhere"] {
        let answer = world.get(target).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains(" https://chat.example https://visitors.example;"), "{policy}");
        assert!(policy.contains("frame-src 'self' https://chat.example;"), "{policy}");
        let scripts = policy.split(';').find(|rule| rule.contains("script-src")).unwrap();
        assert!(!scripts.contains("unsafe") && !scripts.contains("wss:"), "{scripts}");
    }
    for target in ["/config.json", "/api/x", "/icon.svg"] {
        let answer = world.get(target).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(!policy.contains("example"), "{target}: {policy}");
    }
}

#[tokio::test]
async fn pages_admit_no_third_party_by_default() {
    let answer = world().await.get("/login").await;
    let expected = "default-src 'self'; script-src 'self'; style-src 'self'; \
        style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; \
        connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
        frame-ancestors 'none'";
    assert_eq!(answer.header("content-security-policy"), Some(expected));
}

#[tokio::test]
async fn a_worker_may_load_scripts_and_fonts_alone() {
    let answer = world().await.get("/_next/static/chunks/main-0a1b.js").await;
    let expected = "default-src 'none'; script-src 'self'; font-src 'self'; base-uri 'none'; \
        form-action 'self'; frame-ancestors 'none'";
    assert_eq!(answer.header("content-security-policy"), Some(expected));
}
