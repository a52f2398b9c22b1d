//! Downloads of files at full speed, and the throughput of small requests beside them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::figures::Files;
use crate::load::{self, Target};
use crate::measure::Span;
use crate::{floors, series};

/// Files that are taken at a time.
const DOWNLOADS: usize = 8;
/// Clients that ask beside them.
const BESIDE: usize = 8;

/// Takes files, and asks something small meanwhile.
pub async fn measure(base: &str, small: &Target, span: &Span) -> anyhow::Result<Files> {
    let path = series::file();
    let body = take(base, &path).await?;
    let floors = floors::start(&vec![b'x'; body]).await?;
    let mut files = Files {
        bytes: body,
        product: Vec::new(),
        bare: Vec::new(),
        alone: Vec::new(),
        beside: Vec::new(),
    };
    for round in 0..span.rounds {
        for turn in 0..4 {
            match (round + turn) % 4 {
                0 => files.product.push(rate(base, &path, span.time).await?),
                1 => files.bare.push(rate(&floors.http, "/", span.time).await?),
                2 => files.alone.push(load::run(small, BESIDE, span.time).await?),
                _ => {
                    let others = DownloadClients::start(base, &path);
                    files.beside.push(load::run(small, BESIDE, span.time).await?);
                    others.end().await?;
                }
            }
        }
    }
    Ok(files)
}

async fn rate(base: &str, path: &str, time: Duration) -> anyhow::Result<f64> {
    let began = Instant::now();
    let others = DownloadClients::start(base, path);
    tokio::time::sleep(time).await;
    let bytes = others.end().await?;
    Ok(bytes as f64 / began.elapsed().as_secs_f64() / 1e6)
}

/// Clients that take files one after the other.
struct DownloadClients {
    stopped: Arc<AtomicBool>,
    tasks: JoinSet<anyhow::Result<usize>>,
}

impl DownloadClients {
    fn start(base: &str, path: &str) -> Self {
        let stopped = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        for _ in 0..DOWNLOADS {
            let (base, path, stopped) = (base.to_owned(), path.to_owned(), Arc::clone(&stopped));
            tasks.spawn(async move {
                let mut bytes = 0;
                while !stopped.load(Ordering::Relaxed) {
                    bytes += take(&base, &path).await?;
                }
                Ok(bytes)
            });
        }
        Self { stopped, tasks }
    }

    /// The bytes of all of them, once each has its last file.
    async fn end(self) -> anyhow::Result<usize> {
        self.stopped.store(true, Ordering::Relaxed);
        let mut bytes = 0;
        for taken in self.tasks.join_all().await {
            bytes += taken?;
        }
        Ok(bytes)
    }
}

/// Takes a file to its end and answers its bytes, those around its parts included.
async fn take(base: &str, path: &str) -> anyhow::Result<usize> {
    let address = load::address(base)?;
    let mut stream = TcpStream::connect(&address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut room = vec![0; 256 << 10];
    let (mut bytes, mut end) = (0, Vec::new());
    loop {
        let read = stream.read(&mut room).await?;
        if read == 0 {
            break;
        }
        let part = &room[..read];
        ensure!(bytes > 0 || part.starts_with(b"HTTP/1.1 200"), "a file was refused");
        bytes += read;
        end.extend_from_slice(&part[read.saturating_sub(5)..]);
        end.drain(..end.len().saturating_sub(5));
    }
    let is_whole = end == b"0\r\n\r\n" || !path.starts_with("/api");
    ensure!(is_whole, "a file was broken off after {bytes} bytes");
    Ok(bytes)
}
