//! The life of a process: settings, telemetry, tasks, signals and an orderly shutdown.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::{ConfigError, Env};
use crate::health::Health;
use crate::peers::Peers;
use crate::private_ca::PrivateCa;
use crate::{open_files, security_log, telemetry};

// In the system's allocator threads wait for each other, and a request allocates a few hundred times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const FINISH_DEADLINE: Duration = Duration::from_secs(20);
const CUT_DEADLINE: Duration = Duration::from_secs(2);
const MOST_WORKERS: usize = 256;
const PEERS_EVERY: Duration = Duration::from_secs(5);

/// The shared state of a running process.
#[derive(Clone)]
pub struct App {
    /// The source of settings.
    pub env: Env,
    /// The dependencies of the process.
    pub health: Health,
    pub clock: Clock,
    /// The authority that may have issued the certificates of the servers that the process uses.
    pub private_ca: PrivateCa,
    /// How it proves who it is, and checks its callers.
    pub peers: Peers,
    tasks: TaskTracker,
    attendants: TaskTracker,
    stopping: CancellationToken,
    cut: CancellationToken,
    failed: Arc<AtomicBool>,
}

impl App {
    /// A process that does not serve yet, and has no keys.
    pub fn new(env: Env, clock: Clock) -> Self {
        Self {
            env,
            health: Health::default(),
            peers: Peers::none(clock.clone()),
            clock,
            private_ca: PrivateCa::default(),
            tasks: TaskTracker::new(),
            attendants: TaskTracker::new(),
            stopping: CancellationToken::new(),
            cut: CancellationToken::new(),
            failed: Arc::new(AtomicBool::new(false)),
        }
    }

    /// The same process with other keys.
    #[must_use]
    pub fn with_peers(self, peers: Peers) -> Self {
        Self { peers, ..self }
    }

    /// Reads the keys by which the process and its callers know each other, now and again every few seconds.
    pub(crate) fn follow_peers(&self) -> Result<(), ConfigError> {
        if self.peers.start()? {
            let (peers, cut) = (self.peers.clone(), self.cut());
            self.spawn_attendant("peers", async move {
                loop {
                    tokio::select! {
                        () = tokio::time::sleep(PEERS_EVERY) => peers.read_again(),
                        () = cut.cancelled() => return,
                    }
                }
            });
        }
        Ok(())
    }

    /// Runs a task of the process. A panic in it ends the process, so that it is restarted.
    pub fn spawn<F>(&self, name: &'static str, task: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.spawn_call(self.clone().guard(name, task));
    }

    /// Runs a task that serves the other tasks until the cut, and must end then. Shutdown first waits for the others,
    /// and not for this one.
    #[expect(clippy::disallowed_methods, reason = "this is the tracked spawn")]
    pub fn spawn_attendant<F>(&self, name: &'static str, task: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(self.attendants.track_future(self.clone().guard(name, task)));
    }

    async fn guard(self, name: &'static str, task: impl Future<Output = ()>) {
        if std::panic::AssertUnwindSafe(task).catch_unwind().await.is_err() {
            tracing::error!(task = name, "a task panicked, shutting down");
            self.failed.store(true, Ordering::SeqCst);
            self.stopping.cancel();
        }
    }

    /// Runs a task that shutdown waits for, and returns its handle.
    #[expect(clippy::disallowed_methods, reason = "this is the tracked spawn")]
    pub fn spawn_call<F>(&self, task: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        tokio::spawn(self.tasks.track_future(task))
    }

    /// Lets shutdown wait for work within another task.
    pub fn track<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        self.tasks.track_future(work)
    }

    /// Cancelled when no new work may be accepted.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Cancelled when running work must end, too.
    pub fn cut(&self) -> CancellationToken {
        self.cut.clone()
    }

    /// Stops accepting work, lets running work finish, then cuts the rest.
    pub async fn stop(&self) {
        self.health.close();
        self.stopping.cancel();
        self.tasks.close();
        self.attendants.close();
        if tokio::time::timeout(FINISH_DEADLINE, self.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = self.tasks.len(), "running work was cut off");
        }
        self.cut.cancel();
        let ended = async { tokio::join!(self.tasks.wait(), self.attendants.wait()) };
        let _ = tokio::time::timeout(CUT_DEADLINE, ended).await;
    }
}

/// The default address of probes and metrics.
pub const ADMIN_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9090);

/// A program that is neither a service nor a worker: each of its commands reads the settings that it needs.
pub struct Program {
    /// The name of its binary, and in capitals the prefix of its settings.
    pub name: &'static str,
    /// Reads all of its settings; the error names the first wrong one.
    pub check: fn(&mut Env) -> Result<(), ConfigError>,
    pub commands: &'static [Command],
}

/// A subcommand of a program. It reads the settings that it needs, and gets the rest of the command line.
pub struct Command {
    /// The word on the command line.
    pub name: &'static str,
    pub run: fn(App, Vec<String>) -> BoxFuture<'static, anyhow::Result<()>>,
}

impl Program {
    /// The whole of the program's `main`.
    pub fn main(&'static self) -> ExitCode {
        main(self.name, move |app, command| Box::pin(self.run(app, command)))
    }

