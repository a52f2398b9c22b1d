//! Connections: slow, greedy and leaving clients, and the end of the process.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use crate::support::browser::{self, raw};
use crate::support::{CUSTOMER, World};
use kit::config::Env;
use kit::testing::eventually;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const DEADLINE: Duration = Duration::from_mins(2);
const BODY: &str = r#"{"preferences":{"darkMode":true}}"#;

async fn connect(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Everything the gateway still sends until it closes.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    let _ = tokio::time::timeout(DEADLINE, read).await.expect("the gateway never closes");
    bytes
}

/// The head of a mutation by a signed-in user, with the length of its body.
fn head(length: usize) -> String {
    format!(
        "POST /api/trpc/userSettings.updatePreferences HTTP/1.1\r\nhost: x\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\
         cookie: next-auth.session-token={CUSTOMER}\r\n\r\n"
    )
}

#[tokio::test]
async fn closes_connections_that_never_finish_a_request() {
    // After five seconds, and far before the minute and more that a proxy has between two requests. A busy machine delays an
    // attempt.
    let (earliest, latest) = (Duration::from_secs(5), Duration::from_secs(8));
    let direct = World::start().await;
    let proxied = World::with(Env::default().with("TRUSTED_PROXIES", "127.0.0.1"), None).await;
    let mut took = closing_time(&direct, &proxied).await;
    for _ in 0..2 {
        assert!(took >= earliest, "{took:?}");
        if took < latest {
            break;
        }
        took = closing_time(&direct, &proxied).await;
    }
    assert!((earliest..latest).contains(&took), "{took:?}");
}

/// How long two gateways keep connections without a whole request, while a proxy keeps one that had a request.
async fn closing_time(direct: &World, proxied: &World) -> Duration {
    const REQUEST: &[u8] =
        b"GET /api/trpc/search.getInitialSearchGroups HTTP/1.1\r\nhost: x\r\n\r\n";
    const HALF: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n";
    let mut kept = connect(proxied.address, REQUEST).await;
    assert!(one_answer(&mut kept).await.is_some());

    let began = Instant::now();
    let left = async |address: SocketAddr, bytes: &[u8]| {
        let mut stream = connect(address, bytes).await;
        rest(&mut stream).await
    };
    let (one, two, three, four) = tokio::join!(
        left(direct.address, b""),
        left(direct.address, HALF),
        left(proxied.address, b""),
        left(proxied.address, HALF),
    );
    assert!([one, two, three, four].iter().all(Vec::is_empty));
    let took = began.elapsed();
    kept.write_all(REQUEST).await.unwrap();
    assert!(one_answer(&mut kept).await.is_some(), "a proxy keeps its connections for longer");
    took
}

#[tokio::test]
async fn gives_up_on_a_body_that_does_not_arrive() {
    let world = World::start().await;
    let mut stopped = connect(world.address, format!("{}{{", head(50)).as_bytes()).await;
    let trickling = async {
        let mut stream = connect(world.address, head(100_000).as_bytes()).await;
        let (mut read, mut write) = stream.split();
        let trickle = async {
            while write.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        };
        let mut answer = Vec::new();
        tokio::select! {
            () = trickle => {}
            _ = read.read_to_end(&mut answer) => {}
        }
        answer
    };
    let (stopped, trickling) = tokio::join!(rest(&mut stopped), trickling);
    for answer in [stopped, trickling] {
        let answer = browser::parse(&answer);
        assert_eq!((answer.status, answer.code().as_str()), (408, "TIMEOUT"));
    }
    assert_eq!(world.profiles.writes(), 0);
}

#[tokio::test]
async fn unfinished_bodies_of_one_address_take_a_bounded_share_of_memory() {
    const LENGTH: usize = 1 << 20;
    let world = World::start().await;
    let head = format!(
        "POST /api/trpc/analytics.track HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {LENGTH}\r\n\r\n"
    );
    // As many as an address has memory for, and none of them is complete.
    let mut unfinished = Vec::new();
    for _ in 0..8 {
        unfinished.push(connect(world.address, head.as_bytes()).await);
    }
    let mut whole = head.clone().into_bytes();
    whole.resize(head.len() + LENGTH, b' ');
    eventually("a further one is refused", || async {
        let answer = raw(world.address, &whole).await;
        let is_refused = answer.text().contains("bodies_busy");
        is_refused && (answer.status, answer.header("retry-after")) == (503, Some("1"))
    })
    .await;
    let event = r#"{"name":"x","logRocketSessionUrl":null,"properties":{"pathname":"/"}}"#;
    let small = world.anonymous().post("/api/trpc/analytics.track", event).await;
    assert_eq!(small.status, 200, "small bodies pass");
    drop(unfinished);
    let again = || async { raw(world.address, &whole).await.status == 400 };
    eventually("there is memory again", again).await;
}

