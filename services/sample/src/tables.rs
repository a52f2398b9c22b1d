//! The tables of the sample universe, made one from another.

use std::sync::LazyLock;

use super::numbers::{self, Universe};
use super::random::{Random, SEED};
use super::table::Table;
use super::{assets, bridges, compliance, credit, news, offers, parties, reserves, source_ranks};

/// Every table of the universe; a table follows those it refers to only where the reader sorts them so.
pub fn tables() -> Vec<Table> {
    // The values of reserves follow from the ledgers, which take a while.
    static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
        let mut tables = tables_of_ledgers();
        let reports = reserves::reports(&tables);
        tables.push(reports);
        let events = compliance::events(&tables);
        tables.push(events);
        let bridges = bridges::bridges(&tables);
        tables.push(bridges);
        tables.push(source_ranks::source_ranks());
        tables
    });
    TABLES.clone()
}

/// The tables that the ledgers follow from.
pub fn tables_of_ledgers() -> Vec<Table> {
    let mut random = Random::new(SEED);
    let parties = parties::Parties::make(&mut random);
    let assets = assets::assets(&mut random, &parties);
    let credit = credit::Credit::make(&mut random, &parties);
    let offers = offers::Offers::make(&mut random, &parties, &assets, &credit);
    let news = news::News::make(&mut random, &parties, &assets);
    let mut tables = parties.tables();
    tables.extend(offers.tables(assets));
    tables.extend(credit.tables());
    tables.extend(news.tables());
    let funded = numbers::funded_amounts(&Universe::from_tables(&tables));
    if let Some(pools) = tables.iter_mut().find(|table| table.name == "pools") {
        credit::add_funding(pools, &funded);
    }
    tables
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::table::Row;

    #[test]
    fn it_is_the_same_each_time() {
        assert_eq!(tables(), tables());
    }

    #[test]
    fn everything_says_that_it_is_a_sample() {
        for table in tables() {
            for row in &table.rows {
                let (slug, name) =
                    (row.cell("slug").unwrap_or_default(), row.cell("name").unwrap_or_default());
                assert!(name.ends_with("(sample)"), "{}: {name}", table.name);
                let table = table.name;
                assert!(slug.ends_with("-sample") || table == "tokens", "{table}: {slug}");
            }
        }
    }

    #[test]
    fn it_shows_every_class_network_and_status() {
        let tables = tables();
        let found = |table: &str, column: &str| -> BTreeSet<String> {
            let rows =
                tables.iter().filter(|known| known.name == table).flat_map(|known| &known.rows);
            rows.filter_map(|row| row.cell(column)).map(str::to_owned).collect()
        };
        assert_eq!(found("assets", "asset_class_slug").len(), 12);
        assert_eq!(found("assets", "slug").len(), 300);
        assert_eq!(found("tokens", "network_slug").len(), 36);
        assert_eq!(found("loans", "status").len(), 9);
        assert_eq!(found("assets", "master_slug").len(), 1);
        assert_eq!(found("investments", "availability").len(), 2);
        assert_eq!(found("tokens", "tokenization_type").len(), 2);
    }

    #[test]
    fn no_two_tokens_have_one_address() {
        let tables = tables();
        let tokens = &tables.iter().find(|table| table.name == "tokens").unwrap().rows;
        let slugs: BTreeSet<_> = tokens.iter().filter_map(|row| row.cell("slug")).collect();
        assert_eq!(slugs.len(), tokens.len());
    }

    #[test]
    fn a_loan_owes_what_it_has_not_paid() {
        let tables = tables();
        let rows = |name: &str| {
            let table = tables.iter().find(move |table| table.name == name);
            table.map(|table| table.rows.as_slice()).unwrap_or_default()
        };
        let number = |row: &Row, column: &str| {
            row.cell(column).and_then(|text| text.parse::<i64>().ok()).unwrap_or_default()
        };
        for loan in rows("loans") {
            let paid: i64 = rows("loan_payments")
                .iter()
                .filter(|payment| payment.cell("loan_slug") == loan.cell("slug"))
                .filter(|payment| payment.cell("paid_on").is_some())
                .map(|payment| number(payment, "principal_amount"))
                .sum();
            let unpaid = number(loan, "drawn_amount") - paid;
            let expected = match loan.cell("status") {
                Some("liquidated") if number(loan, "outstanding_amount") > 0 => unpaid / 4,
                Some("liquidated") => 0,
                _ => unpaid,
            };
            assert_eq!(number(loan, "outstanding_amount"), expected, "{:?}", loan.cell("slug"));
        }
    }
}
