//! The throughput that service tokens, TLS and rate limits cost `users.getProfile`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use kit::peers::measuring::Proof;
use kit::peers::{Person, on_behalf_of};
use proto::identity::v1::Role;
use stack::Browser;
use tokio::process::Command;
use tokio::time::sleep;

use crate::figures::{AnswerWork, Rounds, Trust};
use crate::load::{self, Target};
use crate::measure::Span;
use crate::report;
use crate::visitors::{PROFILE, sign_in};

/// As many as keep all processors busy: with fewer the figures are also those of waiting, which costs no throughput.
const CONNECTIONS: usize = 128;
/// The call behind the procedure.
const CALL: &str = "/profiles.v1.Profiles/GetProfile";
/// Long enough for new signatures in between, which are good for some twenty seconds.
const PROVING: Duration = Duration::from_secs(5);
/// Connections are closed, and events written, within it.
const SETTLING: Duration = Duration::from_millis(300);
/// The parts of a second in which the kernel counts the time of processes.
const TICKS: f64 = 100.0;

/// How often both stacks are started, and how they are measured after each start.
pub struct Plan<'a> {
    /// The descriptions of the stack with TLS and limits and of that without: a file each, which is written at each start.
    pub descriptions: [&'a Path; 2],
    /// The command that starts both again. Its argument is the number of the start.
    pub restart: &'a str,
    /// The number of starts.
    pub starts: usize,
    /// The rounds of each.
    pub span: Span,
}

/// A stack under load.
pub struct MeasuredStack {
    /// The requests to it.
    target: Target,
    /// The numbers of its processes, programs and servers, separated by commas.
    pids: String,
    /// The folder with the keys of all programs.
    keys: PathBuf,
    /// The ports of the metrics of its programs, separated by commas.
    admins: String,
}

/// Measures both in turn, after each of several starts: two equal stacks differed by 4 to 8 % in all rounds of one start. Tokens
/// cannot be turned off: their part follows from what they cost each call, and from the calls for an answer, which are counted
/// after the rounds: nothing but the load may differ between the stacks in these.
pub async fn measure(plan: &Plan<'_>) -> anyhow::Result<Trust> {
    let mut trust = Trust::default();
    let [with, without] = plan.descriptions;
    for start in 0..plan.starts {
        if start > 0 {
            let ended = Command::new(plan.restart).arg("restart").arg(start.to_string()).status();
            ensure!(ended.await?.success(), "the stacks could not be started again");
        }
        let with = MeasuredStack::read(with).await?;
        let rounds =
            measure_rounds(&with, &MeasuredStack::read(without).await?, &plan.span).await?;
        println!("{}", report::start(&rounds));
        trust.starts.push(rounds);
    }
    let without = MeasuredStack::read(without).await?;
    trust.proof = without.proof_seconds().await?;
    let before = without.calls().await?;
    let answers = without.work(&plan.span).await?.rate * plan.span.time.as_secs_f64();
    trust.calls = (without.calls().await? - before) / answers;
    Ok(trust)
}

async fn measure_rounds(
    with: &MeasuredStack,
    without: &MeasuredStack,
    span: &Span,
) -> anyhow::Result<Rounds> {
    let mut rounds = Rounds::default();
    for stack in [with, without] {
        load::run(&stack.target, CONNECTIONS, span.time.min(Duration::from_secs(1))).await?;
    }
    for round in 0..span.rounds {
        // Another order in each round, so that drift favours neither.
        for turn in 0..2 {
            // The work that the previous load left behind must not count in the next measurement.
            sleep(SETTLING).await;
            if (round + turn) % 2 == 0 {
                rounds.with.push(with.work(span).await?);
            } else {
                rounds.without.push(without.work(span).await?);
            }
        }
    }
    Ok(rounds)
}

impl MeasuredStack {
    /// By its description, whose first lines are its address, the folder of its mails, its processes, keys and ports of metrics.
    pub async fn read(description: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(description).context("a stack is not described")?;
        let lines: Vec<&str> = text.lines().collect();
        let [base, mails, pids, keys, admins, ..] = lines[..] else {
            bail!("the description of a stack has {} lines", lines.len())
        };
        let target = Target::new(base, PROFILE, &sign_in(base, mails.as_ref()).await)?;
        Ok(Self { target, pids: pids.to_owned(), keys: keys.into(), admins: admins.to_owned() })
    }

    /// The work for an answer, over the time of a measurement.
    pub async fn work(&self, span: &Span) -> anyhow::Result<AnswerWork> {
        let before = self.processor_seconds()?;
        let rate = load::run(&self.target, CONNECTIONS, span.time).await?.rate;
        let seconds = self.processor_seconds()? - before;
        Ok(AnswerWork { rate, seconds: seconds / (rate * span.time.as_secs_f64()) })
    }

    /// The time of processors that the processes have used, with those that they started: Postgres has one for each
    /// connection.
    fn processor_seconds(&self) -> anyhow::Result<f64> {
        let mut ticks = 0.0;
        for pid in self.pids.split(',') {
            let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))?;
            // Four fields of a process: its own time, and that of children which have ended.
            ticks += ticks_of(pid, 4).with_context(|| format!("process {pid} has ended"))?;
            ticks +=
                children.split_whitespace().filter_map(|child| ticks_of(child, 2)).sum::<f64>();
        }
        Ok(ticks / TICKS)
    }

    /// The processor time for the proof of one call, in its sender and its receiver together.
    async fn proof_seconds(&self) -> anyhow::Result<f64> {
        let proof = Proof::between("gateway", "profiles", &self.keys)?;
        let person = Person {
            user_id: "bench".to_owned(),
            organization_id: Some("bench".to_owned()),
            role: Role::Customer,
            role_epoch: 0,
            session_id: "bench".to_owned(),
            fresh_until: 0,
        };
        on_behalf_of(Some(person.into()), async {
            let (begin, mut proofs) = (Instant::now(), 0_u32);
            while begin.elapsed() < PROVING {
                for _ in 0..1_000 {
                    ensure!(proof.is_admitted(CALL), "a call is not admitted");
                }
                proofs += 1_000;
            }
            Ok(begin.elapsed().as_secs_f64() / f64::from(proofs))
        })
        .await
    }

    /// How many calls the processes have answered.
    async fn calls(&self) -> anyhow::Result<f64> {
        let mut calls = 0.0;
        for port in self.admins.split(',') {
            let operator = Browser::new(&format!("http://127.0.0.1:{port}"), self.keys.clone());
            let text = operator.get("/metrics").await.text;
            let counts =
                text.lines().filter(|line| line.starts_with("rpc_server_duration_seconds_count"));
            for count in counts {
                calls += count.rsplit(' ').next().unwrap_or_default().parse::<f64>()?;
            }
        }
        Ok(calls)
    }
}

/// The first fields of times in the state of a process, which may have ended.
fn ticks_of(pid: &str, fields: usize) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program, which may hold spaces, ends with the last bracket.
    let (_, state) = text.rsplit_once(')')?;
    let times = state.split_whitespace().skip(11).take(fields);
    times.map(|ticks| ticks.parse::<f64>().ok()).sum()
}
