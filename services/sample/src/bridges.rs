//! Fictional bridges between the tokens of a few assets.

use engine::day;

use super::numbers::{Universe, burned_and_minted};
use super::random::{Random, SEED};
use super::table::{self, Row, Table, name, slug};

/// The end of the last month before the day on which the universe stands still.
const MONTH_END: i64 = -20;
/// Assets of each class with a bridge.
const ASSETS_OF_CLASS: usize = 2;
const BRIDGES: [&str; 2] = ["Ferrybridge", "Causeway Transfer"];

/// The bridges: each burns units of the first token of an asset and mints as many of the second one. The last one of a
/// class has burned more than it has minted.
pub fn bridges(tables: &[Table]) -> Table {
    // Random of its own: everything else of the universe stays as it is.
    let mut random = Random::from_parts(&[SEED, Random::hash("bridges")]);
    let mut table = Table::new("bridges");
    let universe = Universe::from_tables(tables);
    let rows = |name: &str| {
        let table = tables.iter().find(|table| table.name == name);
        table.map(|table| table.rows.as_slice()).unwrap_or_default()
    };
    for class in ["stablecoins", "treasury-products"] {
        let mut added = 0;
        for asset in rows("assets") {
            if asset.cell("asset_class_slug") != Some(class) || added == ASSETS_OF_CLASS {
                continue;
            }
            let of_asset = |token: &&Row| token.cell("asset_slug") == asset.cell("slug");
            let tokens: Vec<&Row> = rows("tokens").iter().filter(of_asset).collect();
            let [source, target, ..] = tokens.as_slice() else { continue };
            let are_on_chain =
                [source, target].iter().all(|token| token.cell("network_slug").is_some());
            let last = day::from_date(table::TODAY) + MONTH_END as day::Day;
            let slug = asset.cell("slug").unwrap_or_default();
            let (burned, minted) = burned_and_minted(&universe, slug, last);
            // A part of what the ledgers burned and minted: neither side exceeds them.
            let amount = burned.min(minted) * random.between(40, 70) / 100;
            if !are_on_chain || amount < 1_000 {
                continue;
            }
            added += 1;
            let is_even = added < ASSETS_OF_CLASS;
            add(&mut table, asset, (source, target), amount, is_even);
        }
    }
    table
}

fn add(table: &mut Table, asset: &Row, (source, target): (&Row, &Row), amount: i64, is_even: bool) {
    let cell = |row: &Row, column: &str| row.cell(column).unwrap_or_default().to_owned();
    let subject = cell(asset, "name");
    let subject = subject.trim_end_matches(" (sample)");
    let bridge = BRIDGES[usize::from(!is_even)];
    let words = format!("{bridge}, {subject}");
    let note = if is_even {
        ""
    } else {
        "Units that were burned in the last days of the month were minted in the next month."
    };
    let minted = if is_even { amount } else { amount - amount / 80 };
    table.add([
        ("slug", slug(&words)),
        ("name", name(&words)),
        ("source_token_slug", cell(source, "slug")),
        ("target_token_slug", cell(target, "slug")),
        ("bridge_name", name(bridge)),
        ("bridge_type", "burn_and_mint".to_owned()),
        ("reported_on", table::day(MONTH_END)),
        ("locked_amount", amount.to_string()),
        ("minted_amount", minted.to_string()),
        ("note", note.to_owned()),
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bridges_burn_and_mint_no_more_than_the_ledgers() {
        let tables = crate::tables::tables();
        let universe = Universe::from_tables(&tables);
        let rows =
            |name: &str| tables.iter().find(|table| table.name == name).unwrap().rows.as_slice();
        let bridges = rows("bridges");
        assert_eq!(bridges.len(), 4);
        let mut even = 0;
        for bridge in bridges {
            let token = |column: &str| {
                let slug = bridge.cell(column);
                rows("tokens").iter().find(|token| token.cell("slug") == slug).unwrap()
            };
            let (source, target) = (token("source_token_slug"), token("target_token_slug"));
            assert_eq!(source.cell("asset_slug"), target.cell("asset_slug"));
            assert_ne!(source.cell("network_slug"), target.cell("network_slug"));
            let last = day::from_date(table::TODAY) + MONTH_END as day::Day;
            let (burned, minted) =
                burned_and_minted(&universe, source.cell("asset_slug").unwrap(), last);
            let amount = |column: &str| bridge.cell(column).unwrap().parse::<i64>().unwrap();
            let (locked, issued) = (amount("locked_amount"), amount("minted_amount"));
            assert!(0 < issued && issued <= locked && locked <= burned && issued <= minted);
            assert!(locked == issued || (locked - issued) * 1_000 > locked, "{locked} {issued}");
            even += usize::from(locked == issued);
        }
        assert_eq!(even, 2, "each class has one that reconciles and one that does not");
    }
}
