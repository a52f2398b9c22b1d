//! Writes the table of all calls: who may make each of them, as its option `assay.access` says.

use std::error::Error;
use std::fmt::Write as _;

use prost_reflect::{DescriptorPool, MethodDescriptor};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The Rust code of the table. `list` is the text of `services/services.txt`.
pub fn access(pool: &DescriptorPool, list: &str) -> Result<String> {
    let programs: Vec<&str> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let mut rows = Vec::new();
    for service in pool.services() {
        for method in service.methods() {
            let path = format!("/{}/{}", service.full_name(), method.name());
            let (peers, person, fresh) = rule(pool, &method, &programs)
                .map_err(|problem| format!("{path}: the option assay.access {problem}"))?;
            rows.push(format!(
                "    Rpc {{ path: {path:?}, peers: &{peers:?}, person: RequiredPerson::{person}, fresh: {fresh} }},\n"
            ));
        }
    }
    rows.sort();
    let mut out = String::new();
    writeln!(out, "/// Every program of the installation.")?;
    writeln!(out, "pub static PROGRAMS: &[&str] = &{programs:?};")?;
    writeln!(out, "/// Every call, in the order of the paths.")?;
    writeln!(out, "pub static RPCS: &[Rpc] = &[\n{}];", rows.concat())?;
    Ok(out)
}

/// The peers, the name of the person's variant, and whether the sign-in must be fresh.
fn rule(
    pool: &DescriptorPool,
    method: &MethodDescriptor,
    programs: &[&str],
) -> std::result::Result<(Vec<String>, &'static str, bool), String> {
    let extension = pool.get_extension_by_name("assay.access").ok_or("is not defined")?;
    let options = method.options();
    if !options.has_extension(&extension) {
        return Err("is missing".to_owned());
    }
    let value = options.get_extension(&extension);
    let access = value.as_message().ok_or("is no message")?;
    let peers = access.get_field_by_name("peers");
    let peers: Vec<String> = peers
        .as_ref()
        .and_then(|peers| peers.as_list())
        .unwrap_or_default()
        .iter()
        .filter_map(|peer| peer.as_str().map(str::to_owned))
        .collect();
    if peers.is_empty() {
        return Err("names no peer".to_owned());
    }
    if let Some(unknown) = peers.iter().find(|peer| !programs.contains(&peer.as_str())) {
        return Err(format!("names {unknown}, which services/services.txt does not"));
    }
    let person = access.get_field_by_name("person");
    let person = match person.as_ref().and_then(|person| person.as_enum_number()) {
        Some(1) => "Nobody",
        Some(2) => "Anybody",
        Some(3) => "Member",
        Some(4) => "Administrator",
        _ => return Err("does not say which person is needed".to_owned()),
    };
    let fresh = access.get_field_by_name("fresh").and_then(|fresh| fresh.as_bool());
    let fresh = fresh.unwrap_or_default();
    if fresh && !matches!(person, "Member" | "Administrator") {
        return Err("needs a fresh sign-in, but no person".to_owned());
    }
    Ok((peers, person, fresh))
}
