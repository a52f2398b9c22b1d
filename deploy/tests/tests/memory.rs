//! Hostile batches: the gateway and timeseries stay below the memory that the chart grants.

use std::fmt::Write as _;
use std::io;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use faultkit::processes::eventually;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use reqwest::Method;
use serde_json::{Map, Value, json};
use stack::{Answer, Browser, Stack};

/// The memory that the chart grants the gateway; timeseries may have more for its numbers.
const MOST_BYTES: u64 = 512 << 20;
const PROCESSES: [&str; 2] = ["gateway-1", "timeseries-1"];
const ASSETS: usize = 100;
const DAYS: usize = 400;
const CALLS: usize = 50;
/// So few that all of them are answered: only such batches are compressed.
const FEW_CALLS: usize = 3;

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
    let inputs: Map<String, Value> =
        (0..calls).map(|call| (call.to_string(), input(call))).collect();
    let inputs = Value::Object(inputs).to_string();
    let inputs: String = url::form_urlencoded::byte_serialize(inputs.as_bytes()).collect();
    let names = vec!["timeseries.aggregate"; calls].join(",");
    format!("/api/trpc/{names}?batch=1&input={inputs}")
}

fn answered(answer: &Answer) -> usize {
    let entries = answer.json.as_array().map(Vec::as_slice).unwrap_or_default();
    entries.iter().filter(|entry| entry["result"].is_object()).count()
}

async fn is_answered(browser: &Browser) -> bool {
    let input = r#"{"measure":"71"}"#;
    let input: String = url::form_urlencoded::byte_serialize(input.as_bytes()).collect();
    let answer = browser.get(&format!("/api/trpc/timeseries.aggregate?input={input}")).await;
    answer.json["result"]["data"]["total"]["member_count"] == json!(ASSETS)
}

/// The most memory that a process has had, in bytes.
fn highest_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
    kilobytes << 10
}

/// A limit of the kernel around a process, which would end it above. Only where the test may set one: otherwise the highest
/// memory is all that is compared.
struct KernelLimit {
    root: &'static Path,
    group: PathBuf,
    id: u32,
}

impl KernelLimit {
    /// Sets the limit, and writes whether it could past what collects the output of tests.
    fn around(name: &str, id: u32) -> Option<Self> {
        let limit = Self::set(id);
        let held = match &limit {
            Ok(_) => format!("the kernel ends it above {} MiB", MOST_BYTES >> 20),
            Err(error) => format!(
                "NO LIMIT OF THE KERNEL, its highest memory is compared with {} MiB afterwards ({error})",
                MOST_BYTES >> 20
            ),
        };
        let _ = writeln!(io::stderr(), "memory of {name}: {held}");
        limit.ok()
    }

    fn set(id: u32) -> io::Result<Self> {
        let is_unified = Path::new("/sys/fs/cgroup/cgroup.controllers").exists();
        let (root, limit) = if is_unified {
            ("/sys/fs/cgroup", "memory.max")
        } else {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        };
        let root = Path::new(root);
        let group = root.join(format!("assay-test-{id}"));
        std::fs::create_dir(&group)?;
        // Removed again if the rest is refused.
        let made = Self { root, group, id };
        std::fs::write(made.group.join(limit), MOST_BYTES.to_string())?;
        std::fs::write(made.group.join("cgroup.procs"), id.to_string())?;
        Ok(made)
    }
}

impl Drop for KernelLimit {
    fn drop(&mut self) {
        let _ = std::fs::write(self.root.join("cgroup.procs"), self.id.to_string());
        let _ = std::fs::remove_dir(&self.group);
    }
}

#[tokio::test]
async fn hostile_batches_raise_no_process_above_its_limit() {
    let mut stack = Stack::start().await;
    load(&stack).await;
    let browser = Browser::at(&stack, "gateway-1");
    eventually("the numbers are in memory", async || is_answered(&browser).await).await;
    let ids = PROCESSES.map(|name| stack.process(name).id());
    let _limits: Vec<_> =
        PROCESSES.iter().zip(ids).map(|(name, id)| KernelLimit::around(name, id)).collect();

    for round in 0..2 {
        // On connections of their own: the gateway may close an idle one at the moment when it is used again.
        let attack = async |seed: usize| {
            Browser::at(&stack, "gateway-1").get(&batch(round, seed, CALLS)).await
        };
        let (one, two, three, four, five, six) =
            tokio::join!(attack(0), attack(1), attack(2), attack(3), attack(4), attack(5));
        let answers = [one, two, three, four, five, six];
        assert!(answers.iter().all(|answer| answer.status != 0), "a request broke off");
        assert!(answers.iter().map(answered).sum::<usize>() > 0, "nothing was answered");
        let longest = answers.iter().map(|answer| answer.text.len()).max().unwrap();
        assert!(longest < 34 << 20, "{longest} bytes in one answer");
    }
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
    eventually("others are answered", async || is_answered(&browser).await).await;
    for (name, id) in PROCESSES.into_iter().zip(ids) {
        assert!(stack.process(name).runs(), "{name} ended: {}", stack.process(name).output());
        let most = highest_memory(id);
        assert!(most < MOST_BYTES, "{name} took {} MiB", most >> 20);
    }
}
