//! Accepts connections: an accept loop with bounds against slow and greedy clients, which drains at the stop.

mod connection_limiter;
mod head_reader;
mod limits;
pub(crate) mod timeouts;
mod write_timeout;

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::FutureExt;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use kit::security_log::{self, Entry, Event, Network};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::connection_limiter::{ConnectionLimiter, ConnectionPermit, no_room_left};
use self::head_reader::{HeadBudgets, HeadReader, ReceivedHead};
pub use self::timeouts::{LEAST_PACE, LeastPace};
use self::write_timeout::WriteTimeout;
use crate::config::Config;
use crate::http_message::body::{Incoming, PacedBody};
use crate::http_message::plain_response::{MinimumPace, Page};
use crate::http_message::size_limits::{HEAD_BUFFER, MAX_HEADER_LINES};
use crate::router::Router;

/// The signals to accept no more requests, and to abandon those under way.
#[derive(Clone, Default)]
pub struct ShutdownSignals {
    /// No new connections; answers close theirs.
    pub stopping: CancellationToken,
    /// Nothing more at all.
    pub cut: CancellationToken,
}

/// The bounds that all connections share.
#[derive(Clone)]
struct Bounds {
    connections: Arc<ConnectionLimiter>,
    heads: Arc<HeadBudgets>,
    pace: LeastPace,
}

/// Lowers the limits of connections to the files that the process may open: beyond these the kernel would refuse everything,
/// calls of services included, and one address could bring it there.
pub fn fit_connections(config: &mut Config, open_files: Option<u64>) {
    let Some(open_files) = open_files else { return };
    let most =
        usize::try_from(open_files.saturating_sub(limits::RESERVED_FILES)).unwrap_or(usize::MAX);
    let most = most.max(1);
    if config.connections_total <= most {
        return;
    }
    let per_address = config.connections_per_address.min((most / 10).max(1));
    tracing::warn!(
        open_files,
        connections_total = most,
        connections_per_address = per_address,
        "the limit of open files admits fewer connections than CONNECTIONS_TOTAL"
    );
    config.connections_total = most;
    config.connections_per_address = per_address;
}

/// Serves connections until the stop, then until the last request under way is answered. Clients of large answers keep a pace.
pub async fn serve(
    listener: TcpListener,
    router: Arc<Router>,
    shutdown: ShutdownSignals,
    pace: LeastPace,
) {
    let config = &router.state().config;
    let limiter = ConnectionLimiter::new(config.connections_total, config.connections_per_address);
    let bounds = Bounds { connections: limiter, heads: HeadBudgets::new(), pace };
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => admit(&mut connections, &bounds, &router, &shutdown, accepted),
                // Out of descriptors, most likely: wait until some are given back.
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(timeouts::ACCEPT_RETRY).await;
                }
            },
            Some(_) = connections.join_next() => {}
            () = shutdown.stopping.cancelled() => break,
        }
    }
    // Closing the listener would reset the connections that the kernel has already accepted.
    while let Some(Ok(accepted)) = listener.accept().now_or_never() {
        admit(&mut connections, &bounds, &router, &shutdown, accepted);
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

fn admit(
    connections: &mut JoinSet<()>,
    bounds: &Bounds,
    router: &Arc<Router>,
    shutdown: &ShutdownSignals,
    (mut stream, peer): (TcpStream, SocketAddr),
) {
    let proxy = router.state().config.trusts(peer.ip());
    let Some(permit) = bounds.connections.take(peer.ip(), proxy) else {
        let refused = Entry::refused(Event::LimitHit { operation: "connection" }, "connections");
        security_log::write(refused.at(Some(Network::new(peer.ip()))));
        connections.spawn(async move {
            let answer = no_room_left();
            let writing = stream.write_all(answer.as_bytes());
            let _ = tokio::time::timeout(timeouts::LINGER, writing).await;
        });
        return;
    };
    let (router, shutdown, bounds) = (Arc::clone(router), shutdown.clone(), bounds.clone());
    connections.spawn(async move {
        serve_connection((stream, peer), proxy, router, shutdown, bounds, permit).await;
    });
}

async fn serve_connection(
    (stream, peer): (TcpStream, SocketAddr),
    proxy: bool,
    router: Arc<Router>,
    shutdown: ShutdownSignals,
    bounds: Bounds,
    _permit: ConnectionPermit,
) {
    tune(&stream);
    let stopping = shutdown.stopping.clone();
    let is_paced = Arc::new(AtomicBool::new(false));
    let answer_is_paced = Arc::clone(&is_paced);
    let first_request = Arc::new(Notify::new());
    let arrived = Arc::clone(&first_request);
    let head = Arc::new(ReceivedHead::default());
    let received = Arc::clone(&head);
    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
        arrived.notify_one();
        let is_large = received.complete();
        let (router, stopping) = (Arc::clone(&router), stopping.clone());
        let received = Arc::clone(&received);
        let answer_is_paced = Arc::clone(&answer_is_paced);
        async move {
            let mut response = router.answer(paced(request), peer.ip()).await;
            received.answered();
            let has_pace = response.extensions().get::<MinimumPace>().is_some();
            answer_is_paced.store(has_pace, Ordering::Relaxed);
            if is_large || stopping.is_cancelled() {
                close(&mut response);
            }
            Ok::<_, Infallible>(response)
        }
        .boxed()
    });
    let next_head = if proxy { timeouts::NEXT_PROXY_HEAD } else { timeouts::HEAD };
    let address = (!proxy).then(|| peer.ip());
    let stream = HeadReader::new(stream, bounds.heads, address, head);
    let stream = WriteTimeout::new(stream, timeouts::WRITE, is_paced, bounds.pace);
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(next_head)
        .max_buf_size(HEAD_BUFFER)
        .max_headers(MAX_HEADER_LINES)
        .serve_connection(TokioIo::new(stream), service);
    let served = tokio::select! {
        served = poll_fn(|context| connection.poll_without_shutdown(context)) => served,
        () = shutdown.cut.cancelled() => return,
        () = no_request(&first_request) => return,
        () = last_requests(&shutdown) => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            tokio::select! {
                served = poll_fn(|context| connection.poll_without_shutdown(context)) => served,
                () = shutdown.cut.cancelled() => return,
            }
        }
    };
    let reader = connection.into_parts().io.into_inner().into_inner();
    let awaits_refusal = reader.awaits_refusal();
    let mut stream = reader.into_inner();
    let closing = async move {
        if awaits_refusal {
            refuse_head(&mut stream, peer).await;
        }
        close_connection(stream, served.is_err()).await;
    };
    tokio::select! {
        () = closing => {}
        () = shutdown.cut.cancelled() => {}
    }
}

