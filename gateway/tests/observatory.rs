//! The grade of the site by MDN's HTTP Observatory.

use std::path::Path;

use crate::support::node::run_peer;
use crate::support::{World, write};
use kit::config::Env;
use serde_json::Value;

/// As Next exports pages: scripts and styles of its own by address, data in the page.
const PAGE: &str = "<!DOCTYPE html><html lang=\"en\"><head><title>Assay</title>\
    <link rel=\"stylesheet\" href=\"/_next/static/css/a.css\"/>\
    <script src=\"/first.js\"></script><script src=\"/_next/static/chunks/main.js\" defer=\"\"></script>\
    </head><body><div style=\"--rows:3\">Assay</div>\
    <script id=\"__NEXT_DATA__\" type=\"application/json\">{}</script></body></html>";

/// Every page of the last export, or a similar page without one.
fn write_pages(site: &Path) {
    let export = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/out");
    if export.join("index.html").exists() {
        copy_pages(&export, &export, site);
        return;
    }
    for page in ["index.html", "404.html", "login.html", "networks/[networkSlug].html"] {
        write(site, page, PAGE);
    }
}

fn copy_pages(export: &Path, folder: &Path, site: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            copy_pages(export, &path, site);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let page = path.strip_prefix(export).unwrap().to_str().unwrap();
            write(site, page, std::fs::read(&path).unwrap());
        }
    }
}

#[tokio::test]
async fn every_kind_of_page_is_graded_a_plus_with_all_tests_passed() {
    let site = tempfile::tempdir().unwrap();
    write_pages(site.path());
    let env = Env::default().with("PUBLIC_URL", "https://localhost");
    let world = World::with(env, Some(site.path())).await;
    let pages = ["/", "/login", "/networks/gold", "/api/auth/csrf"];
    let address = world.address.to_string();
    let mut flags = vec!["--gateway", &address];
    flags.extend(pages.iter().flat_map(|page| ["--path", page]));
    let output = run_peer("observatory.mjs", &flags).await;
    let grades: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(grades.len(), pages.len(), "{output}");
    for grade in grades {
        assert_eq!(grade["grade"], "A+", "{grade:#}");
        assert!(grade["score"].as_u64() >= Some(120), "{grade:#}");
        let tests = grade["tests"].as_object().unwrap();
        assert!(tests.len() >= 10 && tests.values().all(|test| test[0] == true), "{grade:#}");
    }
}
