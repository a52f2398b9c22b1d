//! What MDN's HTTP Observatory thinks of the site.

#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod support;

use kit::config::Env;
use serde_json::Value;
use support::node::run_peer;
use support::{World, write};

/// As Next exports pages: scripts and styles of its own by address, data in the page.
const PAGE: &str = "<!DOCTYPE html><html lang=\"en\"><head><title>Assay</title>\
    <link rel=\"stylesheet\" href=\"/_next/static/css/a.css\"/>\
    <script src=\"/theme.js\"></script><script src=\"/_next/static/chunks/main.js\" defer=\"\"></script>\
    </head><body><div style=\"--rows:3\">Assay</div>\
    <script id=\"__NEXT_DATA__\" type=\"application/json\">{}</script></body></html>";

#[tokio::test]
async fn every_kind_of_page_is_graded_a_plus_with_all_tests_passed() {
    let site = tempfile::tempdir().unwrap();
    for page in ["index.html", "404.html", "login.html", "assets/[assetSlug].html"] {
        write(site.path(), page, PAGE);
    }
    let env = Env::default().with("PUBLIC_URL", "https://localhost");
    let world = World::with(env, Some(site.path())).await;
    let pages = ["/", "/login", "/assets/gold", "/api/auth/csrf"];
    let address = world.address.to_string();
    let mut flags = vec!["--gateway", &address];
    flags.extend(pages.iter().flat_map(|page| ["--path", page]));
    let told = run_peer("observatory.mjs", &flags).await;
    let grades: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(grades.len(), pages.len(), "{told}");
    for grade in grades {
        assert_eq!(grade["grade"], "A+", "{grade:#}");
        assert!(grade["score"].as_u64() >= Some(120), "{grade:#}");
        let tests = grade["tests"].as_object().unwrap();
        assert!(tests.len() >= 10 && tests.values().all(|test| test[0] == true), "{grade:#}");
    }
}
