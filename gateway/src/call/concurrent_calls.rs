//! The calls for data that are being answered, of each organization or other holder of a plan, in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::refusal_texts::own_answers;
use kit::error::Problem;

/// The number of running calls by holder; those without one are not in it.
#[derive(Clone, Default)]
pub struct ConcurrentCalls(Arc<Mutex<HashMap<Arc<str>, i64>>>);

/// A running call, over when it is dropped.
pub struct RunningCall {
    calls: ConcurrentCalls,
    holder: Arc<str>,
}

impl ConcurrentCalls {
    /// Begins a call, unless as many run as the holder may have at a time.
    pub fn begin(&self, holder: &str, most: i64) -> Result<RunningCall, Problem> {
        let mut running = self.lock();
        let holder: Arc<str> = holder.into();
        let count = running.entry(Arc::clone(&holder)).or_default();
        if *count >= most {
            return Err(own_answers());
        }
        *count += 1;
        drop(running);
        Ok(RunningCall { calls: self.clone(), holder })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        let mut running = self.calls.lock();
        if let Some(count) = running.get_mut(&self.holder) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_has_as_many_calls_as_the_plan_allows() {
        let calls = ConcurrentCalls::default();
        let first = calls.begin("organization:a", 2).unwrap();
        let second = calls.begin("organization:a", 2).unwrap();
        assert!(calls.begin("organization:a", 2).is_err());
        drop(calls.begin("organization:b", 2).unwrap());
        drop(first);
        let third = calls.begin("organization:a", 2).unwrap();
        assert!(calls.begin("organization:a", 2).is_err());
        drop((second, third));
        assert!(calls.lock().is_empty());
    }
}
