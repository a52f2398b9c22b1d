//! How many rows questions leave, as long as the data stay as they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

/// Numbers that are kept; whoever asks for more begins anew.
const MOST: usize = 1_000;

type Count = Arc<OnceCell<u64>>;

/// Numbers of rows by the filter that leaves them. They hold for one state of the data: who has another state takes
/// another one of these.
#[derive(Debug, Default)]
pub struct Counts(Mutex<HashMap<[u8; 32], Count>>);

impl Counts {
    /// The number of a filter, counted by whoever asks for it first. A failure is not kept.
    pub(super) async fn of<E>(
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
            if counts.len() >= MOST && !counts.contains_key(&key) {
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
        assert_eq!(counts.of(resource, b"a", ready(Err("away"))).await, Err("away"));
        assert_eq!(counts.of(resource, b"a", ready(Ok::<_, ()>(7))).await, Ok(7));
        assert_eq!(counts.of(resource, b"a", ready(Ok::<_, ()>(8))).await, Ok(7));
        assert_eq!(counts.of(resource, b"b", ready(Ok::<_, ()>(9))).await, Ok(9));
    }

    #[tokio::test]
    async fn no_more_than_a_bound_are_kept() {
        let (counts, resource) = (Counts::default(), "things");
        for filter in 0..=2 * MOST as u64 {
            let key = filter.to_be_bytes();
            assert_eq!(counts.of(resource, &key, ready(Ok::<_, ()>(filter))).await, Ok(filter));
            assert!(counts.lock().len() <= MOST);
        }
    }
}
