//! The days of pools and loans, from the schedules that the universe gives them.

use engine::day::Day;

use super::batch::{Frequency, Sheet, Value, Writer, end_of};
use super::measures::has_levels;
use super::universe::{Loan, Pool, Universe, today};

const OUTSTANDING: &str = "outstanding_capital_dollar";
const ISSUED: &str = "cumulative_issued_amount_dollar";
const DEFAULTED: &str = "defaulted_loans_amount_dollar";
const LATE: &str = "late_loans_amount_dollar";
const EVER_DEFAULTED: &str = "cumulative_defaulted_amount_dollar";
const RECOVERED: &str = "cumulative_recovered_amount_dollar";
const WRITTEN_OFF: &str = "cumulative_written_off_amount_dollar";
const RATE: &str = "interest_rate";
const TERM: &str = "days_to_maturity";
const PAST_DUE: &str = "days_past_due";
const CAPACITY: &str = "available_capacity_dollar";
const FUNDED: &str = "funded_assets_token";
/// The amounts of loans and pools, in the order of `State::amounts`.
const AMOUNTS: [&str; 7] =
    [OUTSTANDING, ISSUED, DEFAULTED, LATE, EVER_DEFAULTED, RECOVERED, WRITTEN_OFF];
/// Every measure of loans and pools.
pub const MEASURES: [&str; 12] = [
    OUTSTANDING,
    ISSUED,
    DEFAULTED,
    LATE,
    EVER_DEFAULTED,
    RECOVERED,
    WRITTEN_OFF,
    RATE,
    TERM,
    PAST_DUE,
    CAPACITY,
    FUNDED,
];
/// The part that a liquidation leaves owing.
const LEFT: f64 = 0.25;
/// For how many days a loan whose payment is past due is late; then it is in default.
const LATE_DAYS: Day = 90;

/// A loan at the end of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    pub drawn: f64,
    pub outstanding: f64,
    pub defaulted: f64,
    pub late: f64,
    /// The amount owed when it went into default, and the parts of it that were recovered or lost by now.
    pub ever_defaulted: f64,
    pub recovered: f64,
    pub written_off: f64,
    /// Days until it is due to end; after the end of a loan that missed a payment, days since then, below 0.
    pub term: f64,
    pub past_due: f64,
}

impl State {
    fn amounts(&self) -> [f64; 7] {
        let Self { drawn, outstanding, defaulted, late, .. } = *self;
        let Self { ever_defaulted, recovered, written_off, .. } = *self;
        [outstanding, drawn, defaulted, late, ever_defaulted, recovered, written_off]
    }
}

impl Loan {
    /// How many days the payment that it missed is past due on a day, also after records stand still.
    fn past_due(&self, day: Day) -> Day {
        self.missed.map_or(0, |missed| (day - missed).max(0))
    }

    /// Days from a day to the end of the loan. What it owes when records stand still it owes afterwards: a loan that missed
    /// nothing is extended at its end by the time for which it was lent.
    fn term(&self, day: Day) -> Day {
        let is_extended = self.missed.is_none() && today() <= self.end && self.end < day;
        let term = self.end - day;
        if is_extended { term.rem_euclid(self.end - self.start) } else { term }
    }

    /// The principal not paid back at the end of a day, whatever was recovered or written off.
    fn unpaid(&self, day: Day) -> f64 {
        let paid = self.paid.iter().filter(|(on, _)| *on <= day);
        self.principal - paid.map(|(_, amount)| amount).sum::<f64>()
    }

    /// The part of the principal that a sale of the collateral brings: the dearer the loan, the less.
    fn proceeds(&self) -> f64 {
        (0.95 - 2.0 * self.rate).clamp(0.4, 0.9)
    }

