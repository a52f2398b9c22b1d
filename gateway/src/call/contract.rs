//! The contract in TypeScript, written from the registry.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use proto::codec::Text;
use proto::identity::v1::Feature;
use proto::profiles::v1::{AcquisitionChannel, AssetClassInterest, Occupation};
use ts_rs::{Config, TS, TypeVisitor};

use crate::call::procedure::{Kind, Procedure, Registry, is_nothing};

/// How the input and the output of a procedure are written.
pub(crate) struct Shapes {
    input: fn(&Config) -> String,
    output: fn(&Config) -> String,
    collect: fn(&mut Declarations),
}

impl Shapes {
    pub(crate) fn of<I: TS + 'static, O: TS + 'static>() -> Self {
        Self {
            input: name::<I>,
            output: name::<O>,
            collect: |found| {
                found.visit::<I>();
                found.visit::<O>();
            },
        }
    }
}

fn name<T: TS + 'static>(config: &Config) -> String {
    if is_nothing::<T>() { "void".to_owned() } else { T::name(config) }
}

/// The declarations reached so far.
#[derive(Default)]
pub(crate) struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let text =
                format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
            let before = self.texts.insert(T::ident(&self.config), text.clone());
            assert!(
                before.is_none_or(|before| before == text),
                "two shapes are named {}",
                T::ident(&self.config)
            );
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// The whole contract.
pub fn typescript(registry: &Registry) -> String {
    let mut declarations = Declarations::default();
    for procedure in registry.all() {
        (procedure.shapes.collect)(&mut declarations);
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
            let input = (procedure.shapes.input)(config);
            let output = (procedure.shapes.output)(config);
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

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}
