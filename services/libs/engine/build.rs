//! Makes constants of the reasons for which values are withheld.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

/// The list, which the web reads, too.
const DECLARED: &str = "../../../proto/declared/withheld_reasons.json";

#[expect(clippy::disallowed_methods, reason = "a build script has no other source of its folder")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={DECLARED}");
    println!("cargo:rerun-if-changed=build.rs");
    let declared: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(DECLARED)?)?;
    let (mut constants, mut names) = (String::new(), Vec::new());
    for reason in &declared {
        let text = |field: &str| {
            reason[field].as_str().ok_or_else(|| format!("{DECLARED}: {field} in {reason}"))
        };
        let (code, meaning, claim) = (text("code")?, text("meaning")?, text("claim")?);
        let name = code.to_uppercase();
        writeln!(
            constants,
            "pub const {name}: Reason =
                 Reason {{ code: {code:?}, meaning: {meaning:?}, claim: {claim:?} }};"
        )?;
        names.push(name);
    }
    let all = names.join(", ");
    writeln!(constants, "/// Every reason.\npub static REASONS: &[Reason] = &[{all}];")?;
    std::fs::write(
        PathBuf::from(std::env::var("OUT_DIR")?).join("withheld_reasons.rs"),
        constants,
    )?;
    Ok(())
}
