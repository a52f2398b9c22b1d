//! Freezes, pauses, changes of roles or code, and forced transfers of tokens.

use proto::access::v1::{Dimension, Endpoint};
use proto::codec::Choice;
use serde_json::{Map, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::assets::ASSETS;
use super::networks::NETWORKS;
use super::tokens::TOKENS;
use crate::schema::{
    Attribute, CheckedRecord, Column, ExpectedForm, Kind, Refusal, Rules, Slug, message,
};

const EVENT_TYPES: &[Choice] = &[
    Choice {
        value: "freeze",
        label: "Freeze",
        meaning: "an address may no longer send or receive the token",
    },
    Choice {
        value: "unfreeze",
        label: "Unfreeze",
        meaning: "a frozen address may send and receive the token again",
    },
    Choice { value: "pause", label: "Pause", meaning: "all transfers of the token stop" },
    Choice {
        value: "unpause",
        label: "Unpause",
        meaning: "transfers of the token are possible again",
    },
    Choice {
        value: "role_change",
        label: "Role change",
        meaning: "a power over the token is granted to an address or revoked",
    },
    Choice { value: "upgrade", label: "Upgrade", meaning: "the code of the contract is replaced" },
    Choice {
        value: "forced_transfer",
        label: "Forced transfer",
        meaning: "units are moved or burned without the consent of the holder",
    },
];
/// The types that concern one address and not the token as a whole.
const OF_AN_ADDRESS: [&str; 3] = ["freeze", "unfreeze", "forced_transfer"];

/// A use of the powers that the issuer or an administrator holds over a token.
pub static COMPLIANCE_EVENTS: Kind = Kind {
    one: "compliance_event",
    table: "compliance_events",
    message: message!(ComplianceEvent as compliance_event: ComplianceEventCreated, ComplianceEventUpdated, ComplianceEventDeleted),
    slug: Slug::Plain,
    sort: ("occurred_at", true),
    joins: "LEFT JOIN assets AS asset ON asset.id = token.asset_id \
            LEFT JOIN networks AS network ON network.id = token.network_id",
    columns: &[
        Column::choice_of("event_type", EVENT_TYPES, "Type of event.").required(),
        Column::instant("occurred_at", "Time of the event.").required(),
        Column::reference("token", &TOKENS, "Token that the event concerns.").required(),
        Column::slug_from("asset_slug", &ASSETS, "asset.slug", "Asset of the token."),
        Column::word_from("asset_name", "asset.name", "Asset of the token."),
        Column::slug_from("network_slug", &NETWORKS, "network.slug", "Network of the token."),
        Column::word_from("network_name", "network.name", "Network of the token."),
        Column::text("transaction_hash", 200, "Transaction that contains the event."),
        Column::text(
            "address",
            200,
            "Address that is frozen, released, given a role, or from which units are taken; of an upgrade, the new contract.",
        ),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        check: Some(|_, records, now| Box::pin(async move { Ok(refusals(records, now)) })),
        endpoints: &[Endpoint::Tokens],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
            (Dimension::Platform, Attribute::Id("coalesce(token.platform_id, asset.platform_id)")),
            (Dimension::Network, Attribute::Id("token.network_id")),
            (Dimension::Issuer, Attribute::Id("asset.issuer_id")),
            (Dimension::Protocol, Attribute::Id("asset.protocol_id")),
            (Dimension::Asset, Attribute::Id("token.asset_id")),
            (Dimension::Sector, Attribute::Id("asset.sector_id")),
            (Dimension::Region, Attribute::RegionOfCountry("asset.country_id")),
            (Dimension::TokenType, Attribute::TokenType("token.token_type")),
        ],
        ..Rules::RESTRICTABLE
    },
};

/// Events of the future, and those of an address that name none.
fn refusals(records: &[CheckedRecord], now: OffsetDateTime) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (line, record) in records {
        let (event_type, at) = (text(record, "event_type"), text(record, "occurred_at"));
        let mut refuse = |column, found: &str, expected: Option<ExpectedForm>| {
            let refusal = |expected| Refusal { line: *line, column, found: found.into(), expected };
            refusals.extend(expected.map(refusal));
        };
        refuse("occurred_at", at, future_time(at, now));
        let address = text(record, "address");
        refuse("address", address, missing_address(event_type, address));
    }
    refusals
}

fn text<'a>(record: &'a Map<String, Value>, column: &str) -> &'a str {
    record.get(column).and_then(Value::as_str).unwrap_or_default()
}

fn future_time(at: &str, now: OffsetDateTime) -> Option<ExpectedForm> {
    let at = OffsetDateTime::parse(at, &Rfc3339).ok()?;
    (at > now).then(|| "a time that is not in the future".to_owned())
}

fn missing_address(event_type: &str, address: &str) -> Option<ExpectedForm> {
    let is_missing = address.is_empty() && OF_AN_ADDRESS.contains(&event_type);
    is_missing.then(|| format!("the address that the {} concerns", event_type.replace('_', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_an_address_are_types() {
        let is_type =
            |value: &&str| EVENT_TYPES.iter().any(|event_type| event_type.value == *value);
        assert!(OF_AN_ADDRESS.iter().all(is_type));
    }

    #[test]
    fn events_of_an_address_name_it() {
        for Choice { value: event_type, .. } in EVENT_TYPES {
            let is_missing = missing_address(event_type, "").is_some();
            assert_eq!(is_missing, OF_AN_ADDRESS.contains(event_type), "{event_type}");
            assert_eq!(missing_address(event_type, "0xab"), None);
        }
    }

    #[test]
    fn an_event_is_not_of_the_future() {
        let now = time::macros::datetime!(2026-11-24 12:00 UTC);
        assert_eq!(future_time("2026-11-24T12:00:00Z", now), None);
        assert!(future_time("2026-11-24T12:00:01Z", now).is_some());
    }
}
