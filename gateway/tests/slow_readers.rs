//! Readers of files that take nothing: they keep nobody else from a file.

use std::net::Ipv4Addr;
use std::time::Duration;

use crate::support::{COLLEAGUE, CUSTOMER, World};
use kit::config::Env;
use proto::catalog::v1::Asset;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

const ASSETS: &str = "/api/download/assets.csv";
const BEGUN: &[u8] = b"HTTP/1.1 200";

/// A gateway behind a proxy, with a file that no socket holds.
async fn world() -> World {
    let world = World::with(Env::default().with("TRUSTED_PROXIES", "127.0.0.1"), None).await;
    let asset = |number: usize| Asset {
        name: "x".repeat(2_000),
        slug: format!("asset-{number}"),
        ..Asset::default()
    };
    world.catalog.have((0..20 * 500).map(asset).collect());
    world
}

/// Requests a file for an address behind the proxy, with room for little of it; `cookie` may hold a session.
async fn ask_for(world: &World, address: Ipv4Addr, cookie: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(world.address).await.unwrap();
    let request = format!(
        "GET {ASSETS} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\ncookie: {cookie}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// The beginnings of the answers that have begun, once these are at least so many.
async fn beginnings(streams: &[TcpStream], least: usize) -> Vec<[u8; 12]> {
    let mut begun = vec![None; streams.len()];
    for _ in 0..1_000 {
        for (stream, begun) in streams.iter().zip(&mut begun) {
            let mut bytes = [0; 12];
            if begun.is_none() && stream.try_read(&mut bytes).is_ok_and(|read| read == 12) {
                *begun = Some(bytes);
            }
        }
        if begun.iter().flatten().count() >= least {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    begun.into_iter().flatten().collect()
}

#[tokio::test]
async fn slow_readers_of_one_address_keep_nobody_else_from_a_file() {
    const READERS: usize = 100;
    // Of these some are read, some wait, and all others are refused at once.
    const SHARE: usize = 8;
    const QUEUE: usize = 16;
    let world = world().await;
    let (shared, another) = (Ipv4Addr::new(198, 51, 100, 1), Ipv4Addr::new(198, 51, 100, 2));
    let session = format!("next-auth.session-token={CUSTOMER}");
    let mut slow = Vec::new();
    for _ in 0..READERS {
        slow.push(ask_for(&world, shared, "").await);
    }
    let answered = beginnings(&slow, READERS - QUEUE).await;
    assert!(answered.len() >= READERS - QUEUE, "{} are answered", answered.len());
    let files = answered.iter().filter(|bytes| bytes.as_slice() == BEGUN).count();
    assert_eq!(files, SHARE, "the share of the address");

    // Another address, and a signed-in user at the same one. A request without a place would be refused after ten
    // seconds.
    let others = [ask_for(&world, another, "").await, ask_for(&world, shared, &session).await];
    let began = tokio::time::timeout(Duration::from_secs(8), beginnings(&others, others.len()));
    let began = began.await.expect("the files begin without a wait for a place");
    assert!(began.iter().all(|bytes| bytes.as_slice() == BEGUN), "{began:?}");

    // Meanwhile the slow ones kept their places: nobody else of the address without a session gets one.
    let late = [ask_for(&world, shared, "").await];
    assert_eq!(beginnings(&late, 1).await, [*b"HTTP/1.1 503"]);
    drop(slow);
}

#[tokio::test]
async fn slow_readers_with_one_session_keep_nobody_else_from_a_file() {
    const SHARE: usize = 4;
    let world = world().await;
    let shared = Ipv4Addr::new(198, 51, 100, 1);
    let session = |token: &str| format!("next-auth.session-token={token}");
    let mut slow = Vec::new();
    for _ in 0..30 {
        slow.push(ask_for(&world, shared, &session(CUSTOMER)).await);
    }
    let answered = beginnings(&slow, 30 - 16).await;
    let files = answered.iter().filter(|bytes| bytes.as_slice() == BEGUN).count();
    assert_eq!(files, SHARE, "the share of the user");
    let others =
        [ask_for(&world, shared, "").await, ask_for(&world, shared, &session(COLLEAGUE)).await];
    let began = beginnings(&others, others.len()).await;
    assert!(began.iter().all(|bytes| bytes.as_slice() == BEGUN), "{began:?}");
    assert_eq!(began.len(), others.len());
}
