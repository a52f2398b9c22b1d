//! Browsers that are known by their cookie, with rates of their own.

use crate::rates::{at, call, counts_in_redis, env, network, parameter};
use crate::support::{CUSTOMER, World, write};
use kit::testing;

#[tokio::test]
async fn a_browser_that_has_loaded_a_page_depends_on_no_program_at_its_address() {
    let site = tempfile::tempdir().unwrap();
    for (name, text) in
        [("index.html", "home"), ("404.html", "nothing here"), ("icon.svg", "<svg/>")]
    {
        write(site.path(), name, text);
    }
    let rates = "reading=1/3600,page=1/3600,session=1/3600,sign-in-page=1/3600,session-lookup=1/3600,\
                 new-browser=3/3600,browsers=11/3600";
    let env = env(&testing::redis_url())
        .with("RATES_PER_ADDRESS", rates)
        .with("RATES_PER_BROWSER", "page=3/3600,sign-in-page=2/3600,session-lookup=1/3600");
    let world = World::with(env, Some(site.path())).await;
    counts_in_redis(&world).await;
    let browser = at(&world, network());
    let program = browser.clone().with("sec-fetch-site", "same-origin");
    // A program without cookies that says it is a page uses up what the address has.
    for status in [200, 429] {
        assert_eq!(call(&program).await.status, status);
        assert_eq!(program.get("/api/auth/session").await.status, status);
    }
    assert_eq!(program.get("/").await.header("set-cookie"), None, "a file of a page is no page");
    let document = browser.clone().with("sec-fetch-dest", "document");
    let new = async || {
        let page = document.get("/").await;
        let is_private = page.header("cache-control") == Some("private, no-cache");
        assert_eq!(page.header("set-cookie").is_some(), is_private);
        page.header("set-cookie").map(|cookie| cookie.split_once(';').unwrap().0.to_owned())
    };
    for target in ["/icon.svg", "/no-such-page"] {
        assert_eq!(document.get(target).await.header("set-cookie"), None, "{target} is no page");
    }
    assert_eq!(document.send("HEAD", "/", None::<&[u8]>).await.header("set-cookie"), None);
    let page = browser.clone().with("sec-fetch-dest", "document").get("/").await;
    let cookie = page.header("set-cookie").unwrap();
    let (value, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000");
    let known = program.clone().with("cookie", value);
    assert_eq!(
        known.clone().with("sec-fetch-dest", "document").get("/").await.header("set-cookie"),
        None
    );
    for left in [2, 1, 0] {
        let answer = call(&known).await;
        let policy = r#""page";q=3;w=3600"#;
        assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
        assert_eq!(parameter(&answer, "ratelimit", "r="), left);
    }
    assert_eq!(call(&known).await.status, 429, "it has a bound");
    for status in [200, 200, 429] {
        assert_eq!(known.get("/api/auth/session").await.status, status, "apart from its queries");
    }
    // Another one does not depend on it, whatever page it loads first.
    let second = new().await.unwrap();
    assert_ne!(second, value);
    let other = program.clone().with("cookie", &format!("assay.browser=planted; {second}"));
    assert_eq!(call(&other).await.status, 200);
    // Nor does a session that this gateway has not seen.
    let token = format!("next-auth.session-token={CUSTOMER}");
    let forged = "next-auth.session-token=forged";
    let with = |cookies: &str| browser.clone().with("cookie", cookies);
    let profile = "/api/trpc/users.getProfile";
    for status in [401, 429] {
        assert_eq!(with(forged).get(profile).await.status, status);
    }
    assert_eq!(with(&token).get(profile).await.status, 429);
    assert_eq!(with(&format!("{token}; {second}")).get(profile).await.status, 200);
    // Cookies are not given out without a bound, and a forged one is none.
    let html = browser.clone().with("accept", "text/html,*/*");
    let third = html.get("/").await.header("set-cookie").unwrap().to_owned();
    // Where browsers send no Sec-Fetch-Site, the cookie says that it is a page.
    let third = browser.clone().with("cookie", third.split_once(';').unwrap().0);
    assert_eq!(call(&third).await.status, 200);
    assert_eq!(call(&third.with("sec-fetch-site", "cross-site")).await.status, 429);
    assert_eq!(new().await, None);
    // All browsers of an address together have a bound, too.
    assert_eq!(call(&other).await.status, 200);
    assert_eq!(call(&other).await.status, 429);
    let mut altered = second.clone();
    altered.replace_range(14..15, if altered.as_bytes()[14] == b'0' { "1" } else { "0" });
    assert_eq!(call(&program.with("cookie", &altered)).await.status, 429);
}
