//! The security log: its lines are those that its document describes, whatever the values are.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::peers::{ask, client, serve};
use http::HeaderMap;
use kit::config::Secret;
use kit::security_log::{Entry, Event, NAMES, Network, Principal, write};
use kit::telemetry;
use kit::testing::{self, SecurityLog};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

const DOCUMENT: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../deploy/security-log.md"));

/// Each event once, with a text where it takes one.
fn events(text: &str) -> Vec<Event> {
    let (user, organization) = (Uuid::nil(), Uuid::max());
    let text = || text.to_owned();
    vec![
        Event::SignIn { method: "email" },
        Event::LinkSent,
        Event::LinkUsed,
        Event::LinkedAccountChanged { user, provider: text(), change: "added" },
        Event::FactorChanged { user, factor: "passkey", change: "added" },
        Event::SessionEnded { user, sessions: 2, cause: "all" },
        Event::StepUp { method: "email" },
        Event::AdministratorAppointed { user },
        Event::RoleChanged { user, role: "CUSTOMER" },
        Event::DomainChanged { organization, domain: Some(text()) },
        Event::MemberChanged { organization, user, role: Some("owner") },
        Event::InvitationSent { organization, invitation: user, role: "owner" },
        Event::AdministratorAction {
            action: "user-deactivated",
            user: Some(user),
            organization: None,
        },
        Event::ApiKeyChanged { action: "api_key.created", user: Some(user), organization: None },
        Event::ErasureChanged { user, change: "requested" },
        Event::DataExported { user, format: "json" },
        Event::CallRefused { procedure: "users.getProfile", wire: "trpc" },
        Event::RequestRefused { route: "/api/auth" },
        Event::LimitHit { operation: "sign_in_mail" },
        Event::RpcRefused { rpc: "/a.v1.A/Get", peer: Some(text()), cause: "it carries no token" },
        Event::HandshakeRefused { cause: "it shows no certificate" },
    ]
}

/// The rows of the table below a heading, each with its cells.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let section = DOCUMENT.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The names in code quotes of a cell.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn keys(line: &str) -> Vec<String> {
    let Value::Object(fields) = serde_json::from_str(line).unwrap() else { panic!("{line}") };
    fields.into_iter().map(|(name, _)| name).collect()
}

#[test]
fn the_document_has_every_event_and_every_field_in_order() {
    let common: Vec<String> =
        rows("Fields of every line").iter().flat_map(|row| quoted(row[0])).collect();
    let (before, after) = common.split_at(common.len() - 2);
    let documented = rows("Events");
    let names: Vec<String> = documented.iter().flat_map(|row| quoted(row[0])).collect();
    assert_eq!(names, NAMES);

    let log = SecurityLog::record();
    for event in events("text") {
        write(Entry::success(event));
    }
    for (row, line) in documented.iter().zip(log.lines()) {
        let own = quoted(row[2]);
        assert_eq!(keys(&line), [before, &own, after].concat(), "{line}");
    }
}

#[test]
fn an_entry_says_who_from_where_and_why() {
    let log = SecurityLog::record();
    let refused = Entry::refused(Event::LimitHit { operation: "sign_in_mail" }, "too_many");
    write(refused.by(Some(Principal::user("u-1"))).at(Network::parse("203.0.113.7")));
    let entries = log.entries();
    assert_eq!(entries.len(), 1);
    for (name, value) in [
        ("stream", "security"),
        ("event", "limit_hit"),
        ("outcome", "refused"),
        ("reason", "too_many"),
        ("principal", "u-1"),
        ("network", "203.0.113.0/24"),
        ("operation", "sign_in_mail"),
    ] {
        assert_eq!(entries[0][name], value, "{name}");
    }
    assert_eq!(entries[0]["count"], 1);
}

#[tokio::test]
async fn a_refused_call_is_written_with_the_network_of_its_sender_and_the_trace_of_a_known_one() {
    let app = testing::app();
    let address = serve(&app).await;
    let mut known = client(&testing::app_of("catalog", &app), address).await;
    let mut unknown = client(&testing::app_of("stranger", &app), address).await;
    let log = SecurityLog::record();
    let none = HeaderMap::new();
    let trace = telemetry::begin(&telemetry::Incoming(&none), tracing::Span::none);
    let id = trace.run(async {
        assert!(ask(&mut known).await.is_err());
        assert!(ask(&mut unknown).await.is_err());
        telemetry::trace_id()
    });
    let id = json!(id.await);
    let entries = log.entries();
    let fields = ["reason", "peer", "network", "trace_id"];
    let written: Vec<_> = entries.iter().map(|entry| fields.map(|name| &entry[name])).collect();
    let (network, nobody) = (json!("127.0.0.0/24"), Value::Null);
    let (reasons, catalog) = ([json!("peer_refused"), json!("peer_required")], json!("catalog"));
    let expected =
        [[&reasons[0], &catalog, &network, &id], [&reasons[1], &nobody, &network, &nobody]];
    assert_eq!(written, expected);
}

fn addresses() -> impl Strategy<Value = IpAddr> {
    prop_oneof![
        any::<[u8; 4]>().prop_map(|octets| Ipv4Addr::from(octets).into()),
        any::<[u8; 16]>().prop_map(|octets| Ipv6Addr::from(octets).into()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_a_line_or_brings_an_address_into_it(
        text in "(?s).{0,300}",
        address in addresses(),
        host in 1_u8..,
    ) {
        let email = format!("{text}@example.org");
        let log = SecurityLog::record();
        for text in [text.clone(), email.clone(), format!("{text}\n{{\"stream\":\"security\"}}")] {
            for event in events(&text) {
                let entry = Entry::refused(event, &text).at(Some(Network::new(address)));
                write(entry.clone().by(Some(Principal::user(&text))));
                write(entry.by(Some(Principal::email(&Secret::new("secret"), &email))));
            }
        }
        let lines = log.lines();
        prop_assert_eq!(lines.len(), 3 * 2 * NAMES.len());
        for line in &lines {
            prop_assert!(!line.contains(char::is_control) && line.is_ascii(), "{line}");
            prop_assert!(!line.contains('@'), "{line}");
            let parsed: Value = serde_json::from_str(line).unwrap();
            prop_assert_eq!(&parsed["stream"], "security");
        }
        // Addresses of one network are one.
        let neighbour = Network::new(Ipv4Addr::new(203, 0, 113, host).into());
        prop_assert_eq!(neighbour.as_str(), "203.0.113.0/24");
    }
}
