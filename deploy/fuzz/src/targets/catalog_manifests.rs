//! The manifest of a folder of records: it opens nothing to readers that its text does not.

use catalog::import::fuzzing::Manifest;
use serde_json::Value;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "catalog_manifests",
    run,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "null",
        "true",
        "false",
        "\"kind\":",
        "\"sample\"",
        "\"import\"",
        "\"files\":",
        "\"a.csv\":",
        "\"resource\":",
        "\"source\":",
        "\"licence\":",
        "\"retrieved_on\":",
        "\"visible_to\":",
        "\"everybody\"",
        "\"administrators\"",
        "\"nobody\"",
        "\"redistributable\":",
    ],
    rounds: 3000,
};

fn run(input: &[u8]) {
    let Ok(manifest) = Manifest::parse(input) else { return };
    let other = manifest.origin("a file that it does not name");
    assert_eq!((other.source, other.licence, other.retrieved_on), (None, None, None));
    let Ok(value) = serde_json::from_slice::<Value>(input) else { return };
    // Other forms of the same are a matter of the library: lists for objects, and objects for words.
    if !value.is_object() || value["kind"].is_object() {
        return;
    }
    let is_sample = value["kind"] == "sample";
    for (name, entry) in value["files"].as_object().into_iter().flatten() {
        let origin = manifest.origin(name);
        if !entry.is_object() || entry["visible_to"].is_object() {
            continue;
        }
        assert_eq!(origin.kind, if is_sample { "sample" } else { "import" });
        // Of a file that is named twice the last entry counts.
        assert_eq!(origin.source.as_deref(), entry["source"].as_str());
        assert_eq!(origin.licence.as_deref(), entry["licence"].as_str());
        let terms = manifest.terms(name);
        let is_everybody = entry["visible_to"].as_str().is_none_or(|word| word == "everybody");
        let may_pass_on = entry["redistributable"].as_bool().unwrap_or(true);
        assert_eq!(terms.are_free(), is_everybody && may_pass_on, "{entry}");
    }
}
