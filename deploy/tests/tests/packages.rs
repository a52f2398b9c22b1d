//! Checks the rules of deny.toml against cargo's metadata, for `make audit` where cargo-deny is not installed, and the lists of
//! npm's packages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The metadata of one package of the build.
struct Package {
    name: String,
    version: String,
    licence: String,
    source: Option<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every package that is built on this platform.
fn packages() -> Vec<Package> {
    let version = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let platform = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let arguments = ["metadata", "--format-version=1", "--locked", "--offline", "--all-features"];
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(arguments).args(["--filter-platform", platform]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let read = |package: &Value| Package {
        name: text(&package["name"]).unwrap(),
        version: text(&package["version"]).unwrap(),
        licence: text(&package["license"]).unwrap_or_default(),
        source: text(&package["source"]),
    };
    metadata["packages"].as_array().unwrap().iter().map(read).collect()
}

/// The entries of one list in deny.toml, each on a line of its own.
fn listed(section: &str, list: &str) -> Vec<String> {
    let rules = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let within = rules.split_once(&format!("\n[{section}]\n")).unwrap().1;
    let within = within.split("\n[").next().unwrap();
    let entries = within.split_once(&format!("{list} = [\n")).unwrap().1;
    let entries = entries.split_once("\n]").unwrap().0.lines();
    entries.map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
}

/// The text between the quotes behind a name.
fn quoted(entry: &str, name: &str) -> String {
    let behind = entry.split_once(&format!("{name} = \"")).unwrap().1;
    behind.split('"').next().unwrap().to_owned()
}

/// Whether an SPDX expression can be met with the allowed licences. `AND` binds closer than `OR`; brackets are few enough
/// that the innermost pair is worked out first.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let mut rest = expression.replace('/', " OR ");
    while let Some((open, close)) =
        rest.find(')').map(|close| (rest[..close].rfind('(').unwrap(), close))
    {
        let met = if is_met(&rest[open + 1..close], allowed) { "MET" } else { "UNMET" };
        rest.replace_range(open..=close, met);
    }
    rest.split(" OR ").any(|all| {
        all.split(" AND ").map(str::trim).all(|one| one == "MET" || allowed.contains(one))
    })
}

fn allowed() -> BTreeSet<String> {
    listed("licenses", "allow").iter().map(|entry| entry.trim_matches('"').to_owned()).collect()
}

#[test]
fn expressions_of_licences_are_read_as_spdx_means_them() {
    let allowed = allowed();
    for met in [
        "MIT",
        "MIT/GPL-3.0",
        "GPL-3.0 OR MIT AND ISC",
        "(GPL-3.0 OR MIT) AND Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_met(met, &allowed), "{met}");
    }
    for unmet in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND GPL-3.0"] {
        assert!(!is_met(unmet, &allowed), "{unmet}");
    }
}

#[test]
fn licences_are_among_the_allowed() {
    let allowed = allowed();
    let refused: Vec<_> = packages()
        .into_iter()
        .filter(|package| !is_met(&package.licence, &allowed))
        .map(|package| format!("{} {}: {:?}", package.name, package.version, package.licence))
        .collect();
    assert_eq!(refused, [""; 0]);
}

#[test]
fn banned_packages_stay_out_and_all_come_from_the_registry() {
    let banned: Vec<_> =
        listed("bans", "deny").iter().map(|entry| quoted(entry, "crate")).collect();
    for package in packages() {
        assert!(!banned.contains(&package.name), "{} is banned", package.name);
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        let source = package.source.as_deref().unwrap_or(registry);
        assert_eq!(source, registry, "{}", package.name);
    }
}

#[test]
fn packages_of_npm_come_from_its_registry_with_a_digest() {
    for folder in ["web", "deploy/peers", "gateway/tests/clients"] {
        let lock = std::fs::read_to_string(root().join(folder).join("package-lock.json")).unwrap();
        let lock: Value = serde_json::from_str(&lock).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        // Packages outside node_modules are the project's own.
        let installed = packages.iter().filter(|(place, _)| place.contains("node_modules/"));
        for (place, package) in installed {
            let named = package["resolved"].as_str();
            if package["link"] == true {
                assert!(packages.contains_key(named.unwrap()), "{folder}: {place}");
                continue;
            }
            // `.npmrc` leaves out where a package of the registry is: a package that says so is from elsewhere.
            assert_eq!(named, None, "{folder}: {place}");
            assert!(package["version"].as_str().is_some_and(is_version), "{folder}: {place}");
            // npm has no digest of what is built for systems other than the one that wrote the list.
            let is_for_a_system = package["optional"] == true && package["cpu"].is_array();
            let digest = package["integrity"].as_str();
            let is_known = digest.map_or(is_for_a_system, |digest| digest.starts_with("sha512-"));
            assert!(is_known, "{folder}: {place}");
        }
    }
}

/// Whether a package of npm has a number and not an address in its place.
fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit()) && !text.contains([':', '/'])
}

#[test]
fn the_engines_of_numbers_and_of_policies_have_no_database_no_wire_and_no_runtime() {
    for package in ["engine", "policy"] {
        assert_pure(package);
    }
}

fn assert_pure(package: &str) {
    let package_argument = format!("--package={package}");
    let arguments = ["tree", &package_argument, "--edges=normal", "--prefix=none", "--offline"];
    let mut command = Command::new(env!("CARGO"));
    let output = command.current_dir(root()).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let names: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(package) && names.contains("proto"), "{tree}");
    for kept_out in ["sqlx", "tonic", "tokio", "kit", "async-nats", "axum", "hyper", "prometheus"] {
        assert!(!names.contains(kept_out), "{kept_out} is in {package}");
    }
}

#[test]
fn each_repeated_package_has_a_reason() {
    let mut excused = BTreeSet::new();
    for entry in listed("bans", "skip") {
        assert!(!quoted(&entry, "reason").is_empty(), "{entry}");
        excused.insert(quoted(&entry, "crate"));
    }
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages() {
        let place = format!("{}@{}", package.name, package.version);
        let counted = versions.entry(package.name).or_default();
        if !excused.contains(&place) {
            counted.push(place);
        }
    }
    let repeated: Vec<_> = versions.into_values().filter(|places| places.len() > 1).collect();
    assert_eq!(repeated, Vec::<Vec<String>>::new(), "deny.toml has no reason for them");
}
