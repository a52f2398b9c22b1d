//! Fictional reports on the reserves of assets and of issuers.

use std::collections::BTreeMap;

use engine::day::{self, Day};

use super::numbers::{Universe, circulating_values};
use super::parties::ISSUERS_OF_CLASSES;
use super::random::{Random, SEED};
use super::table::{self, TODAY, Table, name, page, slug};

/// Days after the day on which the universe stands still: the ends of the last months.
const MONTH_ENDS: [i64; 4] = [-20, -51, -81, -112];
/// Assets of each class whose reserves are reported.
const ASSETS_OF_CLASS: usize = 6;
const ATTESTORS: [&str; 3] = ["Cobblestone Audit", "Marlpit Assurance", "Tollgate Accountants"];

/// The reserves of the classes that have reports: kinds of asset, and their share of a hundred.
const CLASSES: [(&str, &[(&str, i64)]); 3] = [
    (
        "stablecoins",
        &[
            ("treasury_bills", 58),
            ("repurchase_agreements", 21),
            ("money_market_funds", 11),
            ("bank_deposits", 8),
            ("other", 2),
        ],
    ),
    ("treasury-products", &[("treasury_bills", 81), ("repurchase_agreements", 15), ("cash", 4)]),
    ("commodities", &[("precious_metals", 100)]),
];

/// The most by which reserves exceed what they are for, in ten-thousandths.
const MOST_SURPLUS: i64 = 300;

/// The reports of all months. The reserves of an asset are at least what its units in circulation are worth; those of an
/// issuer are the reserves of its assets that have reports.
pub fn reports(tables: &[Table]) -> Table {
    // Random of its own: everything else of the universe stays as it is.
    let mut random = Random::from_parts(&[SEED, Random::hash("reserve_reports")]);
    let mut table = Table::new("reserve_reports");
    let universe = Universe::from_tables(tables);
    let assets = tables.iter().find(|table| table.name == "assets");
    let assets = assets.map(|table| table.rows.as_slice()).unwrap_or_default();
    // From the first to the last month, as ledgers go.
    let days: Vec<Day> =
        MONTH_ENDS.iter().rev().map(|after| day::from_date(TODAY) + *after as Day).collect();
    let mut of_issuers: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (class, reserves) in CLASSES {
        let of_class = assets.iter().filter(|row| row.cell("asset_class_slug") == Some(class));
        for row in of_class.take(ASSETS_OF_CLASS) {
            let cell = |column: &str| row.cell(column).unwrap_or_default();
            let values = circulating_values(&universe, cell("slug"), &days);
            let totals: Vec<i64> = values
                .iter()
                .rev()
                .map(|cents| reserve(*cents, random.between(0, MOST_SURPLUS)))
                .collect();
            let issuer = cell("issuer_slug");
            let sums = of_issuers.entry(issuer).or_insert_with(|| vec![0; totals.len()]);
            sums.iter_mut().zip(&totals).for_each(|(sum, total)| *sum += total);
            let subject = cell("name").trim_end_matches(" (sample)");
            let report = Report { subject, issuer, asset: cell("slug") };
            add(&mut table, &mut random, &report, &totals, reserves);
        }
    }
    for (words, _) in ISSUERS_OF_CLASSES.iter().step_by(2) {
        let issuer = slug(words);
        let Some(totals) = of_issuers.get(issuer.as_str()) else { continue };
        let report = Report { subject: words, issuer: &issuer, asset: "" };
        // An issuer may keep the composition to itself.
        let reserves = if random.percent(30) { &[] } else { CLASSES[0].1 };
        add(&mut table, &mut random, &report, totals, reserves);
    }
    table
}

/// The reserves in whole dollars that cover so many cents, with a surplus in ten-thousandths.
fn reserve(cents: i64, surplus: i64) -> i64 {
    let cents = i128::from(cents) * i128::from(10_000 + surplus);
    i64::try_from((cents + 999_999) / 1_000_000).unwrap_or(i64::MAX)
}

