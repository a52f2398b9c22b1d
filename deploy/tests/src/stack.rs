//! Servers, services and gateways of one test.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use faultkit::processes::{Process, eventually, free_port};
use faultkit::receiver::Receiver;
use faultkit::servers::Server;
use tempfile::TempDir;
use tokio::process::Command;

use crate::Browser;

const SECRET: &str = "a-secret-of-the-tests-with-forty-letters";
/// How long a process may take to be ready if many start at once.
const STARTS: Duration = Duration::from_mins(2);
/// Moves a shell into the control group whose list of processes is named first, and makes it the program that follows.
const ENTER_GROUP: &str = r#"echo $$ >"$0" && exec "$@""#;
const LIST: &str = include_str!("../../../services/services.txt");

#[derive(Default)]
pub struct Options {
    /// The number of replicas of each service.
    pub replicas: usize,
    pub gateways: usize,
    /// Settings for every process.
    pub settings: Vec<(&'static str, String)>,
    /// Control groups of the kernel in which processes, such as `gateway-1`, start and stay.
    pub groups: BTreeMap<&'static str, PathBuf>,
}

/// A running stack, whose processes end with it.
pub struct Stack {
    /// The database server.
    pub postgres: Server,
    pub redis: Server,
    pub nats: Server,
    pub receiver: Receiver,
    settings: BTreeMap<String, String>,
    members: BTreeMap<String, Member>,
    groups: BTreeMap<&'static str, PathBuf>,
    home: TempDir,
}

struct Member {
    service: &'static str,
    port: u16,
    admin: u16,
    process: Option<Process>,
}

impl Stack {
    /// One of each.
    pub async fn start() -> Self {
        Self::start_with(Options::default()).await
    }

    pub async fn start_with(options: Options) -> Self {
        let mut stack = Self {
            postgres: Server::postgres().await,
            redis: Server::redis().await,
            nats: Server::nats().await,
            receiver: Receiver::start().await,
            settings: BTreeMap::new(),
            members: BTreeMap::new(),
            groups: options.groups.clone(),
            home: tempfile::tempdir().unwrap(),
        };
        for service in services() {
            stack.postgres.create_database(service).await;
            for number in 1..=options.replicas.max(1) {
                stack.add(service, number);
            }
        }
        for number in 1..=options.gateways.max(1) {
            stack.add("gateway", number);
        }
        stack.describe(&options);
        stack.make_keys().await;
        for service in services() {
            stack.operate(&format!("{service}-1"), &["migrate"]).await;
        }
        for name in stack.names() {
            stack.launch(&name);
        }
        for name in stack.names() {
            stack.await_ready(&name).await;
        }
        stack
    }

    /// The address of a gateway: `gateway-1` is the first.
    pub fn url(&self, gateway: &str) -> String {
        format!("http://127.0.0.1:{}", self.members[gateway].port)
    }

    /// Every process by name.
    pub fn names(&self) -> Vec<String> {
        self.members.keys().cloned().collect()
    }

    pub fn process(&mut self, name: &str) -> &mut Process {
        self.members.get_mut(name).unwrap().process.as_mut().unwrap()
    }

    /// Starts a process that was ended, and waits until it is ready.
    pub async fn restart(&mut self, name: &str) {
        self.launch(name);
        self.await_ready(name).await;
    }

    /// The folder where mails arrive.
    pub fn mails(&self) -> PathBuf {
        self.home.path().join("mail")
    }

    /// The folder with the keys of all programs.
    pub fn keys(&self) -> PathBuf {
        self.home.path().join("keys")
    }

