//! The forms and parts in which the site is sent, and its changes at loading.

use crate::support::{World, write};
use kit::config::Env;
use tempfile::TempDir;

const SCRIPT: &str = "/_next/static/chunks/main-0a1b.js";

fn script() -> String {
    "export const answer = 42;\n".repeat(200)
}

fn export() -> TempDir {
    let site = tempfile::tempdir().unwrap();
    let page = "<head><link rel=\"canonical\" href=\"https://assay.invalid/about\"/></head>\
                <style>b{color:red}</style><b style=\"--x:1\">about</b>";
    let hidden = "<head><meta name=\"robots\" content=\"noindex\"/></head>hidden";
    let early = "<head><meta name=\"feature\" content=\"enable-api-keys\"/></head>early";
    for (name, text) in [
        ("index.html", format!("<title>https://assay.invalid</title>{}", "home ".repeat(200))),
        ("about.html", page.to_owned()),
        ("hidden.html", hidden.to_owned()),
        ("early.html", early.to_owned()),
        ("404.html", "nothing here ".repeat(100)),
        ("settings/plan.html", "plan".to_owned()),
        ("assets/[assetSlug].html", "one asset".to_owned()),
        (&SCRIPT[1..], script()),
        ("notes.txt", "0123456789".to_owned()),
        ("empty.txt", String::new()),
        ("map.geojson", "{}".to_owned()),
    ] {
        write(site.path(), name, text);
    }
    write(site.path(), "icon.png", [7_u8; 4000]);
    site
}

async fn world() -> World {
    World::with(Env::default(), Some(export().path())).await
}

#[tokio::test]
async fn a_text_is_sent_in_the_preferred_coding() {
    let world = world().await;
    let mut names = Vec::new();
    for (header, coding) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip, zstd", Some("zstd")),
        ("gzip", Some("gzip")),
        ("br;q=0.1, gzip;q=0.2", Some("gzip")),
        ("br;q=0, identity", None),
    ] {
        let answer = world.anonymous().with("accept-encoding", header).get(SCRIPT).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, coding), "{header}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
        assert_eq!(answer.decoded(), script().as_bytes());
        assert!(coding.is_none() || answer.body.len() < 300);
        names.push(answer.header("etag").unwrap().to_owned());
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 4, "each form has a name of its own: {names:?}");
}

#[tokio::test]
async fn a_file_that_does_not_shrink_is_sent_plain() {
    let world = world().await;
    for (target, varies) in [("/icon.png", false), ("/notes.txt", true), ("/empty.txt", true)] {
        let answer = world.anonymous().with("accept-encoding", "br, gzip").get(target).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, None), "{target}");
        assert_eq!(answer.header("vary").is_some(), varies, "{target}");
    }
    let missing = world.anonymous().with("accept-encoding", "br").get("/nowhere").await;
    assert_eq!((missing.status, missing.header("content-encoding")), (404, Some("br")));
    assert_eq!(missing.decoded(), "nothing here ".repeat(100).as_bytes());
}

