//! Row counts of filters, cached while the data do not change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

/// The most cached counts; beyond it the cache is cleared.
const MOST_COUNTS: usize = 1_000;

type Count = Arc<OnceCell<u64>>;

/// Row counts by filter. They are valid for one state of the data; another state needs another instance.
#[derive(Debug, Default)]
pub struct Counts(Mutex<HashMap<[u8; 32], Count>>);

impl Counts {
    /// The count of a filter, computed by the first caller. A failure is not cached.
    pub(super) async fn get_or_count<E>(
        &self,
        resource: &str,
        filter: &[u8],
        count: impl Future<Output = Result<u64, E>>,
    ) -> Result<u64, E> {
        let mut hash = Sha256::new();
        hash.update(resource);
        hash.update([0]);
        hash.update(filter);
        let kept = {
            let mut counts = self.lock();
            let key = hash.finalize().into();
            if counts.len() >= MOST_COUNTS && !counts.contains_key(&key) {
                counts.clear();
            }
            Arc::clone(counts.entry(key).or_default())
        };
        kept.get_or_try_init(|| count).await.copied()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<[u8; 32], Count>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    #[tokio::test]
    async fn a_filter_is_counted_once_and_others_for_themselves() {
        let (counts, resource) = (Counts::default(), "things");
        assert_eq!(counts.get_or_count(resource, b"a", ready(Err("away"))).await, Err("away"));
        assert_eq!(counts.get_or_count(resource, b"a", ready(Ok::<_, ()>(7))).await, Ok(7));
        assert_eq!(counts.get_or_count(resource, b"a", ready(Ok::<_, ()>(8))).await, Ok(7));
        assert_eq!(counts.get_or_count(resource, b"b", ready(Ok::<_, ()>(9))).await, Ok(9));
    }

    #[tokio::test]
    async fn the_number_of_cached_counts_is_bounded() {
        let (counts, resource) = (Counts::default(), "things");
        for filter in 0..=2 * MOST_COUNTS as u64 {
            let key = filter.to_be_bytes();
            assert_eq!(
                counts.get_or_count(resource, &key, ready(Ok::<_, ()>(filter))).await,
                Ok(filter)
            );
            assert!(counts.lock().len() <= MOST_COUNTS);
        }
    }
}
