//! The status history of fictional loans.

use super::table::{Table, day, name, slug};

/// The facts that determine the days of a loan's status history.
pub struct LoanTimeline<'a> {
    /// Its name without the mark of a sample.
    pub words: &'a str,
    /// Its status today.
    pub status: &'a str,
    /// The day it starts.
    pub start: i64,
    /// The day it ends.
    pub end: i64,
    /// The day before which nothing was missed.
    pub missed: i64,
}

/// The days without a payment after which a loan is in default.
pub const DEFAULT_AFTER: i64 = 91;
/// The days from the end of a loan whose last instalment is missed until it is marked as in default.
const DEFAULTED_AFTER_END: i64 = 20;
/// The days from the end of such a loan until it is liquidated.
const LIQUIDATED_AFTER_END: i64 = 60;
/// The days from a liquidation until the rest that it leaves owing is written off.
pub const WRITTEN_OFF_AFTER: i64 = 180;

/// Whether the rest that the liquidation left owing of a loan that ended on a day is written off by now.
pub fn is_written_off(end: i64) -> bool {
    end + LIQUIDATED_AFTER_END + WRITTEN_OFF_AFTER <= 0
}

/// Adds a row for each step.
pub fn add(table: &mut Table, life: &LoanTimeline<'_>) {
    let mut from = "";
    for (number, (status, on)) in steps(life).into_iter().enumerate() {
        let words = format!("{}, step {}", life.words, number + 1);
        table.add([
            ("slug", slug(&words)),
            ("name", name(&words)),
            ("loan_slug", slug(life.words)),
            ("from_status", from.to_owned()),
            ("status", status.to_owned()),
            ("changed_at", format!("{}T10:00:00Z", day(on))),
        ]);
        from = status;
    }
}

fn steps<'a>(life: &LoanTimeline<'a>) -> Vec<(&'a str, i64)> {
    let LoanTimeline { status, start, end, missed, .. } = *life;
    let offered = (start - 45).min(-30);
    let mut steps = vec![("open", offered)];
    match status {
        "open" => return steps,
        "full" | "funded" => {
            steps.push((status, -12));
            return steps;
        }
        _ => steps.extend([("funded", start - 15), ("active", start)]),
    }
    let late = ("late", missed + 1);
    steps.extend(match status {
        "late" => vec![late],
        "defaulted" => vec![late, ("defaulted", missed + DEFAULT_AFTER)],
        "liquidated" => vec![
            late,
            ("defaulted", end + DEFAULTED_AFTER_END),
            ("liquidated", end + LIQUIDATED_AFTER_END),
        ],
        "repaid" => vec![("repaid", end)],
        "closed" => vec![("repaid", end), ("closed", end + 14)],
        _ => Vec::new(),
    });
    steps
}
