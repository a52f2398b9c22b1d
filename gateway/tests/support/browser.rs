//! Requests as bytes, so that nothing between a test and the gateway corrects them.

use std::io::Read;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const DEADLINE: Duration = Duration::from_mins(2);

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as it was before it was packed.
    pub fn decoded(&self) -> Vec<u8> {
        let (body, mut out) = (self.body.as_slice(), Vec::new());
        match self.header("content-encoding") {
            Some("br") => brotli::BrotliDecompress(&mut &*body, &mut out).unwrap(),
            Some("zstd") => out = zstd::decode_all(body).unwrap(),
            Some("gzip") => drop(flate2::read::GzDecoder::new(body).read_to_end(&mut out).unwrap()),
            _ => out.extend_from_slice(body),
        }
        out
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("not JSON ({error}): {self:?}"))
    }

    pub fn code(&self) -> String {
        self.json()["error"]["data"]["code"].as_str().unwrap_or("none").to_owned()
    }
}

/// Sends requests with the same headers each.
#[derive(Clone)]
pub struct Browser {
    address: SocketAddr,
    headers: Vec<(String, String)>,
}

impl Browser {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, headers: Vec::new() }
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub async fn get(&self, target: &str) -> Answer {
        self.send("GET", target, None).await
    }

    /// Posts JSON.
    pub async fn post(&self, target: &str, body: impl AsRef<[u8]>) -> Answer {
        self.clone()
            .with("content-type", "application/json")
            .send("POST", target, Some(body.as_ref()))
            .await
    }

    pub async fn send(&self, method: &str, target: &str, body: Option<&[u8]>) -> Answer {
        let mut head = format!("{method} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n");
        for (name, value) in &self.headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        if let Some(body) = body {
            head.extend(["content-length: ", &body.len().to_string(), "\r\n"]);
        }
        head.push_str("\r\n");
        let mut request = head.into_bytes();
        request.extend_from_slice(body.unwrap_or_default());
        raw(self.address, &request).await
    }

    /// The encoded target of a query with input.
    pub fn query(name: &str, input: &Value) -> String {
        let encoded: String =
            url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
        format!("/api/trpc/{name}?input={encoded}")
    }
}

/// Sends bytes and reads until the gateway closes.
pub async fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let (mut read, mut write) = stream.split();
    let mut bytes = Vec::new();
    let exchange = async {
        // A refusal may close the connection before everything is sent.
        let sent = async { drop(write.write_all(request).await) };
        let received = async { drop(read.read_to_end(&mut bytes).await) };
        tokio::join!(sent, received);
    };
    tokio::time::timeout(DEADLINE, exchange).await.expect("the gateway neither answers nor closes");
    parse(&bytes)
}

pub fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let body = &bytes[end + 4..];
    let chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
    let body = if chunked { dechunk(body) } else { body.to_vec() };
    Answer { status, headers, body }
}

fn dechunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(at) = rest.windows(2).position(|part| part == b"\r\n") {
        let size = std::str::from_utf8(&rest[..at]).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        body.extend_from_slice(&rest[at + 2..at + 2 + size]);
        if size == 0 {
            break;
        }
        rest = &rest[at + 4 + size..];
    }
    body
}
