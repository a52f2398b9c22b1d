//! The parts of a snapshot that scopes show, each made when a call first needs it.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::ServedSnapshot;
use crate::error::TimeseriesError;
use crate::scopes::VisibleDaysKey;

/// The most parts that are cached; the least recently used are dropped first, and so are those that take more memory together
/// than the whole snapshot.
const MOST_PARTS: usize = 32;

type Part = Arc<OnceCell<Arc<ServedSnapshot>>>;

/// Parts by the days that they show, the most recently used last. They are dropped with their snapshot.
#[derive(Debug, Default)]
pub struct NarrowedSnapshots(Mutex<Vec<(VisibleDaysKey, Part)>>);

impl NarrowedSnapshots {
    /// The part of a key. One call makes it, and the others wait for it.
    pub async fn get(
        &self,
        key: VisibleDaysKey,
        most_bytes: usize,
        make: impl Future<Output = Result<ServedSnapshot, TimeseriesError>>,
    ) -> Result<Arc<ServedSnapshot>, TimeseriesError> {
        let part = self.part(key, most_bytes);
        let made = part.get_or_try_init(|| async { make.await.map(Arc::new) });
        made.await.map(Arc::clone)
    }

    fn part(&self, key: VisibleDaysKey, most_bytes: usize) -> Part {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = parts.iter().position(|(known, _)| *known == key);
        let (key, part) = known.map_or_else(|| (key, Part::default()), |place| parts.remove(place));
        parts.push((key, Arc::clone(&part)));
        let bytes = |parts: &[(VisibleDaysKey, Part)]| -> usize {
            parts.iter().filter_map(|(_, part)| part.get()).map(|made| made.own_bytes).sum()
        };
        while parts.len() > 1 && (parts.len() > MOST_PARTS || bytes(&parts) > most_bytes) {
            parts.remove(0);
        }
        part
    }
}
