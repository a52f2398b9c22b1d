//! The admin port.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kit::testing;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The answer in small letters.
async fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.to_ascii_lowercase()
}

#[tokio::test]
async fn a_process_that_is_not_ready_says_when_to_ask_again() {
    let app = testing::app();
    let is_there = Arc::new(AtomicBool::new(false));
    let checked = Arc::clone(&is_there);
    app.health.check("dependency", move || {
        let is_there = checked.load(Ordering::SeqCst);
        async move { if is_there { Ok(()) } else { Err("it is away".to_owned()) } }
    });
    let address = kit::admin::serve(&app, "127.0.0.1:0".parse().unwrap()).await.unwrap();
    let answer = get(address, "/readyz").await;
    assert!(answer.starts_with("http/1.1 503 "), "{answer}");
    assert!(answer.contains("\r\nretry-after: 1\r\n"), "{answer}");
    assert!(answer.contains("it is away"), "{answer}");

    is_there.store(true, Ordering::SeqCst);
    testing::eventually("the process is ready", || async {
        get(address, "/readyz").await.starts_with("http/1.1 200 ")
    })
    .await;
    assert!(!get(address, "/livez").await.contains("retry-after"));
    app.health.close();
    let closing = get(address, "/readyz").await;
    assert!(closing.starts_with("http/1.1 503 ") && closing.contains("retry-after"), "{closing}");
}

#[tokio::test]
async fn silent_connections_end_and_keep_nobody_from_the_probes() {
    let app = testing::app();
    let address = kit::admin::serve(&app, "127.0.0.1:0".parse().unwrap()).await.unwrap();
    let mut silent = Vec::new();
    for begun in ["", "GET /livez HTTP/1.1\r\nhost: x\r\n"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        silent.push(stream);
    }
    assert!(get(address, "/livez").await.starts_with("http/1.1 200 "));
    let ended = async {
        for mut stream in silent {
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
        }
    };
    let ended = tokio::time::timeout(Duration::from_secs(30), ended).await;
    ended.expect("silent connections stay open");
}
