//! Definitions may grow, and never change a published form.

#![expect(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::collections::BTreeMap;

use prost::Message;
use prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorSet};
use proto::catalog::v1::{Network, NetworkCreated, NetworkDeleted};
use proto::events::{EVENTS, Keyed as _, STREAMS};
use proto::identity::v1::SessionRevoked;
use proto::timeseries::v1::ObservationsLoaded;

const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/definitions.txt");
const KNOWN_EVENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/declared/events.txt");

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

/// Refuses a line that changed or went, and asks for those that are new to be written down.
#[expect(clippy::disallowed_methods, reason = "a test that rewrites its expectation on request")]
fn compare(path: &str, present: &BTreeMap<String, String>) {
    let known = std::fs::read_to_string(path).unwrap_or_default();
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
        std::fs::write(path, text(present)).unwrap();
        return;
    }
    assert!(known == text(present), "lines were added: write them down with `make generate`");
}

#[test]
fn no_published_definition_changes() {
    compare(KNOWN, &definitions());
}

#[test]
fn no_published_subject_or_stream_changes() {
    let streams = STREAMS.iter().map(|stream| {
        let (age, window) = (stream.max_age.as_secs(), stream.duplicate_window.as_secs());
        let bounds = format!("{} {age} s, {} B, {window} s", stream.subjects, stream.max_bytes);
        (stream.name.to_owned(), bounds)
    });
    let events = EVENTS.iter().map(|(subject, stream, schema)| {
        ((*subject).to_owned(), format!("{} {schema}", stream.name))
    });
    compare(KNOWN_EVENTS, &streams.chain(events).collect());
}

#[test]
fn the_key_of_an_event_is_the_field_that_its_option_names() {
    let created = NetworkCreated { network: Some(Network { id: 7, ..Network::default() }) };
    assert_eq!(created.key(), "7");
    assert_eq!(NetworkCreated::default().key(), "");
    assert_eq!(NetworkDeleted { id: 7, ..NetworkDeleted::default() }.key(), "7");
    let revoked = SessionRevoked { session_id: "s".to_owned(), user_id: "u".to_owned() };
    assert_eq!(revoked.key(), "s");
    assert_eq!(ObservationsLoaded { load_id: 3, ..ObservationsLoaded::default() }.key(), "3");
}

#[test]
fn every_event_has_a_well_formed_name_and_one_stream() {
    let definitions = text(&definitions());
    for (subject, stream, schema) in EVENTS {
        let parts: Vec<&str> = subject.split('.').collect();
        let [evt, service, _entity, _fact, version] = parts[..] else { panic!("{subject}") };
        assert_eq!(evt, "evt");
        assert!(version.starts_with('v'), "{subject}");
        assert_eq!(stream.subjects, format!("evt.{service}.>"));
        assert!(definitions.contains(&format!("{schema}.")), "{schema} is not defined");
    }
    for stream in STREAMS {
        assert!(stream.max_bytes > 0 && !stream.max_age.is_zero(), "{} is unbounded", stream.name);
    }
}
