//! A DNS server on the loopback interface that knows the TXT records of one test.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use kit::run::App;
use tokio::net::UdpSocket;

const HEADER: usize = 12;
const TXT: [u8; 2] = [0, 16];
const INTERNET: [u8; 2] = [0, 1];
const SERVER_FAILURE: u8 = 2;
const NO_SUCH_NAME: u8 = 3;

#[derive(Default)]
struct Zone {
    records: BTreeMap<String, Vec<String>>,
    fails: bool,
}

/// Ends with the process of the test.
pub struct Dns {
    pub address: String,
    zone: Arc<Mutex<Zone>>,
}

impl Dns {
    pub async fn start(app: &App) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap().to_string();
        let zone: Arc<Mutex<Zone>> = Arc::default();
        let known = Arc::clone(&zone);
        app.spawn("a DNS server", async move {
            let mut buffer = [0; 1500];
            while let Ok((length, client)) = socket.recv_from(&mut buffer).await {
                let answer = answer(&buffer[..length], &known.lock().unwrap());
                socket.send_to(&answer, client).await.unwrap();
            }
        });
        Self { address, zone }
    }

    /// Adds a record.
    pub fn publish(&self, name: &str, text: &str) {
        let mut zone = self.zone.lock().unwrap();
        zone.records.entry(name.to_owned()).or_default().push(text.to_owned());
    }

    /// Removes all records of a name.
    pub fn remove(&self, name: &str) {
        self.zone.lock().unwrap().records.remove(name);
    }

    /// Whether every query fails from now on.
    pub fn fail(&self, fails: bool) {
        self.zone.lock().unwrap().fails = fails;
    }
}

fn answer(query: &[u8], zone: &Zone) -> Vec<u8> {
    let (name, end) = question(query);
    let kind = &query[end..end + 2];
    let records = zone.records.get(&name).cloned().unwrap_or_default();
    let code = if zone.fails {
        SERVER_FAILURE
    } else if records.is_empty() {
        NO_SUCH_NAME
    } else {
        0
    };
    let count = if kind == TXT && code == 0 { records.len() } else { 0 };
    let mut answer = query[..2].to_vec();
    answer.extend([0x81, 0x80 | code, 0, 1, 0, count as u8, 0, 0, 0, 0]);
    answer.extend(&query[HEADER..end + 4]);
    for text in records.iter().take(count) {
        // The name of the question, and no time to live.
        answer.extend([0xc0, HEADER as u8]);
        answer.extend([TXT, INTERNET, [0, 0], [0, 0]].concat());
        let parts: Vec<&[u8]> = text.as_bytes().chunks(200).collect();
        let length = (text.len() + parts.len()) as u16;
        answer.extend(length.to_be_bytes());
        for part in parts {
            answer.push(part.len() as u8);
            answer.extend(part);
        }
    }
    answer
}

/// The name of the question, and where it ends.
fn question(query: &[u8]) -> (String, usize) {
    let mut labels = Vec::new();
    let mut at = HEADER;
    while query[at] != 0 {
        let end = at + 1 + usize::from(query[at]);
        labels.push(String::from_utf8_lossy(&query[at + 1..end]).to_ascii_lowercase());
        at = end;
    }
    (labels.join("."), at + 1)
}