    async fn run(&self, mut app: App, name: String) -> anyhow::Result<()> {
        if name == "check" {
            return Ok((self.check)(&mut app.env)?);
        }
        let Some(command) = self.commands.iter().find(|one| one.name == name) else {
            let own = self.commands.iter().map(|one| one.name);
            return Err(unknown(&name, ["check", "settings"].into_iter().chain(own)));
        };
        (command.run)(app, arguments().collect()).await
    }
}

/// The refusal of a subcommand that a program does not have.
pub(crate) fn unknown(name: &str, known: impl Iterator<Item = &'static str>) -> anyhow::Error {
    let known: Vec<&str> = known.collect();
    anyhow::anyhow!("there is no command {name:?}, only {}", known.join(", "))
}

/// The words on the command line behind the subcommand.
pub(crate) fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(2)
}

/// Runs the subcommand that the command line names. `serve` returns when everything is started, and `check` reads the
/// settings and goes no further; `settings` prints the names of those that `check` found in the environment, and
/// `settings all` the names of all that it looked for.
pub(crate) fn main<C>(service: &'static str, command: C) -> ExitCode
where
    C: FnOnce(App, String) -> BoxFuture<'static, anyhow::Result<()>>,
{
    let name = std::env::args().nth(1).unwrap_or_else(|| "serve".to_owned());
    let mut env = Env::process();
    let runtime = match runtime(&mut env) {
        Ok(runtime) => runtime,
        Err(error) => return refuse(service, &error),
    };
    runtime.block_on(async {
        if name == "healthcheck" {
            return healthcheck(service, &mut env).await;
        }
        let private_ca = match PrivateCa::from_env(&mut env) {
            Ok(private_ca) => private_ca,
            Err(error) => return refuse(service, &error.into()),
        };
        let telemetry = match telemetry::init(service, &mut env, &private_ca) {
            Ok(telemetry) => telemetry,
            Err(error) => return refuse(service, &error.into()),
        };
        open_files::raise();
        let drain = match env.parsed("SHUTDOWN_DRAIN_SECONDS", 0) {
            Ok(seconds) => Duration::from_secs(seconds),
            Err(error) => return refuse(service, &error.into()),
        };
        let peers = match Peers::from_env(service, &mut env, Clock::system()) {
            Ok(peers) => peers,
            Err(error) => return refuse(service, &error.into()),
        };
        let app = App { private_ca, ..App::new(env, Clock::system()) }.with_peers(peers);
        let run = if name == "settings" { "check" } else { &name };
        let code = match command(app.clone(), run.to_owned()).await {
            Ok(()) if name == "serve" => serve(service, &app, drain).await,
            Ok(()) => {
                if name == "settings" {
                    let all = arguments().any(|word| word == "all");
                    let names = if all { app.env.names() } else { app.env.names_in_environment() };
                    for setting in &names {
                        println!("{setting}");
                    }
                }
                ExitCode::SUCCESS
            }
            Err(error) => refuse(service, &error),
        };
        // Telemetry last: the end of everything else still emits spans.
        telemetry.flush().await;
        code
    })
}

/// If several processes share a machine, fewer threads than cores wake each other less and answer more.
fn runtime(env: &mut Env) -> anyhow::Result<Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = env.parsed("WORKER_THREADS", cores)?;
    if !(1..=MOST_WORKERS).contains(&threads) {
        let problem = format!("must be between 1 and {MOST_WORKERS}");
        return Err(ConfigError::new("WORKER_THREADS", problem).into());
    }
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?)
}

async fn serve(service: &'static str, app: &App, drain: Duration) -> ExitCode {
    security_log::start(service);
    app.spawn_attendant("security log", security_log::write_counts(app.cut()));
    tracing::info!(settings = ?app.env.effective(), "{service} serves");
    let stopping = app.stopping();
    tokio::select! {
        () = signalled() => tracing::info!("{service} received a signal to stop"),
        () = stopping.cancelled() => {}
    }
    // Report "not ready" first: load balancers need a moment to notice.
    app.health.close();
    tokio::select! {
        () = tokio::time::sleep(drain) => {}
        () = signalled() => {}
        () = stopping.cancelled() => {}
    }
    tokio::select! {
        () = app.stop() => {}
        () = signalled() => tracing::warn!("second signal: running work is cut off"),
    }
    if app.failed.load(Ordering::SeqCst) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

async fn signalled() {
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

fn refuse(service: &str, error: &anyhow::Error) -> ExitCode {
    eprintln!("{service}: {error:#}");
    ExitCode::from(2)
}

/// Checks that the process in the same container is alive; containers without a shell use it as their probe.
async fn healthcheck(service: &'static str, env: &mut Env) -> ExitCode {
    let check = async {
        let name = format!("{}_ADMIN_LISTEN", service.to_uppercase());
        let address = SocketAddr::new(ADMIN_LISTEN.ip(), env.parsed(&name, ADMIN_LISTEN)?.port());
        let mut stream = tokio::net::TcpStream::connect(address).await?;
        stream
            .write_all(b"GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        anyhow::ensure!(answer.starts_with("HTTP/1.1 200"), "the process reports a failure");
        anyhow::Ok(())
    };
    match tokio::time::timeout(Duration::from_secs(2), check).await {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => refuse(service, &error),
        Err(_) => refuse(service, &anyhow::anyhow!("the process does not answer")),
    }
}
