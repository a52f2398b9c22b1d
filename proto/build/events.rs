//! Writes `impl Event` for every message with the option `assay.event`, and the stream of every package that has some.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;

use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor};

use crate::{makers, rust_path};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The Rust code of streams and events. `list` is the text of `services/services.txt`.
pub fn events(pool: &DescriptorPool, list: &str) -> Result<String> {
    let mut out = String::new();
    let streams = streams(pool)?;
    for (package, stream) in &streams {
        write_stream(&mut out, package, stream, list)?;
    }
    writeln!(out, "const MAKER_OF_DEAD_LETTERS: &str = {:?};", makers::maker_of(list, "dlq")?)?;
    let names: Vec<String> =
        streams.keys().map(|package| format!("&{}, ", service(package).to_uppercase())).collect();
    writeln!(out, "/// Every stream.")?;
    writeln!(out, "pub static STREAMS: &[&Stream] = &[{}&DEAD_LETTERS];", names.concat())?;

    let mut rows = Vec::new();
    for message in pool.all_messages() {
        let Some(event) = option(pool, &message.options(), "assay.event") else { continue };
        if !streams.contains_key(message.package_name()) {
            let (name, package) = (message.full_name(), message.package_name());
            return Err(format!("{name} is an event, and {package} has no stream").into());
        }
        rows.push(write_event(&mut out, &message, &event)?);
    }
    rows.sort();
    writeln!(out, "/// Every subject with its stream and the name of its definition.")?;
    writeln!(out, "pub static EVENTS: &[(&str, &Stream, &str)] = &[\n{}];", rows.concat())?;
    Ok(out)
}

/// The stream of each package.
fn streams(pool: &DescriptorPool) -> Result<BTreeMap<String, DynamicMessage>> {
    let mut found = BTreeMap::new();
    for file in pool.files() {
        if let Some(stream) = option(pool, &file.options(), "assay.stream")
            && found.insert(file.package_name().to_owned(), stream).is_some()
        {
            return Err(format!("{} has two streams", file.package_name()).into());
        }
    }
    Ok(found)
}

/// `catalog` of the package `catalog.v1`.
fn service(package: &str) -> &str {
    package.split('.').next().unwrap_or(package)
}

fn option(pool: &DescriptorPool, options: &DynamicMessage, name: &str) -> Option<DynamicMessage> {
    let extension = pool.get_extension_by_name(name)?;
    if !options.has_extension(&extension) {
        return None;
    }
    options.get_extension(&extension).as_message().cloned()
}

fn number(options: &DynamicMessage, field: &str) -> u32 {
    options.get_field_by_name(field).and_then(|value| value.as_u32()).unwrap_or_default()
}

fn write_stream(
    out: &mut String,
    package: &str,
    stream: &DynamicMessage,
    list: &str,
) -> Result<()> {
    let name = service(package);
    let maker = makers::maker_of_events(list, name)?;
    let upper = name.to_uppercase();
    let (days, mebibytes, minutes) = (
        number(stream, "max_age_days"),
        number(stream, "max_mebibytes"),
        number(stream, "duplicate_window_minutes"),
    );
    if [days, mebibytes, minutes].contains(&0) {
        return Err(format!("the stream of {package} lacks a bound").into());
    }
    let drops_oldest = stream.get_field_by_name("drops_oldest");
    let drops_oldest = drops_oldest.and_then(|value| value.as_bool()).unwrap_or_default();
    writeln!(
        out,
        "/// Events of {name}.
pub static {upper}: Stream = Stream {{
    name: \"EVT_{upper}\",
    subjects: \"evt.{name}.>\",
    maker: {maker:?},
    max_age: DAY.saturating_mul({days}),
    max_bytes: {mebibytes} * MIB,
    duplicate_window: MINUTE.saturating_mul({minutes}),
    drops_oldest: {drops_oldest},
}};"
    )?;
    Ok(())
}

/// Writes the implementations of an event. Answers its row of the table.
fn write_event(
    out: &mut String,
    message: &MessageDescriptor,
    event: &DynamicMessage,
) -> Result<String> {
    let schema = message.full_name();
    let rust = rust_path(schema);
    let service = service(message.package_name());
    let stream = service.to_uppercase();
    let (entity, fact) = entity_and_fact(message.name())
        .ok_or_else(|| format!("{schema}: the last word of an event is what happened"))?;
    let version = number(event, "version").max(1);
    let subject = format!("evt.{service}.{entity}.{fact}.v{version}");
    writeln!(
        out,
        "impl Event for {rust} {{
    const STREAM: &'static Stream = &{stream};
    const SUBJECT: &'static str = {subject:?};
    const SCHEMA: &'static str = {schema:?};
}}"
    )?;
    let key = event.get_field_by_name("key");
    if let Some(key) = key.as_ref().and_then(|key| key.as_str()).filter(|key| !key.is_empty()) {
        writeln!(
            out,
            "impl Keyed for {rust} {{
    fn key(&self) -> String {{
        {}
    }}
}}",
            key_of(message, key)?
        )?;
    }
    Ok(format!("    ({subject:?}, &{stream}, {schema:?}),\n"))
}

/// `asset_class` and `created` of `AssetClassCreated`.
fn entity_and_fact(name: &str) -> Option<(String, String)> {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    let (entity, fact) = words.rsplit_once('_')?;
    Some((entity.to_owned(), fact.to_owned()))
}

/// The expression for a field of the message, `user_id`, or of a record in it, `asset.id`.
fn key_of(message: &MessageDescriptor, key: &str) -> Result<String> {
    let named = |message: &MessageDescriptor, name: &str| {
        message
            .get_field_by_name(name)
            .ok_or_else(|| format!("{}: {name} of the key {key} is no field", message.full_name()))
    };
    match key.split_once('.') {
        None => text_of(&named(message, key)?, "self"),
        Some((outer, inner)) => {
            let outer = named(message, outer)?;
            let Kind::Message(record) = outer.kind() else {
                return Err(format!("{key} of {} is no record", message.full_name()).into());
            };
            let text = text_of(&named(&record, inner)?, "record")?;
            let name = outer.name();
            Ok(format!("self.{name}.as_ref().map(|record| {text}).unwrap_or_default()"))
        }
    }
}

fn text_of(field: &FieldDescriptor, of: &str) -> Result<String> {
    let (name, is_plain) = (field.name(), !field.is_list() && !field.supports_presence());
    match field.kind() {
        Kind::String if is_plain => Ok(format!("{of}.{name}.clone()")),
        Kind::Int64 | Kind::Int32 if is_plain => Ok(format!("{of}.{name}.to_string()")),
        _ => Err(format!("{} is no key: give a text or a number", field.full_name()).into()),
    }
}
