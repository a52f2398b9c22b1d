//! The contract in TypeScript, written from the registry.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kit::limits::{
    LONGEST_EMAIL, LONGEST_NOTE, LONGEST_TEAM_NAME, MOST_CHART_GROUPS, MOST_GROUPS, MOST_TEXT_ROWS,
};
use proto::codec::Text;
use proto::identity::v1::Feature;
use proto::profiles::v1::{AcquisitionChannel, AssetClassInterest, Occupation};
use ts_rs::Config;

use super::contract_types::Declarations;
use super::procedure::{Kind, Procedure};
use super::registry::Registry;

/// The whole contract.
pub fn typescript(registry: &Registry) -> String {
    let mut declarations = Declarations::default();
    for procedure in registry.all() {
        (procedure.types.collect)(&mut declarations);
    }
    let mut out = String::from(
        "// Generated from the gateway's registry by `make contract`. Do not edit.\n\n",
    );
    for text in declarations.texts.values() {
        out.push_str(text);
        out.push('\n');
    }
    procedures(&mut out, registry, &declarations.config);
    values::<Occupation>(&mut out, "occupations");
    values::<AcquisitionChannel>(&mut out, "acquisitionChannels");
    values::<AssetClassInterest>(&mut out, "assetClassInterests");
    values::<Feature>(&mut out, "features");
    limits(&mut out);
    out
}

fn procedures(out: &mut String, registry: &Registry, config: &Config) {
    let mut domains: BTreeMap<&str, Vec<(&str, &Procedure)>> = BTreeMap::new();
    for procedure in registry.all() {
        let (domain, verb) = procedure.name.split_once('.').unwrap_or(("", procedure.name));
        domains.entry(domain).or_default().push((verb, procedure));
    }
    out.push_str("export type Procedures = {\n");
    for (domain, verbs) in domains {
        put(out, format_args!("  {domain}: {{\n"));
        for (verb, procedure) in verbs {
            let kind = match procedure.kind {
                Kind::Query => "query",
                Kind::Mutation => "mutation",
            };
            let input = (procedure.types.input)(config);
            let output = (procedure.types.output)(config);
            put(
                out,
                format_args!(
                    "    {verb}: {{ kind: \"{kind}\"; input: {input}; output: {output} }};\n"
                ),
            );
        }
        out.push_str("  };\n");
    }
    out.push_str("};\n");
}

/// The values of an enumeration less the unset one, in the order they are offered.
fn values<E: Text>(out: &mut String, name: &str) {
    put(out, format_args!("\nexport const {name} = [\n"));
    for (_, text) in E::VALUES {
        put(out, format_args!("  {text:?},\n"));
    }
    out.push_str("] as const;\n");
}

/// Limits that forms and texts state before a request reaches a service.
fn limits(out: &mut String) {
    let limits = [
        ("longestEmail", LONGEST_EMAIL),
        ("longestNote", LONGEST_NOTE),
        ("longestTeamName", LONGEST_TEAM_NAME),
        ("mostChartGroups", MOST_CHART_GROUPS as usize),
        ("mostGroups", MOST_GROUPS as usize),
        ("mostTextRows", MOST_TEXT_ROWS as usize),
    ];
    out.push('\n');
    for (name, limit) in limits {
        put(out, format_args!("export const {name} = {limit};\n"));
    }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}
