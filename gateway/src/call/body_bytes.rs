//! Bounds the bytes of request bodies in memory: of the process, and of each sender.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use hyper::body::{Body as _, SizeHint};
use kit::budget::{Budget, Held};

use super::caller_budgets::CallerBudgets;
use super::limits::LONGEST_MEMORY_WAIT;
use super::principal::Principal;
use crate::http_message::body::{self, BodyError, Incoming};

/// The most bytes of request bodies that are in memory at the same time.
const MAX_BODIES: usize = 32 << 20;
/// The most of these bytes of one user, or of one address without a session.
const MAX_BODIES_PER_SENDER: usize = 8 << 20;
/// Bodies up to this size do not count: that of a form or of an event.
const SMALL_BODY: usize = 8 << 10;

/// The budgets of the process.
// A sender that goes on slowly keeps what it has sent in memory for minutes, on thousands of connections from one address.
pub struct BodyBytes {
    all: Arc<Budget>,
    by_sender: CallerBudgets,
}

/// The bytes of one body, returned when dropped.
pub struct HeldBody {
    _own: Held,
    _all: Held,
}

impl Default for BodyBytes {
    fn default() -> Self {
        let by_sender = CallerBudgets::new(MAX_BODIES_PER_SENDER);
        Self { all: Budget::new(MAX_BODIES), by_sender }
    }
}

impl BodyBytes {
    /// Takes the bytes that a body may have before it is read; none for a small one, which the limits of connections bound.
    /// `limit` is the most that is read of it.
    pub async fn take(
        &self,
        sender: Principal,
        announced: &SizeHint,
        limit: usize,
    ) -> Result<Option<HeldBody>, BodyError> {
        let announced = announced.upper().and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = announced.map_or(limit, |bytes| bytes.min(limit));
        if bytes <= SMALL_BODY {
            return Ok(None);
        }
        let own = self.by_sender.budget_for(sender).take(bytes, LONGEST_MEMORY_WAIT).await;
        let own = own.ok_or(BodyError::Busy)?;
        let all = self.all.take(bytes, LONGEST_MEMORY_WAIT).await.ok_or(BodyError::Busy)?;
        Ok(Some(HeldBody { _own: own, _all: all }))
    }

    /// Reads a whole body within the budgets, which it holds until its bytes are dropped.
    pub async fn collect(
        &self,
        sender: Principal,
        body: Incoming,
        limit: usize,
    ) -> Result<Bytes, BodyError> {
        let announced = body.size_hint();
        match self.take(sender, &announced, limit).await {
            Ok(held) => {
                let bytes = body::collect(body, limit).await?;
                Ok(Bytes::from_owner(ReadBody { bytes, _held: held }))
            }
            Err(error) => {
                body::discard(body).await;
                Err(error)
            }
        }
    }
}

impl fmt::Debug for HeldBody {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("HeldBody")
    }
}

struct ReadBody {
    bytes: Bytes,
    _held: Option<HeldBody>,
}

impl AsRef<[u8]> for ReadBody {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1 << 20;

    fn at(last: u8) -> Principal {
        Principal::Address([192, 0, 2, last].into())
    }

    #[tokio::test(start_paused = true)]
    async fn a_sender_has_a_share_and_small_bodies_pass() {
        let bodies = BodyBytes::default();
        let (whole, small) =
            (SizeHint::with_exact(LIMIT as u64), SizeHint::with_exact(SMALL_BODY as u64));
        let mut held = Vec::new();
        let senders = u8::try_from(MAX_BODIES / MAX_BODIES_PER_SENDER).unwrap();
        for sender in 1..=senders {
            for _ in 0..MAX_BODIES_PER_SENDER / LIMIT {
                held.push(bodies.take(at(sender), &whole, LIMIT).await.unwrap().unwrap());
            }
            assert!(bodies.take(at(sender), &whole, LIMIT).await.is_err(), "its share is taken");
            assert!(bodies.take(at(sender), &small, LIMIT).await.unwrap().is_none());
        }
        let other = bodies.take(at(200), &whole, LIMIT).await;
        assert!(matches!(other, Err(BodyError::Busy)), "all of them together are bounded");
        held.pop();
        assert!(bodies.take(at(200), &whole, LIMIT).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_body_of_unknown_length_takes_the_limit() {
        let bodies = BodyBytes::default();
        let held = bodies.take(at(1), &SizeHint::default(), LIMIT).await.unwrap();
        assert_eq!(bodies.all.held(), LIMIT);
        drop(held);
        assert_eq!(bodies.all.held(), 0);
        let larger = SizeHint::with_exact(3 * LIMIT as u64);
        let _held = bodies.take(at(1), &larger, LIMIT).await.unwrap();
        assert_eq!(bodies.all.held(), LIMIT, "no more is read of it");
    }
}
