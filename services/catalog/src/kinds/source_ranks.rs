//! Ranks of sources, by which timeseries takes one value where several sources report a measure.

use serde_json::{Map, Value};

use super::measures::MEASURES;
use crate::schema::{CheckedRecord, Column, Kind, Refusal, Rules, Slug, message};

/// The rank of a source for a measure, or for all, in a period. Each change is kept with the other changes of records.
pub static SOURCE_RANKS: Kind = Kind {
    one: "source_rank",
    table: "source_ranks",
    message: message!(SourceRank as source_rank: SourceRankCreated, SourceRankUpdated, SourceRankDeleted),
    slug: Slug::Plain,
    sort: ("rank", false),
    joins: "",
    columns: &[
        Column::text("source_slug", 200, "Source of the values, as their import names it.")
            .required(),
        Column::reference(
            "measure",
            &MEASURES,
            "Measure that the rank is for; empty if it is for all measures of the source.",
        ),
        Column::integer("rank", 1, 100, "Place among the sources; 1 counts first.").required(),
        Column::date("valid_from", "First day of the values that the rank is for.").required(),
        Column::date("valid_until", "Last day; empty if the rank has no end."),
        Column::text("reason", 500, "Reason for the rank.").required(),
    ],
    rules: Rules {
        check: Some(|_, records, _| Box::pin(async move { Ok(refusals(records)) })),
        ..Rules::USUAL
    },
};

/// Periods that end before they begin.
fn refusals(records: &[CheckedRecord]) -> Vec<Refusal> {
    let refused = records.iter().filter_map(|(line, record)| {
        let [from, until] = ["valid_from", "valid_until"].map(|column| day(record, column));
        // Days as texts are in their order.
        (until? < from?).then(|| Refusal {
            line: *line,
            column: "valid_until",
            found: until.unwrap_or_default().to_owned(),
            expected: format!("a day from {} on", from.unwrap_or_default()),
        })
    });
    refused.collect()
}

fn day<'a>(record: &'a Map<String, Value>, column: &str) -> Option<&'a str> {
    record.get(column).and_then(Value::as_str)
}