/// A request for `/config.json` whose head is about so long, one half the target and the other one a header: 64 KiB are the most.
fn request_with_head(bytes: usize) -> String {
    let half = "x".repeat(bytes / 2 - 100);
    format!("GET /config.json?{half} HTTP/1.1\r\nhost: x\r\na: {half}\r\n\r\n")
}

/// Sends bytes from this address of the machine and reads until the gateway closes.
async fn raw_from(source: Ipv4Addr, gateway: SocketAddr, bytes: &[u8]) -> browser::Answer {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((source, 0))).unwrap();
    let mut stream = socket.connect(gateway).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    browser::parse(&rest(&mut stream).await)
}

#[tokio::test]
async fn unfinished_heads_of_one_address_take_a_bounded_share_of_memory() {
    // Each takes 64 KiB beyond those that are free, and all of them together the share of an address.
    const UNFINISHED: usize = 128;
    const LENGTH: usize = 80 << 10;
    let world = World::start().await;
    let mut beginning = b"GET / HTTP/1.1\r\nhost: x\r\na: ".to_vec();
    beginning.resize(LENGTH, b'x');
    let largest = request_with_head(64 << 10);
    eventually("a further one is refused, and nothing else", || async {
        let mut unfinished = Vec::new();
        for _ in 0..UNFINISHED {
            unfinished.push(connect(world.address, &beginning).await);
        }
        let large = raw(world.address, largest.as_bytes()).await;
        let small = world.get("/config.json").await;
        let other = raw_from(Ipv4Addr::new(127, 0, 0, 2), world.address, largest.as_bytes()).await;
        drop(unfinished);
        let is_refused = (large.status, large.header("retry-after")) == (503, Some("5"));
        is_refused && small.status == 200 && other.status == 200
    })
    .await;
    let again = || async { raw(world.address, largest.as_bytes()).await.status == 200 };
    eventually("there is memory again", again).await;
}

#[tokio::test]
async fn the_connection_of_a_large_head_ends_with_its_answer() {
    let world = World::start().await;
    for (bytes, ends) in [(1 << 10, false), (64 << 10, true)] {
        let mut stream = connect(world.address, request_with_head(bytes).as_bytes()).await;
        let answer = one_answer(&mut stream).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(answer.to_ascii_lowercase().contains("connection: close"), ends, "{bytes}");
    }
}

