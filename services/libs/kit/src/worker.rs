//! A worker, which nobody calls and which has no bus and no database, as data: its name, its settings, and the one function
//! that starts its work.

use std::net::SocketAddr;
use std::process::ExitCode;

use futures::future::BoxFuture;

use crate::admin;
use crate::config::{ConfigError, Env};
use crate::run::{self, ADMIN_LISTEN, App, arguments};

/// The declaration of a worker; `C` are its settings.
pub struct Worker<C: 'static> {
    /// Its name: that of its binary, and in capitals the prefix of its settings.
    pub name: &'static str,
    /// Reads its settings; the error names the first wrong one.
    pub settings: fn(&mut Env) -> Result<C, ConfigError>,
    /// Starts its background work.
    pub start: fn(C, &App),
    /// Its subcommands beside those of every worker.
    pub commands: &'static [Command<C>],
}

/// A subcommand of a worker. It gets the rest of the command line.
pub struct Command<C: 'static> {
    /// The word on the command line.
    pub name: &'static str,
    /// The work itself.
    pub run: fn(C, App, Vec<String>) -> BoxFuture<'static, anyhow::Result<()>>,
}

/// The whole of a worker's `main`.
pub fn main<C: Send>(worker: &'static Worker<C>) -> ExitCode {
    run::main(worker.name, move |app, command| Box::pin(worker.run(app, command)))
}

impl<C: Send> Worker<C> {
    async fn run(&'static self, mut app: App, name: String) -> anyhow::Result<()> {
        match name.as_str() {
            "serve" => {
                let (config, admin_listen) = self.read(&mut app.env)?;
                (self.start)(config, &app);
                admin::serve(&app, admin_listen).await?;
            }
            "check" => self.read(&mut app.env).map(drop)?,
            _ => {
                let Some(command) = self.commands.iter().find(|one| one.name == name) else {
                    let own = self.commands.iter().map(|one| one.name);
                    let known = ["serve", "check", "settings"].into_iter().chain(own);
                    return Err(run::unknown(&name, known));
                };
                let (config, _) = self.read(&mut app.env)?;
                (command.run)(config, app, arguments().collect()).await?;
            }
        }
        Ok(())
    }

    /// Its own settings, and `<NAME>_ADMIN_LISTEN` (127.0.0.1:9090): the address of probes and metrics.
    fn read(&self, env: &mut Env) -> Result<(C, SocketAddr), ConfigError> {
        let admin_listen = format!("{}_ADMIN_LISTEN", self.name.to_uppercase());
        let admin_listen = env.parsed(&admin_listen, ADMIN_LISTEN)?;
        Ok(((self.settings)(env)?, admin_listen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    static COLLECTOR: Worker<String> = Worker {
        name: "collector",
        settings: |env| env.required("SOURCE"),
        start: |source, app| {
            app.health.check("source", move || {
                let source = source.clone();
                async move { Err(source) }
            });
        },
        commands: &[Command {
            name: "sync",
            run: |source, _, _| Box::pin(async move { Err(anyhow::anyhow!("synced {source}")) }),
        }],
    };

    fn app<const N: usize>(settings: [(&str, &str); N]) -> App {
        App::new(Env::fixed(settings), Clock::system())
    }

    async fn failure(app: &App, command: &str) -> String {
        COLLECTOR.run(app.clone(), command.to_owned()).await.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn a_wrong_setting_is_named() {
        for command in ["serve", "check", "sync"] {
            assert_eq!(failure(&app([]), command).await, "setting SOURCE is required");
            let app = app([("SOURCE", "here"), ("COLLECTOR_ADMIN_LISTEN", "port")]);
            let named = failure(&app, command).await;
            assert!(named.starts_with("setting COLLECTOR_ADMIN_LISTEN is not valid"), "{named}");
        }
    }

    #[tokio::test]
    async fn a_command_has_the_settings_and_an_unknown_one_is_refused() {
        let app = app([("SOURCE", "here")]);
        assert_eq!(failure(&app, "sync").await, "synced here");
        let refused = failure(&app, "dance").await;
        assert_eq!(refused, "there is no command \"dance\", only serve, check, settings, sync");
    }

    #[tokio::test]
    async fn its_work_is_started_beside_its_probes() {
        let app = app([("SOURCE", "here"), ("COLLECTOR_ADMIN_LISTEN", "127.0.0.1:0")]);
        COLLECTOR.run(app.clone(), "serve".to_owned()).await.unwrap();
        assert_eq!(app.health.report().await.missing, ["source"]);
        app.stop().await;
    }
}
