//! Definitions may grow, and never change what is out in the world.

#![expect(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::collections::BTreeMap;

use prost::Message;
use prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorSet};
use proto::events::{EVENTS, STREAMS};

const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/definitions.txt");

/// One line for each thing that has a number: `identity.v1.User.email` → `3 string`.
fn definitions() -> BTreeMap<String, String> {
    let set = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let mut found = BTreeMap::new();
    for file in &set.file {
        let package = file.package();
        if package.starts_with("google") || package == "assay" {
            continue;
        }
        for message in &file.message_type {
            of_message(&format!("{package}.{}", message.name()), message, &mut found);
        }
        for kind in &file.enum_type {
            of_enum(&format!("{package}.{}", kind.name()), kind, &mut found);
        }
        for service in &file.service {
            for method in &service.method {
                let name = format!("{package}.{}/{}", service.name(), method.name());
                found.insert(name, format!("{} {}", method.input_type(), method.output_type()));
            }
        }
    }
    found
}

fn of_message(name: &str, message: &DescriptorProto, found: &mut BTreeMap<String, String>) {
    for field in &message.field {
        let kind = format!("{:?}{}", field.r#type(), field.type_name());
        let line = format!("{} {:?} {kind}", field.number(), field.label());
        found.insert(format!("{name}.{}", field.name()), line);
    }
    for nested in &message.nested_type {
        of_message(&format!("{name}.{}", nested.name()), nested, found);
    }
}

fn of_enum(name: &str, kind: &EnumDescriptorProto, found: &mut BTreeMap<String, String>) {
    for value in &kind.value {
        found.insert(format!("{name}.{}", value.name()), value.number().to_string());
    }
}

fn text(definitions: &BTreeMap<String, String>) -> String {
    let lines: Vec<String> =
        definitions.iter().map(|(name, what)| format!("{name} = {what}")).collect();
    lines.join("\n") + "\n"
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test that rewrites its expectation on request")]
fn no_published_definition_changes() {
    let present = definitions();
    let known = std::fs::read_to_string(KNOWN).unwrap_or_default();
    for line in known.lines() {
        let (name, what) = line.split_once(" = ").unwrap();
        // A call may go: it is released together with its only callers, and `make generate` writes down that it went.
        if name.contains('/') && !present.contains_key(name) && std::env::var("UPDATE").is_ok() {
            continue;
        }
        assert_eq!(
            present.get(name).map(String::as_str),
            Some(what),
            "{name} was removed or changed"
        );
    }
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(KNOWN, text(&present)).unwrap();
        return;
    }
    assert!(
        known == text(&present),
        "definitions were added: write them down with `make generate`"
    );
}

#[test]
fn every_event_has_a_well_formed_name_and_one_stream() {
    let definitions = text(&definitions());
    for (subject, stream, schema) in EVENTS {
        let parts: Vec<&str> = subject.split('.').collect();
        let [evt, service, _entity, _fact, version] = parts[..] else { panic!("{subject}") };
        assert_eq!(evt, "evt");
        assert!(version.starts_with('v'), "{subject}");
        assert_eq!(stream.name, format!("EVT_{}", service.to_uppercase()));
        assert_eq!(stream.subjects, format!("evt.{service}.>"));
        assert!(definitions.contains(&format!("{schema}.")), "{schema} is not defined");
    }
    for stream in STREAMS {
        assert!(stream.max_bytes > 0 && !stream.max_age.is_zero(), "{} is unbounded", stream.name);
    }
}