#[tokio::test]
async fn bounds_the_connections_of_one_address() {
    let env = Env::default().with("CONNECTIONS_PER_ADDRESS", "2");
    let world = World::with(env, None).await;
    let first = connect(world.address, b"").await;
    let _second = connect(world.address, b"").await;
    assert_eq!(raw(world.address, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.status, 503);
    drop(first);
    eventually("a place is free again", || async { world.get("/").await.status == 404 }).await;
}

#[tokio::test]
async fn many_idle_connections_do_not_disturb_others() {
    let world = World::start().await;
    let mut idle = Vec::new();
    for at in 0..500 {
        let start: &[u8] = if at % 2 == 0 { b"" } else { b"POST /api/trpc/a" };
        idle.push(connect(world.address, start).await);
    }
    let answer = world.signed_in(CUSTOMER).get("/api/trpc/users.getProfile").await;
    assert_eq!(answer.status, 200);
    drop(idle);
}

#[tokio::test]
async fn malformed_requests_are_refused() {
    let world = World::start().await;
    for nonsense in [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".as_slice(),
        b"GET  / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nbad header\r\n\r\n",
        b"GET / HTTP/1.1\r\nx: a\0b\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
    ] {
        let answer = raw(world.address, nonsense).await;
        assert_eq!(answer.status, 400, "{:?}", String::from_utf8_lossy(nonsense));
    }
    assert_eq!(world.get("/config.json").await.status, 200);
}

#[tokio::test]
async fn a_chunked_body_ends_where_its_chunks_end() {
    let world = World::start().await;
    // By the first length the chunks would be a second request, by the other one the body would never be complete.
    for length in ["0", "10000"] {
        for headers in [
            format!("content-length: {length}\r\ntransfer-encoding: chunked"),
            format!("transfer-encoding: chunked\r\ncontent-length: {length}"),
        ] {
            let head = format!("POST /api/x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}");
            let request = format!("{head}\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
            let answer = raw(world.address, request.as_bytes()).await;
            assert_eq!((answer.status, answer.text().as_str()), (404, "Not found\n"), "{headers}");
        }
    }
    let unknown = b"POST /api/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: rot13\r\n\r\nab";
    assert_eq!(raw(world.address, unknown).await.status, 400);
}

#[tokio::test]
async fn a_request_must_name_one_host() {
    let world = World::start().await;
    let path = "/api/trpc/search.getInitialSearchGroups";
    for hosts in ["", "host: x\r\nhost: y\r\n"] {
        let request = format!("GET {path} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        let answer = raw(world.address, request.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"), "{hosts:?}");
    }
    assert_eq!(raw(world.address, b"GET / HTTP/1.1\r\n\r\n").await.status, 400);
    let old = raw(world.address, format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).await;
    assert_eq!(old.status, 200, "HTTP/1.0 knows no Host");
}

#[tokio::test]
async fn a_request_refused_unread_is_answered_before_the_connection_closes() {
    let world = World::start().await;
    for (request, status) in [
        (format!("GET /api/trpc/{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(1 << 20)), 431),
        (format!("GET /api/trpc/{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(66_000)), 414),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(200_000)), 431),
        (format!("GET /\u{0}\r\n\r\n{}", "x".repeat(1 << 20)), 400),
    ] {
        let mut stream = TcpStream::connect(world.address).await.unwrap();
        // Sent whole before anything is read: a connection that is reset meanwhile loses the answer.
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = browser::parse(&rest(&mut stream).await);
        assert_eq!(answer.status, status, "{request:.40}");
    }
}

#[tokio::test]
async fn a_request_under_way_is_answered_after_the_stop() {
    let world = World::start().await;
    let (before, after) = BODY.split_at(10);
    let mut stream =
        connect(world.address, format!("{}{before}", head(BODY.len())).as_bytes()).await;
    eventually("the request has begun", || async { world.identity.resolved() == 1 }).await;
    world.shutdown.stopping.cancel();
    let refused = || async { TcpStream::connect(world.address).await.is_err() };
    eventually("new connections are refused", refused).await;
    stream.write_all(after.as_bytes()).await.unwrap();
    let answer = browser::parse(&rest(&mut stream).await);
    assert_eq!((answer.status, answer.header("connection")), (200, Some("close")));
    assert_eq!(world.profiles.writes(), 1);
}

#[tokio::test]
async fn stopping_drops_no_request() {
    let world = World::start().await;
    let clients: Vec<_> =
        (0..8).map(|_| world.app.spawn_call(request_until_closed(world.address))).collect();
    eventually("requests flow", || async { world.profiles.reads() > 100 }).await;
    world.shutdown.stopping.cancel();
    for client in clients {
        let (answered, broken) = client.await.unwrap();
        assert!(answered > 0);
        assert_eq!(broken, 0, "a request was sent and never answered");
    }
}

/// Sends requests over open connections until the gateway accepts no new ones.
async fn request_until_closed(address: SocketAddr) -> (usize, usize) {
    let request = format!(
        "GET /api/trpc/users.getProfile HTTP/1.1\r\nhost: x\r\ncookie: next-auth.session-token={CUSTOMER}\r\n\r\n"
    );
    let (mut answered, mut broken) = (0, 0);
    while let Ok(mut stream) = TcpStream::connect(address).await {
        loop {
            let sent = stream.write_all(request.as_bytes()).await.is_ok();
            let Some(answer) = one_answer(&mut stream).await.filter(|_| sent) else {
                broken += 1;
                break;
            };
            answered += usize::from(answer.starts_with("HTTP/1.1 200"));
            if answer.to_ascii_lowercase().contains("connection: close") {
                break;
            }
        }
    }
    (answered, broken)
}

/// One answer with a content length, from a connection that may go on.
async fn one_answer(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .to_ascii_lowercase()
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok())?;
            if body.len() >= length {
                return Some(text);
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}
