//! Request bodies: bounded in size, and in how long they may take to arrive.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep};

const SILENCE: Duration = Duration::from_secs(10);
const FREE_OF_RATE: Duration = Duration::from_secs(10);
const LEAST_PER_SECOND: u64 = 1_024;

const MOST_DISCARDED: usize = 4 << 20;
const LONGEST_DISCARD: Duration = Duration::from_secs(2);

/// The body of a request as the handlers see it.
pub type Incoming = PacedBody<hyper::body::Incoming>;

/// Why a body could not be read.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum BodyError {
    /// It is larger than allowed.
    #[error("the body is too large")]
    TooLarge,
    /// It pauses too long or trickles.
    #[error("the body came too slowly")]
    TooSlow,
    /// Too many others are being received.
    #[error("too many bodies are being received")]
    Busy,
    /// The connection broke off.
    #[error("the body broke off")]
    Broken,
}

/// A body that must keep coming: at most 10 s of silence, and after 10 s at least 1 KiB/s.
pub struct PacedBody<B> {
    inner: B,
    began: Instant,
    progress: Instant,
    received: u64,
    timer: Option<Pin<Box<Sleep>>>,
}

impl<B> PacedBody<B> {
    /// Watches a body from now on.
    pub fn new(inner: B) -> Self {
        let now = Instant::now();
        Self { inner, began: now, progress: now, received: 0, timer: None }
    }

    fn deadline(&self) -> Instant {
        let owed = Duration::from_millis(self.received.saturating_mul(1_000) / LEAST_PER_SECOND);
        (self.progress + SILENCE).min(self.began + FREE_OF_RATE + owed)
    }
}

impl<B> Body for PacedBody<B>
where
    B: Body<Data = Bytes> + Unpin,
{
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match Pin::new(&mut self.inner).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                self.progress = Instant::now();
                self.received += frame.data_ref().map_or(0, |data| data.remaining() as u64);
                self.timer = None;
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(_))) => Poll::Ready(Some(Err(BodyError::Broken))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => {
                let deadline = self.deadline();
                let timer =
                    self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
                timer.as_mut().poll(context).map(|()| Some(Err(BodyError::TooSlow)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// Reads a whole body. Bytes beyond the limit are read and thrown away, within bounds, so that a
/// client still sending gets to see its answer.
pub async fn collect(mut body: Incoming, limit: usize) -> Result<Bytes, BodyError> {
    if body.size_hint().lower() > limit as u64 {
        discard(body).await;
        return Err(BodyError::TooLarge);
    }
    let mut collected = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else { continue };
        if collected.len() + data.len() > limit {
            drop(collected);
            discard(body).await;
            return Err(BodyError::TooLarge);
        }
        collected.extend_from_slice(&data);
    }
    Ok(collected.freeze())
}

/// Reads and throws away what a client still sends, within bounds.
pub async fn discard(mut body: Incoming) {
    if body.is_end_stream() {
        return;
    }
    let read = async {
        let mut discarded = 0;
        while let Some(Ok(frame)) = body.frame().await {
            discarded += frame.data_ref().map_or(0, Buf::remaining);
            if discarded > MOST_DISCARDED {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(LONGEST_DISCARD, read).await;
}
