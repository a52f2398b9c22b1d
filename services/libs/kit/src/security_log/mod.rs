//! The security log: one JSON line on standard output for each event that concerns the safety of accounts and
//! services, whatever `LOG` says (`deploy/security-log.md`).

mod entry;
mod event;
mod flood;
mod person;
#[cfg(feature = "testing")]
pub(crate) mod recorder;

use std::io::Write as _;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use prometheus::IntCounterVec;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

pub use entry::Entry;
pub use event::{Event, NAMES};
pub use person::{Network, Principal};

use self::entry::Outcome;
use self::flood::{Flood, WINDOW};
use crate::clock::Clock;
use crate::telemetry;

/// The program that writes; before it serves, nothing is written.
static SERVICE: OnceLock<&'static str> = OnceLock::new();
static FLOOD: LazyLock<Mutex<Flood>> = LazyLock::new(Mutex::default);
static TOTAL: LazyLock<IntCounterVec> = LazyLock::new(|| {
    prometheus::register_int_counter_vec!(
        "assay_security_events_total",
        "Events of the security log, by event and outcome",
        &["event", "outcome"]
    )
    .expect("the name is registered once")
});

tokio::task_local! {
    static ACTOR: Option<Principal>;
}

/// Writes from now on, as this program.
pub(crate) fn start(service: &'static str) {
    let _ = SERVICE.set(service);
    // An alert on an increase does not see the first event of a series that appears with it.
    for event in NAMES {
        for outcome in Outcome::ALL {
            TOTAL.with_label_values(&[event, outcome.word()]).inc_by(0);
        }
    }
}

/// Writes the counts of a flood that has ended, until the cut.
pub(crate) async fn write_counts(cut: CancellationToken) {
    while cut.run_until_cancelled(tokio::time::sleep(WINDOW)).await.is_some() {
        let due = lock().due(Instant::now());
        print(due);
    }
    let rest = lock().drain();
    print(rest);
}

/// Runs work for a person: they are the principal of the entries that name no other.
pub(crate) async fn acting<F: Future>(actor: Option<Principal>, work: F) -> F::Output {
    ACTOR.scope(actor, work).await
}

/// The person for whom the current work is done, as the gateway states it.
pub fn actor() -> Option<Principal> {
    ACTOR.try_with(Clone::clone).ok().flatten()
}

/// Counts the event and writes its line. Of many refusals of one sender the first are written, and then their number.
pub fn write(entry: Entry) {
    let entry = entry.or_by(actor).or_in_trace(telemetry::trace_id);
    TOTAL.with_label_values(&[entry.event.name(), entry.outcome.word()]).inc();
    #[cfg(feature = "testing")]
    if recorder::keep(|| line(&entry, 1)) {
        return;
    }
    if SERVICE.get().is_some() {
        let due = lock().admit(entry, Instant::now());
        print(due);
    }
}

/// The line of an entry, which stands for `count` events.
fn line(entry: &Entry, count: u64) -> String {
    let time = proto::codec::instant(Clock::system().now_milliseconds()).unwrap_or_default();
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| _ = line.insert(name.to_owned(), value);
    put("time", time.into());
    put("stream", "security".into());
    put("service", SERVICE.get().copied().unwrap_or("test").into());
    put("event", entry.event.name().into());
    put("outcome", entry.outcome.word().into());
    put("reason", entry.reason.clone().into());
    put("principal", entry.principal.as_ref().map(Principal::as_str).into());
    put("network", entry.network.as_ref().map(Network::as_str).into());
    for (name, value) in entry.event.fields() {
        put(name, value);
    }
    put("trace_id", entry.trace_id.clone().into());
    put("count", count.into());
    Value::Object(line).to_string()
}

/// Each line in one piece, so that those of the other log do not come between.
fn print(due: Vec<(Entry, u64)>) {
    for (entry, count) in due {
        let text = line(&entry, count) + "\n";
        // A log that cannot be written must not fail the work that it reports.
        let _ = std::io::stdout().lock().write_all(text.as_bytes());
    }
}

fn lock() -> std::sync::MutexGuard<'static, Flood> {
    FLOOD.lock().unwrap_or_else(PoisonError::into_inner)
}