#[tokio::test]
async fn a_browser_with_a_current_copy_gets_not_modified() {
    let world = world().await;
    let browser = world.anonymous().with("accept-encoding", "br");
    let etag = browser.get("/").await.header("etag").unwrap().to_owned();
    for (header, status) in
        [(etag.clone(), 304), (format!("\"other\", W/{etag}"), 304), ("\"other\"".to_owned(), 200)]
    {
        let answer = browser.clone().with("if-none-match", &header).get("/").await;
        assert_eq!(answer.status, status, "{header}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
        assert_eq!(answer.header("etag"), Some(etag.as_str()));
    }
    let plain = world.anonymous().with("if-none-match", &etag).get("/").await;
    assert_eq!(plain.status, 200, "the plain form is another");
}

#[tokio::test]
async fn a_part_is_sent_of_the_plain_bytes() {
    let world = world().await;
    for (range, status, content_range, body) in [
        ("bytes=0-3", 206, Some("bytes 0-3/10"), "0123"),
        ("bytes=-3", 206, Some("bytes 7-9/10"), "789"),
        ("bytes=4-", 206, Some("bytes 4-9/10"), "456789"),
        ("bytes=0-99", 206, Some("bytes 0-9/10"), "0123456789"),
        ("bytes=10-", 416, Some("bytes */10"), ""),
        ("bytes=-0", 416, Some("bytes */10"), ""),
        ("bytes=0-1,3-4", 200, None, "0123456789"),
        ("bytes=4-2", 200, None, "0123456789"),
        ("pages=1-2", 200, None, "0123456789"),
    ] {
        let browser = world.anonymous().with("range", range);
        let answer = browser.get("/notes.txt").await;
        assert_eq!((answer.status, answer.header("content-range")), (status, content_range));
        assert_eq!((answer.text().as_str(), answer.header("accept-ranges")), (body, Some("bytes")));
        let head = browser.send("HEAD", "/notes.txt", None).await;
        assert_eq!((head.status, head.header("content-length")), (200, Some("10")), "{range}");
    }
    let part = world.anonymous().with("accept-encoding", "br").with("range", "bytes=0-5");
    let part = part.get(SCRIPT).await;
    assert_eq!((part.status, part.header("content-encoding")), (206, None));
    assert_eq!(part.text(), "export");
    let coded = world.anonymous().with("accept-encoding", "br").get(SCRIPT).await;
    assert_eq!(coded.header("accept-ranges"), None);
    let empty = world.anonymous().with("range", "bytes=0-").get("/empty.txt").await;
    assert_eq!((empty.status, empty.header("content-range")), (416, Some("bytes */0")));
}

#[tokio::test]
async fn a_range_of_changed_bytes_returns_the_whole_file() {
    let world = world().await;
    let etag = world.get("/notes.txt").await.header("etag").unwrap().to_owned();
    for (known, status) in [
        (etag.clone(), 206),
        (format!("W/{etag}"), 200),
        ("\"older\"".to_owned(), 200),
        ("Fri, 20 Nov 2026 08:00:00 GMT".to_owned(), 200),
    ] {
        let browser = world.anonymous().with("range", "bytes=0-0").with("if-range", &known);
        assert_eq!(browser.get("/notes.txt").await.status, status, "{known}");
    }
    let browser = world.anonymous().with("range", "bytes=0-0").with("if-none-match", &etag);
    assert_eq!(browser.get("/notes.txt").await.status, 304);
}

#[tokio::test]
async fn the_origin_is_written_into_pages() {
    let env = Env::default().with("PUBLIC_URL", "https://assay.example");
    let world = World::with(env, Some(export().path())).await;
    let page = world.get("/about").await;
    assert!(page.text().contains("href=\"https://assay.example/about\""), "{}", page.text());
    let coded = world.anonymous().with("accept-encoding", "br").get("/").await;
    assert_eq!(coded.header("content-encoding"), Some("br"));
    let text = String::from_utf8(coded.decoded()).unwrap();
    assert!(text.starts_with("<title>https://assay.example</title>"), "{text}");
}

#[tokio::test]
async fn crawlers_find_the_pages_that_have_an_address() {
    let env = Env::default().with("PUBLIC_URL", "https://assay.example");
    let world = World::with(env, Some(export().path())).await;
    let robots = world.get("/robots.txt").await;
    assert_eq!(robots.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(robots.text().contains("Sitemap: https://assay.example/sitemap.xml"));
    let sitemap = world.get("/sitemap.xml").await;
    assert_eq!(sitemap.header("content-type"), Some("application/xml; charset=utf-8"));
    let text = sitemap.text();
    let listed: Vec<_> =
        text.split("<loc>").skip(1).filter_map(|rest| Some(rest.split_once("</loc>")?.0)).collect();
    assert_eq!(listed, ["https://assay.example/", "https://assay.example/about"]);
}

#[tokio::test]
async fn crawlers_find_a_page_behind_a_feature_once_it_is_on_by_default() {
    for (features, listed) in [("enable-admin-tools", false), ("enable-api-keys", true)] {
        let env = Env::default().with("DEFAULT_FEATURES", features);
        let world = World::with(env, Some(export().path())).await;
        let text = world.get("/sitemap.xml").await.text();
        assert_eq!(text.contains("/early</loc>"), listed, "{features}: {text}");
        assert_eq!(world.get("/early").await.status, 200);
    }
}

#[tokio::test]
async fn only_exported_styles_apply_to_a_page() {
    let world = world().await;
    let page = world.get("/about").await;
    let policy = page.header("content-security-policy").unwrap();
    let rule = |name: &str| {
        let rules = policy.split(';').map(str::trim);
        rules.filter_map(|rule| rule.split_once(' ')).find(|(known, _)| *known == name).unwrap().1
    };
    assert!(rule("style-src").starts_with("'self' 'sha256-"), "{policy}");
    assert_eq!(rule("style-src-attr"), "'unsafe-inline'");
    assert_eq!(rule("script-src"), "'self'");
    assert_eq!((rule("base-uri"), rule("object-src")), ("'none'", "'none'"));
}

#[tokio::test]
async fn files_packed_at_the_build_are_sent() {
    let site = export();
    gateway::site::pack(site.path()).unwrap();
    let beside = |suffix: &str| site.path().join(format!("{}.{suffix}", &SCRIPT[1..]));
    let packed = std::fs::read(beside("br")).unwrap();
    let world = World::with(Env::default(), Some(site.path())).await;
    let answer = world.anonymous().with("accept-encoding", "br").get(SCRIPT).await;
    assert_eq!(answer.body, packed);
    assert_eq!(answer.decoded(), script().as_bytes());
    assert_eq!(world.get(&format!("{SCRIPT}.br")).await.status, 404, "it has no address");
    assert!(!site.path().join("index.html.br").exists(), "pages are not packed");
    assert!(!site.path().join("icon.png.gz").exists(), "pictures are small already");
}