    /// The state of the loan at the end of a day.
    pub fn at(&self, day: Day) -> State {
        if !self.is_drawn || day < self.start {
            return State::default();
        }
        let is_past = |on: Option<Day>| on.is_some_and(|on| on <= day);
        let unpaid = self.unpaid(day);
        let (mut outstanding, mut recovered, mut written_off) = (unpaid, 0.0, 0.0);
        if is_past(self.liquidated) {
            outstanding = (unpaid * LEFT).floor();
            recovered = ((unpaid - outstanding) * self.proceeds()).floor();
        }
        if is_past(self.written_off) {
            outstanding = 0.0;
        }
        if is_past(self.liquidated) {
            written_off = unpaid - outstanding - recovered;
        }
        let is_defaulted = is_past(self.defaulted);
        let past_due = if outstanding > 0.0 { self.past_due(day) } else { 0 };
        let is_late = !is_defaulted && (1..=LATE_DAYS).contains(&past_due);
        State {
            drawn: self.principal,
            outstanding,
            defaulted: if is_defaulted { outstanding } else { 0.0 },
            late: if is_late { outstanding } else { 0.0 },
            ever_defaulted: self
                .defaulted
                .filter(|on| *on <= day)
                .map_or(0.0, |on| self.unpaid(on)),
            recovered,
            written_off,
            term: f64::from(self.term(day)),
            past_due: f64::from(past_due),
        }
    }
}

/// For how many days money is in a pool before it is lent, and stays after it was paid back.
const CALLED_BEFORE: Day = 10;
const RETURNED_AFTER: Day = 20;
/// The buffer of a pool for redemptions, as a part of the money lent.
const BUFFER: f64 = 0.06;

/// The funds of a pool at the end of a day, without those taken out or lost: all that it lends in the days around, and
/// a little more. The part that is not lent is idle.
fn funded_at(loans: &[&Loan], day: Day) -> f64 {
    let lent = |day: Day| loans.iter().map(|loan| loan.at(day).outstanding).sum::<f64>();
    let most = (day - RETURNED_AFTER..=day + CALLED_BEFORE).map(lent).fold(0.0, f64::max);
    (most * (1.0 + BUFFER)).round()
}

/// The funds of a pool on the day on which records stand still.
pub fn funded_amount(universe: &Universe, pool: &Pool) -> i64 {
    let loans: Vec<&Loan> = pool.loans.iter().map(|place| &universe.loans[*place]).collect();
    funded_at(&loans, today()) as i64
}

