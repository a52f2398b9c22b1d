//! The manifest of a folder of records: it opens nothing to readers that its text does not.

use std::collections::BTreeSet;
use std::fmt;

use catalog::import::fuzzing::Manifest;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
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
    if value["files"].is_object() {
        let Ok(Names { files: Keys(names) }) = serde_json::from_slice(input) else { return };
        let different: BTreeSet<&String> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "a file that is named twice is refused");
    }
    let is_sample = value["kind"] == "sample";
    for (name, entry) in value["files"].as_object().into_iter().flatten() {
        let origin = manifest.origin(name);
        if !entry.is_object() || entry["visible_to"].is_object() {
            continue;
        }
        assert_eq!(origin.kind, if is_sample { "sample" } else { "import" });
        assert_eq!(origin.source.as_deref(), entry["source"].as_str());
        assert_eq!(origin.licence.as_deref(), entry["licence"].as_str());
        let terms = manifest.terms(name);
        let is_everybody = entry["visible_to"].as_str().is_none_or(|word| word == "everybody");
        let may_pass_on = entry["redistributable"].as_bool().unwrap_or(true);
        assert_eq!(terms.are_free(), is_everybody && may_pass_on, "{entry}");
    }
}

/// The names of the files, each as often as the manifest has it.
#[derive(Deserialize)]
struct Names {
    files: Keys,
}

struct Keys(Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EveryKey)
    }
}

struct EveryKey;

impl<'de> Visitor<'de> for EveryKey {
    type Value = Keys;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
        let mut keys = Vec::new();
        while let Some((key, IgnoredAny)) = map.next_entry()? {
            keys.push(key);
        }
        Ok(Keys(keys))
    }
}
