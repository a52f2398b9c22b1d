//! The subcommand `import-mail-hosts`, which replaces the long list of public mail hosts.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use futures::future::BoxFuture;
use kit::db::Db;
use kit::service::Host;

use super::mail_hosts;
use crate::config::Config;

// A quarter of a million hosts are one statement.
const STATEMENT: Duration = Duration::from_mins(1);

/// The subcommand itself.
pub fn import_file(
    _: Config,
    host: Host,
    words: Vec<String>,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let [path] = words.as_slice() else { bail!("identity import-mail-hosts FILE") };
        let count = import(&host.background_db(STATEMENT), Path::new(path)).await?;
        println!("imported {count} hosts");
        Ok(())
    })
}

/// Replaces the list by that of a file, or leaves it as it is if anything is wrong with the file; returns how many hosts
/// the new list has.
pub async fn import(db: &Db, path: &Path) -> anyhow::Result<usize> {
    let hosts = read(path).with_context(|| path.display().to_string())?;
    let mut tx = db.tx().await?;
    mail_hosts::replace(&mut tx, &hosts).await?;
    tx.commit().await?;
    Ok(hosts.len())
}

/// Reads the hosts of a file.
pub fn read(path: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut text = String::new();
    let file = std::fs::File::open(path)?;
    file.take(mail_hosts::MOST_FILE_BYTES + 1).read_to_string(&mut text)?;
    ensure!(
        text.len() as u64 <= mail_hosts::MOST_FILE_BYTES,
        "the file is larger than {} bytes",
        mail_hosts::MOST_FILE_BYTES
    );
    mail_hosts::parse(&text)
}
