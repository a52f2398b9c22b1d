//! The steps by which fictional loans came to where they stand.

use super::sheet::{Sheet, day, name, slug};

/// What the days of a loan's life depend on.
pub struct Life<'a> {
    /// What it is called, without the mark of a sample.
    pub words: &'a str,
    /// Where it stands.
    pub status: &'a str,
    /// The day it starts.
    pub start: i64,
    /// The day it ends.
    pub end: i64,
    /// The day before which nothing was missed.
    pub missed: i64,
}

/// Adds a row for each step.
pub fn add(sheet: &mut Sheet, life: &Life<'_>) {
    let mut from = "";
    for (number, (status, on)) in steps(life).into_iter().enumerate() {
        let words = format!("{}, step {}", life.words, number + 1);
        sheet.add([
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

fn steps<'a>(life: &Life<'a>) -> Vec<(&'a str, i64)> {
    let Life { status, start, end, missed, .. } = *life;
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
        "defaulted" => vec![late, ("defaulted", -2)],
        "liquidated" => vec![late, ("defaulted", end + 20), ("liquidated", end + 60)],
        "repaid" => vec![("repaid", end)],
        "closed" => vec![("repaid", end), ("closed", end + 14)],
        _ => Vec::new(),
    });
    steps
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::Status;
    use proto::codec::Text as _;

    use super::*;
    use crate::status;

    #[test]
    fn every_step_is_one_that_a_loan_may_make() {
        for (_, word) in Status::VALUES {
            let life = Life { words: "x", status: word, start: -200, end: -80, missed: -110 };
            let steps = steps(&life);
            assert_eq!(steps.last().map(|(last, _)| *last), Some(*word));
            for pair in steps.windows(2) {
                let [(from, before), (to, after)] = [pair[0], pair[1]];
                let known = |word: &str| Status::from_text(word).unwrap();
                assert!(from != to && status::may_become(known(from), known(to)), "{from} {to}");
                assert!(before < after && after <= 0, "{word}: {before} {after}");
            }
        }
    }
}
