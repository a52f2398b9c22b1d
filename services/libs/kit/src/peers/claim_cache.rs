//! A cache of what is good until a second, such as signed and verified claims: a signature costs more than the rest of a
//! short call.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use foldhash::quality::RandomState;

const MOST_CLAIMS: usize = 4096;

/// Values that expire. The texts of claims are long, and no peer can choose what is kept: the hash may be a
/// quick one.
pub(super) struct ClaimCache<K, V>(Mutex<HashMap<K, (V, i64), RandomState>>);

impl<K, V> Default for ClaimCache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> ClaimCache<K, V> {
    /// The value of a key, if it is still good.
    pub fn get<Q>(&self, key: &Q, now: i64) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(key).filter(|(_, until)| now < *until).map(|(value, _)| value.clone())
    }

    /// Keeps a value; if there are too many, those that are no longer good go, and else all.
    pub fn put(&self, key: K, value: V, until: i64, now: i64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_CLAIMS {
            known.retain(|_, (_, until)| now < *until);
            if known.len() >= MOST_CLAIMS {
                known.clear();
            }
        }
        known.insert(key, (value, until));
    }

    /// The known value, or a new one with the second until which it is good.
    pub fn get_or_make<Q>(
        &self,
        key: &Q,
        now: i64,
        make: impl FnOnce() -> Option<(V, i64)>,
    ) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(value) = self.get(key, now) {
            return Some(value);
        }
        let (value, until) = make()?;
        self.put(key.to_owned(), value.clone(), until, now);
        Some(value)
    }
}
