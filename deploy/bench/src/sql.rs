//! The database alone, without the product.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use tokio::process::Command;

/// A script of pgbench; the database is in the variables of libpq.
#[derive(Clone, Copy)]
pub struct Script<'a> {
    pub pgbench: &'a str,
    pub file: &'a str,
    /// Its clients: as many as answer most.
    pub clients: usize,
    /// A number that the script uses, by its name.
    pub number: Option<(&'a str, u64)>,
}

impl Script<'_> {
    /// Answers per second, for as long.
    pub async fn rate(&self, time: Duration) -> anyhow::Result<f64> {
        let seconds = time.as_secs().max(1).to_string();
        let mut command = Command::new(self.pgbench);
        command.args(["-n", "-M", "prepared", "-j", "1", "-T", &seconds, "-f", self.file]);
        command.args(["-c", &self.clients.to_string()]);
        if let Some((name, value)) = self.number {
            command.args(["-D", &format!("{name}={value}")]);
        }
        // As well as it can: planned once, and without trying every order of its joins.
        command.env("PGOPTIONS", "-c join_collapse_limit=1 -c plan_cache_mode=force_generic_plan");
        let output = command.stderr(Stdio::piped()).output().await?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate = rate.and_then(|rate| rate.split(' ').next()).with_context(|| {
            format!("pgbench printed no rate: {}", String::from_utf8_lossy(&output.stderr))
        })?;
        Ok(rate.parse()?)
    }
}
