//! Keeps the universe in the state that is set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::day::Day;
use kit::run::App;
use tokio::process::Command;

/// How often the program looks whether a day is over.
const CHECK: Duration = Duration::from_mins(1);
/// How long it waits after a failure, as while the services start.
const AGAIN: Duration = Duration::from_secs(2);

/// Starts to keep it. The process is ready once the universe is in its state for the first time.
pub fn start(app: &App, is_on: bool) {
    let is_done = Arc::new(AtomicBool::new(false));
    let known = is_done.clone();
    app.health.check("sample_universe", move || {
        let is_done = known.load(Ordering::SeqCst);
        async move { if is_done { Ok(()) } else { Err("it is not loaded yet".to_owned()) } }
    });
    let (keeper, stopping) = (app.clone(), app.stopping());
    app.spawn("keep", async move {
        stopping.run_until_cancelled(keep(&keeper, is_on, &is_done)).await;
    });
}

async fn keep(app: &App, is_on: bool, is_done: &AtomicBool) {
    let mut last: Option<Day> = None;
    loop {
        let yesterday = super::yesterday(app);
        let is_current = last.is_some_and(|last| !is_on || last >= yesterday);
        if is_current {
            tokio::time::sleep(CHECK).await;
        } else if sync().await {
            last = Some(yesterday);
            is_done.store(true, Ordering::SeqCst);
        } else {
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Runs `sync` of this program in a process of its own, which ends with this one.
// Each load is a process of its own, so that the one that stays is small.
async fn sync() -> bool {
    let ended = async {
        let program = std::env::current_exe()?;
        Command::new(program).arg("sync").kill_on_drop(true).status().await
    };
    match ended.await {
        Ok(status) if status.success() => true,
        Ok(status) => {
            tracing::warn!(%status, "the sample universe is not in its state yet");
            false
        }
        Err(error) => {
            tracing::error!(%error, "the program cannot be started again");
            false
        }
    }
}
