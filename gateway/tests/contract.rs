//! The contract that the web compiles against is that of the registry.

use std::path::Path;

/// `UPDATE_CONTRACT=1` rewrites the file instead.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a switch of the test run, no setting of the product"
)]
fn the_web_has_the_contract_of_the_registry() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/api/contract.ts");
    let contract = gateway::call::contract::typescript(&gateway::procedures::registry());
    if std::env::var("UPDATE_CONTRACT").is_ok() {
        std::fs::write(&path, contract).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == contract, "web/src/api/contract.ts is stale: run `make contract`");
}
