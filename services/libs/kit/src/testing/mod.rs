//! The support for tests of services: real servers that many tests may share, with private names for each test.

#[cfg(feature = "bus")]
mod bus;
#[cfg(feature = "db")]
mod database;
mod licences;
#[cfg(all(feature = "db", feature = "bus"))]
mod outcome;
#[cfg(feature = "db")]
mod query;

use std::sync::Arc;
use std::time::Duration;

use proto::identity::v1::Role;

use crate::clock::Clock;
use crate::config::Env;
use crate::grpc::{Audience, Reader, read_as};
use crate::peers::{Peers, Person, on_behalf_of};
use crate::run::App;
pub use crate::security_log::recorder::SecurityLog;
#[cfg(feature = "bus")]
pub use bus::{TestBus, bus, bus_at, connect_bus};
#[cfg(feature = "db")]
pub use database::{TestDb, database};
pub use licences::{LicenceTerms, VISIBILITIES, may_have, stated};
#[cfg(all(feature = "db", feature = "bus"))]
pub use outcome::{dead_letters, outbox_sent};
#[cfg(feature = "db")]
pub use query::{default_query_uses_an_index, resource, search_uses_indexes};

/// A process with the machine's clock.
pub fn app() -> App {
    app_at(Clock::system())
}

/// A process whose clock the test moves. Its keys are those of the gateway, which may call every service.
pub fn app_at(clock: Clock) -> App {
    app_with(Env::process(), clock)
}

/// The same with settings of its own.
pub fn app_with(env: Env, clock: Clock) -> App {
    let peers = Peers::for_tests("gateway", clock.clone());
    App::new(env, clock).with_peers(peers)
}

/// The same process with the keys of another program.
pub fn app_of(program: &str, app: &App) -> App {
    app.clone().with_peers(Peers::for_tests(program, app.clock.clone()))
}

/// A person with a role and a fresh sign-in, without later changes.
pub fn person(user_id: &str, role: Role) -> Arc<Person> {
    Arc::new(Person {
        user_id: user_id.to_owned(),
        organization_id: None,
        role,
        role_epoch: i64::MAX,
        session_id: format!("session of {user_id}"),
        fresh_until: i64::MAX,
    })
}

/// Makes a call on behalf of a customer.
pub async fn as_user<F: Future>(user_id: &str, call: F) -> F::Output {
    on_behalf_of(Some(person(user_id, Role::Customer)), call).await
}

/// Makes a call on behalf of an administrator.
pub async fn as_administrator<F: Future>(user_id: &str, call: F) -> F::Output {
    on_behalf_of(Some(person(user_id, Role::Admin)), call).await
}

/// Makes a call for a reader, on behalf of a person of this audience.
pub async fn as_reader<F: Future>(reader: Reader, call: F) -> F::Output {
    let role = match reader.audience {
        Audience::Everybody => None,
        Audience::Members => Some(Role::Customer),
        Audience::Administrators => Some(Role::Admin),
    };
    on_behalf_of(role.map(|role| person("reader", role)), read_as(reader, call)).await
}

/// The address of the test Redis.
pub fn redis_url() -> String {
    server("TEST_REDIS_URL")
}

/// How many cases a random test runs: the usual number, multiplied by `TEST_DEPTH` (1), which `make test-deep` raises
/// and reads back from the output. `PROPTEST_CASES` would replace the number in a `proptest_config`, so that deep runs these
/// tests without it.
pub fn cases(usual: u32) -> u32 {
    let depth = Env::process().parsed("TEST_DEPTH", 1).expect("TEST_DEPTH is a number");
    let cases = usual.saturating_mul(depth);
    println!("{cases} cases in {}", std::thread::current().name().unwrap_or("a test"));
    cases
}

/// Waits until the condition holds; fails the test when it does not within a generous time.
pub async fn eventually<F, R>(what: &str, condition: F)
where
    F: FnMut() -> R,
    R: Future<Output = bool>,
{
    assert!(comes_true(condition).await, "never came true: {what}");
}

/// Waits until the condition holds; whether it does within a generous time.
pub async fn comes_true<F, R>(mut condition: F) -> bool
where
    F: FnMut() -> R,
    R: Future<Output = bool>,
{
    let deadline = tokio::time::Instant::now() + Duration::from_mins(2);
    while !condition().await {
        if tokio::time::Instant::now() >= deadline {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    true
}

fn server(name: &str) -> String {
    Env::process()
        .required(name)
        .expect("tests need their servers: make test, or eval \"$(deploy/local/test-servers)\"")
}
