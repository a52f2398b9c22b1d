//! Compiles the definitions, gives every message its JSON and TypeScript form, every event its
//! place on the bus, every stream its maker, every call its place in the table of who may make it,
//! and every service the durables that it replaces.

#[path = "build/access_table.rs"]
mod access_table;
#[path = "build/events.rs"]
mod events;
#[path = "src/label.rs"]
mod label;
#[path = "build/makers.rs"]
mod makers;
#[path = "build/replaced_durables.rs"]
mod replaced_durables;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use prost_reflect::{
    Cardinality, DescriptorPool, DynamicMessage, EnumDescriptor, FieldDescriptor, Kind,
    MessageDescriptor,
};

const PROGRAMS: &str = "../services/services.txt";
const DERIVES: &str = "#[derive(serde::Serialize, serde::Deserialize, ts_rs::TS)]";

#[expect(clippy::disallowed_methods, reason = "a build script has no other source of its folder")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=protos");
    println!("cargo:rerun-if-changed={PROGRAMS}");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=src/label.rs");
    let mut files: Vec<PathBuf> = std::fs::read_dir("protos")?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "proto"))
        .collect();
    files.sort();

    let mut compiler = protox::Compiler::new(["protos"])?;
    compiler.include_imports(true).include_source_info(true).open_files(&files)?;
    let pool = compiler.descriptor_pool();
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("descriptors.bin"), compiler.encode_file_descriptor_set())?;
    std::fs::write(out.join("texts.rs"), texts(&pool)?)?;
    let programs = std::fs::read_to_string(PROGRAMS)?;
    std::fs::write(out.join("events.rs"), events::events(&pool, &programs)?)?;
    std::fs::write(out.join("rpcs.rs"), access_table::access(&pool, &programs)?)?;
    std::fs::write(out.join("replaced.rs"), replaced_durables::replaced_durables(&programs)?)?;

    // Fields that are passed on untouched are not copied either.
    let mut config = tonic_prost_build::configure()
        .include_file("packages.rs")
        .emit_rerun_if_changed(false)
        .client_mod_attribute(".", "#[cfg(feature = \"rpc\")]")
        .server_mod_attribute(".", "#[cfg(feature = \"rpc\")]")
        .bytes(".catalog.v1.JsonText")
        .bytes(".timeseries.v1.JsonText");
    for attribute in attributes(&pool) {
        config = match attribute {
            Attribute::Of(path, text) => config.type_attribute(path, text),
            Attribute::Field(path, text) => config.field_attribute(path, text),
        };
    }
    let mut descriptors = compiler.file_descriptor_set();
    descriptors
        .file
        .retain(|file| file.package() != "google.protobuf" && file.package() != "assay");
    config.compile_fds(descriptors)?;
    Ok(())
}

enum Attribute {
    Of(String, String),
    Field(String, String),
}

fn ours(package: &str) -> bool {
    package != "google.protobuf" && package != "assay"
}

fn attributes(pool: &DescriptorPool) -> Vec<Attribute> {
    let mut found = Vec::new();
    for message in pool.all_messages().filter(|message| ours(message.package_name())) {
        if message.is_map_entry() || is_by_hand(&message) {
            continue;
        }
        let path = message.full_name().to_owned();
        let part = is_set(pool, &message.options(), "assay.input");
        let request = part || message.name().ends_with("Request");
        let strict = if request { "#[serde(deny_unknown_fields)]" } else { "" };
        let camel = is_set(pool, &message.parent_file().options(), "assay.camel_case");
        let keys = if camel { "#[serde(rename_all = \"camelCase\")]" } else { "" };
        found.push(Attribute::Of(path, format!("{DERIVES}{strict}{keys}")));
        for field in message.fields() {
            found.extend(field_attributes(&field, request, part));
        }
    }
    for kind in pool.all_enums().filter(|kind| ours(kind.package_name())) {
        found.push(Attribute::Of(kind.full_name().to_owned(), DERIVES.to_owned()));
        for value in kind.values() {
            let path = format!("{}.{}", kind.full_name(), value.name());
            let text = match text_of(&kind, &value) {
                Some(text) => format!("#[serde(rename = {text:?})]"),
                None => "#[serde(skip)] #[ts(skip)]".to_owned(),
            };
            found.push(Attribute::Field(path, text));
        }
    }
    found
}

fn is_by_hand(message: &MessageDescriptor) -> bool {
    is_set(message.parent_pool(), &message.options(), "assay.by_hand")
}

/// Whether an option of ours says yes.
fn is_set(pool: &DescriptorPool, options: &DynamicMessage, name: &str) -> bool {
    pool.get_extension_by_name(name)
        .is_some_and(|extension| options.get_extension(&extension).as_bool().unwrap_or_default())
}

