//! A TCP proxy that can delay, silence or cut connections.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

/// Changes data on its way to the server: passes it, shortens it, or drops it.
pub type Filter = Box<dyn FnMut(Vec<u8>) -> Vec<u8> + Send>;

/// A proxy before one server.
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: AbortHandle,
}

#[derive(Default)]
struct Shared {
    delay_milliseconds: AtomicU64,
    dark: AtomicBool,
    lines: Mutex<Vec<Arc<Line>>>,
    opened: AtomicUsize,
    filter: Mutex<Option<Filter>>,
    upstream: Mutex<String>,
}

#[derive(Default)]
struct Line {
    dark: AtomicBool,
    cut: Notify,
}

impl Proxy {
    /// Listens on its own port and forwards everything.
    pub async fn start(upstream: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared =
            Arc::new(Shared { upstream: Mutex::new(upstream.to_owned()), ..Shared::default() });
        let accepting = spawn(accept(listener, shared.clone()));
        Self { address, shared, accepting }
    }

    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Delays data by this much in each direction.
    pub fn delay(&self, by: Duration) {
        self.shared.delay_milliseconds.store(by.as_millis() as u64, Ordering::SeqCst);
    }

    /// Silences all connections without closing them.
    pub fn go_dark(&self) {
        self.shared.dark.store(true, Ordering::SeqCst);
        self.darken_lines();
    }

    /// Forwards new connections again. A silenced one stays silent, as with TCP.
    pub fn light_up(&self) {
        self.shared.dark.store(false, Ordering::SeqCst);
    }

    /// Silences the open connections; new ones work.
    pub fn darken_lines(&self) {
        for line in self.shared.lines.lock().unwrap().iter() {
            line.dark.store(true, Ordering::SeqCst);
        }
    }

    /// Cuts the open connections.
    pub fn cut(&self) {
        for line in self.shared.lines.lock().unwrap().drain(..) {
            line.cut.notify_waiters();
        }
    }

    /// Forwards new connections to another server, as a name does after a failover.
    pub fn point_to(&self, upstream: &str) {
        upstream.clone_into(&mut self.shared.upstream.lock().unwrap());
    }

    /// Passes data of clients through a filter.
    pub fn filter(&self, filter: impl FnMut(Vec<u8>) -> Vec<u8> + Send + 'static) {
        *self.shared.filter.lock().unwrap() = Some(Box::new(filter));
    }

    /// Forwards everything unchanged.
    pub fn unfilter(&self) {
        *self.shared.filter.lock().unwrap() = None;
    }

    /// The number of connections so far.
    pub fn opened(&self) -> usize {
        self.shared.opened.load(Ordering::SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
        self.cut();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((client, _)) = listener.accept().await {
        let line = Arc::new(Line::default());
        line.dark.store(shared.dark.load(Ordering::SeqCst), Ordering::SeqCst);
        shared.lines.lock().unwrap().push(line.clone());
        shared.opened.fetch_add(1, Ordering::SeqCst);
        let (shared, upstream) = (shared.clone(), shared.upstream.lock().unwrap().clone());
        spawn(async move {
            tokio::select! {
                () = carry(client, &upstream, &shared, &line) => {}
                () = line.cut.notified() => {}
            }
        });
    }
}

async fn carry(client: TcpStream, upstream: &str, shared: &Shared, line: &Line) {
    if line.dark.load(Ordering::SeqCst) {
        return std::future::pending().await;
    }
    let Ok(server) = TcpStream::connect(upstream).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        () = pass(from_client, to_server, shared, line, true) => {}
        () = pass(from_server, to_client, shared, line, false) => {}
    }
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    shared: &Shared,
    line: &Line,
    filtered: bool,
) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let Ok(count @ 1..) = from.read(&mut buffer).await else { return };
        let delay = shared.delay_milliseconds.load(Ordering::SeqCst);
        if delay > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        if line.dark.load(Ordering::SeqCst) {
            return std::future::pending().await;
        }
        let mut piece = buffer[..count].to_vec();
        if filtered && let Some(filter) = shared.filter.lock().unwrap().as_mut() {
            piece = filter(piece);
        }
        if to.write_all(&piece).await.is_err() {
            return;
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a proxy belongs to the test, not to an app")]
fn spawn(task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
    tokio::spawn(task).abort_handle()
}