struct Report<'a> {
    subject: &'a str,
    issuer: &'a str,
    /// Empty if the report covers all assets of the issuer.
    asset: &'a str,
}

fn add(
    table: &mut Table,
    random: &mut Random,
    report: &Report<'_>,
    totals: &[i64],
    reserves: &[(&str, i64)],
) {
    let attestor = name(random.choose::<&str>(&ATTESTORS));
    for (after, total) in MONTH_ENDS.into_iter().zip(totals) {
        if *total == 0 {
            continue;
        }
        let date = table::day(after);
        let words = format!("{} reserve report {date}", report.subject);
        let slug = slug(&words);
        table.add([
            ("slug", slug.clone()),
            ("name", name(&words)),
            ("issuer_slug", report.issuer.to_owned()),
            ("asset_slug", report.asset.to_owned()),
            ("reported_on", date),
            ("attestor", attestor.clone()),
            ("document_url", format!("{}.pdf", page(&slug))),
            ("document_sha256", random.hex(64)),
            ("currency", "USD".to_owned()),
            ("total_amount", total.to_string()),
            ("composition", composition(random, *total, reserves)),
        ]);
    }
}

/// Lines that add up to the total; the first one takes what the shares of the others leave.
fn composition(random: &mut Random, total: i64, reserves: &[(&str, i64)]) -> String {
    let Some(((first, _), others)) = reserves.split_first() else { return String::new() };
    let mut rest = total;
    let mut lines = Vec::new();
    for (kind, share) in others {
        let amount = total * share * random.between(85, 115) / 10_000;
        rest -= amount;
        lines.push(format!("{kind}: {amount}"));
    }
    lines.insert(0, format!("{first}: {rest}"));
    lines.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Generator, Span};

    #[test]
    fn reserves_cover_what_circulates_and_little_more() {
        let tables = crate::tables::tables();
        let reports = tables.iter().find(|table| table.name == "reserve_reports").unwrap();
        let of = |column: &'static str, slug: &'static str| -> Vec<(String, f64)> {
            let rows = reports.rows.iter().filter(|row| row.cell(column) == Some(slug));
            let rows =
                rows.filter(|row| column == "asset_slug" || row.cell("asset_slug").is_none());
            let number = |row: &crate::Row| row.cell("total_amount")?.parse().ok();
            rows.map(|row| (row.cell("reported_on").unwrap().to_owned(), number(row).unwrap()))
                .collect()
        };
        let slug = "amber-treasury-fund-1-sample";
        let mut values = BTreeMap::new();
        let span = Span { after: None, last: day::from_date(TODAY) };
        Generator::with_assets(&tables, &[slug]).generate(0, span, |batch| {
            for point in &batch.points {
                let series = &batch.series[point.series];
                if (series.kind, series.measure) == ("asset", "circulating_asset_value_dollar") {
                    values.insert(day::date(point.day).to_string(), point.number);
                }
            }
            true
        });
        let found = of("asset_slug", slug);
        assert_eq!(found.len(), MONTH_ENDS.len());
        for (date, total) in &found {
            let ratio = total / values[date];
            assert!((1.0..=1.0301).contains(&ratio), "{date}: {total} for {}", values[date]);
        }
        let issuers: Vec<&crate::Row> =
            reports.rows.iter().filter(|row| row.cell("asset_slug").is_none()).collect();
        let last = table::day(MONTH_ENDS[0]);
        let of_last = issuers.iter().filter(|row| row.cell("reported_on") == Some(&last));
        assert_eq!(of_last.count(), 6, "before its first units an issuer has nothing to report");
        for row in issuers {
            let same = |other: &&crate::Row| {
                ["issuer_slug", "reported_on"].iter().all(|name| other.cell(name) == row.cell(name))
            };
            let amount =
                |row: &crate::Row| row.cell("total_amount").unwrap().parse::<i64>().unwrap();
            let parts = reports.rows.iter().filter(|other| other.cell("asset_slug").is_some());
            assert_eq!(amount(row), parts.filter(same).map(amount).sum::<i64>());
        }
    }
}
