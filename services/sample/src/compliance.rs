//! Fictional freezes, pauses, changes of roles and code, and forced transfers of a few tokens.

use super::address::Account;
use super::random::{Random, SEED};
use super::table::{self, Row, Table, name, slug};

/// Assets of each class whose tokens have events.
const ASSETS_OF_CLASS: usize = 2;
/// Hours between the events of two assets, so that no two happen at one time.
const APART: usize = 5;
/// Days after which no step of a story happens: an asset that began later has no story.
const FIRST_STEP: i64 = -290;

/// An event of a story.
struct Step {
    event_type: &'static str,
    /// Days after the day on which the universe stands still.
    day: i64,
    /// Minutes after the first hour of the day.
    minute: usize,
    words: &'static str,
    note: &'static str,
}

const fn step(
    event_type: &'static str,
    day: i64,
    minute: usize,
    words: &'static str,
    note: &'static str,
) -> Step {
    Step { event_type, day, minute, words, note }
}

/// The story of a class: the power over the token that it needs, and its events. A frozen address is released before
/// another one is frozen.
const STORIES: [(&str, &str, &[Step]); 4] = [
    (
        "stablecoins",
        "is_freezable",
        &[
            step("freeze", -190, 14, "Address frozen", "On the order of a fictional court."),
            step("unfreeze", -97, 41, "Address unfrozen", "The order was lifted."),
            step("freeze", -38, 25, "Second address frozen", "Reported as stolen."),
        ],
    ),
    (
        "treasury-products",
        "is_upgradeable",
        &[
            step("upgrade", -240, 5, "Contract upgraded", "Adds redemptions at the day's value."),
            step("role_change", -151, 12, "Minter role granted", "To the new transfer agent."),
            step("role_change", -150, 12, "Minter role revoked", "From the former transfer agent."),
        ],
    ),
    (
        "public-equity",
        "is_pausable",
        &[
            step("pause", -120, 2, "Transfers paused", "For a split of the shares."),
            step("unpause", -120, 47, "Transfers resumed", "The split is done."),
        ],
    ),
    (
        "private-credit",
        "is_freezable",
        &[
            step("forced_transfer", -205, 33, "Units moved by the issuer", "The keys were lost."),
            step("freeze", -205, 31, "Former address frozen", "Before its units were moved."),
        ],
    ),
];

/// The events of all stories, on tokens that have the power which each story needs.
pub fn events(tables: &[Table]) -> Table {
    // Random of its own: everything else of the universe stays as it is.
    let mut random = Random::from_parts(&[SEED, Random::hash("compliance_events")]);
    let mut table = Table::new("compliance_events");
    let rows = |name: &str| {
        let table = tables.iter().find(|table| table.name == name);
        table.map(|table| table.rows.as_slice()).unwrap_or_default()
    };
    let first_day = table::day(FIRST_STEP);
    for (class, power, steps) in STORIES {
        let with_token = rows("assets").iter().filter(|asset| {
            asset.cell("asset_class_slug") == Some(class)
                && asset.cell("inception_on").is_some_and(|day| day < first_day.as_str())
        });
        let with_token = with_token.filter_map(|asset| {
            let is_of_asset = |token: &&Row| token.cell("asset_slug") == asset.cell("slug");
            let mut tokens = rows("tokens").iter().filter(is_of_asset);
            Some((asset, tokens.find(|token| is_plain(token) && has(token, power))?))
        });
        for (at, (asset, token)) in with_token.take(ASSETS_OF_CLASS).enumerate() {
            add(&mut table, &mut random, asset, token, steps, at);
        }
    }
    table
}

/// Whether its addresses are written as Ethereum writes them.
fn is_plain(token: &Row) -> bool {
    token.cell("address").is_some_and(|address| address.starts_with("0x") && address.len() == 42)
}

fn has(token: &Row, power: &str) -> bool {
    token.cell(power) == Some("true")
}

fn add(
    table: &mut Table,
    random: &mut Random,
    asset: &Row,
    token: &Row,
    steps: &[Step],
    at: usize,
) {
    let cell = |row: &Row, column: &str| row.cell(column).unwrap_or_default().to_owned();
    let subject = cell(asset, "name");
    let subject = subject.trim_end_matches(" (sample)");
    let mut address = String::new();
    for step in steps {
        // An address is released by the one that was frozen, and its units are taken with it.
        if step.event_type != "unfreeze" && !step.words.starts_with("Former") {
            address = Account::new(random).plain();
        }
        let date = table::day(step.day - at as i64);
        let words = format!("{} {subject} {date}", step.words);
        table.add([
            ("slug", slug(&words)),
            ("name", name(&format!("{}, {subject}", step.words))),
            ("event_type", step.event_type.to_owned()),
            ("occurred_at", format!("{date}T{:02}:{:02}:00Z", 9 + at * APART, step.minute)),
            ("token_slug", cell(token, "slug")),
            ("transaction_hash", format!("0x53414d504c45{}", random.hex(52))),
            ("address", if concerns_address(step) { address.clone() } else { String::new() }),
            ("note", step.note.to_owned()),
        ]);
    }
}

/// A pause concerns the token as a whole.
fn concerns_address(step: &Step) -> bool {
    !matches!(step.event_type, "pause" | "unpause")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn rows(name: &str) -> Vec<Row> {
        crate::tables::tables().into_iter().find(|table| table.name == name).unwrap().rows
    }

    #[test]
    fn events_are_of_every_type_and_within_the_powers_over_their_tokens() {
        let tokens = rows("tokens");
        let events = rows("compliance_events");
        let mut types = BTreeSet::new();
        for event in &events {
            let token = tokens.iter().find(|token| token.cell("slug") == event.cell("token_slug"));
            let event_type = event.cell("event_type").unwrap();
            let power = match event_type {
                "freeze" | "unfreeze" | "forced_transfer" => "is_freezable",
                "pause" | "unpause" => "is_pausable",
                _ => "is_upgradeable",
            };
            assert!(has(token.unwrap(), power), "{event:?}");
            types.insert(event_type);
        }
        assert_eq!(types.len(), 7);
        let slugs: BTreeSet<_> = events.iter().map(|event| event.cell("slug")).collect();
        assert_eq!(slugs.len(), events.len());
    }

    #[test]
    fn the_address_that_is_released_was_frozen_before() {
        let events = rows("compliance_events");
        for released in events.iter().filter(|event| event.cell("event_type") == Some("unfreeze")) {
            let before = events.iter().filter(|event| {
                event.cell("event_type") == Some("freeze")
                    && event.cell("token_slug") == released.cell("token_slug")
                    && event.cell("address") == released.cell("address")
                    && event.cell("occurred_at") < released.cell("occurred_at")
            });
            assert_eq!(before.count(), 1, "{released:?}");
        }
    }
}
