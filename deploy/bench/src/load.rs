//! A closed loop of plain HTTP/1.1 requests over kept connections, on one thread.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::LocalSet;

/// Places in the list of requests that connections begin at.
const PLACES: usize = 32;
/// The time for a single answer.
const LONGEST_ANSWER: Duration = Duration::from_secs(30);

/// A request, ready to be written.
#[derive(Clone)]
pub struct Target {
    address: String,
    requests: Vec<Vec<u8>>,
}

/// The throughput and latency of one run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measurement {
    /// Answers per second.
    pub rate: f64,
    /// Milliseconds within which half of the answers came.
    pub p50: f64,
    /// Milliseconds within which 99 of 100 answers came.
    pub p99: f64,
}

impl Target {
    /// One request for every cookie.
    pub fn new(base: &str, path: &str, cookies: &[String]) -> anyhow::Result<Self> {
        let address = address(base)?;
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

    /// One request for every path, without a session.
    pub fn paths(base: &str, paths: &[String]) -> anyhow::Result<Self> {
        Self::with_header(base, paths, "")
    }

    /// One request for every path, each with the same lines of headers, such as a key.
    pub fn with_header(base: &str, paths: &[String], header: &str) -> anyhow::Result<Self> {
        let address = address(base)?;
        let request =
            |path: &String| format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{header}\r\n");
        let requests = paths.iter().map(|path| request(path).into_bytes()).collect();
        Ok(Self { address, requests })
    }

    /// Each request by itself.
    pub fn singly(&self) -> Vec<Self> {
        let single = |request: &Vec<u8>| Self {
            address: self.address.clone(),
            requests: vec![request.clone()],
        };
        self.requests.iter().map(single).collect()
    }
}

/// Host and port of an address.
pub fn address(base: &str) -> anyhow::Result<String> {
    let url = url::Url::parse(base)?;
    let host = url.host_str().context("an address without a host")?;
    Ok(format!("{host}:{}", url.port_or_known_default().unwrap_or(80)))
}

/// One answer's body; anything but 200 is a failure.
pub async fn once(target: &Target) -> anyhow::Result<Vec<u8>> {
    let mut stream = connect(target).await?;
    stream.write_all(&target.requests[0]).await?;
    let mut answer = Vec::with_capacity(64 << 10);
    let head = read_answer(&mut stream, &mut answer).await?;
    Ok(answer.split_off(head))
}

/// The status of one answer.
pub async fn status(target: &Target) -> anyhow::Result<u16> {
    let asked = async {
        let mut stream = connect(target).await?;
        stream.write_all(&target.requests[0]).await?;
        let mut answer = Vec::new();
        loop {
            ensure!(stream.read_buf(&mut answer).await? > 0, "the connection ended");
            let mut headers = [httparse::EMPTY_HEADER; 64];
            let mut head = httparse::Response::new(&mut headers);
            if head.parse(&answer)?.is_complete() {
                return Ok(head.code.unwrap_or_default());
            }
        }
    };
    tokio::time::timeout(LONGEST_ANSWER, asked).await.context("no answer in time")?
}

/// Asks from as many connections at once, for as long.
pub async fn run(
    target: &Target,
    connections: usize,
    time: Duration,
) -> anyhow::Result<Measurement> {
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

async fn all(target: Target, connections: usize, time: Duration) -> anyhow::Result<Measurement> {
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
    let within = |percent: usize| f64::from(latencies[latencies.len() * percent / 100]) / 1000.0;
    let rate = latencies.len() as f64 / seconds;
    Ok(Measurement { rate, p50: within(50), p99: within(99) })
}

async fn one(target: Target, number: usize, end: Instant) -> anyhow::Result<Vec<u32>> {
    let mut stream = connect(&target).await?;
    let mut answer = Vec::with_capacity(64 << 10);
    let mut latencies = Vec::new();
    // Connections begin at places of their own: they do not all ask the same at the same moment.
    let first = number * target.requests.len() / PLACES;
    for request in target.requests.iter().cycle().skip(first) {
        let start = Instant::now();
        if start >= end {
            break;
        }
        stream.write_all(request).await?;
        read_answer(&mut stream, &mut answer).await?;
        latencies.push(start.elapsed().as_micros() as u32);
    }
    Ok(latencies)
}

async fn connect(target: &Target) -> anyhow::Result<TcpStream> {
    let stream = TcpStream::connect(&target.address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads one answer with as few steps as it takes: what the generator uses is missing to what it measures.
async fn read_answer(stream: &mut TcpStream, answer: &mut Vec<u8>) -> anyhow::Result<usize> {
    answer.clear();
    loop {
        ensure!(stream.read_buf(answer).await? > 0, "the connection ended");
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Response::new(&mut headers);
        let httparse::Status::Complete(length) = head.parse(answer)? else {
            ensure!(answer.len() < 64 << 10, "an endless head");
            continue;
        };
        let status = head.code.unwrap_or_default();
        ensure!(status == 200, "an answer other than 200: {status}");
        let announced = headers
            .iter()
            .find(|header| header.name.eq_ignore_ascii_case("content-length"))
            .context("an answer without a length")?;
        let body: usize = std::str::from_utf8(announced.value)?.parse()?;
        let here = answer.len();
        answer.resize(length + body, 0);
        stream.read_exact(&mut answer[here..]).await?;
        return Ok(length);
    }
}