fn daily(measures: &[&'static str]) -> Vec<(&'static str, Frequency)> {
    measures.iter().map(|measure| (*measure, Frequency::Daily)).collect()
}

/// Writes down all days of all pools and loans that have levels.
pub fn write(universe: &Universe, out: &mut Writer) {
    for loan in universe.loans.iter().filter(|loan| loan.is_drawn) {
        let lines = daily(&[&AMOUNTS[..], &[RATE, TERM, PAST_DUE]].concat());
        let mut sheet = Sheet::new("loan", &loan.slug, &loan.name, lines);
        for day in (loan.start..=out.span.last).filter(|day| has_levels(*day)) {
            let state = loan.at(day);
            let owed = |value: f64| (state.outstanding > 0.0).then_some(value);
            let amounts = state.amounts().map(Some);
            let further = [owed(loan.rate), owed(state.term), Some(state.past_due)];
            row(out, &mut sheet, day, &[&amounts[..], &further].concat());
        }
    }
    for pool in &universe.pools {
        let lines = daily(&[&AMOUNTS[..], &[RATE, TERM, CAPACITY, FUNDED]].concat());
        let mut sheet = Sheet::new("pool", &pool.slug, &pool.name, lines);
        let loans: Vec<&Loan> = pool.loans.iter().map(|place| &universe.loans[*place]).collect();
        let first = loans.iter().filter(|loan| loan.is_drawn).map(|loan| loan.start).min();
        let first = first.unwrap_or(pool.launch).min(pool.launch);
        for day in (first..=out.span.last).filter(|day| has_levels(*day)) {
            let states: Vec<State> = loans.iter().map(|loan| loan.at(day)).collect();
            let amounts = states.iter().map(State::amounts).fold([0.0; 7], |mut sums, amounts| {
                sums.iter_mut().zip(amounts).for_each(|(sum, amount)| *sum += amount);
                sums
            });
            let [outstanding, ..] = amounts;
            let average = |of: fn(&Loan, &State) -> f64| {
                let each = loans.iter().zip(&states);
                let weighted = each.map(|(loan, state)| of(loan, state) * state.outstanding);
                (outstanding > 0.0).then(|| weighted.sum::<f64>() / outstanding)
            };
            // Records stand still, and the funds that they state with them.
            let funded = funded_at(&loans, day.min(today()));
            let capacity = if pool.is_closed { 0.0 } else { pool.capacity - funded };
            let further = [
                average(|loan, _| loan.rate),
                average(|_, state| state.term),
                Some(capacity),
                Some(funded),
            ];
            row(out, &mut sheet, day, &[&amounts.map(Some)[..], &further].concat());
        }
    }
}

fn row(out: &mut Writer, sheet: &mut Sheet, day: Day, values: &[Option<f64>]) {
    let known_at = end_of(day);
    for (line, value) in values.iter().enumerate() {
        if let Some(number) = *value {
            out.put(sheet, line, &Value { day, number, known_at, reason: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::batch::Span;
    use super::*;
    use crate::tables::{tables, tables_of_ledgers};
    use engine::day;

    #[test]
    fn a_loan_is_late_from_its_first_missed_payment_to_its_default() {
        let loan = Loan {
            slug: String::new(),
            name: String::new(),
            start: 100,
            end: 220,
            principal: 80.0,
            is_drawn: true,
            rate: 0.1,
            paid: vec![(130, 20.0)],
            missed: Some(160),
            defaulted: Some(240),
            liquidated: None,
            written_off: None,
        };
        let amounts = |loan: &Loan, day: Day| {
            let State { outstanding, defaulted, late, term, .. } = loan.at(day);
            [outstanding, late, defaulted, term].map(|number| number as i64)
        };
        for (day, expected) in [
            (99, [0; 4]),
            (100, [80, 0, 0, 120]),
            (160, [60, 0, 0, 60]),
            (161, [60, 60, 0, 59]),
            // It should have ended on day 220: principal is past due since then.
            (239, [60, 60, 0, -19]),
            (240, [60, 0, 60, -20]),
        ] {
            assert_eq!(amounts(&loan, day), expected, "{day}");
        }
        let never = Loan { defaulted: None, ..loan };
        assert_eq!([250, 251].map(|day| amounts(&never, day)[1]), [60, 0], "90 days past due");
    }

    #[test]
    fn loans_are_late_and_end_as_the_catalog_says() {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let tables = tables();
        let rows = &tables.iter().find(|table| table.name == "loans").unwrap().rows;
        let mut late_count = 0;
        for (loan, row) in universe.loans.iter().zip(rows) {
            let now = loan.at(today());
            let is_late = row.cell("status") == Some("late");
            assert_eq!(now.late > 0.0, is_late, "{}", loan.slug);
            assert!(!is_late || now.late >= now.outstanding, "{}", loan.slug);
            let days: Option<Day> = row.cell("days_late").and_then(|cell| cell.parse().ok());
            assert!(!is_late || Some(loan.past_due(today())) == days, "{}", loan.slug);
            let end = row.cell("ends_on").and_then(day::parse).unwrap();
            assert!(!loan.is_drawn || now.term as Day == end - today(), "{}", loan.slug);
            for day in loan.start..today() + 120 {
                let State { outstanding, late, defaulted, .. } = loan.at(day);
                assert!(late + defaulted <= outstanding, "{} {day}", loan.slug);
                let State { ever_defaulted, recovered, written_off, .. } = loan.at(day);
                let settled = defaulted + recovered + written_off;
                assert!(
                    (ever_defaulted - settled).abs() < 1e-9,
                    "{} {day}: in default or settled",
                    loan.slug
                );
            }
            late_count += usize::from(is_late);
        }
        assert!(late_count > 5, "{late_count}");
    }

    #[test]
    fn days_of_loans_go_on_after_records_stand_still() {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let (mut overdue, mut extended) = (0, 0);
        for loan in &universe.loans {
            let recorded = loan.at(today());
            for day in today()..today() + 400 {
                let state = loan.at(day);
                let (past, what) = (f64::from(day - today()), format!("{} {day}", loan.slug));
                assert_eq!(state.outstanding as i64, recorded.outstanding as i64, "{what}");
                if recorded.outstanding < 1.0 {
                    assert_eq!(state.past_due as Day, 0, "{what}");
                } else if recorded.past_due > 0.0 {
                    // Nobody pays: every day is one more, and after 90 of them the loan is in default.
                    assert_eq!(state.past_due as Day, (recorded.past_due + past) as Day, "{what}");
                    assert_eq!(state.term as Day, (recorded.term - past) as Day, "{what}");
                    let is_defaulted = state.past_due > 90.0 || recorded.defaulted > 0.0;
                    assert_eq!(state.defaulted > 0.0, is_defaulted, "{what}");
                    assert_eq!(state.late > 0.0, !is_defaulted, "{what}");
                    assert_eq!(state.ever_defaulted > 0.0, is_defaulted, "{what}");
                    overdue += 1;
                } else {
                    let dues = [state.past_due, state.late, state.defaulted];
                    assert!(dues.iter().all(|due| *due < 0.5), "{what}: {dues:?}");
                    let length = f64::from(loan.end - loan.start);
                    assert!((0.0..length).contains(&state.term), "{what}: {}", state.term);
                    let left = if state.term > 0.5 { state.term } else { length };
                    assert_eq!(loan.at(day + 1).term as Day, (left - 1.0) as Day, "{what}");
                    extended += i32::from(loan.end < day);
                }
            }
        }
        assert!(overdue > 0 && extended > 0, "{overdue} {extended}");
    }

    #[test]
    fn overdue_loans_spread_over_all_ranges_and_defaults_over_all_ends() {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let states: Vec<State> = universe.loans.iter().map(|loan| loan.at(today())).collect();
        for (least, most) in [(1, 30), (31, 60), (61, 90), (91, Day::MAX)] {
            let is_within = |state: &&State| (least..=most).contains(&(state.past_due as Day));
            assert!(states.iter().filter(is_within).count() > 1, "{least} to {most} days");
        }
        assert!(states.iter().any(|state| state.outstanding > 0.0 && state.term < 0.0));
        let sum = |of: fn(&State) -> f64| states.iter().map(of).sum::<f64>();
        let ever = sum(|state| state.ever_defaulted);
        let now = sum(|state| state.defaulted);
        let lost = sum(|state| state.written_off);
        let loss = lost / (lost + sum(|state| state.recovered));
        assert!(
            ever > now && lost > 0.0 && (0.2..0.7).contains(&loss),
            "{ever} {now} {lost} {loss}"
        );
        let years = |loan: &Loan| day::date(loan.start).year();
        let vintages: std::collections::BTreeSet<i32> =
            universe.loans.iter().filter(|loan| loan.defaulted.is_some()).map(years).collect();
        assert!(vintages.len() > 2, "{vintages:?}");
    }

    #[test]
    fn few_loans_are_past_due_and_most_pools_have_none_in_default() {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let states: Vec<State> = universe.loans.iter().map(|loan| loan.at(today())).collect();
        let owed: f64 = states.iter().map(|state| state.outstanding).sum();
        let overdue = states.iter().filter(|state| state.past_due > 30.0);
        let share = overdue.map(|state| state.outstanding).sum::<f64>() / owed;
        assert!((0.03..0.08).contains(&share), "{share} is more than 30 days past due");
        let is_troubled = |place: &usize| states[*place].defaulted > 0.0;
        let troubled = universe.pools.iter().filter(|pool| pool.loans.iter().any(is_troubled));
        assert!((1..6).contains(&troubled.count()));
    }

    #[test]
    fn a_pool_has_the_sums_of_its_loans() {
        let universe = Universe::from_tables(&tables_of_ledgers());
        let mut out = Writer::new(Span { after: None, last: today() });
        write(&universe, &mut out);
        let batch = out.take();
        for pool in &universe.pools {
            let value = |measure: &str| {
                let mut points = batch.points.iter().filter(|point| point.day == today());
                let is_of = |place: usize| {
                    let series = &batch.series[place];
                    (series.slug.as_str(), series.measure) == (&pool.slug, measure)
                };
                points.find(|point| is_of(point.series)).map(|point| point.number)
            };
            let states: Vec<State> =
                pool.loans.iter().map(|place| universe.loans[*place].at(today())).collect();
            let owed: f64 = states.iter().map(|state| state.outstanding).sum();
            let late: f64 = states.iter().map(|state| state.late).sum();
            let weighted: f64 = states.iter().map(|state| state.term * state.outstanding).sum();
            assert!(value(LATE).is_some_and(|value| (value - late).abs() < 1e-9), "{}", pool.slug);
            let term = value(TERM);
            assert_eq!(term.is_some(), owed > 0.0, "{}", pool.slug);
            assert!(term.is_none_or(|term| (term - weighted / owed).abs() < 1e-9), "{}", pool.slug);
        }
    }
}
