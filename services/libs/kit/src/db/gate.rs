//! Admits callers to the pool: limits how many wait, and opens slowly after an outage.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::DbError;

/// Callers that may wait for each connection of the pool. Usually their time runs out first; this limits the memory
/// that waiting takes.
const WAITING_PER_CONNECTION: usize = 64;
/// How long a caller waits behind the one that probes a database after an outage.
const WAIT_WHILE_AWAY: Duration = Duration::from_millis(200);

/// The entrance of the pool.
#[derive(Debug)]
pub(super) struct Gate {
    size: u32,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    away: AtomicBool,
    reopening: AtomicBool,
}

impl Gate {
    pub(super) fn new(size: u32) -> Self {
        Self {
            size,
            permits: Arc::new(Semaphore::new(size as usize)),
            waiting: AtomicUsize::new(0),
            away: AtomicBool::new(false),
            reopening: AtomicBool::new(false),
        }
    }

    /// Waits for a place until the deadline; refuses at once if too many are already waiting.
    pub(super) async fn enter(&self, deadline: Instant) -> Result<OwnedSemaphorePermit, DbError> {
        if let Ok(permit) = self.permits.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let _place = self.wait()?;
        let away = self.away.load(Ordering::Relaxed);
        let until = if away { deadline.min(Instant::now() + WAIT_WHILE_AWAY) } else { deadline };
        match tokio::time::timeout_at(until, self.permits.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ if away => Err(DbError::Away(sqlx::Error::PoolTimedOut)),
            _ => Err(DbError::Busy),
        }
    }

    fn wait(&self) -> Result<Place<'_>, DbError> {
        let place = Place(&self.waiting);
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        if before >= self.size as usize * WAITING_PER_CONNECTION {
            return Err(DbError::Busy);
        }
        Ok(place)
    }

    /// Records that a caller reached the database.
    pub(super) fn found(&self) {
        self.away.store(false, Ordering::Relaxed);
    }

    /// Records that a caller did not reach the database. Returns the work that reopens the gate, unless it is running.
    pub(super) fn lost(self: &Arc<Self>) -> Option<impl Future<Output = ()> + Send + 'static> {
        self.away.store(true, Ordering::Relaxed);
        if self.size < 2 || self.reopening.swap(true, Ordering::Relaxed) {
            return None;
        }
        let gate = Arc::clone(self);
        Some(async move { gate.reopen().await })
    }

    pub(super) fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed)
    }

    /// Withholds all places but one during an outage, then returns them one by one: otherwise many processes that
    /// reach the database again at the same moment would connect all at once.
    async fn reopen(&self) {
        if let Ok(mut held) = self.permits.clone().acquire_many_owned(self.size - 1).await {
            while held.num_permits() > 0 {
                tokio::time::sleep(Duration::from_millis(rand::random_range(150..350))).await;
                if !self.is_away() {
                    drop(held.split(1));
                }
            }
        }
        self.reopening.store(false, Ordering::Relaxed);
    }
}

/// One waiting caller, counted until its future ends or is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
