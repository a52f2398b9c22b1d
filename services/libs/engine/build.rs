//! Makes constants of the thresholds and of the reasons for which values are withheld, whose texts state thresholds.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Map, Number, Value};

/// The lists, which the web reads, too.
const REASONS: &str = "../../../proto/declared/withheld_reasons.json";
const THRESHOLDS: &str = "../../../proto/declared/thresholds.json";

/// How texts spell small numbers.
const WORDS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

#[expect(clippy::disallowed_methods, reason = "a build script has no other source of its folder")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={REASONS}");
    println!("cargo:rerun-if-changed={THRESHOLDS}");
    println!("cargo:rerun-if-changed=build.rs");
    let reasons: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(REASONS)?)?;
    let thresholds: Map<String, Value> =
        serde_json::from_str(&std::fs::read_to_string(THRESHOLDS)?)?;
    let folder = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(folder.join("thresholds.rs"), threshold_constants(&thresholds)?)?;
    std::fs::write(folder.join("withheld_reasons.rs"), reason_constants(&reasons, &thresholds)?)?;
    Ok(())
}

/// A constant for each threshold, of the type that its unit needs: the last word of its name.
fn threshold_constants(thresholds: &Map<String, Value>) -> Result<String, Box<dyn Error>> {
    let mut constants = String::new();
    for (name, value) in thresholds {
        let number = value.as_f64().ok_or_else(|| format!("{THRESHOLDS}: {name}"))?;
        let (kind, literal) = match name.rsplit('_').next() {
            Some("values") => ("usize", value.to_string()),
            Some("days" | "digits") => ("i32", value.to_string()),
            Some("percent" | "times" | "holders" | "dollars" | "units") => {
                ("f64", format!("{number:?}"))
            }
            _ => return Err(format!("{THRESHOLDS}: {name} ends with no known unit").into()),
        };
        writeln!(constants, "pub const {}: {kind} = {literal};", name.to_uppercase())?;
    }
    Ok(constants)
}

fn reason_constants(
    reasons: &[Value],
    thresholds: &Map<String, Value>,
) -> Result<String, Box<dyn Error>> {
    let (mut constants, mut names) = (String::new(), Vec::new());
    for reason in reasons {
        let text = |field: &str| {
            reason[field].as_str().ok_or_else(|| format!("{REASONS}: {field} in {reason}"))
        };
        let code = text("code")?;
        let meaning = with_thresholds(text("meaning")?, thresholds)?;
        let claim = with_thresholds(text("claim")?, thresholds)?;
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
    Ok(constants)
}

/// Fills in the thresholds that a text names: "{repeated_values}" is 10, and "{repeated_values:words}" is ten.
fn with_thresholds(text: &str, thresholds: &Map<String, Value>) -> Result<String, Box<dyn Error>> {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once('}').ok_or_else(|| format!("{REASONS}: {text}"))?;
        let (name, form) = place.split_once(':').unwrap_or((place, "digits"));
        let written = match thresholds.get(name) {
            Some(Value::Number(number)) => written(number, form),
            _ => None,
        };
        filled += &written.ok_or_else(|| format!("{REASONS}: no threshold for {place}: {text}"))?;
        filled += rest;
    }
    Ok(filled)
}

fn written(number: &Number, form: &str) -> Option<String> {
    match (form, number.as_u64()) {
        ("words", Some(whole)) => {
            WORDS.get(usize::try_from(whole).ok()?).map(|word| (*word).to_owned())
        }
        ("digits", Some(whole @ 1_000..1_000_000)) => {
            Some(format!("{},{:03}", whole / 1_000, whole % 1_000))
        }
        ("digits", _) => Some(number.to_string()),
        _ => None,
    }
}
