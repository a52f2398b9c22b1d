//! Imported records as browsers see them.

use std::path::{Path, PathBuf};

use faultkit::node;
use faultkit::processes::eventually;
use stack::{Browser, Options, Stack};
use tempfile::TempDir;

const MANIFEST: &str = r#"{"files": {
    "networks.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "asset_classes.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "issuers.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "assets.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "tokens.csv": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"}
}}"#;

const FILES: [(&str, &str); 6] = [
    ("manifest.json", MANIFEST),
    (
        "networks.csv",
        "slug,name,chain_identifier,is_evm,evm_chain_id,alias_of\n\
         old-one,One,old one,true,1,one\none,One,one,true,1,\n",
    ),
    (
        "asset_classes.csv",
        "id,slug,name,key,description,is_screen_inferred\n\
         28,stablecoins,Stablecoins,Stablecoin,Coins.,false\n\
         37,commodities,Commodities,Commodities,Goods.,false\n",
    ),
    ("issuers.csv", "slug,name\nacme,Acme\n"),
    (
        "assets.csv",
        "slug,name,asset_class_slug,issuer_slug,status,management_fee_bps\n\
         coin-a,Coin A,stablecoins,acme,active,25\ncoin-b,Coin B,stablecoins,,active,\n\
         coin-c,Coin C,stablecoins,,active,\nbar,Bar,commodities,,active,\n",
    ),
    (
        "tokens.csv",
        "slug,name,asset_slug,network_slug,address,decimals,token_type,tokenization_type\n\
         one:0xab,Coin A,coin-a,one,0xab,6,fungible,distributed\n",
    ),
];

pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gateway/tests/clients")
}

async fn becomes(browser: &Browser, path: &str, status: u16) {
    eventually(&format!("{path} is {status}"), async || browser.get(path).await.status == status)
        .await;
}

#[tokio::test]
async fn imported_records_can_be_queried_and_have_pages() {
    let pages = [
        ("404.html", "nothing here"),
        ("assets/[assetSlug].html", "one asset"),
        ("networks/[networkSlug].html", "one network"),
    ];
    let site = folder(&pages);
    let settings = vec![("GATEWAY_SITE_DIR", site.path().display().to_string())];
    let mut stack = Stack::start_with(Options { settings, ..Options::default() }).await;
    let browser = Browser::at(&stack, "gateway-1");
    becomes(&browser, "/assets/coin-a", 404).await;
    becomes(&browser, "/networks/one", 404).await;

    let files = folder(&FILES);
    stack.operate("catalog-1", &["import", &files.path().display().to_string()]).await;
    becomes(&browser, "/assets/coin-a", 200).await;
    becomes(&browser, "/networks/one", 200).await;
    becomes(&browser, "/networks/old-one", 200).await;
    assert_eq!(browser.get("/assets/coin-z").await.status, 404);
    node::run(&clients(), "catalog.mjs", &[&stack.url("gateway-1")]).await;

    // Nothing is refused that cannot be known.
    stack.process("gateway-1").kill().await;
    stack.process("catalog-1").kill().await;
    stack.restart("gateway-1").await;
    assert_eq!(browser.get("/assets/coin-z").await.status, 200);
    stack.restart("catalog-1").await;
    becomes(&browser, "/assets/coin-z", 404).await;
    assert_eq!(browser.get("/assets/coin-a").await.status, 200);
}
