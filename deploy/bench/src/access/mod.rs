//! The cost of decisions on access, and the time until changes of access count.

mod accounts;
mod answers;
mod changes;
mod decisions;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use tokio::process::Command;
use tokio::time::sleep;

use crate::measure::Span;
use answers::Throughput;
use decisions::DecisionCost;

/// The time after which a service has done what it does at its start.
const UNTIL_IDLE: Duration = Duration::from_secs(10);

/// The programs and policies that a stack runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The programs of an earlier commit, which the open set is compared with.
    Earlier,
    /// The present programs with the open policy set.
    Open,
    /// The same with the tiered one.
    Tiered,
}

/// The stack, and the number of measurements.
pub struct Plan<'a> {
    /// The file that describes the running stack, which is in the open state; it is written at each switch.
    pub description: &'a Path,
    /// The command that starts the stack again in a state. Its arguments are `switch` and the word for the state.
    pub switch: &'a str,
    pub states: Vec<State>,
    /// How often each state is started.
    pub starts: usize,
    /// The number of revocations of each kind; a tenth as many plans are changed.
    pub changes: usize,
    /// The rounds after each start.
    pub span: Span,
}

/// The addresses of a running stack.
struct AccessStack {
    /// The gateway at which access is changed.
    base: String,
    mails: PathBuf,
    /// The folder with the keys of all programs.
    keys: PathBuf,
    /// Another gateway, at which changes are noticed.
    other: String,
    access_url: String,
    access_pid: String,
}

impl State {
    /// The state for a word.
    pub fn parse(word: &str) -> anyhow::Result<Self> {
        let states = [Self::Earlier, Self::Open, Self::Tiered];
        let state = states.into_iter().find(|state| state.word() == word);
        state.with_context(|| format!("no state {word}"))
    }

    fn word(self) -> &'static str {
        match self {
            Self::Earlier => "earlier",
            Self::Open => "open",
            Self::Tiered => "tiered",
        }
    }
}

/// Measures all of it, and prints each figure when it is known.
pub async fn measure(plan: &Plan<'_>) -> anyhow::Result<()> {
    let stack = AccessStack::read(plan.description)?;
    sleep(UNTIL_IDLE).await;
    println!("{}", report::memory(stack.resident_megabytes()?));
    println!("{}", report::decision(&DecisionCost::measure(&stack, plan).await?));
    let keys = changes::revoked_keys(&stack, plan.changes).await?;
    println!("{}", report::changes("revoked API keys", &keys));
    let sessions = changes::revoked_sessions(&stack, plan.changes).await?;
    println!("{}", report::changes("revoked sessions", &sessions));
    let stack = switch(plan, State::Tiered).await?;
    let downgrades = changes::downgrades(&stack, plan.changes.div_ceil(10)).await?;
    println!("{}", report::changes("downgrades", &downgrades));

    let mut measured = Vec::new();
    for start in 0..plan.starts {
        for turn in 0..plan.states.len() {
            // Another order after each start, so that drift favours none of them.
            let state = plan.states[(start + turn) % plan.states.len()];
            let stack = switch(plan, state).await?;
            let throughput = Throughput::measure(&stack, state, plan).await?;
            println!("{}", report::throughput(&throughput));
            measured.push(throughput);
        }
    }
    print!("{}", report::ratios(&measured));
    Ok(())
}

/// Starts the stack in a state.
async fn switch(plan: &Plan<'_>, state: State) -> anyhow::Result<AccessStack> {
    let ended = Command::new(plan.switch).arg("switch").arg(state.word()).status();
    ensure!(ended.await?.success(), "the stack could not be started with {}", state.word());
    AccessStack::read(plan.description)
}

impl AccessStack {
    /// By its description: after the lines of other measurements the second gateway, the service access and its process.
    fn read(description: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(description).context("the stack is not described")?;
        let lines: Vec<&str> = text.lines().collect();
        let [base, mails, _, keys, _, other, access_url, access_pid] = lines[..] else {
            bail!("the description of the stack has {} lines", lines.len())
        };
        Ok(Self {
            base: base.to_owned(),
            mails: mails.into(),
            keys: keys.into(),
            other: other.to_owned(),
            access_url: access_url.to_owned(),
            access_pid: access_pid.to_owned(),
        })
    }

    /// The resident memory of the service access.
    fn resident_megabytes(&self) -> anyhow::Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.access_pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        let kilobytes: f64 = kilobytes.context("no resident memory")?.parse()?;
        Ok(kilobytes / 1024.0)
    }
}
