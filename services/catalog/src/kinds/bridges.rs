//! Bridges: units locked or burned on one network, and those minted for them on another one.

use proto::codec::Choice;
use serde_json::{Map, Value};
use time::OffsetDateTime;

use super::assets::ASSETS;
use super::future_day;
use super::networks::NETWORKS;
use super::tokens::TOKENS;
use crate::schema::{CheckedRecord, Column, ExpectedForm, Kind, Refusal, Rules, Slug, message};

const LOCKING: &str = "lock_and_mint";
const TYPES: &[Choice] = &[
    Choice {
        value: LOCKING,
        label: "Lock and mint",
        meaning: "units are held in escrow on the source network while those minted for them exist",
    },
    Choice {
        value: "burn_and_mint",
        label: "Burn and mint",
        meaning: "units are burned on the source network and minted anew on the target network",
    },
];

/// By what percentage of the larger amount both may differ. The site states the number of `thresholds.json`.
macro_rules! difference_percent {
    () => {
        "0.1"
    };
}

/// Two tokens that a bridge connects, with the amounts on both sides on a day.
pub static BRIDGES: Kind = Kind {
    one: "bridge",
    table: "bridges",
    message: message!(Bridge as bridge: BridgeCreated, BridgeUpdated, BridgeDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "LEFT JOIN assets AS asset ON asset.id = source_token.asset_id \
            LEFT JOIN networks AS source_network ON source_network.id = source_token.network_id \
            LEFT JOIN networks AS target_network ON target_network.id = target_token.network_id",
    columns: &[
        Column::reference("source_token", &TOKENS, "Token that the bridge locks or burns.")
            .required(),
        Column::reference("target_token", &TOKENS, "Token that the bridge mints.").required(),
        Column::slug_from("asset_slug", &ASSETS, "asset.slug", "Asset of the source token."),
        Column::word_from("asset_name", "asset.name", "Asset of the source token."),
        Column::slug_from(
            "source_network_slug",
            &NETWORKS,
            "source_network.slug",
            "Network of the source token.",
        ),
        Column::word_from(
            "source_network_name",
            "source_network.name",
            "Network of the source token.",
        ),
        Column::slug_from(
            "target_network_slug",
            &NETWORKS,
            "target_network.slug",
            "Network of the target token.",
        ),
        Column::word_from(
            "target_network_name",
            "target_network.name",
            "Network of the target token.",
        ),
        Column::text("bridge_name", 80, "Name of the bridge.").required(),
        Column::choice_of("bridge_type", TYPES, "Whether the source token is locked or burned.")
            .required(),
        Column::text(
            "escrow_address",
            200,
            "Address that holds the locked units; empty if units are burned.",
        ),
        Column::date("reported_on", "Date of the amounts.").required(),
        Column::decimal(
            "locked_amount",
            "Units locked on the source network, or burned there by the bridge.",
        )
        .required(),
        Column::decimal(
            "minted_amount",
            "Units that the bridge has minted on the target network, less those that it burned there again.",
        )
        .required(),
        Column::boolean_from(
            "is_reconciled",
            concat!(
                "(abs(t.locked_amount - t.minted_amount) <= ",
                difference_percent!(),
                " / 100 * greatest(t.locked_amount, t.minted_amount))"
            ),
            concat!(
                "Whether both amounts are equal within ",
                difference_percent!(),
                "% of the larger one."
            ),
        )
        .required(),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        check: Some(|_, records, now| Box::pin(async move { Ok(refusals(records, now)) })),
        // A scope may show one of the two tokens and hide the other, so none shows a bridge.
        endpoints: &[],
        ..Rules::RESTRICTABLE
    },
};

/// Amounts of the future, bridges from a token to itself, and an escrow of units that are burned.
fn refusals(records: &[CheckedRecord], now: OffsetDateTime) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (line, record) in records {
        let mut refuse = |column, expected: Option<ExpectedForm>| {
            let found = shown(record, column);
            let refusal = |expected| Refusal { line: *line, column, found, expected };
            refusals.extend(expected.map(refusal));
        };
        refuse("reported_on", future_day(&shown(record, "reported_on"), now.date()));
        let is_to_itself = record.get("source_token_id") == record.get("target_token_id");
        refuse(
            "target_token_slug",
            is_to_itself.then(|| "another token than the source token".to_owned()),
        );
        let has_escrow = !shown(record, "escrow_address").is_empty();
        let is_wrong = has_escrow && shown(record, "bridge_type") != LOCKING;
        refuse("escrow_address", is_wrong.then(|| "no address, since units are burned".to_owned()));
    }
    refusals
}

fn shown(record: &Map<String, Value>, column: &str) -> String {
    record.get(column).and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_may_differ_by_the_declared_percentage() {
        let declared = include_str!("../../../../proto/declared/thresholds.json");
        let declared: Value = serde_json::from_str(declared).unwrap();
        assert_eq!(declared["bridge_difference_percent"].to_string(), difference_percent!());
    }
}
