//! Bounds the bytes of large request heads in memory: of the process, and of each address.

use std::io;
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use kit::budget::{Budget, Held};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::call::caller_budgets::CallerBudgets;
use crate::call::principal::Principal;

/// Heads up to this size do not count, so that the site stays open to others during a flood of large ones: the longest batch that
/// the web sends, with cookies.
const SMALL_HEAD: usize = 16 << 10;
/// The most bytes of larger heads that are in memory at the same time, beyond the small size of each.
const MAX_HEADS: usize = 32 << 20;
/// The most of these bytes of one address.
const MAX_HEADS_PER_ADDRESS: usize = 8 << 20;
/// The most bytes that are read at once. hyper's buffer grows with what it reads at once, and would stay as large as a body
/// that was sent fast.
const LONGEST_READ: usize = 8 << 10;

/// The budgets of the process.
// A client may send all of a head but its end, and begin again when its time is over, on thousands of connections.
pub struct HeadBudgets {
    all: Arc<Budget>,
    by_address: CallerBudgets,
}

/// The bytes of the budgets that the large head of a connection holds.
struct HeldHead {
    /// The share of the address; `None` for a proxy, which brings many clients.
    own: Option<Held>,
    all: Held,
}

/// How much of its present head a connection has received; its stream and its service share it.
#[derive(Default)]
pub struct ReceivedHead {
    bytes: AtomicUsize,
    /// The head is complete, and its request is not answered yet.
    is_under_way: AtomicBool,
}

/// A stream that fails when the head of a request finds no memory. What it holds is returned at the end of the connection:
/// until then hyper keeps its buffer as large as the largest head was.
pub struct HeadReader<S> {
    inner: S,
    budgets: Arc<HeadBudgets>,
    /// The address of the client; `None` for a proxy.
    address: Option<IpAddr>,
    head: Arc<ReceivedHead>,
    held: Option<HeldHead>,
    is_refused: bool,
    /// A part of an answer waits to be sent.
    is_writing: bool,
}

impl HeadBudgets {
    pub fn new() -> Arc<Self> {
        Self::with_limits(MAX_HEADS, MAX_HEADS_PER_ADDRESS)
    }

    fn with_limits(all: usize, per_address: usize) -> Arc<Self> {
        let by_address = CallerBudgets::new(per_address);
        Arc::new(Self { all: Budget::new(all), by_address })
    }

    fn begin(&self, address: Option<IpAddr>) -> HeldHead {
        let own = address.map(|address| self.by_address.budget_for(Principal::at(address)).add(0));
        HeldHead { own, all: self.all.add(0) }
    }
}

impl HeldHead {
    /// Takes further bytes from the budgets, and says whether they had them.
    fn grow(&mut self, bytes: usize) -> bool {
        self.own.as_mut().is_none_or(|own| own.grow(bytes)) && self.all.grow(bytes)
    }

    fn bytes(&self) -> usize {
        self.all.amount()
    }
}

impl ReceivedHead {
    /// Notes that the head is complete; whether it was a large one, after which the connection must end.
    pub fn complete(&self) -> bool {
        self.is_under_way.store(true, Ordering::Relaxed);
        self.bytes.swap(0, Ordering::Relaxed) > SMALL_HEAD
    }

    /// Notes that the request is answered.
    pub fn answered(&self) {
        self.is_under_way.store(false, Ordering::Relaxed);
    }

    /// Adds bytes that were read; how many belong to the present head.
    fn add(&self, bytes: usize) -> usize {
        // Those of a body leave the buffer before more are read; only the last ones may be the beginning of the next head.
        let before = if self.is_under_way.load(Ordering::Relaxed) {
            0
        } else {
            self.bytes.load(Ordering::Relaxed)
        };
        self.bytes.store(before + bytes, Ordering::Relaxed);
        before + bytes
    }
}

impl<S> HeadReader<S> {
    /// Reads for a client at this address; none for a proxy, which only the budget of the process limits.
    pub fn new(
        inner: S,
        budgets: Arc<HeadBudgets>,
        address: Option<IpAddr>,
        head: Arc<ReceivedHead>,
    ) -> Self {
        let (held, is_refused, is_writing) = (None, false, false);
        Self { inner, budgets, address, head, held, is_refused, is_writing }
    }

    /// Whether a head found no memory and nothing of an answer is left, so that the client can be answered why.
    pub fn awaits_refusal(&self) -> bool {
        self.is_refused && !self.is_writing
    }

    /// The stream itself.
    pub fn into_inner(self) -> S {
        self.inner
    }

