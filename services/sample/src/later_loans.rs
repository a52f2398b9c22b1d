//! The records of loans on days after the one on which the universe stands still, as the numbers of loans go on.

use engine::day::{self, Day};

use crate::loan_history::DEFAULT_AFTER;
use crate::numbers::today;
use crate::table::{Row, Table, name, slug};

/// The tables whose rows go on.
const TABLES: [&str; 3] = ["loans", "loan_payments", "loan_status_changes"];

/// Brings the loans among some tables to a day.
///
/// A loan that missed nothing pays the interest of each instalment on its day, and owes the principal until its end; then
/// it is extended by the time for which it was lent. A loan that missed a payment is one more day late each day, and then
/// in default. Each row that differs states the day since which it is as it is, so that a load changes no others.
pub fn bring_to(tables: &mut [Table], last: Day) {
    if last <= today() {
        return;
    }
    let [mut loans, mut payments, mut steps] =
        TABLES.map(|name| std::mem::take(rows(tables, name)));
    for loan in &mut loans {
        match loan.cell("status") {
            Some("active") => extend(loan, &mut payments, last),
            Some("late" | "defaulted") => count_on(loan, &mut steps, last),
            _ => {}
        }
    }
    for (name, brought) in TABLES.into_iter().zip([loans, payments, steps]) {
        *rows(tables, name) = brought;
    }
}

fn rows<'a>(tables: &'a mut [Table], name: &str) -> &'a mut Vec<Row> {
    let table = tables.iter_mut().find(|table| table.name == name);
    &mut table.expect("the universe has every table of loans").rows
}

fn number(row: &Row, column: &str) -> i64 {
    row.cell(column).and_then(|cell| cell.parse().ok()).unwrap_or_default()
}

fn date(row: &Row, column: &str) -> Day {
    row.cell(column).and_then(day::parse).unwrap_or_else(today)
}

/// The name of a loan without the mark of a sample.
fn words(loan: &Row) -> String {
    let full = loan.cell("name").unwrap_or_default();
    full.strip_suffix(" (sample)").unwrap_or(full).to_owned()
}

fn is_of(row: &Row, loan: &Row) -> bool {
    row.cell("loan_slug") == loan.cell("slug")
}

/// Pays the interest that was due of a loan, and extends it where its end has passed.
fn extend(loan: &mut Row, payments: &mut Vec<Row>, last: Day) {
    let (start, end) = (date(loan, "starts_on"), date(loan, "ends_on"));
    let (length, count) = (end - start, number(loan, "payment_count"));
    let extensions = if last > end { (last - end - 1) / length + 1 } else { 0 };
    let until = end + extensions * length;
    add_instalments(loan, payments, extensions);
    let mut changed = (extensions > 0).then(|| until - length + 1);
    let mut deferred = 0;
    let mut next = until;
    for row in payments.iter_mut().filter(|row| is_of(row, loan) && row.cell("paid_on").is_none()) {
        let due = date(row, "due_on");
        if due == until {
            if let Some(day) = changed {
                let principal = number(row, "principal_amount") + deferred;
                row.replace([
                    ("principal_amount", principal.to_string()),
                    ("retrieved_on", day::text(day)),
                ]);
            }
        } else if due <= last {
            // The last instalment is paid once the loan is extended, on the next day.
            let known = if due >= end && (due - end) % length == 0 { due + 1 } else { due };
            changed = changed.max(Some(known));
            deferred += number(row, "principal_amount");
            let interest = number(row, "interest_amount").to_string();
            row.replace([
                ("principal_amount", "0".to_owned()),
                ("paid_amount", interest),
                ("paid_on", day::text(due)),
                ("retrieved_on", day::text(known)),
            ]);
        } else {
            next = next.min(due);
        }
    }
    let Some(changed) = changed else { return };
    loan.replace([
        ("ends_on", day::text(until)),
        ("payment_count", (count * i64::from(1 + extensions)).to_string()),
        ("next_payment_on", day::text(next)),
        ("retrieved_on", day::text(changed)),
    ]);
}

/// Adds the instalments of interest of extensions behind those of a loan.
fn add_instalments(loan: &Row, payments: &mut Vec<Row>, extensions: Day) {
    let interval = number(loan, "payment_interval_days");
    let (count, length) =
        (number(loan, "payment_count"), date(loan, "ends_on") - date(loan, "starts_on"));
    let Some(end) = payments.iter().rfind(|row| is_of(row, loan)).cloned() else { return };
    for place in 1..=count * i64::from(extensions) {
        let extended = date(loan, "ends_on") + (place - 1) as Day / count as Day * length + 1;
        let number = number(&end, "number") + place;
        let words = format!("{}, payment {number}", words(loan));
        let mut row = end.clone();
        row.replace([
            ("slug", slug(&words)),
            ("name", name(&words)),
            ("number", number.to_string()),
            ("due_on", day::text(date(&end, "due_on") + (interval * place) as Day)),
            ("principal_amount", "0".to_owned()),
            ("retrieved_on", day::text(extended)),
        ]);
        payments.push(row);
    }
}

