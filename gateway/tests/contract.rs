//! The contract that the web compiles against is that of the registry.

use std::path::Path;

/// `UPDATE_CONTRACT=1` rewrites the file instead.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a switch of the test run, no setting of the product"
)]
fn the_web_has_the_contract_of_the_registry() {
    use gateway::call::contract::{access_words, typescript};
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/api");
    let contract = typescript(&gateway::procedures::registry());
    for (name, text) in [("contract.ts", contract), ("accessWords.ts", access_words())] {
        let path = folder.join(name);
        if std::env::var("UPDATE_CONTRACT").is_ok() {
            std::fs::write(&path, text).unwrap();
            continue;
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "web/src/api/{name} is stale: run `make contract`");
    }
}