    fn count(&mut self, bytes: usize) -> io::Result<()> {
        let beyond = self.head.add(bytes).saturating_sub(SMALL_HEAD);
        if beyond == 0 {
            return Ok(());
        }
        let held = self.held.get_or_insert_with(|| self.budgets.begin(self.address));
        let more = beyond.saturating_sub(held.bytes());
        if more == 0 || held.grow(more) {
            return Ok(());
        }
        self.is_refused = true;
        Err(io::ErrorKind::QuotaExceeded.into())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HeadReader<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut room = [MaybeUninit::<u8>::uninit(); LONGEST_READ];
        let most = buffer.remaining().min(LONGEST_READ);
        let mut part = ReadBuf::uninit(&mut room[..most]);
        ready!(Pin::new(&mut self.inner).poll_read(context, &mut part))?;
        self.count(part.filled().len())?;
        buffer.put_slice(part.filled());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HeadReader<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.is_writing = true;
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.is_writing = true;
        Pin::new(&mut self.inner).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // hyper flushes when it has written everything.
        self.is_writing = false;
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

    use super::*;

    /// A connection to a gateway with these budgets.
    struct Connection {
        far: DuplexStream,
        reader: HeadReader<DuplexStream>,
        head: Arc<ReceivedHead>,
    }

    impl Connection {
        fn new(budgets: &Arc<HeadBudgets>, address: Option<IpAddr>) -> Self {
            let (near, far) = tokio::io::duplex(1 << 20);
            let head = Arc::new(ReceivedHead::default());
            let reader = HeadReader::new(near, Arc::clone(budgets), address, Arc::clone(&head));
            Self { far, reader, head }
        }

        /// Sends a number of bytes, and has them all read.
        async fn receive(&mut self, bytes: usize) -> io::Result<()> {
            self.far.write_all(&vec![b'x'; bytes]).await.unwrap();
            let mut read = vec![0; bytes];
            self.reader.read_exact(&mut read).await?;
            Ok(())
        }
    }

    fn at(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[tokio::test]
    async fn an_address_has_a_share_and_small_heads_pass() {
        let budgets = HeadBudgets::with_limits(3_000, 1_000);
        let mut first = Connection::new(&budgets, Some(at(1)));
        first.receive(SMALL_HEAD + 600).await.unwrap();
        first.receive(300).await.unwrap();
        assert_eq!(budgets.all.held(), 900);
        let mut second = Connection::new(&budgets, Some(at(1)));
        second.receive(SMALL_HEAD).await.unwrap();
        let refused = second.receive(101).await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::QuotaExceeded);
        assert!(second.reader.awaits_refusal() && !first.reader.awaits_refusal());
        assert!(Connection::new(&budgets, Some(at(2))).receive(SMALL_HEAD + 1_000).await.is_ok());
        drop((first, second));
        assert_eq!(budgets.all.held(), 0);
        assert!(Connection::new(&budgets, Some(at(1))).receive(SMALL_HEAD + 1_000).await.is_ok());
    }

    #[tokio::test]
    async fn all_addresses_and_proxies_share_one_budget() {
        let budgets = HeadBudgets::with_limits(3_000, 2_000);
        let mut proxied = Connection::new(&budgets, None);
        proxied.receive(SMALL_HEAD + 2_500).await.unwrap();
        let mut other = Connection::new(&budgets, Some(at(1)));
        assert!(other.receive(SMALL_HEAD + 501).await.is_err());
        drop(other);
        drop(proxied);
        assert_eq!(budgets.all.held(), 0, "a refused head leaves nothing");
    }

    #[tokio::test]
    async fn bodies_and_the_heads_of_several_requests_do_not_add_up() {
        let budgets = HeadBudgets::with_limits(0, 0);
        let mut one = Connection::new(&budgets, Some(at(1)));
        for _ in 0..3 {
            one.receive(SMALL_HEAD / 2).await.unwrap();
            assert!(!one.head.complete());
            one.receive(10 * SMALL_HEAD).await.unwrap();
            one.head.answered();
        }
        // Bytes that were read while the request was under way may be the beginning of the next head.
        assert!(one.receive(SMALL_HEAD).await.is_err());
    }

    #[tokio::test]
    async fn a_large_head_is_noticed_when_it_is_complete() {
        let budgets = HeadBudgets::new();
        let mut one = Connection::new(&budgets, Some(at(1)));
        one.receive(SMALL_HEAD + 1).await.unwrap();
        assert!(one.head.complete());
        assert_eq!(budgets.all.held(), 1, "until the end of the connection");
    }

    #[tokio::test]
    async fn who_has_a_part_of_an_answer_gets_no_other_one_behind_it() {
        let budgets = HeadBudgets::with_limits(0, 0);
        let mut one = Connection::new(&budgets, Some(at(1)));
        one.reader.write_all(b"HTTP/1.1 200").await.unwrap();
        assert!(one.receive(SMALL_HEAD + 1).await.is_err());
        assert!(!one.reader.awaits_refusal());
        one.reader.flush().await.unwrap();
        assert!(one.reader.awaits_refusal());
    }
}
