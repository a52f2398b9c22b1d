//! The days of pools and loans, from the schedules that the universe gives them.

use super::batch::{Sheet, Value, Writer, end_of};
use super::world::{Loan, Pool, World, today};
use crate::day::Day;
use crate::import::Frequency;

const OUTSTANDING: &str = "outstanding_capital_dollar";
const ISSUED: &str = "cumulative_issued_amount_dollar";
const DEFAULTED: &str = "defaulted_loans_amount_dollar";
const RATE: &str = "interest_rate";
const CAPACITY: &str = "available_capacity_dollar";
const FUNDED: &str = "funded_assets_token";
/// The part that a liquidation leaves owing.
const LEFT: f64 = 0.25;

/// A loan at the end of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    pub drawn: f64,
    pub outstanding: f64,
    pub defaulted: f64,
}

impl Loan {
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
        State {
            drawn: self.principal,
            outstanding,
            defaulted: if is_defaulted { outstanding } else { 0.0 },
        }
    }
}

impl Pool {
    /// What was put into it at the end of a day: more and more, until the universe stands still, and never less than
    /// what it has lent.
    fn funded_at(&self, day: Day, lent: f64) -> f64 {
        let age = f64::from((day - self.launch).max(0));
        let whole = f64::from((today() - self.launch).max(1));
        let share = (age / whole).min(1.0);
        let funded = (self.funded * share * (2.0 - share)).round();
        funded.max(lent).min(self.capacity)
    }
}

fn daily(measures: &[&'static str]) -> Vec<(&'static str, Frequency)> {
    measures.iter().map(|measure| (*measure, Frequency::Daily)).collect()
}

/// Writes down all days of all pools and loans.
pub fn write(world: &World, out: &mut Writer) {
    for loan in world.loans.iter().filter(|loan| loan.is_drawn) {
        let lines = daily(&[OUTSTANDING, ISSUED, DEFAULTED, RATE]);
        let mut sheet = Sheet::new("loan", &loan.slug, &loan.name, lines);
        for day in loan.start..=out.span.last {
            let State { drawn, outstanding, defaulted } = loan.at(day);
            let rate = (outstanding > 0.0).then_some(loan.rate);
            let values = [Some(outstanding), Some(drawn), Some(defaulted), rate];
            row(out, &mut sheet, day, &values);
        }
    }
    for pool in &world.pools {
        let lines = daily(&[OUTSTANDING, ISSUED, DEFAULTED, RATE, CAPACITY, FUNDED]);
        let mut sheet = Sheet::new("pool", &pool.slug, &pool.name, lines);
        let loans: Vec<&Loan> = pool.loans.iter().map(|place| &world.loans[*place]).collect();
        let first = loans.iter().filter(|loan| loan.is_drawn).map(|loan| loan.start).min();
        let first = first.unwrap_or(pool.launch).min(pool.launch);
        for day in first..=out.span.last {
            let states: Vec<State> = loans.iter().map(|loan| loan.at(day)).collect();
            let sum = |of: fn(&State) -> f64| states.iter().map(of).sum::<f64>();
            let outstanding = sum(|state| state.outstanding);
            let weighted: f64 =
                loans.iter().zip(&states).map(|(loan, state)| loan.rate * state.outstanding).sum();
            let funded = pool.funded_at(day, outstanding);
            let capacity = if pool.is_closed { 0.0 } else { pool.capacity - funded };
            let values = [
                Some(outstanding),
                Some(sum(|state| state.drawn)),
                Some(sum(|state| state.defaulted)),
                (outstanding > 0.0).then(|| weighted / outstanding),
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
