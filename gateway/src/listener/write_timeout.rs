//! A stream that fails when a client takes nothing of its answer.

use std::io;
use std::io::IoSlice;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream that fails when nothing could be written to it for a time. A client that reads nothing would otherwise hold
/// its answer, and the resources behind it, for ever.
pub struct WriteTimeout<S> {
    inner: S,
    longest_wait: Duration,
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// Waits this long for each write.
    pub fn new(inner: S, longest_wait: Duration) -> Self {
        Self { inner, longest_wait, timer: None }
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
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let longest_wait = self.longest_wait;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(longest_wait)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
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
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_takes_nothing_is_cut_off() {
        let (near, _far) = tokio::io::duplex(4);
        let mut stream = WriteTimeout::new(near, Duration::from_mins(1));
        let failed = stream.write_all(b"longer than the pipe").await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_that_goes_on_is_served() {
        let (near, mut far) = tokio::io::duplex(4);
        let mut stream = WriteTimeout::new(near, Duration::from_mins(1));
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
}
