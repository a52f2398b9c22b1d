//! A stream that fails when a client takes nothing of its answer, takes a large one too slowly, or any one for too long.

use std::io;
use std::io::IoSlice;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::timeouts::LeastPace;

/// A stream that fails when nothing could be written to it for a time. A client that reads nothing would otherwise hold
/// its answer, and the resources behind it, for ever.
pub struct WriteTimeout<S> {
    inner: S,
    longest_wait: Duration,
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether the present answer has a minimum pace.
    is_paced: Arc<AtomicBool>,
    /// Whether bytes of one that has may still wait here. hyper reads the next request before they are sent, and its answer
    /// must not free them of their pace.
    holds_paced: bool,
    /// Since when bytes wait here that the client has not taken.
    holds_since: Option<Instant>,
    least_pace: LeastPace,
    pace: Pace,
}

/// The bytes that the client took in the time in which writes waited for it. Time without a write is not its fault.
#[derive(Default)]
struct Pace {
    waiting_since: Option<Instant>,
    waited: Duration,
    bytes: usize,
}

impl<S> WriteTimeout<S> {
    /// Waits this long for each write.
    pub fn new(
        inner: S,
        longest_wait: Duration,
        is_paced: Arc<AtomicBool>,
        least_pace: LeastPace,
    ) -> Self {
        Self {
            inner,
            longest_wait,
            timer: None,
            is_paced,
            holds_paced: false,
            holds_since: None,
            least_pace,
            pace: Pace::default(),
        }
    }

    /// The stream itself.
    pub fn into_inner(self) -> S {
        self.inner
    }

    fn watch(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.holds_paced |= self.is_paced.load(Ordering::Relaxed);
        let held = self.holds_since.get_or_insert_with(Instant::now).elapsed();
        // A write that waits is given up by its own timer, a while later.
        if written.is_ready() && held > self.least_pace.longest {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        if let Poll::Ready(outcome) = written {
            self.timer = None;
            let bytes = outcome?;
            if !self.holds_paced {
                self.pace = Pace::default();
            } else if self.pace.is_too_slow(bytes, self.least_pace) {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            return Poll::Ready(Ok(bytes));
        }
        self.pace.waiting_since.get_or_insert_with(Instant::now);
        let longest_wait = self.longest_wait;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(longest_wait)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Pace {
    /// Adds bytes that were taken; whether there were too few in the window that ends with them.
    fn is_too_slow(&mut self, bytes: usize, least: LeastPace) -> bool {
        self.bytes += bytes;
        self.waited += self.waiting_since.take().map(|since| since.elapsed()).unwrap_or_default();
        if self.waited < least.window {
            return false;
        }
        let is_too_slow = self.bytes < least.bytes;
        *self = Self::default();
        is_too_slow
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, parts);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // hyper flushes when it has written everything.
        self.holds_paced = false;
        self.holds_since = None;
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::super::timeouts::LEAST_PACE;
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_takes_nothing_is_cut_off() {
        let (near, _far) = tokio::io::duplex(4);
        let mut stream =
            WriteTimeout::new(near, Duration::from_mins(1), Arc::default(), LEAST_PACE);
        let failed = stream.write_all(b"longer than the pipe").await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_that_goes_on_is_served() {
        let (near, mut far) = tokio::io::duplex(4);
        let mut stream =
            WriteTimeout::new(near, Duration::from_mins(1), Arc::default(), LEAST_PACE);
        let writing = async {
            stream.write_all(b"longer than the pipe").await.unwrap();
            drop(stream);
        };
        let reading = async {
            let mut taken = Vec::new();
            let mut part = [0; 4];
            loop {
                tokio::time::sleep(Duration::from_secs(50)).await;
                match far.read(&mut part).await.unwrap() {
                    0 => return taken,
                    count => taken.extend_from_slice(&part[..count]),
                }
            }
        };
        let ((), taken) = tokio::join!(writing, reading);
        assert_eq!(taken, b"longer than the pipe");
    }

    /// Writes to a client that takes a part each ten seconds, for ten minutes at most, and may have requested an answer without
    /// a pace meanwhile.
    async fn file_for(part: usize, has_next: bool) -> io::Result<()> {
        let (near, mut far) = tokio::io::duplex(part);
        let is_paced = Arc::new(AtomicBool::new(true));
        let now_paced = Arc::clone(&is_paced);
        let mut stream = WriteTimeout::new(near, Duration::from_mins(1), is_paced, LEAST_PACE);
        let bytes = vec![b'x'; part * 60];
        let reading = async {
            let mut taken = vec![0; part];
            for _ in 0..60 {
                tokio::time::sleep(Duration::from_secs(10)).await;
                far.read_exact(&mut taken).await.unwrap();
                now_paced.store(!has_next, Ordering::Relaxed);
            }
        };
        tokio::select! {
            written = stream.write_all(&bytes) => written,
            () = reading => unreachable!("the last part is written before it is read"),
        }
    }

    /// Writes a number of parts of 64 KiB to a client that takes one each ten seconds, and flushes them or not.
    async fn steadily(parts: usize, flushes: bool) -> io::Result<()> {
        const PART: usize = 64 << 10;
        let (near, mut far) = tokio::io::duplex(PART);
        let mut stream =
            WriteTimeout::new(near, Duration::from_mins(1), Arc::default(), LEAST_PACE);
        let bytes = vec![b'x'; PART];
        let writing = async move {
            for _ in 0..parts {
                stream.write_all(&bytes).await?;
                if flushes {
                    stream.flush().await?;
                }
            }
            Ok::<_, io::Error>(())
        };
        let reading = async {
            let mut taken = vec![0; PART];
            loop {
                tokio::time::sleep(Duration::from_secs(10)).await;
                if far.read_exact(&mut taken).await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        tokio::select! {
            written = writing => written,
            () = reading => unreachable!("it reads for ever"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_ends_in_time_however_steadily_it_is_taken() {
        let quarter = 15 * 60 / 10;
        steadily(quarter - 1, false).await.unwrap();
        let failed = steadily(quarter + 5, false).await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
        steadily(10 * quarter, true).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_a_file_too_slowly_is_given_up() {
        for has_next in [false, true] {
            let failed = file_for(10 * 3_000, has_next).await.unwrap_err();
            assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
            file_for(10 * 6_000, has_next).await.unwrap();
        }
    }
}
