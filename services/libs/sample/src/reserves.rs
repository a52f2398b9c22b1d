//! Fictional reports on the reserves of assets and of issuers.

use super::SEED;
use super::chance::Chance;
use super::offers::Assets;
use super::parties::{ISSUERS_OF_CLASSES, Parties};
use super::table::{Table, day, name, page, slug};

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

/// The reports of all months.
pub fn reports(parties: &Parties, assets: &Assets) -> Table {
    // Chance of its own: everything else of the universe stays as it is.
    let mut chance = Chance::of(&[SEED, Chance::mark("reserve_reports")]);
    let mut table = Table::new("reserve_reports");
    for (class, reserves) in CLASSES {
        let of_class = (0..assets.slugs.len()).filter(|at| assets.classes[*at] == class);
        for at in of_class.take(ASSETS_OF_CLASS) {
            let issuer = &parties.issuers[at % parties.issuers.len()];
            let report = Report { subject: &assets.names[at], issuer, asset: &assets.slugs[at] };
            add(&mut table, &mut chance, &report, reserves);
        }
    }
    for ((words, _), issuer) in ISSUERS_OF_CLASSES.iter().zip(&parties.issuers).step_by(2) {
        let report = Report { subject: words, issuer, asset: "" };
        // An issuer may keep the composition to itself.
        let reserves = if chance.percent(30) { &[] } else { CLASSES[0].1 };
        add(&mut table, &mut chance, &report, reserves);
    }
    table
}

struct Report<'a> {
    subject: &'a str,
    issuer: &'a str,
    /// Empty if the report covers all assets of the issuer.
    asset: &'a str,
}

fn add(table: &mut Table, chance: &mut Chance, report: &Report<'_>, reserves: &[(&str, i64)]) {
    let attestor = name(chance.one::<&str>(&ATTESTORS));
    let mut total = chance.between(40_000_000, 900_000_000);
    for after in MONTH_ENDS {
        let date = day(after);
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
            ("document_sha256", chance.hex(64)),
            ("currency", "USD".to_owned()),
            ("total_amount", total.to_string()),
            ("composition", composition(chance, total, reserves)),
        ]);
        total -= total * chance.between(0, 6) / 100;
    }
}

/// Lines that add up to the total; the first one takes what the shares of the others leave.
fn composition(chance: &mut Chance, total: i64, reserves: &[(&str, i64)]) -> String {
    let Some(((first, _), others)) = reserves.split_first() else { return String::new() };
    let mut rest = total;
    let mut lines = Vec::new();
    for (kind, share) in others {
        let amount = total * share * chance.between(85, 115) / 10_000;
        rest -= amount;
        lines.push(format!("{kind}: {amount}"));
    }
    lines.insert(0, format!("{first}: {rest}"));
    lines.join(";")
}
