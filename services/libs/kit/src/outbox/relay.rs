//! Relays the events of the outbox to the bus, in order, by one process at a time.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use prometheus::IntGauge;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::term::{RelayError, STATEMENT, Term};
use super::{batch, regression, wake};
use crate::bus::{Bus, BusError};
use crate::db::{Db, DbError, Lease};
use crate::failpoint;
use crate::outbox_and_inbox_retention;
use crate::run::App;

/// A lease is renewed after this part of its time.
const RENEW: f64 = 0.3;
/// How often the streams are compared with their acknowledgements.
const VERIFY: Duration = Duration::from_secs(10);
const SHORTEST_REST: Duration = Duration::from_millis(5);
const LONGEST_REST: Duration = Duration::from_millis(200);
const AFTER_FAILURE: std::ops::Range<u64> = 100..600;
/// A full stream or disk needs an operator, or waits for events to expire: these pauses grow until that one, so that events
/// leave within a few seconds of the room for them.
const LONGEST_WHILE_FULL: u64 = 3_000;

static FULL: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "outbox_bus_full",
        "Whether the bus refuses events because a stream or its disk is full"
    )
    .expect("the name is used once")
});

struct Relay {
    db: Db,
    bus: Bus,
    lease: Lease,
    term: Option<(Term, Instant)>,
    interruptions: watch::Receiver<u64>,
    verified: HashSet<&'static str>,
    verify_all_at: Instant,
    /// How often in a row the bus had no room for the next event.
    refusals: u32,
}

/// Starts relaying, the comparison of streams with the outbox, and the removal of old rows.
pub fn relay(app: &App, db: Db, bus: Bus) {
    let wake = Arc::new(Notify::new());
    wake::listen(app, db.clone(), Arc::clone(&wake));
    outbox_and_inbox_retention::start(app, db.clone());
    let relay = Relay {
        lease: Lease::new("outbox", bus.redelivery.relay_lease),
        term: None,
        interruptions: bus.link.interruptions(),
        verified: HashSet::new(),
        verify_all_at: Instant::now(),
        refusals: 0,
        db,
        bus,
    };
    let stopping = app.stopping();
    app.spawn("outbox.relay", relay.run(wake, stopping));
}

impl Relay {
    async fn run(mut self, wake: Arc<Notify>, stopping: CancellationToken) {
        let mut rest = SHORTEST_REST;
        let mut healthy = true;
        while !stopping.is_cancelled() {
            match self.round().await {
                Ok(more) => {
                    if !healthy {
                        tracing::info!("events leave the outbox again");
                    }
                    healthy = true;
                    self.refusals = 0;
                    FULL.set(0);
                    if more {
                        rest = SHORTEST_REST;
                        continue;
                    }
                }
                Err(RelayError::Deposed) => self.term = None,
                Err(error) => {
                    if healthy {
                        tracing::warn!(%error, "events wait in the outbox");
                    }
                    healthy = false;
                    let is_full = matches!(error, RelayError::Bus(BusError::Full));
                    self.refusals = if is_full { self.refusals.saturating_add(1) } else { 0 };
                    FULL.set(i64::from(is_full));
                    rest = pause(self.refusals);
                }
            }
            tokio::select! {
                () = wake.notified(), if healthy => rest = SHORTEST_REST,
                () = tokio::time::sleep(rest) => rest = (rest * 2).min(LONGEST_REST),
                () = stopping.cancelled() => {}
            }
        }
        if let (Some(_), Ok(mut conn)) = (self.term, self.db.conn().await) {
            let _ = self.db.within(STATEMENT, self.lease.release(&mut conn)).await;
        }
    }

    /// Sends the next rows; returns whether more may be waiting.
    async fn round(&mut self) -> Result<bool, RelayError> {
        let Some(term) = self.term().await? else { return Ok(false) };
        failpoint::reach("relay.leading");
        if self.interruptions.has_changed().unwrap_or(false) {
            self.interruptions.mark_unchanged();
            self.verified.clear();
            self.verify_all_at = Instant::now();
        }
        if Instant::now() >= self.verify_all_at {
            for stream in regression::acknowledged_streams(&self.db).await? {
                regression::verify(&self.db, &self.bus, &term, stream).await?;
                self.verified.insert(stream.name);
            }
            self.verify_all_at = Instant::now() + VERIFY;
        }
        // After a refusal for lack of room, sending more than one event would be useless.
        let most = if self.refusals > 0 { 1 } else { batch::ROUND };
        let rows = batch::read(&self.db, most).await?;
        failpoint::reach("relay.read");
        if rows.is_empty() {
            return Ok(false);
        }
        for row in &rows {
            let stream = row.stream()?;
            if !self.verified.contains(stream.name) {
                regression::verify(&self.db, &self.bus, &term, stream).await?;
                self.verified.insert(stream.name);
                // Earlier rows may have to be sent again first.
                return Ok(true);
            }
        }
        let outcome = batch::send(&self.bus, rows).await;
        failpoint::reach("relay.sent");
        batch::note(&self.db, &term, &outcome).await?;
        failpoint::reach("relay.noted");
        match outcome.failure {
            None => Ok(true),
            Some(error) => {
                // A stream that is missing, or a broker that was away, may have lost more than this. A full one answers.
                if !matches!(error, BusError::Full) {
                    self.verified.clear();
                    self.verify_all_at = Instant::now();
                }
                Err(error.into())
            }
        }
    }

    async fn term(&mut self) -> Result<Option<Term>, DbError> {
        if let Some((term, until)) = self.term
            && Instant::now() < until
        {
            return Ok(Some(term));
        }
        let until = Instant::now() + self.lease.time().mul_f64(RENEW);
        let lease = self.lease;
        let epoch = self
            .db
            .within(STATEMENT, async { lease.hold(&mut *self.db.conn().await?).await })
            .await?;
        self.term = epoch.map(|epoch| (Term { lease, epoch }, until));
        Ok(self.term.map(|(term, _)| term))
    }
}

/// The time until the next attempt, after a number of refusals for lack of room.
fn pause(refusals: u32) -> Duration {
    let longest = (AFTER_FAILURE.end << refusals.min(8)).min(LONGEST_WHILE_FULL);
    Duration::from_millis(rand::random_range(AFTER_FAILURE.start..longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_to_send_to_a_full_disk_become_rare_and_never_stop() {
        for refusals in [0, 1, 2, 5, 1_000, u32::MAX] {
            let pauses: Vec<u64> = (0..200).map(|_| pause(refusals).as_millis() as u64).collect();
            let (shortest, longest) = (pauses.iter().min(), pauses.iter().max());
            assert!(shortest >= Some(&100) && longest < Some(&LONGEST_WHILE_FULL), "{refusals}");
            assert!(refusals < 5 || longest > Some(&1_500), "{refusals}: {longest:?}");
        }
    }
}
