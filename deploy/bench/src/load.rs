//! A closed loop of plain HTTP/1.1 requests over kept connections, on one thread.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::LocalSet;

/// What is asked, ready to be written.
#[derive(Clone)]
pub struct Target {
    address: String,
    requests: Vec<Vec<u8>>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// Answers per second.
    pub rate: f64,
    /// Milliseconds within which 99 of 100 answers came.
    pub p99: f64,
}

impl Target {
    /// One request for every cookie.
    pub fn new(base: &str, path: &str, cookies: &[String]) -> anyhow::Result<Self> {
        let url = url::Url::parse(base)?;
        let host = url.host_str().context("an address without a host")?;
        let address = format!("{host}:{}", url.port_or_known_default().unwrap_or(80));
        let requests = cookies
            .iter()
            .map(|cookie| {
                let cookie =
                    if cookie.is_empty() { String::new() } else { format!("cookie: {cookie}\r\n") };
                format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{cookie}\r\n").into_bytes()
            })
            .collect();
        Ok(Self { address, requests })
    }
}

/// One answer's body; anything but 200 is a failure.
pub async fn once(target: &Target) -> anyhow::Result<Vec<u8>> {
    let mut stream = connect(target).await?;
    stream.write_all(&target.requests[0]).await?;
    let mut body = Vec::new();
    read_answer(&mut stream, &mut body).await?;
    Ok(body)
}

/// Asks from as many connections at once, for as long.
pub async fn run(target: &Target, connections: usize, time: Duration) -> anyhow::Result<Measured> {
    let target = target.clone();
    // A thread and a runtime of its own: the generator must not share the floors' or be shared.
    let handle = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        LocalSet::new().block_on(&runtime, all(target, connections, time))
    });
    tokio::task::spawn_blocking(move || handle.join())
        .await?
        .map_err(|_| anyhow::anyhow!("the generator panicked"))?
}

async fn all(target: Target, connections: usize, time: Duration) -> anyhow::Result<Measured> {
    let end = Instant::now() + time;
    let started = Instant::now();
    let loops: Vec<_> = (0..connections)
        .map(|number| tokio::task::spawn_local(one(target.clone(), number, end)))
        .collect();
    let mut latencies = Vec::new();
    for task in loops {
        latencies.extend(task.await??);
    }
    let seconds = started.elapsed().as_secs_f64();
    ensure!(!latencies.is_empty(), "no answer at all");
    latencies.sort_unstable();
    let p99 = latencies[(latencies.len() * 99 / 100).min(latencies.len() - 1)];
    Ok(Measured { rate: latencies.len() as f64 / seconds, p99: f64::from(p99) / 1000.0 })
}

async fn one(target: Target, number: usize, end: Instant) -> anyhow::Result<Vec<u32>> {
    let mut stream = connect(&target).await?;
    let mut body = Vec::new();
    let mut latencies = Vec::new();
    for request in target.requests.iter().cycle().skip(number) {
        let asked = Instant::now();
        if asked >= end {
            break;
        }
        stream.write_all(request).await?;
        read_answer(&mut stream, &mut body).await?;
        latencies.push(asked.elapsed().as_micros() as u32);
    }
    Ok(latencies)
}

async fn connect(target: &Target) -> anyhow::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(&target.address).await?;
    stream.set_nodelay(true)?;
    Ok(BufReader::with_capacity(64 << 10, stream))
}

async fn read_answer(stream: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> anyhow::Result<()> {
    let mut head = Vec::with_capacity(1024);
    // Line by line and not byte by byte: long heads must not cost the generator what short ones do not.
    while !head.ends_with(b"\r\n\r\n") {
        ensure!(head.len() < 64 << 10, "an endless head");
        ensure!(stream.read_until(b'\n', &mut head).await? > 0, "the connection ended");
    }
    let head = std::str::from_utf8(&head)?;
    if !head.starts_with("HTTP/1.1 200") {
        bail!("an answer other than 200: {}", head.lines().next().unwrap_or_default());
    }
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .context("an answer without a length")?
        .1;
    body.resize(length.trim().parse()?, 0);
    stream.read_exact(body).await?;
    Ok(())
}
