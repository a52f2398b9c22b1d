//! A document that is the same for all clients, such as the sitemap or a feed: one client at a time makes it while the
//! others wait, and it is made again when it is outdated.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::Instant;

/// A document that all clients share.
pub struct SharedDocument<D>(Arc<Mutex<Option<CachedDocument<D>>>>);

struct CachedDocument<D> {
    at: Instant,
    document: D,
}

/// The document for a client, or its turn to make it.
pub enum Lookup<D> {
    /// The document that was made for an earlier client.
    Fresh(D),
    /// It is the turn of this client to make the next one.
    Outdated(Turn<D>),
}

/// The turn of one maker: the others wait until it has a document, or is dropped.
#[must_use = "the others wait for the document"]
pub struct Turn<D>(OwnedMutexGuard<Option<CachedDocument<D>>>);

impl<D> Default for SharedDocument<D> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<D: Clone> SharedDocument<D> {
    /// The document if it is fresh, which its age may decide, or the turn to make it.
    pub async fn get(&self, is_fresh: impl FnOnce(&D, Duration) -> bool) -> Lookup<D> {
        let made = Arc::clone(&self.0).lock_owned().await;
        if let Some(known) = &*made
            && is_fresh(&known.document, known.at.elapsed())
        {
            return Lookup::Fresh(known.document.clone());
        }
        Lookup::Outdated(Turn(made))
    }
}

impl<D: Clone> Turn<D> {
    /// Hands the document to those who wait, and returns it.
    pub fn finish(mut self, document: D) -> D {
        *self.0 = Some(CachedDocument { at: Instant::now(), document: document.clone() });
        document
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use futures::future::join_all;

    use super::*;

    const LIFETIME: Duration = Duration::from_secs(1);

    async fn get(document: &SharedDocument<u32>, next: u32) -> u32 {
        match document.get(|_, age| age < LIFETIME).await {
            Lookup::Fresh(known) => known,
            Lookup::Outdated(turn) => {
                tokio::task::yield_now().await;
                turn.finish(next)
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_document_is_made_once_for_all_until_it_is_outdated() {
        let document = SharedDocument::<u32>::default();
        let found = join_all((0..100).map(|number| get(&document, number))).await;
        assert!(found.iter().all(|number| *number == found[0]), "{found:?}");
        assert_eq!(get(&document, 1_000).await, found[0]);
        tokio::time::advance(LIFETIME).await;
        assert_eq!(get(&document, 1_000).await, 1_000);
    }

    #[tokio::test(start_paused = true)]
    async fn a_maker_that_leaves_passes_the_turn_on() {
        let document = SharedDocument::<u32>::default();
        let Lookup::Outdated(turn) = document.get(|_, _| true).await else {
            panic!("none was made")
        };
        let mut waiting = Box::pin(get(&document, 1));
        assert!(waiting.as_mut().now_or_never().is_none(), "one maker at a time");
        drop(turn);
        assert_eq!(waiting.await, 1);
    }
}
