//! Hostile batches and slow readers of files: the gateway, timeseries and the catalog stay below the memory that the chart
//! grants, and other callers are answered.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io;
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use faultkit::processes::eventually;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use reqwest::Method;
use serde_json::{Map, Value, json};
use stack::{Answer, Browser, Options, Stack};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::catalog::folder;

/// The processes and the memory that the chart grants each; timeseries may have more for its numbers.
const PROCESSES: [(&str, u64); 3] =
    [("gateway-1", 512 << 20), ("timeseries-1", 512 << 20), ("catalog-1", 256 << 20)];
const ASSETS: usize = 100;
/// The rows of the largest page.
const PAGE: usize = 1_000;
const DAYS: usize = 400;
const CALLS: usize = 50;
/// Few enough for all of them to be answered: only such batches are compressed.
const FEW_CALLS: usize = 3;
/// The address of a caller that has no part in the floods.
const OTHER: [u8; 4] = [127, 0, 0, 9];
/// The files at a time of two addresses.
const READERS: u8 = 16;

/// Daily values of as many assets as an answer has groups.
async fn load(stack: &Stack) {
    let mut numbers = String::from("subject_kind,subject_slug,measure,date,value\n");
    let days: Vec<String> = (0..DAYS).map(day).collect();
    for asset in 0..ASSETS {
        for (at, day) in days.iter().enumerate() {
            let value = 1_000_000.123_456_7 + (asset * DAYS + at) as f64 * 1.017;
            writeln!(numbers, "asset,asset-{asset},71,{day},{value}").unwrap();
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let origin = json!({"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"});
    let manifest = json!({"files": {"long.csv": origin}}).to_string();
    std::fs::write(folder.path().join("manifest.json"), manifest).unwrap();
    std::fs::write(folder.path().join("long.csv"), numbers).unwrap();
    let folder = folder.path().display().to_string();
    stack.operate("timeseries-1", &["import", "--any-subject", &folder]).await;
}

/// As many assets as the largest page has rows, with texts as long as they may be.
async fn load_assets(stack: &Stack) {
    let (description, note) = ("d".repeat(2_000), "n".repeat(500));
    let mut assets =
        String::from("slug,name,asset_class_slug,status,description,legal_structure,fee_note\n");
    for asset in 0..PAGE {
        let names = format!("page-{asset},Page {asset},stablecoins,active");
        writeln!(assets, "{names},{description},{note},{note}").unwrap();
    }
    let classes = "id,slug,name,key,description,is_screen_inferred\n\
                   28,stablecoins,Stablecoins,Stablecoin,Coins.,false\n";
    let origin = json!({"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"});
    let files = json!({"asset_classes.csv": origin, "assets.csv": origin});
    let manifest = json!({"files": files}).to_string();
    let folder = folder(&[
        ("manifest.json", manifest.as_str()),
        ("asset_classes.csv", classes),
        ("assets.csv", assets.as_str()),
    ]);
    stack.operate("catalog-1", &["import", &folder.path().display().to_string()]).await;
}

/// The days from November 2024 on, without a calendar: twenty-eight in each month.
fn day(number: usize) -> String {
    let month = 10 + number / 28;
    format!("{}-{:02}-{:02}", 2024 + month / 12, month % 12 + 1, number % 28 + 1)
}

/// Calls with long answers, each of which is calculated for itself.
fn batch(round: usize, seed: usize, calls: usize) -> String {
    let input = |call: usize| {
        json!({
            "measure": "71", "group_by": "asset", "group_limit": ASSETS, "interval": "day",
            "from": day(seed * CALLS % 100 + call), "to": day(DAYS - 1 - round), "is_cohort": call % 2 == 1,
        })
    };
    path("timeseries.aggregate", calls, input)
}

/// Calls for the longest pages of the catalog, none of which equals another.
fn pages(round: usize, seed: usize) -> String {
    let input = |call: usize| {
        let value = format!("none-{round}-{seed}-{call}");
        json!({
            "filter": {"operator": "notEquals", "field": "slug", "value": value},
            "pagination": {"perPage": PAGE},
        })
    };
    path("assets.list", CALLS, input)
}

/// The path of a batch of calls of one procedure.
fn path(procedure: &str, calls: usize, input: impl Fn(usize) -> Value) -> String {
    let inputs: Map<String, Value> =
        (0..calls).map(|call| (call.to_string(), input(call))).collect();
    let inputs = Value::Object(inputs).to_string();
    let inputs: String = url::form_urlencoded::byte_serialize(inputs.as_bytes()).collect();
    let names = vec![procedure; calls].join(",");
    format!("/api/trpc/{names}?batch=1&input={inputs}")
}

/// Sends six batches side by side, and checks that each is answered and that some of their calls are.
async fn flood(stack: &Stack, path: impl Fn(usize) -> String) {
    // On connections of their own: the gateway may close an idle one at the moment when it is used again.
    let attack = async |seed: usize| Browser::at(stack, "gateway-1").get(&path(seed)).await;
    let (one, two, three, four, five, six) =
        tokio::join!(attack(0), attack(1), attack(2), attack(3), attack(4), attack(5));
    let answers = [one, two, three, four, five, six];
    assert!(answers.iter().all(|answer| answer.status != 0), "a request broke off");
    assert!(answers.iter().map(answered).sum::<usize>() > 0, "nothing was answered");
    let longest = answers.iter().map(|answer| answer.text.len()).max().unwrap();
    assert!(longest < 34 << 20, "{longest} bytes in one answer");
}

/// Calls from another address, one after the other, until the flood is over, and checks that each is answered: none is refused,
/// broken off or lost. Returns how many answers came while the flood lasted.
async fn answers_beside(stack: &Stack, flood: impl Future<Output = ()>) -> usize {
    let is_over = Cell::new(false);
    let flooding = async {
        flood.await;
        is_over.set(true);
    };
    let client = reqwest::Client::builder().local_address(IpAddr::from(OTHER));
    // The gateway may close an idle connection at the moment when it is used again.
    let client = client.pool_max_idle_per_host(0).build().unwrap();
    let asking = async {
        // By then the flood is there.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let (mut came, mut call) = (0, 0);
        loop {
            let is_beside = !is_over.get();
            // None equals another: what was answered before tells nothing.
            let input = json!({"measure": "71", "from": day(0), "to": day(1 + call % (DAYS - 1))});
            let path = path("timeseries.aggregate", 1, |_| input.clone());
            let answer = client.get(stack.url("gateway-1") + &path).send().await.unwrap();
            let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
            // A slow machine reaches the deadline of a call during the flood: the caller asks again, as a page does.
            if !(is_beside && status == 504) {
                let entries: Value = serde_json::from_str(&text).unwrap_or_default();
                assert!(status == 200 && entries[0]["result"].is_object(), "{status}: {text}");
                came += usize::from(!is_over.get());
                call += 1;
                if is_over.get() {
                    break came;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::join!(flooding, asking).1
}

fn answered(answer: &Answer) -> usize {
    let entries = answer.json.as_array().map(Vec::as_slice).unwrap_or_default();
    entries.iter().filter(|entry| entry["result"].is_object()).count()
}

/// The path of a file of groups with nearly as many values as an answer may have.
fn largest_file() -> String {
    let query = json!({
        "measure": "71", "group_by": "asset", "group_limit": ASSETS, "interval": "day",
        "from": "2013-06-01", "to": day(DAYS - 1),
    });
    let query: String =
        url::form_urlencoded::byte_serialize(query.to_string().as_bytes()).collect();
    format!("/api/download/timeseries.aggregate.csv?query={query}")
}

/// Requests a file from an address of this machine, with room for little of it.
async fn ask_from(stack: &Stack, address: [u8; 4], path: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.bind(SocketAddr::from((address, 0))).unwrap();
    let gateway = stack.url("gateway-1");
    let gateway = gateway.strip_prefix("http://").unwrap().parse().unwrap();
    let mut stream = socket.connect(gateway).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// As many readers of the largest file at two addresses as have places, who take no more than the beginnings of their
/// answers.
async fn slow_readers(stack: &Stack) -> Vec<TcpStream> {
    let path = largest_file();
    let mut readers = Vec::new();
    for reader in 0..READERS {
        readers.push(ask_from(stack, [127, 0, 0, 2 + reader % 2], &path).await);
    }
    let mut begun = 0;
    for reader in &mut readers {
        let mut head = [0; 12];
        reader.read_exact(&mut head).await.unwrap();
        begun += usize::from(head == *b"HTTP/1.1 200");
    }
    assert!(begun > 0, "no file began");
    readers
}

async fn is_answered(browser: &Browser) -> bool {
    let input = r#"{"measure":"71"}"#;
    let input: String = url::form_urlencoded::byte_serialize(input.as_bytes()).collect();
    let answer = browser.get(&format!("/api/trpc/timeseries.aggregate?input={input}")).await;
    answer.json["result"]["data"]["total"]["member_count"] == json!(ASSETS)
}

async fn has_whole_page(browser: &Browser) -> bool {
    let input = json!({"pagination": {"perPage": PAGE}}).to_string();
    let input: String = url::form_urlencoded::byte_serialize(input.as_bytes()).collect();
    let answer = browser.get(&format!("/api/trpc/assets.list?input={input}")).await;
    answer.json["result"]["data"]["results"].as_array().is_some_and(|rows| rows.len() == PAGE)
}

/// The most memory that a process has had, in bytes.
fn highest_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
    kilobytes << 10
}

/// A limit of the kernel for a process that starts within it, and would be ended above: all of its memory counts. Where the
/// kernel lets this test set none, the highest memory is all that is compared, and the output says so.
struct KernelLimit {
    root: &'static Path,
    group: PathBuf,
}

impl KernelLimit {
    /// Sets the limit, and writes whether it could past what collects the output of tests. Fails where the kernel would let it.
    fn around(name: &str, most: u64) -> Option<Self> {
        let limit = Self::set(name, most);
        if let Err(error) = &limit {
            assert!(is_forbidden(error), "no limit of the kernel around {name}: {error}");
        }
        let held = match &limit {
            Ok(_) => format!("the kernel ends it above {} MiB", most >> 20),
            Err(error) => format!(
                "NO LIMIT OF THE KERNEL, its highest memory is compared with {} MiB afterwards ({error})",
                most >> 20
            ),
        };
        let _ = writeln!(io::stderr(), "memory of {name}: {held}");
        limit.ok()
    }

    fn set(name: &str, most: u64) -> io::Result<Self> {
        let is_unified = Path::new("/sys/fs/cgroup/cgroup.controllers").exists();
        let (root, limit) = if is_unified {
            ("/sys/fs/cgroup", "memory.max")
        } else {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        };
        let root = Path::new(root);
        let group = root.join(format!("assay-test-{}-{name}", std::process::id()));
        // Of a test of this number in a run that was killed.
        let _ = std::fs::remove_dir(&group);
        std::fs::create_dir(&group)?;
        // Removed again if the rest is refused.
        let made = Self { root, group };
        std::fs::write(made.group.join(limit), most.to_string())?;
        made.admits()?;
        Ok(made)
    }

    /// Moves a process that does nothing into the group: the one that is meant would not start where that is refused.
    fn admits(&self) -> io::Result<()> {
        let mut sleeper = Command::new("sleep").arg("60").spawn()?;
        let moved = std::fs::write(self.members(), sleeper.id().to_string());
        let killed = sleeper.kill();
        sleeper.wait()?;
        moved.and(killed)
    }

    fn members(&self) -> PathBuf {
        self.group.join("cgroup.procs")
    }

    /// Whether a process is in the group.
    fn holds(&self, id: u32) -> bool {
        let members = std::fs::read_to_string(self.members()).unwrap();
        members.lines().any(|member| member == id.to_string())
    }
}

/// Whether the kernel has no groups for memory, or lets this user make none: the others are mistakes of the test.
fn is_forbidden(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::ResourceBusy
            | io::ErrorKind::Unsupported
    )
}

impl Drop for KernelLimit {
    fn drop(&mut self) {
        // A process that was killed a moment ago may still be there.
        for id in std::fs::read_to_string(self.members()).unwrap_or_default().lines() {
            let _ = std::fs::write(self.root.join("cgroup.procs"), id);
        }
        let _ = std::fs::remove_dir(&self.group);
    }
}

#[tokio::test]
async fn hostile_batches_raise_no_process_above_its_limit() {
    // They outlive the processes.
    let limits: Vec<_> =
        PROCESSES.iter().map(|(name, most)| KernelLimit::around(name, *most)).collect();
    let set = PROCESSES.iter().zip(&limits);
    let groups = set.filter_map(|((name, _), limit)| Some((*name, limit.as_ref()?.group.clone())));
    let options = Options { groups: groups.collect(), ..Options::default() };
    let mut stack = Stack::start_with(options).await;
    let limited = PROCESSES.map(|(name, most)| (name, most, stack.process(name).id()));
    for ((name, _, id), limit) in limited.iter().zip(&limits) {
        assert!(limit.as_ref().is_none_or(|limit| limit.holds(*id)), "{name} is outside its limit");
    }
    load(&stack).await;
    load_assets(&stack).await;
    let browser = Browser::at(&stack, "gateway-1");
    eventually("the numbers are in memory", async || is_answered(&browser).await).await;
    eventually("the assets are in the catalog", async || has_whole_page(&browser).await).await;

    let floods = async {
        for round in 0..2 {
            flood(&stack, |seed| batch(round, seed, CALLS)).await;
            flood(&stack, |seed| pages(round, seed)).await;
        }
    };
    let came = Box::pin(answers_beside(&stack, floods)).await;
    assert!(came > 0, "no other caller was answered during the floods");
    // Compressed answers are in memory in both forms.
    let attack = async |seed: usize| {
        let path = batch(2, seed, FEW_CALLS);
        let request = Browser::at(&stack, "gateway-1").request(Method::GET, &path);
        let answer = request.header(ACCEPT_ENCODING, "gzip").send().await.unwrap();
        let is_compressed = answer.headers().get(CONTENT_ENCODING).is_some_and(|it| it == "gzip");
        // The client does not unpack it.
        let bytes = answer.bytes().await.unwrap();
        assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), is_compressed);
        is_compressed
    };
    let _ = tokio::join!(attack(0), attack(1), attack(2), attack(3), attack(4), attack(5));
    eventually("a batch is answered whole, and compressed", async || attack(6).await).await;
    let readers = slow_readers(&stack).await;
    eventually("others are answered", async || {
        is_answered(&browser).await && has_whole_page(&browser).await
    })
    .await;
    for (name, most, id) in limited {
        assert!(stack.process(name).runs(), "{name} ended: {}", stack.process(name).output());
        let highest = highest_memory(id);
        assert!(highest < most, "{name} took {} MiB", highest >> 20);
    }
    drop(readers);
}
