//! Reports on the reserves behind tokens, whose lines must add up to the total.

use proto::access::v1::{Dimension, Endpoint};
use serde_json::{Map, Value};
use time::OffsetDateTime;

use super::assets::ASSETS;
use super::future_day;
use super::issuers::ISSUERS;
use crate::schema::{
    Attribute, CheckedRecord, Column, ExpectedForm, Kind, Raw, Refusal, Rules, Slug, message,
};

/// The kinds of asset in a composition.
const ASSET_KINDS: &[&str] = &[
    "cash",
    "bank_deposits",
    "treasury_bills",
    "government_bonds",
    "repurchase_agreements",
    "money_market_funds",
    "corporate_bonds",
    "secured_loans",
    "private_credit",
    "equities",
    "real_estate",
    "precious_metals",
    "digital_assets",
    "other",
];
/// The largest difference between the lines and the total, as a part of the total: published reports round their lines.
const ROUNDING: f64 = 0.001;

/// A report on the reserves of one asset, or of all assets of an issuer, confirmed by an attestor.
pub static RESERVE_REPORTS: Kind = Kind {
    one: "reserve_report",
    table: "reserve_reports",
    message: message!(ReserveReport as reserve_report: ReserveReportCreated, ReserveReportUpdated, ReserveReportDeleted),
    slug: Slug::Plain,
    sort: ("reported_on", true),
    joins: "",
    columns: &[
        Column::reference("issuer", &ISSUERS, "Issuer whose reserves are reported.").required(),
        Column::reference(
            "asset",
            &ASSETS,
            "Asset that the reserves back; empty if the report covers all assets of the issuer.",
        ),
        Column::date("reported_on", "Date of the reserves.").required(),
        Column::text("attestor", 200, "Firm that confirms the report.").required(),
        Column::url("document_url", "Address of the document.").required(),
        Column::sha256("document_sha256", "SHA-256 digest of the document.").required(),
        Column::text("currency", 20, "Currency of the amounts.").required(),
        Column::decimal("total_amount", "Total of the reserves.").required(),
        Column::amounts(
            "composition",
            ASSET_KINDS,
            "Reserves by kind of asset, such as cash: 1000.00; empty if not disclosed.",
        ),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        check: Some(|_, records, now| Box::pin(async move { Ok(refusals(records, now)) })),
        endpoints: &[Endpoint::Assets],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
            (Dimension::Platform, Attribute::Id("asset.platform_id")),
            (Dimension::Network, Attribute::Networks("asset.network_slugs")),
            (Dimension::Issuer, Attribute::Id("t.issuer_id")),
            (Dimension::Protocol, Attribute::Id("asset.protocol_id")),
            (Dimension::Asset, Attribute::Id("asset.id")),
            (Dimension::Sector, Attribute::Id("asset.sector_id")),
            (Dimension::Region, Attribute::RegionOfCountry("asset.country_id")),
        ],
        ..Rules::RESTRICTABLE
    },
};

/// Reports of the future, and those whose lines do not add up to the total.
fn refusals(records: &[CheckedRecord], now: OffsetDateTime) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (line, record) in records {
        let mut refuse = |column, found: String, expected: Option<ExpectedForm>| {
            let found = Raw::One(found).shown();
            refusals.extend(expected.map(|expected| Refusal {
                line: *line,
                column,
                found,
                expected,
            }));
        };
        let day = text(record, "reported_on");
        refuse("reported_on", day.to_owned(), future_day(day, now.date()));
        let lines = lines(record);
        refuse("composition", lines.join("; "), wrong_sum(&lines, text(record, "total_amount")));
    }
    refusals
}

fn text<'a>(record: &'a Map<String, Value>, column: &str) -> &'a str {
    record.get(column).and_then(Value::as_str).unwrap_or_default()
}

fn lines(record: &Map<String, Value>) -> Vec<&str> {
    let lines = record.get("composition").and_then(Value::as_array);
    lines.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// An empty composition is not disclosed, and not wrong.
fn wrong_sum(lines: &[&str], total: &str) -> Option<ExpectedForm> {
    if lines.is_empty() {
        return None;
    }
    let mut kinds: Vec<&str> = lines.iter().filter_map(|line| line.split(':').next()).collect();
    kinds.sort_unstable();
    if let Some((kind, _)) = kinds.iter().zip(kinds.iter().skip(1)).find(|(one, next)| one == next)
    {
        return Some(format!("one line for {kind}"));
    }
    let amount = |text: &str| text.trim().parse::<f64>().unwrap_or_default();
    let sum: f64 =
        lines.iter().filter_map(|line| line.split_once(':')).map(|(_, text)| amount(text)).sum();
    let total = amount(total);
    let differs = (sum - total).abs() > total * ROUNDING;
    differs.then(|| format!("lines that add up to the total of {total}, not to {sum}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_add_up_to_the_total_within_rounding() {
        let lines = ["cash: 100.4", "treasury_bills: 899"];
        for total in ["999.4", "1000", "999.00"] {
            assert_eq!(wrong_sum(&lines, total), None, "{total}");
        }
        for total in ["1001", "998", "0", "9994"] {
            assert!(wrong_sum(&lines, total).is_some(), "{total}");
        }
        assert_eq!(wrong_sum(&[], "1000"), None);
        assert_eq!(
            wrong_sum(&["cash: 500", "cash: 500"], "1000").as_deref(),
            Some("one line for cash")
        );
    }

    #[test]
    fn a_report_is_not_of_the_future() {
        let today = time::macros::date!(2026 - 11 - 24);
        assert_eq!(future_day("2026-11-24", today), None);
        assert!(future_day("2026-11-25", today).is_some());
    }
}
