//! The ranks of the two sources of one fictional fund: the ledger counts before the administrator.

use super::table::{Table, name, slug};

/// The source of the numbers.
pub const SOURCE: &str = "sample";
/// The source that reports the value of one fund too.
pub const ADMINISTRATOR: &str = "sample-administrator";
/// The measure that the administrator reports.
pub const ADMINISTRATED_MEASURE: &str = "bridged_token_value_dollar";

pub fn source_ranks() -> Table {
    let mut table = Table::new("source_ranks");
    let reasons = [
        (SOURCE, "The ledger counts what circulates at the end of each day."),
        (ADMINISTRATOR, "The administrator reports without orders that are not settled yet."),
    ];
    for (rank, (source, reason)) in (1..).zip(reasons) {
        let words = format!("Value by {source}");
        table.add([
            ("slug", slug(&words)),
            ("name", name(&words)),
            ("source_slug", source.to_owned()),
            ("measure_slug", ADMINISTRATED_MEASURE.to_owned()),
            ("rank", rank.to_string()),
            ("valid_from", "2021-01-01".to_owned()),
            ("reason", format!("Fictional. {reason}")),
        ]);
    }
    table
}
