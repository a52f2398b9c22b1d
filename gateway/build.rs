//! Writes the clients of all services, and the domains of data that the gateway caches: `services/services.txt` says which
//! services there are, and the definitions which calls each of them has.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const LIST: &str = "../services/services.txt";
const DEFINITIONS: &str = "../proto/protos";
/// The call by which a service reports the state of its data.
const STATE: &str = "rpc GetGeneration(";

/// The definitions in the files of one package.
#[derive(Default)]
struct Package {
    /// Its services, such as `Catalog` and `CatalogImport`.
    services: Vec<String>,
    /// The one of them that reports the state of the data.
    reporter: Option<String>,
}

#[expect(clippy::disallowed_methods, reason = "a build script has no other source of its folder")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={LIST}");
    println!("cargo:rerun-if-changed={DEFINITIONS}");
    let list = fs::read_to_string(LIST)?;
    let names = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut columns = line.split_whitespace();
            columns.next().zip(columns.next()).filter(|(_, kind)| *kind == "grpc")
        })
        .map(|(name, _)| name);
    let mut packages = BTreeMap::<String, Package>::new();
    for file in fs::read_dir(DEFINITIONS)? {
        collect(&fs::read_to_string(file?.path())?, &mut packages);
    }
    // Folders list their files in no particular order.
    for package in packages.values_mut() {
        package.services.sort();
    }
    let services: Vec<(&str, Package)> =
        names.map(|name| (name, packages.remove(name).unwrap_or_default())).collect();
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    fs::write(out.join("upstream.rs"), upstream(&services)?)?;
    fs::write(out.join("domain.rs"), domains(&services)?)?;
    Ok(())
}

/// The names of the services, and a client for each service of their definitions.
fn upstream(services: &[(&str, Package)]) -> Result<String, std::fmt::Error> {
    let (mut names, mut fields, mut channels, mut clients) =
        (String::new(), String::new(), String::new(), String::new());
    for (name, package) in services {
        write!(names, "{name:?}, ")?;
        if package.services.is_empty() {
            continue;
        }
        writeln!(channels, "        let {name} = connect(app, addresses, {name:?}).await?;")?;
        for service in &package.services {
            let field = snake_case(service);
            let client = format!("proto::{name}::v1::{field}_client::{service}Client");
            writeln!(
                fields,
                "    /// `{name}.v1.{service}`.\n    pub {field}: {client}<Channel>,"
            )?;
            writeln!(
                clients,
                "            {field}: {client}::new({name}.clone()).max_decoding_message_size(LARGEST_MESSAGE),"
            )?;
        }
    }
    Ok(format!(
        "/// The services behind the gateway.\npub const SERVICES: &[&str] = &[{names}];\n\n\
         /// A client for each service of the definitions; clones share their connections.\n\
         #[derive(Clone)]\npub struct Upstream {{\n{fields}    \
         /// The classification that was read last.\n    last_classes: class_groups::LastClasses,\n}}\n\n\
         impl Upstream {{\n    /// Begins to look for the services; they may still be away.\n    \
         pub async fn connect(app: &App, addresses: &Addresses) -> Result<Self, ConfigError> {{\n\
         {channels}        Ok(Self {{\n{clients}            \
         last_classes: class_groups::LastClasses::default(),\n        }})\n    }}\n}}\n"
    ))
}

/// A domain for each service that reports the state of its data.
fn domains(services: &[(&str, Package)]) -> Result<String, std::fmt::Error> {
    let (mut variants, mut all, mut streams, mut names, mut calls) =
        (String::new(), String::new(), String::new(), String::new(), String::new());
    let mut count = 0;
    for (name, package) in services {
        let Some(domain) = &package.reporter else { continue };
        count += 1;
        writeln!(variants, "    /// The data of {name}.\n    {domain},")?;
        write!(all, "Self::{domain}, ")?;
        write!(streams, "&events::{}, ", name.to_uppercase())?;
        writeln!(names, "            Self::{domain} => {name:?},")?;
        writeln!(
            calls,
            "            Self::{domain} => upstream.{}.clone().get_generation(request).await?,",
            snake_case(domain)
        )?;
    }
    Ok(format!(
        "/// The data of one service.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         pub enum Domain {{\n{variants}}}\n\n\
         impl Domain {{\n    /// All domains, each at its index.\n    \
         pub const ALL: [Self; {count}] = [{all}];\n\n    \
         /// Their streams of events, in the same order.\n    \
         pub const STREAMS: &'static [&'static Stream] = &[{streams}];\n\n    \
         /// The service that has it.\n    \
         pub fn service(self) -> &'static str {{\n        match self {{\n{names}        }}\n    }}\n\n    \
         /// Asks the service for the present state of its data.\n    \
         pub async fn get_generation(self, upstream: &Upstream) -> Result<String, Problem> {{\n        \
         let request = GetGenerationRequest {{}};\n        \
         let answer = match self {{\n{calls}        }};\n        \
         Ok(answer.into_inner().generation)\n    }}\n}}\n"
    ))
}

/// Notes the services of a definition by the name of its package, `catalog` for `catalog.v1`.
fn collect(definition: &str, found: &mut BTreeMap<String, Package>) {
    let Some(name) = definition.lines().find_map(|line| word(line, "package")) else { return };
    let Some(name) = name.strip_suffix(".v1") else { return };
    let package = found.entry(name.to_owned()).or_default();
    for line in definition.lines() {
        if let Some(service) = word(line, "service") {
            package.services.push(service.to_owned());
        } else if line.trim_start().starts_with(STATE) {
            package.reporter = package.services.last().cloned();
        }
    }
}

/// The word behind another one at the beginning of a line.
fn word<'a>(line: &'a str, before: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(before)?.strip_prefix(' ')?;
    Some(rest.trim_end_matches(['{', '}', ';', ' ']))
}

fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
