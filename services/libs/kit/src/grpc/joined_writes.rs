//! A connection that sends what many calls write at one moment together.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tonic::transport::server::Connected;

/// The most bytes that one system call and one record of TLS send.
const LARGEST_JOINED_WRITE: usize = 16 << 10;

/// Holds what is written until the other tasks that are ready have written, too. HTTP/2 flushes after each call otherwise: a
/// system call and a record of TLS for forty bytes cost both sides more than the call.
pub struct JoinedWrites<C> {
    connection: C,
    held: BytesMut,
    /// Whether the other tasks had their turn since the last flush.
    has_waited: bool,
}

impl<C: AsyncWrite + Unpin> JoinedWrites<C> {
    pub fn new(connection: C) -> Self {
        Self { connection, held: BytesMut::new(), has_waited: false }
    }

    /// Sends what is held.
    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.held.is_empty() {
            let sent = ready!(Pin::new(&mut self.connection).poll_write(context, &self.held))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.held.advance(sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for JoinedWrites<C> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let length: usize = parts.iter().map(|part| part.len()).sum();
        if this.held.len() + length > LARGEST_JOINED_WRITE {
            ready!(this.poll_send(context))?;
            if length > LARGEST_JOINED_WRITE {
                return Pin::new(&mut this.connection).poll_write_vectored(context, parts);
            }
        }
        for part in parts {
            this.held.extend_from_slice(part);
        }
        Poll::Ready(Ok(length))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if !this.held.is_empty() && !this.has_waited {
            this.has_waited = true;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        ready!(this.poll_send(context))?;
        this.has_waited = false;
        Pin::new(&mut this.connection).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_send(context))?;
        Pin::new(&mut this.connection).poll_shutdown(context)
    }
}

impl<C: AsyncRead + Unpin> AsyncRead for JoinedWrites<C> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().connection).poll_read(context, buffer)
    }
}

impl<C: Connected> Connected for JoinedWrites<C> {
    type ConnectInfo = C::ConnectInfo;

    fn connect_info(&self) -> Self::ConnectInfo {
        self.connection.connect_info()
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

    use super::*;

    fn pair() -> (JoinedWrites<DuplexStream>, DuplexStream) {
        let (near, far) = tokio::io::duplex(1 << 20);
        (JoinedWrites::new(near), far)
    }

    #[tokio::test]
    async fn writes_of_one_moment_leave_together() {
        let (mut near, mut far) = pair();
        near.write_all(b"one").await.unwrap();
        assert!(near.flush().now_or_never().is_none(), "others have their turn first");
        near.write_all(b", two").await.unwrap();
        let mut buffer = [0; 16];
        assert!(far.read(&mut buffer).now_or_never().is_none(), "nothing was sent");
        near.flush().await.unwrap();
        let length = far.read(&mut buffer).await.unwrap();
        assert_eq!(&buffer[..length], b"one, two");
    }

    #[tokio::test]
    async fn the_end_sends_what_is_held() {
        let (mut near, mut far) = pair();
        near.write_all(b"last words").await.unwrap();
        near.shutdown().await.unwrap();
        let mut all = Vec::new();
        far.read_to_end(&mut all).await.unwrap();
        assert_eq!(all, b"last words");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::testing::cases(64)))]

        /// Writes of all lengths and flushes arrive as they were written, whatever the other side takes at once.
        #[test]
        fn nothing_is_lost_or_changed(
            writes in prop::collection::vec((0_usize..40_000, any::<bool>()), 1..20),
            room in 1_usize..50_000,
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(async {
                let (near, mut far) = tokio::io::duplex(room);
                let total: usize = writes.iter().map(|(length, _)| length).sum();
                let written: Vec<u8> = (0..total).map(|place| (place % 251) as u8).collect();
                let sent = written.clone();
                let sender = async move {
                    let mut near = JoinedWrites::new(near);
                    let mut rest = &sent[..];
                    for (length, flushes) in writes {
                        let (now, later) = rest.split_at(length);
                        near.write_all(now).await.unwrap();
                        if flushes {
                            near.flush().await.unwrap();
                        }
                        rest = later;
                    }
                    near.shutdown().await.unwrap();
                };
                let receiver = async move {
                    let mut all = Vec::new();
                    far.read_to_end(&mut all).await.unwrap();
                    all
                };
                let ((), received) = tokio::join!(sender, receiver);
                assert!(received == written);
            });
        }
    }
}