fn field_attributes(field: &FieldDescriptor, request: bool, part: bool) -> Vec<Attribute> {
    let path = field.full_name().to_owned();
    let optional = field.field_descriptor_proto().proto3_optional();
    let list = field.is_list();
    let shape = if list {
        "list"
    } else if optional {
        "optional"
    } else {
        "one"
    };
    let mut texts = Vec::new();
    let camel = is_set(
        field.parent_pool(),
        &field.parent_message().parent_file().options(),
        "assay.camel_case",
    );
    if camel && field.name().contains('_') && field.json_name() == field.name() {
        texts.push(format!("#[serde(rename = {:?})]", field.name()));
    }
    match field.kind() {
        Kind::Enum(kind) => {
            let rust = rust_path(kind.full_name());
            texts.push(format!(
                "#[serde(serialize_with = \"crate::codec::{shape}_enum_out::<{rust}, _>\", \
                 deserialize_with = \"crate::codec::{shape}_enum_in::<{rust}, _>\")]"
            ));
            texts.push(match shape {
                "list" => format!("#[ts(as = \"Vec<{rust}>\")]"),
                "optional" => format!("#[ts(as = \"Option<{rust}>\")]"),
                _ => format!("#[ts(as = \"{rust}\")]"),
            });
        }
        Kind::Int64 | Kind::Uint64 if field.name().ends_with("_at") && !list => {
            texts.push(format!(
                "#[serde(serialize_with = \"crate::codec::{shape}_instant_out\", \
                 deserialize_with = \"crate::codec::{shape}_instant_in\")]"
            ));
            texts.push(if optional {
                "#[ts(as = \"Option<String>\")]".to_owned()
            } else {
                "#[ts(type = \"string\")]".to_owned()
            });
        }
        Kind::Int64 | Kind::Uint64 => texts.push(match shape {
            "list" => "#[ts(type = \"Array<number>\")]".to_owned(),
            "optional" => "#[ts(as = \"Option<i32>\")]".to_owned(),
            _ => "#[ts(type = \"number\")]".to_owned(),
        }),
        // In a list a number that is not known is NaN, and null in JSON.
        Kind::Double if list => texts.push(
            "#[serde(deserialize_with = \"crate::codec::numbers_in\")] #[ts(type = \"Array<number | null>\")]"
                .to_owned(),
        ),
        Kind::Message(message) if field.cardinality() != Cardinality::Repeated && !optional => {
            texts.push(format!("#[ts(as = \"{}\")]", rust_path(message.full_name())));
        }
        // Null is a value of such a type, and not its absence.
        Kind::Message(message) if optional && is_by_hand(&message) => {
            texts.push("#[serde(deserialize_with = \"crate::codec::present\")]".to_owned());
        }
        Kind::Message(message) if list && part => {
            let rust = rust_path(message.full_name());
            texts.push(format!("#[serde(default)] #[ts(as = \"Option<Vec<{rust}>>\", optional)]"));
        }
        _ => {}
    }
    if optional && request {
        texts.push("#[serde(default)] #[ts(optional = nullable)]".to_owned());
    }
    texts.into_iter().map(|text| Attribute::Field(path.clone(), text)).collect()
}

fn rust_path(full_name: &str) -> String {
    format!("crate::{}", full_name.replace('.', "::"))
}

fn text_of(kind: &EnumDescriptor, value: &prost_reflect::EnumValueDescriptor) -> Option<String> {
    if let Some(text) = option_of(value, "assay.text") {
        return Some(text);
    }
    if value.number() == 0 {
        return None;
    }
    let prefix = screaming(kind.name());
    Some(value.name().strip_prefix(&prefix).unwrap_or(value.name()).to_owned())
}

/// The text of an option of an enumeration's value.
fn option_of(value: &prost_reflect::EnumValueDescriptor, name: &str) -> Option<String> {
    let extension = value.parent_pool().get_extension_by_name(name)?;
    let options = value.options();
    let is_set = options.has_extension(&extension);
    is_set.then(|| options.get_extension(&extension).as_str().map(str::to_owned)).flatten()
}

fn screaming(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out.push('_');
    out
}

/// For every enumeration, its values less the unset one, with their texts, labels and meanings.
fn texts(pool: &DescriptorPool) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    for kind in pool.all_enums().filter(|kind| ours(kind.package_name())) {
        let rust = rust_path(kind.full_name());
        writeln!(out, "impl crate::codec::Text for {rust} {{")?;
        writeln!(out, "    const VALUES: &'static [(Self, &'static str)] = &[")?;
        for value in kind.values().filter(|value| value.number() != 0) {
            let text = text_of(&kind, &value).unwrap_or_default();
            writeln!(out, "        ({rust}::{}, {text:?}),", variant_name(&kind, value.name()))?;
        }
        writeln!(out, "    ];\n    const CHOICES: &'static [crate::codec::Choice] = &[")?;
        for value in kind.values().filter(|value| value.number() != 0) {
            let text = text_of(&kind, &value).unwrap_or_default();
            let label = option_of(&value, "assay.label").unwrap_or_else(|| label::label(&text));
            let meaning = option_of(&value, "assay.meaning").unwrap_or_default();
            writeln!(
                out,
                "        crate::codec::Choice {{ value: {text:?}, label: {label:?}, meaning: {meaning:?} }},"
            )?;
        }
        writeln!(out, "    ];\n}}")?;
    }
    Ok(out)
}

/// The name prost gives a value: less the prefix, in upper camel case.
fn variant_name(kind: &EnumDescriptor, value: &str) -> String {
    let prefix = screaming(kind.name());
    value
        .strip_prefix(&prefix)
        .unwrap_or(value)
        .split('_')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_ascii_uppercase().to_string() + &letters.as_str().to_ascii_lowercase()
            })
        })
        .collect()
}
