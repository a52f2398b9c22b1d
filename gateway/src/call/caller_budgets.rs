//! A budget of bytes, or of work, for each caller, kept while the caller holds some of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use kit::budget::Budget;

use super::principal::Principal;

/// The least number of remembered callers at which those that hold nothing are forgotten.
const CALLERS: usize = 1_024;

pub struct CallerBudgets {
    most: usize,
    callers: Mutex<Callers>,
}

#[derive(Default)]
struct Callers {
    budgets: HashMap<Principal, Weak<Budget>>,
    /// The number of callers at which those that hold nothing are forgotten.
    forget_at: usize,
}

impl CallerBudgets {
    /// Budgets of which each caller holds at most `most`.
    pub fn new(most: usize) -> Self {
        Self { most, callers: Mutex::default() }
    }

    pub fn budget_for(&self, caller: Principal) -> Arc<Budget> {
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = callers.budgets.get(&caller).and_then(Weak::upgrade) {
            return known;
        }
        if callers.budgets.len() >= callers.forget_at {
            callers.budgets.retain(|_, budget| budget.strong_count() > 0);
            // Thousands of addresses that hold some are not looked at again for each further one.
            callers.forget_at = CALLERS.max(2 * callers.budgets.len());
        }
        let budget = Budget::new(self.most);
        callers.budgets.insert(caller, Arc::downgrade(&budget));
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_that_hold_nothing_are_forgotten() {
        let budgets = CallerBudgets::new(10);
        let first = Principal::User("first".to_owned());
        let held = budgets.budget_for(first.clone());
        for number in 0..CALLERS + 10 {
            drop(budgets.budget_for(Principal::User(number.to_string())));
        }
        assert!(budgets.callers.lock().unwrap().budgets.len() <= CALLERS);
        assert!(Arc::ptr_eq(&held, &budgets.budget_for(first)), "those that hold some are not");
    }

    #[test]
    fn many_that_hold_some_are_looked_at_seldom() {
        let budgets = CallerBudgets::new(10);
        let caller = |number: usize| Principal::User(number.to_string());
        let held: Vec<_> = (0..=CALLERS).map(|number| budgets.budget_for(caller(number))).collect();
        assert_eq!(budgets.callers.lock().unwrap().forget_at, 2 * CALLERS);
        drop(held);
        for number in 0..3 * CALLERS {
            drop(budgets.budget_for(caller(number)));
        }
        assert!(budgets.callers.lock().unwrap().budgets.len() <= CALLERS);
    }
}