/// Counts the days of a loan that missed a payment, and puts it in default after the last day on which it is late.
fn count_on(loan: &mut Row, steps: &mut Vec<Row>, last: Day) {
    let missed = date(loan, "next_payment_on");
    loan.replace([("days_late", (last - missed).to_string()), ("retrieved_on", day::text(last))]);
    let defaulted = missed + DEFAULT_AFTER as Day;
    if loan.cell("status") != Some("late") || last < defaulted {
        return;
    }
    loan.replace([("status", "defaulted".to_owned())]);
    let Some(late) = steps.iter().rfind(|row| is_of(row, loan)).cloned() else { return };
    let number = steps.iter().filter(|row| is_of(row, loan)).count() + 1;
    let words = format!("{}, step {number}", words(loan));
    let mut step = late;
    step.replace([
        ("slug", slug(&words)),
        ("name", name(&words)),
        ("from_status", "late".to_owned()),
        ("status", "defaulted".to_owned()),
        ("changed_at", format!("{}T10:00:00Z", day::text(defaulted))),
        ("retrieved_on", day::text(defaulted)),
    ]);
    steps.push(step);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::numbers::Universe;
    use crate::tables::tables_of_ledgers;

    fn find<'a>(tables: &'a [Table], name: &str) -> &'a [Row] {
        &tables.iter().find(|table| table.name == name).unwrap().rows
    }

    #[test]
    fn records_stand_still_until_their_day() {
        let mut tables = tables_of_ledgers();
        bring_to(&mut tables, today());
        assert_eq!(tables, tables_of_ledgers());
    }

    #[test]
    fn a_row_states_the_day_since_which_it_is_as_it_is() {
        let first = tables_of_ledgers();
        let mut before = first.clone();
        for last in today() + 1..today() + 200 {
            let mut tables = first.clone();
            bring_to(&mut tables, last);
            for name in TABLES {
                let known: BTreeSet<_> =
                    find(&before, name).iter().map(|row| format!("{row:?}")).collect();
                for row in find(&tables, name) {
                    let stated = row.cell("retrieved_on").and_then(day::parse);
                    let is_known = known.contains(&format!("{row:?}"));
                    assert!(is_known || stated == Some(last), "{name} {row:?}");
                }
            }
            before = tables;
        }
    }

    #[test]
    fn slugs_of_later_rows_are_their_own() {
        let mut tables = tables_of_ledgers();
        bring_to(&mut tables, today() + 800);
        for name in TABLES {
            let rows = find(&tables, name);
            let slugs: BTreeSet<_> = rows.iter().map(|row| row.cell("slug")).collect();
            assert_eq!(slugs.len(), rows.len(), "{name}");
        }
    }

    #[test]
    fn records_of_later_days_say_what_the_numbers_of_loans_say() {
        let known = tables_of_ledgers();
        let universe = Universe::from_tables(&known);
        let (mut extended, mut in_default) = (0, 0);
        for last in (today()..today() + 500).step_by(7) {
            let mut tables = known.clone();
            bring_to(&mut tables, last);
            for (loan, row) in universe.loans.iter().zip(find(&tables, "loans")) {
                let status = row.cell("status").unwrap();
                if !matches!(status, "active" | "late" | "defaulted") {
                    continue;
                }
                let what = format!("{} {}", loan.slug, day::text(last));
                let state = loan.at(last);
                assert_eq!(state.late > 0.0, status == "late", "{what}");
                assert_eq!(state.defaulted > 0.0, status == "defaulted", "{what}");
                assert_eq!(date(row, "ends_on") - last, state.term as Day, "{what}");
                assert_eq!(number(row, "days_late"), state.past_due as i64, "{what}");
                let payments: Vec<&Row> =
                    find(&tables, "loan_payments").iter().filter(|of| is_of(of, row)).collect();
                let numbers: Vec<i64> = payments.iter().map(|of| number(of, "number")).collect();
                let expected: Vec<i64> = (1..=number(row, "payment_count")).collect();
                assert_eq!(numbers, expected, "{what}");
                assert_eq!(
                    date(payments.last().unwrap(), "due_on"),
                    date(row, "ends_on"),
                    "{what}"
                );
                let is_unpaid = |of: &&&Row| of.cell("paid_on").is_none();
                let owed: i64 = payments
                    .iter()
                    .filter(is_unpaid)
                    .map(|of| number(of, "principal_amount"))
                    .sum();
                assert_eq!(owed, state.outstanding as i64, "{what}");
                assert_eq!(owed, number(row, "outstanding_amount"), "{what}");
                let oldest = payments.iter().filter(is_unpaid).map(|of| date(of, "due_on")).min();
                assert_eq!(oldest, Some(date(row, "next_payment_on")), "{what}");
                assert_eq!((last - oldest.unwrap()).max(0), state.past_due as Day, "{what}");
                extended += i32::from(date(row, "ends_on") > loan.end);
                let steps = find(&tables, "loan_status_changes");
                let newest = steps.iter().rfind(|step| is_of(step, row)).unwrap();
                assert_eq!(newest.cell("status"), Some(status), "{what}");
                in_default += i32::from(status == "defaulted");
            }
        }
        assert!(extended > 0 && in_default > 0, "{extended} {in_default}");
    }
}