/// Ends if the head of the first request is not complete in time. A proxy keeps connections for later ones, but opens none
/// without a request.
async fn no_request(first: &Notify) {
    if tokio::time::timeout(timeouts::HEAD, first.notified()).await.is_ok() {
        std::future::pending::<()>().await;
    }
}

/// Answers a head for which no memory is left.
async fn refuse_head(stream: &mut TcpStream, peer: SocketAddr) {
    let refused = Entry::refused(Event::LimitHit { operation: "connection" }, "heads");
    security_log::write(refused.at(Some(Network::new(peer.ip()))));
    let answer = no_room_left();
    let _ = tokio::time::timeout(timeouts::LINGER, stream.write_all(answer.as_bytes())).await;
}

/// Ends a connection. Closing one with bytes unread resets it, and the client would lose the answer
/// that says why it was refused.
async fn close_connection(mut stream: TcpStream, refused: bool) {
    if stream.shutdown().await.is_err() || !refused {
        return;
    }
    let mut rest = stream.take(limits::MAX_LINGERING);
    let mut nowhere = tokio::io::sink();
    let read = tokio::io::copy(&mut rest, &mut nowhere);
    let _ = tokio::time::timeout(timeouts::LINGER, read).await;
}

/// After the stop, time for requests that are on their way already.
async fn last_requests(shutdown: &ShutdownSignals) {
    shutdown.stopping.cancelled().await;
    tokio::time::sleep(timeouts::LAST_REQUESTS).await;
}

fn paced(request: Request<hyper::body::Incoming>) -> Request<Incoming> {
    request.map(PacedBody::new)
}

fn close(response: &mut Response<Page>) {
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
}

/// A peer that vanished or never reads must not hold its connection.
fn tune(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let _ = stream.set_nodelay(true);
    let _ = socket.set_tcp_user_timeout(Some(timeouts::ACKNOWLEDGEMENT));
    let _ = socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(timeouts::KEEPALIVE));
}

#[cfg(test)]
mod tests {
    use kit::config::Env;

    use super::*;

    /// The limits of connections of a process that may open a given number of files.
    fn fitted(open_files: Option<u64>, settings: &[(&'static str, &str)]) -> (usize, usize) {
        let required = [
            ("PUBLIC_URL", "http://127.0.0.1:8080"),
            ("AUTH_SECRET", "0123456789abcdef0123456789abcdef"),
            ("NATS_URL", "nats://127.0.0.1:4222"),
            ("REDIS_URL", "redis://127.0.0.1:6379"),
        ];
        let mut env =
            settings.iter().fold(Env::fixed(required), |env, (name, value)| env.with(name, value));
        let mut config = Config::from_env(&mut env).unwrap();
        fit_connections(&mut config, open_files);
        (config.connections_total, config.connections_per_address)
    }

    #[test]
    fn there_are_fewer_connections_than_files() {
        let usual = (20_000, 2_000);
        assert_eq!(fitted(None, &[]), usual);
        assert_eq!(fitted(Some(1 << 20), &[]), usual);
        assert_eq!(fitted(Some(20_256), &[]), usual);
        assert_eq!(fitted(Some(1_024), &[]), (768, 76));
        assert_eq!(fitted(Some(1_024), &[("CONNECTIONS_PER_ADDRESS", "2")]), (768, 2));
        assert_eq!(fitted(Some(1_024), &[("CONNECTIONS_TOTAL", "500")]), (500, 50));
        assert_eq!(fitted(Some(100), &[]), (1, 1));
    }
}
