//! The subcommands `import` and `seed`.

use std::time::Duration;

use anyhow::bail;
use kit::imports::command;
use kit::service::{Command, Host};

use crate::config::Config;
use crate::import::{self, Report, Subjects};
use crate::seed;

/// How long one statement of an import may take.
pub const STATEMENT: Duration = Duration::from_hours(1);
const USAGE: &str = "timeseries import FOLDER [--any-subject]";
/// Takes subjects that the catalog does not have yet.
const ANY_SUBJECT: &str = "--any-subject";

/// The subcommands beside those of every service.
pub const COMMANDS: &[Command<Config>] = &[
    Command {
        name: "import",
        run: |_, host, words| Box::pin(async move { import_folder(&host, &words).await }),
    },
    Command { name: "seed", run: |_, host, _| Box::pin(async move { seed_all(&host).await }) },
];

/// Loads the files of a folder; fails when anything was refused.
async fn import_folder(host: &Host, words: &[String]) -> anyhow::Result<()> {
    let (folder, flags) = command::folder_and_flags(words, USAGE)?;
    let subjects = match flags.as_slice() {
        [] => Subjects::Known,
        [ANY_SUBJECT] => Subjects::Any,
        _ => bail!(USAGE),
    };
    let (db, files) = (host.background_db(STATEMENT), import::folder(folder)?);
    print(&import::import(&db, files, subjects, &host.app.clock).await?)
}

/// Loads the shipped numbers.
async fn seed_all(host: &Host) -> anyhow::Result<()> {
    let (db, clock) = (host.background_db(STATEMENT), &host.app.clock);
    print(&import::import(&db, seed::files(), Subjects::Known, clock).await?)
}

fn print(report: &Report) -> anyhow::Result<()> {
    command::print(report, &report.refused_files())
}
