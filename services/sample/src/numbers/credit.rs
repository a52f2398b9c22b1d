//! The days of pools and loans, from the schedules that the universe gives them.

use super::batch::{Frequency, Sheet, Value, Writer, end_of};
use super::universe::{Loan, Pool, Universe, today};
use crate::day::Day;

const OUTSTANDING: &str = "outstanding_capital_dollar";
const ISSUED: &str = "cumulative_issued_amount_dollar";
const DEFAULTED: &str = "defaulted_loans_amount_dollar";
const LATE: &str = "late_loans_amount_dollar";
const RATE: &str = "interest_rate";
const TERM: &str = "days_to_maturity";
const CAPACITY: &str = "available_capacity_dollar";
const FUNDED: &str = "funded_assets_token";
/// Those of a pool; a loan has all but the last two.
pub const MEASURES: [&str; 8] =
    [OUTSTANDING, ISSUED, DEFAULTED, LATE, RATE, TERM, CAPACITY, FUNDED];
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
    /// Days until it is due to end.
    pub term: f64,
}

impl Loan {
    /// How many days a payment is past due, as the catalog shows it: nothing is paid after the universe stands still.
    fn past_due(&self, day: Day) -> Day {
        self.missed.map_or(0, |missed| day.min(today()) - missed)
    }

    /// What is drawn and owed at the end of a day.
    pub fn at(&self, day: Day) -> State {
        if !self.is_drawn || day < self.start {
            return State::default();
        }
        let paid = self.paid.iter().filter(|(on, _)| *on <= day);
        let mut outstanding = self.principal - paid.map(|(_, amount)| amount).sum::<f64>();
        if self.liquidated.is_some_and(|on| on <= day) {
            outstanding = (outstanding * LEFT).floor();
        }
        let is_defaulted = self.defaulted.is_some_and(|on| on <= day);
        let is_late = !is_defaulted && (1..=LATE_DAYS).contains(&self.past_due(day));
        State {
            drawn: self.principal,
            outstanding,
            defaulted: if is_defaulted { outstanding } else { 0.0 },
            late: if is_late { outstanding } else { 0.0 },
            term: f64::from((self.end - day).max(0)),
        }
    }
}

/// For how many days money is in a pool before it is lent, and stays after it was paid back.
const CALLED_BEFORE: Day = 10;
const RETURNED_AFTER: Day = 20;
/// What a pool holds beside that, as a part of it, for those who redeem.
const BUFFER: f64 = 0.06;

/// What was put into a pool at the end of a day and was not taken out or lost: all that it lends in the days around,
/// and a little more. What of it is not lent is idle.
fn funded_at(loans: &[&Loan], day: Day) -> f64 {
    let lent = |day: Day| loans.iter().map(|loan| loan.at(day).outstanding).sum::<f64>();
    let most = (day - RETURNED_AFTER..=day + CALLED_BEFORE).map(lent).fold(0.0, f64::max);
    (most * (1.0 + BUFFER)).round()
}

/// What was put into a pool by the day on which records stand still.
pub fn funded_amount(universe: &Universe, pool: &Pool) -> i64 {
    let loans: Vec<&Loan> = pool.loans.iter().map(|place| &universe.loans[*place]).collect();
    funded_at(&loans, today()) as i64
}

fn daily(measures: &[&'static str]) -> Vec<(&'static str, Frequency)> {
    measures.iter().map(|measure| (*measure, Frequency::Daily)).collect()
}

/// Writes down all days of all pools and loans.
pub fn write(universe: &Universe, out: &mut Writer) {
    for loan in universe.loans.iter().filter(|loan| loan.is_drawn) {
        let lines = daily(&MEASURES[..6]);
        let mut sheet = Sheet::new("loan", &loan.slug, &loan.name, lines);
        for day in loan.start..=out.span.last {
            let State { drawn, outstanding, defaulted, late, term } = loan.at(day);
            let owed = |value: f64| (outstanding > 0.0).then_some(value);
            let amounts = [outstanding, drawn, defaulted, late].map(Some);
            let values = [&amounts[..], &[owed(loan.rate), owed(term)]].concat();
            row(out, &mut sheet, day, &values);
        }
    }
    for pool in &universe.pools {
        let lines = daily(&MEASURES);
        let mut sheet = Sheet::new("pool", &pool.slug, &pool.name, lines);
        let loans: Vec<&Loan> = pool.loans.iter().map(|place| &universe.loans[*place]).collect();
        let first = loans.iter().filter(|loan| loan.is_drawn).map(|loan| loan.start).min();
        let first = first.unwrap_or(pool.launch).min(pool.launch);
        for day in first..=out.span.last {
            let states: Vec<State> = loans.iter().map(|loan| loan.at(day)).collect();
            let sum = |of: fn(&State) -> f64| states.iter().map(of).sum::<f64>();
            let outstanding = sum(|state| state.outstanding);
            let average = |of: fn(&Loan, &State) -> f64| {
                let each = loans.iter().zip(&states);
                let weighted = each.map(|(loan, state)| of(loan, state) * state.outstanding);
                (outstanding > 0.0).then(|| weighted.sum::<f64>() / outstanding)
            };
            let funded = funded_at(&loans, day);
            let capacity = if pool.is_closed { 0.0 } else { pool.capacity - funded };
            let values = [
                Some(outstanding),
                Some(sum(|state| state.drawn)),
                Some(sum(|state| state.defaulted)),
                Some(sum(|state| state.late)),
                average(|loan, _| loan.rate),
                average(|_, state| state.term),
                Some(capacity),
                Some(funded),
            ];
            row(out, &mut sheet, day, &values);
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
    use crate::day;

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
            (239, [60, 60, 0, 0]),
            (240, [60, 0, 60, 0]),
        ] {
            assert_eq!(amounts(&loan, day), expected, "{day}");
        }
        let never = Loan { defaulted: None, ..loan };
        assert_eq!([250, 251].map(|day| amounts(&never, day)[1]), [60, 0], "90 days past due");
    }

    #[test]
    fn loans_are_late_and_end_as_the_catalog_says() {
        let universe = Universe::new();
        let tables = crate::tables();
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
            assert!(!loan.is_drawn || now.term as Day == (end - today()).max(0), "{}", loan.slug);
            for day in loan.start..today() + 120 {
                let State { outstanding, late, defaulted, .. } = loan.at(day);
                assert!(late + defaulted <= outstanding, "{} {day}", loan.slug);
            }
            let later = loan.at(today() + 120).late > 0.0;
            assert_eq!(later, is_late, "{}: the universe stands still", loan.slug);
            late_count += usize::from(is_late);
        }
        assert!(late_count > 5, "{late_count}");
    }

    #[test]
    fn a_pool_has_the_sums_of_its_loans() {
        let universe = Universe::new();
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
