//! A budget of bytes for each caller, kept while the caller holds some of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use kit::byte_budget::ByteBudget;

use super::principal::Principal;

/// So many callers are remembered before those that hold nothing are forgotten.
const CALLERS: usize = 1_024;

pub struct CallerBudgets {
    most: usize,
    by_caller: Mutex<HashMap<Principal, Weak<ByteBudget>>>,
}

impl CallerBudgets {
    /// At most so many bytes for each caller.
    pub fn new(most: usize) -> Self {
        Self { most, by_caller: Mutex::default() }
    }

    pub fn budget_for(&self, caller: Principal) -> Arc<ByteBudget> {
        let mut by_caller = self.by_caller.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_caller.get(&caller).and_then(Weak::upgrade) {
            return known;
        }
        if by_caller.len() >= CALLERS {
            by_caller.retain(|_, budget| budget.strong_count() > 0);
        }
        let budget = ByteBudget::new(self.most);
        by_caller.insert(caller, Arc::downgrade(&budget));
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
        assert!(budgets.by_caller.lock().unwrap().len() <= CALLERS);
        assert!(Arc::ptr_eq(&held, &budgets.budget_for(first)), "those that hold some are not");
    }
}
