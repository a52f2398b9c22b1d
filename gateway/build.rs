//! Writes the clients of all services: `services/services.txt` says which services there are, and the definitions which
//! calls each of them has.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const LIST: &str = "../services/services.txt";
const DEFINITIONS: &str = "../proto/protos";

#[expect(clippy::disallowed_methods, reason = "a build script has no other source of its folder")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={LIST}");
    println!("cargo:rerun-if-changed={DEFINITIONS}");
    let list = fs::read_to_string(LIST)?;
    let services = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut columns = line.split_whitespace();
            columns.next().zip(columns.next()).filter(|(_, kind)| *kind == "grpc")
        })
        .map(|(name, _)| name);
    let mut definitions = BTreeMap::<String, Vec<String>>::new();
    for file in fs::read_dir(DEFINITIONS)? {
        collect(&fs::read_to_string(file?.path())?, &mut definitions);
    }

    // Folders list their files in no particular order.
    for rpcs in definitions.values_mut() {
        rpcs.sort();
    }

    let (mut names, mut fields, mut channels, mut clients) =
        (String::new(), String::new(), String::new(), String::new());
    for service in services {
        write!(names, "{service:?}, ")?;
        let Some(rpcs) = definitions.get(service).filter(|rpcs| !rpcs.is_empty()) else { continue };
        writeln!(channels, "        let {service} = connect(app, addresses, {service:?}).await?;")?;
        for rpc in rpcs {
            let field = snake_case(rpc);
            let client = format!("proto::{service}::v1::{field}_client::{rpc}Client");
            writeln!(fields, "    /// `{service}.v1.{rpc}`.\n    pub {field}: {client}<Channel>,")?;
            writeln!(
                clients,
                "            {field}: {client}::new({service}.clone()).max_decoding_message_size(LARGEST_MESSAGE),"
            )?;
        }
    }
    let code = format!(
        "/// The services behind the gateway.\npub const SERVICES: &[&str] = &[{names}];\n\n\
         /// A client for each service of the definitions; clones share their connections.\n\
         #[derive(Clone)]\npub struct Upstream {{\n{fields}    \
         /// The classification that was read last.\n    last_classes: class_groups::LastClasses,\n}}\n\n\
         impl Upstream {{\n    /// Begins to look for the services; they may still be away.\n    \
         pub async fn connect(app: &App, addresses: &Addresses) -> Result<Self, ConfigError> {{\n\
         {channels}        Ok(Self {{\n{clients}            \
         last_classes: class_groups::LastClasses::default(),\n        }})\n    }}\n}}\n"
    );
    fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("upstream.rs"), code)?;
    Ok(())
}

/// Notes the services of a definition by the name of its package, `catalog` for `catalog.v1`.
fn collect(definition: &str, found: &mut BTreeMap<String, Vec<String>>) {
    let word = |start: &'static str| {
        definition.lines().filter_map(move |line| {
            let rest = line.strip_prefix(start)?.strip_prefix(' ')?;
            Some(rest.trim_end_matches(['{', '}', ';', ' ']).to_owned())
        })
    };
    let Some(package) = word("package").next() else { return };
    let Some(name) = package.strip_suffix(".v1") else { return };
    found.entry(name.to_owned()).or_default().extend(word("service"));
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