    async fn make_keys(&self) {
        let mut command = Command::new(binary("gateway"));
        let output = command.arg("service-keys").arg(self.keys()).env_clear().output().await;
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    pub fn output(&self) -> String {
        self.members
            .values()
            .filter_map(|member| member.process.as_ref())
            .map(Process::output)
            .collect()
    }

    /// Waits until the process reports that it is ready.
    pub async fn await_ready(&mut self, name: &str) {
        let operator = self.operator(name);
        let deadline = Instant::now() + STARTS;
        while Instant::now() < deadline {
            if operator.get("/readyz").await.status == 200 {
                return;
            }
            let process = self.process(name);
            assert!(process.runs(), "{name} ended: {}", process.output());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{name} never became ready: {}", self.process(name).output());
    }

    /// Waits until the metrics of a process satisfy the condition.
    pub async fn await_metrics(&self, name: &str, what: &str, holds: impl Fn(&str) -> bool) {
        let operator = self.operator(name);
        eventually(what, async || holds(&operator.get("/metrics").await.text)).await;
    }

    /// A client of the admin port of a process.
    pub fn operator(&self, name: &str) -> Browser {
        Browser::new(&format!("http://127.0.0.1:{}", self.members[name].admin), self.mails())
    }

    fn add(&mut self, service: &'static str, number: usize) {
        let member = Member { service, port: free_port(), admin: free_port(), process: None };
        self.members.insert(format!("{service}-{number}"), member);
    }

    /// The addresses of all replicas of a service, separated by commas.
    pub fn addresses(&self, service: &str) -> String {
        let members = self.members.values().filter(|member| member.service == service);
        members
            .map(|member| format!("http://127.0.0.1:{}", member.port))
            .collect::<Vec<_>>()
            .join(",")
    }

    fn describe(&mut self, options: &Options) {
        std::fs::create_dir_all(self.mails()).unwrap();
        let mut set = |name: &str, value: String| self.settings.insert(name.to_owned(), value);
        set("AUTH_SECRET", SECRET.to_owned());
        set("API_KEY_PEPPERS", SECRET.to_owned());
        set("SERVICE_KEYS", self.home.path().join("keys").display().to_string());
        set("NATS_URL", self.nats.url());
        set("REDIS_URL", self.redis.url());
        set("SMTP_URL", format!("file://{}", self.home.path().join("mail").display()));
        set("SIGNIN_LIMITS", "off".to_owned());
        set("RATE_LIMITS", "off".to_owned());
        set("OTEL_EXPORTER_OTLP_ENDPOINT", self.receiver.url().to_owned());
        set("TRACE_SAMPLE_RATIO", "0".to_owned());
        for service in services() {
            let database = self.postgres.database_url(service);
            self.settings.insert(format!("{}_DATABASE_URL", service.to_uppercase()), database);
            let addresses = self.addresses(service);
            self.settings.insert(format!("{}_URL", service.to_uppercase()), addresses);
        }
        let origin = self.url("gateway-1");
        self.settings.insert("PUBLIC_URL".to_owned(), origin);
        for (name, value) in &options.settings {
            self.settings.insert((*name).to_owned(), value.clone());
        }
    }

    fn command(&self, name: &str, subcommand: &str) -> Command {
        let member = &self.members[name];
        let prefix = member.service.to_uppercase();
        let program = binary(member.service);
        let mut command = match self.groups.get(name) {
            // Subcommands that an operator runs beside the process do not belong to its group.
            Some(group) if subcommand == "serve" => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", ENTER_GROUP]).arg(group.join("cgroup.procs")).arg(program);
                shell
            }
            _ => Command::new(program),
        };
        command.arg(subcommand).env_clear().envs(&self.settings);
        command.env(format!("{prefix}_LISTEN"), format!("127.0.0.1:{}", member.port));
        command.env(format!("{prefix}_ADMIN_LISTEN"), format!("127.0.0.1:{}", member.admin));
        command
    }

    /// Runs a command of an operator, such as `import FOLDER`, with the settings of a process.
    pub async fn operate(&self, name: &str, words: &[&str]) {
        let [subcommand, rest @ ..] = words else { panic!("no command is named") };
        let output = self.command(name, subcommand).args(rest).output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name} {words:?}: {text}");
    }

    /// Runs a command of the program of the sample universe, of its first assets; answers its log.
    pub async fn sample(&self, words: &[&str]) -> String {
        let mut command = Command::new(binary("sample"));
        command.args(words).env_clear().envs(&self.settings).env("SAMPLE_ASSETS", "3");
        let output = command.output().await.unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(output.status.success(), "sample {words:?}: {text}");
        text
    }

    fn launch(&mut self, name: &str) {
        let command = self.command(name, "serve");
        let log = self.home.path().join(format!("{name}.log"));
        let member = self.members.get_mut(name).unwrap();
        member.process = Some(Process::start(command, &log));
    }
}

/// The services behind the gateway, in their start order.
pub fn services() -> impl Iterator<Item = &'static str> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let columns = lines.map(|line| line.split_whitespace());
    columns.filter_map(|mut columns| {
        let (name, kind) = columns.next().zip(columns.next())?;
        (kind == "grpc").then_some(name)
    })
}

/// The program of a service, from the same build as this test.
pub fn binary(service: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(|deps| deps.parent()).unwrap().join(service);
    assert!(program.exists(), "{} is missing: build the workspace first", program.display());
    program
}
