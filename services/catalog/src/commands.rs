//! The subcommands `import`, `seed` and `announce`.

use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use kit::imports::command;
use kit::service::{Command, Host};

use crate::config::Config;
use crate::import::{self, Prune, Report};
use crate::kinds::KINDS;
use crate::{seed, store};

/// How long one statement may take: a large file is one statement.
pub const STATEMENT: Duration = Duration::from_mins(5);
const USAGE: &str = "catalog import FOLDER [--prune [--apply]]";

/// The subcommands beside those of every service.
pub const COMMANDS: &[Command<Config>] = &[
    Command {
        name: "import",
        run: |_, host, words| Box::pin(async move { import_folder(&host, &words).await }),
    },
    Command { name: "seed", run: |_, host, _| Box::pin(async move { seed_all(&host).await }) },
    Command {
        name: "announce",
        run: |_, host, words| Box::pin(async move { announce(&host, &words).await }),
    },
];

/// Imports the files of a folder; fails when anything was refused.
async fn import_folder(host: &Host, words: &[String]) -> anyhow::Result<()> {
    let (folder, prune) = parse(words)?;
    let db = host.background_db(STATEMENT);
    let files = import::read(folder)?;
    print(&import::import(&db, files, prune, host.app.clock.now()).await?)
}

fn parse(words: &[String]) -> anyhow::Result<(&Path, Prune)> {
    let (folder, flags) = command::folder_and_flags(words, USAGE)?;
    let prune = match flags.as_slice() {
        [] => Prune::Keep,
        ["--prune"] => Prune::Preview,
        ["--prune", "--apply"] | ["--apply", "--prune"] => Prune::Apply,
        _ => bail!(USAGE),
    };
    Ok((folder, prune))
}

/// Imports the shipped records.
async fn seed_all(host: &Host) -> anyhow::Result<()> {
    let (db, now) = (host.background_db(STATEMENT), host.app.clock.now());
    print(&import::import(&db, seed::files(), Prune::Keep, now).await?)
}

/// Publishes every record of a kind once more, for services that begin to keep another field of it.
async fn announce(host: &Host, words: &[String]) -> anyhow::Result<()> {
    let [table] = words else { bail!("catalog announce KIND, as in: catalog announce pools") };
    let kind = KINDS.iter().find(|kind| kind.table == table && kind.message.events.is_some());
    let Some(kind) = kind else { bail!("there is no kind {table} with events") };
    let db = host.background_db(STATEMENT);
    let mut tx = db.tx().await?;
    let count = store::announce_all(&mut tx, kind).await?;
    tx.commit().await?;
    println!("announced {count} {table}");
    Ok(())
}

fn print(report: &Report) -> anyhow::Result<()> {
    command::print(report, &report.refused_files())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn parsed(words: &[&str]) -> Option<(PathBuf, Prune)> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        parse(&words).ok().map(|(folder, prune)| (folder.to_owned(), prune))
    }

    #[test]
    fn nothing_is_removed_unless_both_flags_say_so() {
        assert_eq!(parsed(&["x"]), Some(("x".into(), Prune::Keep)));
        assert_eq!(parsed(&["x", "--prune"]), Some(("x".into(), Prune::Preview)));
        assert_eq!(parsed(&["--prune", "--apply", "x"]), Some(("x".into(), Prune::Apply)));
        for bad in [&["x", "--apply"][..], &[], &["x", "y"], &["x", "--force"]] {
            assert_eq!(parsed(bad), None, "{bad:?}");
        }
    }
}
