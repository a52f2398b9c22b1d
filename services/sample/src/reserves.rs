//! Fictional reports on the reserves of assets and of issuers.

use std::collections::BTreeMap;

use engine::day::{self, Day};

use super::numbers::{Universe, total_values};
use super::parties::ISSUERS_OF_CLASSES;
use super::random::{Random, SEED};
use super::table::{self, Row, TODAY, Table, name, page, slug};

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
const MOST_SURPLUS: i64 = 150;

/// The reports of all months. The reserves of an asset are at least what all its units are worth; those of an issuer are
/// for all its assets but feeder funds, whose reserves are units of a fund that is counted.
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
    let values = |slug: &str| total_values(&universe, slug, &days).into_iter().rev();
    let mut of_assets: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (class, reserves) in CLASSES {
        let of_class = assets.iter().filter(|row| row.cell("asset_class_slug") == Some(class));
        for row in of_class.take(ASSETS_OF_CLASS) {
            let cell = |column: &str| row.cell(column).unwrap_or_default();
            let totals: Vec<i64> = values(cell("slug"))
                .map(|cents| reserve(cents, random.between(0, MOST_SURPLUS)))
                .collect();
            let subject = cell("name").trim_end_matches(" (sample)");
            let report = Report { subject, issuer: cell("issuer_slug"), asset: cell("slug") };
            add(&mut table, &mut random, &report, &totals, reserves);
            of_assets.insert(cell("slug"), totals);
        }
    }
    for (words, _) in ISSUERS_OF_CLASSES.iter().step_by(2) {
        let issuer = slug(words);
        let mut totals = vec![0; days.len()];
        for asset in assets.iter().filter(|row| is_counted(row, &issuer)) {
            let slug = asset.cell("slug").unwrap_or_default();
            let reported = of_assets.remove(slug);
            let of_asset =
                reported.unwrap_or_else(|| values(slug).map(|cents| reserve(cents, 0)).collect());
            totals.iter_mut().zip(of_asset).for_each(|(sum, total)| *sum += total);
        }
        let report = Report { subject: words, issuer: &issuer, asset: "" };
        // An issuer of many kinds of asset keeps the composition of them all to itself.
        add(&mut table, &mut random, &report, &totals, &[]);
    }
    table
}

/// Whether the report of an issuer covers an asset, as totals of the issuer count it.
fn is_counted(asset: &Row, issuer: &str) -> bool {
    asset.cell("issuer_slug") == Some(issuer) && asset.cell("master_slug").is_none()
}

/// The reserves in whole dollars that cover a number of cents, with a surplus in ten-thousandths.
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::numbers::{Generator, Span};

    /// The reserves of a report cover the total asset value that its assets have on the same day.
    #[test]
    fn reserves_cover_all_units_and_little_more() {
        let tables = crate::tables::tables();
        let rows = |name: &str| {
            let table = tables.iter().find(move |table| table.name == name);
            table.map(|table| table.rows.as_slice()).unwrap_or_default()
        };
        let reports = rows("reserve_reports");
        let covered = |report: &Row| -> Vec<&str> {
            let is_covered = |row: &&Row| match report.cell("asset_slug") {
                Some(slug) => row.cell("slug") == Some(slug),
                None => is_counted(row, report.cell("issuer_slug").unwrap_or_default()),
            };
            rows("assets").iter().filter(is_covered).filter_map(|row| row.cell("slug")).collect()
        };
        let slugs: BTreeSet<&str> = reports.iter().flat_map(&covered).collect();
        let slugs: Vec<&str> = slugs.into_iter().collect();
        let generator = Generator::with_assets(&tables, &slugs);
        let day_of = |after: i64| day::from_date(TODAY) + after as Day;
        let span = Span { after: Some(day_of(MONTH_ENDS[3]) - 1), last: day_of(MONTH_ENDS[0]) };
        let mut values: BTreeMap<(String, String), f64> = BTreeMap::new();
        for part in 0..generator.part_count() {
            generator.generate(part, span, |batch| {
                for point in &batch.points {
                    let series = &batch.series[point.series];
                    if (series.kind, series.measure) == ("asset", "total_asset_value_dollar") {
                        let key = (series.slug.clone(), day::date(point.day).to_string());
                        values.insert(key, point.number);
                    }
                }
                true
            });
        }
        for report in reports {
            let cell = |column: &str| report.cell(column).unwrap_or_default();
            let date = cell("reported_on");
            let value = |slug: &str| values.get(&(slug.to_owned(), date.to_owned())).copied();
            let worth: f64 = covered(report).into_iter().filter_map(value).sum();
            let total: f64 = cell("total_amount").parse().unwrap();
            assert!(
                total >= worth - 0.01 && total <= worth * 1.02,
                "{}: {total} for {worth}",
                cell("slug")
            );
        }
        let of_issuers = reports.iter().filter(|row| row.cell("asset_slug").is_none());
        assert_eq!(of_issuers.count(), 6 * MONTH_ENDS.len());
    }

    #[test]
    fn reserves_of_an_asset_are_within_those_of_its_issuer() {
        let tables = crate::tables::tables();
        let reports = &tables.iter().find(|table| table.name == "reserve_reports").unwrap().rows;
        let amount = |row: &Row| row.cell("total_amount").unwrap().parse::<i64>().unwrap();
        for whole in reports.iter().filter(|row| row.cell("asset_slug").is_none()) {
            let is_part = |row: &&Row| {
                let is_same = |column: &&str| row.cell(column) == whole.cell(column);
                row.cell("asset_slug").is_some()
                    && ["issuer_slug", "reported_on"].iter().all(is_same)
            };
            let parts: i64 = reports.iter().filter(is_part).map(amount).sum();
            assert!(parts <= amount(whole), "{:?}: {parts}", whole.cell("slug"));
        }
    }
}
