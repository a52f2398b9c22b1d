//! Measures of loans: defaults, their outcomes, and days past due, each compared with a naive count.

use std::fmt::Write as _;

use crate::support::{Client, World, is_close, shown};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetSeriesRequest, SeriesKey, SubjectKind,
};

const DAY: &str = "2026-01-31";

fn loan(slug: &str, measure: &str) -> SeriesKey {
    SeriesKey {
        subject_kind: SubjectKind::Loan.into(),
        subject_slug: slug.to_owned(),
        measure: measure.to_owned(),
        ..SeriesKey::default()
    }
}

async fn value(client: &mut Client, slug: &str, measure: &str) -> Option<f64> {
    let request = GetSeriesRequest {
        keys: vec![loan(slug, measure)],
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetSeriesRequest::default()
    };
    let answer = client.get_series(request).await.unwrap().into_inner();
    shown(&answer.lines[0].values)[0]
}

async fn total(client: &mut Client, measure: &str) -> Option<f64> {
    let request = GetAggregateRequest {
        measure: measure.to_owned(),
        subject_kind: Some(SubjectKind::Loan.into()),
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetAggregateRequest::default()
    };
    shown(&client.get_aggregate(request).await.unwrap().into_inner().total.unwrap().values)[0]
}

/// The range of days past due of each measure; the last one has no end.
const RANGES: [(&str, i32, i32); 4] = [
    ("past_due_1_to_30_days_dollar", 1, 30),
    ("past_due_31_to_60_days_dollar", 31, 60),
    ("past_due_61_to_90_days_dollar", 61, 90),
    ("past_due_over_90_days_dollar", 91, i32::MAX),
];

#[tokio::test]
async fn principal_is_in_the_range_of_its_days_past_due() {
    let world = World::start().await;
    let days = [0, 1, 30, 31, 60, 61, 90, 91, 4_000];
    let rows: String = days.iter().fold(String::new(), |mut rows, past_due| {
        let _ = writeln!(rows, "loan,l{past_due},8,{DAY},100");
        let _ = writeln!(rows, "loan,l{past_due},days_past_due,{DAY},{past_due}");
        rows
    });
    world.load(rows.trim_end()).await;
    let mut client = world.serve().await;
    for past_due in days {
        for (measure, least, most) in RANGES {
            let expected = if (least..=most).contains(&past_due) { 100.0 } else { 0.0 };
            let found = value(&mut client, &format!("l{past_due}"), measure).await;
            assert_eq!(found, Some(expected), "{measure} of {past_due} days");
        }
    }
    let request = GetExplanationRequest {
        key: Some(loan("l31", "past_due_31_to_60_days_dollar")),
        date: Some(DAY.to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    let roles: Vec<&str> = explanation.inputs.iter().map(|input| input.role.as_str()).collect();
    assert_eq!(roles, ["Outstanding principal", "Days past due"]);
    assert!(explanation.formula.unwrap().contains("31 to 60"));
}

/// One loan: principal, what of it is owed, recovered and written off, days past due, and days to maturity. The rest was
/// paid.
#[derive(Clone, Debug)]
struct Loan {
    issued: i32,
    owed: i32,
    recovered: i32,
    lost: i32,
    past_due: i32,
    term: i32,
}

fn loans() -> impl Strategy<Value = Vec<Loan>> {
    let one = (1..1_000, 0..1_000, 0..400, 0..400, 0..200, -120..400);
    let one = one.prop_map(|(paid, owed, recovered, lost, past_due, term)| {
        let has_defaulted = past_due > 90;
        let part = |amount: i32| if has_defaulted { amount } else { 0 };
        let (recovered, lost) = (part(recovered), part(lost));
        let issued = paid + owed + recovered + lost;
        Loan { issued, owed, recovered, lost, past_due, term }
    });
    vec(one, 1..25)
}

impl Loan {
    /// The amount owed when it went into default; 0 if it never did.
    fn ever_defaulted(&self) -> i32 {
        if self.past_due > 90 { self.owed + self.recovered + self.lost } else { 0 }
    }
}

fn sum(loans: &[Loan], of: impl Fn(&Loan) -> i32) -> f64 {
    loans.iter().map(|loan| f64::from(of(loan))).sum()
}

fn ratio(over: f64, under: f64) -> Option<f64> {
    (under > 0.0).then(|| over / under)
}

#[tokio::test]
async fn totals_of_loans_equal_those_of_a_naive_count() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..kit::testing::cases(4) {
        let loans = loans().new_tree(&mut runner).unwrap().current();
        let world = World::start().await;
        let rows = loans.iter().enumerate().flat_map(|(place, loan)| {
            [
                ("8", loan.owed),
                ("10", loan.issued),
                ("cumulative_defaulted_amount_dollar", loan.ever_defaulted()),
                ("cumulative_recovered_amount_dollar", loan.recovered),
                ("cumulative_written_off_amount_dollar", loan.lost),
                ("days_past_due", loan.past_due),
                ("days_to_maturity", loan.term),
            ]
            .map(|(measure, value)| format!("loan,l{place},{measure},{DAY},{value}"))
        });
        world.load(&rows.collect::<Vec<_>>().join("\n")).await;
        let mut client = world.serve().await;
        let owed = sum(&loans, |loan| loan.owed);
        let resolved = sum(&loans, |loan| loan.recovered + loan.lost);
        let mut expected = vec![
            (
                "cumulative_default_rate",
                ratio(sum(&loans, Loan::ever_defaulted), sum(&loans, |loan| loan.issued)),
            ),
            ("resolved_defaults_amount_dollar", Some(resolved)),
            ("loss_given_default", ratio(sum(&loans, |loan| loan.lost), resolved)),
            ("days_past_due", ratio(sum(&loans, |loan| loan.past_due * loan.owed), owed)),
            // Principal that is overdue at maturity counts below 0.
            ("days_to_maturity", ratio(sum(&loans, |loan| loan.term * loan.owed), owed)),
        ];
        for (measure, least, most) in RANGES {
            let of = |loan: &Loan| {
                if (least..=most).contains(&loan.past_due) { loan.owed } else { 0 }
            };
            expected.push((measure, Some(sum(&loans, of))));
        }
        for (measure, expected) in expected {
            let found = total(&mut client, measure).await;
            assert!(is_close(found, expected), "{measure}: {found:?}, not {expected:?}: {loans:?}");
        }
    }
}
