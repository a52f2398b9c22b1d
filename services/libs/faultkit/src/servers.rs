//! Private servers of a test, on free ports, with their own folders.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::processes::{Process, eventually, free_port};

const STREAMS_ANSWER: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Postgres,
    Redis,
    Nats,
}

/// A server that can be killed, restarted, and deprived of its data.
pub struct Server {
    kind: Kind,
    port: u16,
    home: TempDir,
    process: Option<Process>,
    login: Option<(String, String)>,
    is_secure: bool,
    /// The port at which NATS answers operators.
    monitor: u16,
    /// How much NATS may store.
    store: Option<String>,
    is_mounted: bool,
}

impl Server {
    /// A Postgres with durable commits.
    pub async fn postgres() -> Self {
        let server = Self::new(Kind::Postgres);
        let data = server.data();
        std::fs::create_dir(&data).unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&data)).await;
            run(Command::new("chmod").arg("711").arg(server.home.path())).await;
        }
        let mut initdb = as_postgres("initdb");
        initdb.args([
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N",
            "-D",
        ]);
        run(initdb.arg(&data)).await;
        server.begun().await
    }

    /// A Redis without a disk.
    pub async fn redis() -> Self {
        Self::new(Kind::Redis).begun().await
    }

    /// A NATS with JetStream.
    pub async fn nats() -> Self {
        Self::new(Kind::Nats).begun().await
    }

    /// A NATS server whose store is on a disk of its own, of this many MiB and without another limit; `None` if this
    /// user may not mount one.
    pub async fn nats_on_disk(mebibytes: u32) -> Option<Self> {
        let mut server = Self::new(Kind::Nats);
        std::fs::create_dir(server.data()).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={mebibytes}m"), "tmpfs"]);
        server.is_mounted =
            mount.arg(server.data()).status().await.is_ok_and(|status| status.success());
        if !server.is_mounted {
            return None;
        }
        server.limit_store("1TB");
        Some(server.begun().await)
    }

    /// Fills a number of MiB of the disk of the store.
    pub fn fill_disk(&self, mebibytes: usize) {
        std::fs::write(self.filler(), vec![1_u8; mebibytes << 20]).unwrap();
    }

    /// Gives that back.
    pub fn free_disk(&self) {
        std::fs::remove_file(self.filler()).unwrap();
    }

    /// Changes how much NATS may store, such as `1MB`, from its next start on.
    pub fn limit_store(&mut self, size: &str) {
        self.store = Some(size.to_owned());
        self.write_settings("");
    }

    /// Whether the streams of NATS answer, as the start script of its container wants to know (`deploy/nats/serve.sh`).
    pub async fn streams_answer(&self) -> bool {
        let address = format!("127.0.0.1:{}", self.monitor);
        let asking = speaks(&address, "GET /jsz?streams=true HTTP/1.0\r\n\r\n", "200 OK");
        tokio::time::timeout(STREAMS_ANSWER, asking).await.unwrap_or(false)
    }

    /// Whether the messages that a stream of NATS has stored contain a text.
    pub fn has_stored(&self, stream: &str, text: &str) -> bool {
        let messages = self.data().join("jetstream/$G/streams").join(stream).join("msgs");
        let mut search = std::process::Command::new("grep");
        search.args(["-rqaF", text]).arg(messages).status().unwrap().success()
    }

    /// Changes the user and password of NATS; connections with other credentials are closed.
    pub async fn demand(&mut self, user: &str, password: &str) {
        assert!(self.kind == Kind::Nats, "the other servers let everybody in");
        self.write_settings(&format!(
            "authorization {{ user: {user:?}, password: {password:?} }}\n"
        ));
        self.login = Some((user.to_owned(), password.to_owned()));
        if self.process.is_some() {
            self.signal("HUP").await;
            self.ready().await;
        }
    }

    /// Restarts it with a certificate and its key, in PEM: from now on it demands TLS.
    pub async fn secure(&mut self, certificate: &str, key: &str) {
        self.kill().await;
        std::fs::write(self.certificate(), certificate).unwrap();
        std::fs::write(self.key(), key).unwrap();
        run(Command::new("chmod").arg("600").arg(self.key())).await;
        if self.kind == Kind::Postgres && is_root() {
            run(Command::new("chown").arg("postgres").arg(self.certificate()).arg(self.key()))
                .await;
        }
        self.is_secure = true;
        if self.kind == Kind::Nats {
            let (certificate, key) = (self.certificate(), self.key());
            self.write_settings(&format!(
                "tls {{ cert_file: \"{}\", key_file: \"{}\" }}\n",
                certificate.display(),
                key.display()
            ));
        }
        self.start().await;
    }

    /// Its output.
    pub fn log(&self) -> String {
        self.process.as_ref().map(Process::output).unwrap_or_default()
    }

    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Its URL for clients; for Postgres with the database `postgres`.
    pub fn url(&self) -> String {
        self.url_at(&self.address())
    }

    /// The same through another address, such as a proxy's.
    pub fn url_at(&self, address: &str) -> String {
        match self.kind {
            Kind::Postgres => format!("postgres://postgres@{address}/postgres"),
            Kind::Redis if self.is_secure => format!("rediss://{address}"),
            Kind::Redis => format!("redis://{address}"),
            Kind::Nats if self.is_secure => format!("tls://{address}"),
            Kind::Nats => match &self.login {
                Some((user, password)) => format!("nats://{user}:{password}@{address}"),
                None => format!("nats://{address}"),
            },
        }
    }

    /// Creates an empty database in a running Postgres.
    pub async fn create_database(&self, name: &str) {
        let mut psql = Command::new(postgres_program("psql"));
        psql.args(["-q", "-d", &self.url(), "-c", &format!("CREATE DATABASE {name}")]);
        run(&mut psql).await;
    }

    /// Runs a statement in a database of a running Postgres, and returns a line for each row, with `|` between columns.
    pub async fn ask(&self, database: &str, statement: &str) -> String {
        let mut psql = Command::new(postgres_program("psql"));
        psql.args(["-XAtq", "-d", &self.database_url(database), "-c", statement]);
        let output = psql.stdin(Stdio::null()).output().await.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{statement}: {errors}");
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// The address of one of its databases.
    pub fn database_url(&self, name: &str) -> String {
        format!("postgres://postgres@{}/{name}", self.address())
    }

    pub async fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().await;
        }
    }

    /// Restarts it on its port with its data, and waits until it answers.
    pub async fn start(&mut self) {
        if self.kind == Kind::Postgres {
            // Children of a crashed server end by themselves.
            let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
        }
        self.process = Some(Process::start(self.command(), &self.home.path().join("log")));
        self.ready().await;
    }

    /// Deletes its data; it must not be running.
    pub fn forget(&mut self) {
        assert!(self.process.is_none(), "a running server cannot forget");
        let _ = std::fs::remove_dir_all(self.data());
    }

    /// Copies its data, for [`Server::restore`]; it must not be running.
    pub fn remember(&mut self) {
        assert!(self.process.is_none(), "a running server has a moving store");
        run_now(std::process::Command::new("cp").arg("-aT").args([self.data(), self.copy()]));
    }

    /// Restores the copied data; it must not be running.
    pub fn restore(&mut self) {
        self.forget();
        run_now(std::process::Command::new("cp").arg("-aT").args([self.copy(), self.data()]));
    }

    /// Restores the messages of its streams only: the positions of consumers stay, as when a crash loses data that was
    /// not flushed.
    pub fn restore_messages(&mut self) {
        let script = r#"cd "$0" && find . -type d -name msgs | while read -r folder; do
            rm -rf "$1/$folder" && cp -aT "$folder" "$1/$folder"; done"#;
        let mut sh = std::process::Command::new("sh");
        run_now(sh.args(["-ec", script]).args([self.copy(), self.data()]));
    }

    /// Sends a signal by name: `STOP` and `CONT` make it hang and continue.
    pub async fn signal(&self, name: &str) {
        self.process.as_ref().unwrap().signal(name).await;
    }

    fn new(kind: Kind) -> Self {
        let home = tempfile::tempdir().unwrap();
        let server = Self {
            kind,
            port: free_port(),
            home,
            process: None,
            login: None,
            is_secure: false,
            monitor: free_port(),
            store: None,
            is_mounted: false,
        };
        server.write_settings("");
        server
    }

    // Configured by flags alone, NATS loses its streams when it reloads its settings.
    fn write_settings(&self, more: &str) {
        let limit = self.store.as_ref().map(|size| format!(", max_file_store: {size}"));
        let text = format!(
            "jetstream {{ store_dir: \"{}\"{} }}\nhttp: \"127.0.0.1:{}\"\n{more}",
            self.data().display(),
            limit.unwrap_or_default(),
            self.monitor,
        );
        std::fs::write(self.settings(), text).unwrap();
    }

    fn settings(&self) -> PathBuf {
        self.home.path().join("settings")
    }

    async fn begun(mut self) -> Self {
        self.start().await;
        self
    }

    async fn ready(&self) {
        let (port, address) = (self.port.to_string(), self.address());
        eventually("the server answers", || async {
            match self.kind {
                Kind::Postgres => {
                    let mut ready = Command::new(postgres_program("pg_isready"));
                    ready.args(["-q", "-h", "127.0.0.1", "-U", "postgres", "-p", &port]);
                    ready.status().await.unwrap().success()
                }
                Kind::Redis if self.is_secure => TcpStream::connect(&address).await.is_ok(),
                Kind::Redis => speaks(&address, "PING\r\n", "+PONG").await,
                Kind::Nats if self.is_secure => speaks(&address, "", "tls_required").await,
                Kind::Nats => self.lets_in(&address).await,
            }
        })
        .await;
    }

    /// Whether the credentials are accepted and no others.
    async fn lets_in(&self, address: &str) -> bool {
        let Some((user, password)) = &self.login else {
            return speaks(address, "CONNECT {}\r\nPING\r\n", "PONG").await;
        };
        let login = format!("CONNECT {{\"user\":{user:?},\"pass\":{password:?}}}\r\nPING\r\n");
        speaks(address, &login, "PONG").await
            && speaks(address, "CONNECT {}\r\nPING\r\n", "Authorization Violation").await
    }

    fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    fn filler(&self) -> PathBuf {
        self.data().join("filler")
    }

    fn certificate(&self) -> PathBuf {
        self.home.path().join("certificate.pem")
    }

    fn key(&self) -> PathBuf {
        self.home.path().join("key.pem")
    }

    fn copy(&self) -> PathBuf {
        self.home.path().join("copy")
    }

    fn command(&self) -> Command {
        let port = self.port.to_string();
        match self.kind {
            Kind::Postgres => {
                let mut command = as_postgres("postgres");
                command.arg("-D").arg(self.data()).args(["-p", &port]);
                for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories=", "jit=off"]
                {
                    command.args(["-c", setting]);
                }
                if self.is_secure {
                    command.args(["-c", "ssl=on"]);
                    command
                        .arg("-c")
                        .arg(format!("ssl_cert_file={}", self.certificate().display()));
                    command.arg("-c").arg(format!("ssl_key_file={}", self.key().display()));
                }
                command
            }
            Kind::Redis => {
                let mut command = Command::new("redis-server");
                command.args(["--bind", "127.0.0.1"]);
                if self.is_secure {
                    command.args(["--port", "0", "--tls-port", &port, "--tls-auth-clients", "no"]);
                    command.arg("--tls-cert-file").arg(self.certificate());
                    command.arg("--tls-key-file").arg(self.key());
                    command.arg("--tls-ca-cert-file").arg(self.certificate());
                } else {
                    command.args(["--port", &port]);
                }
                command.args(["--save", "", "--appendonly", "no", "--dir"]).arg(self.home.path());
                command
            }
            Kind::Nats => {
                let mut command = Command::new("nats-server");
                command.args(["-a", "127.0.0.1", "-p", &port, "-c"]).arg(self.settings());
                command
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.is_mounted {
            // Its process ends with the fields.
            let _ = std::process::Command::new("umount").arg("-l").arg(self.data()).status();
        }
    }
}

fn run_now(command: &mut std::process::Command) {
    assert!(command.status().unwrap().success(), "{command:?} fails");
}

async fn speaks(address: &str, question: &str, answer: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(address).await else { return false };
    if stream.write_all(question.as_bytes()).await.is_err() {
        return false;
    }
    let mut received = String::new();
    let mut buffer = [0; 1024];
    while !received.contains(answer) {
        match stream.read(&mut buffer).await {
            Ok(count) if count > 0 => received.push_str(&String::from_utf8_lossy(&buffer[..count])),
            _ => return false,
        }
    }
    true
}

async fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().await.unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Postgres refuses to run as root.
fn as_postgres(program: &str) -> Command {
    let program = postgres_program(program);
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir("/");
    command
}

/// Debian keeps the server's programs off the PATH; the newest version is taken.
fn postgres_program(name: &str) -> PathBuf {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(name)))
        .filter(|path| path.exists())
        .collect();
    found.sort_by_key(|path| version(path));
    found.pop().unwrap_or_else(|| PathBuf::from(name))
}

fn version(program: &Path) -> u32 {
    program
        .components()
        .filter_map(|part| part.as_os_str().to_str()?.parse().ok())
        .next_back()
        .unwrap_or_default()
}
