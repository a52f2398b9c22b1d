//! Postgres, Redis and NATS are used over TLS only if their certificates are good.

use crate::certificates::{Authority, Signed};
use crate::log::Log;
use faultkit::servers::Server;
use kit::clock::Clock;
use kit::db::{Db, DbConfig};
use kit::private_ca::PrivateCa;
use kit::rate_limits::RateLimits;
use kit::run::App;
use kit::testing::{self, eventually};

/// A certificate that a server presents, and the error that it causes, if any.
struct Case {
    shown: Signed,
    outcome: Result<(), &'static str>,
}

/// The trusted certificate comes last. The clients of earlier cases live on, and write to the log of the later ones: one that had
/// been connected would report the next refusal, too.
fn cases(authority: &Authority) -> [Case; 4] {
    let soon = Clock::system().now() + time::Duration::days(1);
    let past = Clock::system().now() - time::Duration::days(1);
    let refused = |shown, reason| Case { shown, outcome: Err(reason) };
    [
        refused(Authority::new("theirs").sign("127.0.0.1", soon), "its issuer is not trusted"),
        refused(authority.sign("127.0.0.1", past), "it has expired"),
        refused(authority.sign("postgres.example", soon), "it is for another host"),
        Case { shown: authority.sign("127.0.0.1", soon), outcome: Ok(()) },
    ]
}

fn app(authority: &Authority) -> App {
    let mut app = testing::app();
    app.private_ca = PrivateCa::from_pem(&authority.certificate).unwrap();
    app
}

/// The check of a dependency becomes what the case says, and a refusal is logged once.
async fn assert_outcome(app: &App, name: &'static str, case: &Case, log: &Log) {
    eventually("the certificate is judged", || async {
        let checks = app.health.report().await.checks;
        match case.outcome {
            Ok(()) => checks[name] == "ok",
            Err(reason) => {
                checks[name].contains(reason) || {
                    println!("{checks:?}");
                    false
                }
            }
        }
    })
    .await;
    // Tried once more, where a check connects.
    app.health.report().await;
    let reason = case.outcome.err().unwrap_or_default();
    let refusal = format!("cannot be trusted, retrying: the certificate is refused: {reason}");
    let expected = usize::from(case.outcome.is_err());
    assert_eq!(log.count(&refusal), expected, "once, however often it is tried");
}

#[tokio::test]
async fn postgres_needs_a_certificate_of_the_authority_for_its_host() {
    let authority = Authority::new("ours");
    let mut server = Server::postgres().await;
    for case in cases(&authority) {
        server.secure(&case.shown.certificate, &case.shown.key).await;
        let app = app(&authority);
        let (log, _recording) = Log::record();
        let db = Db::connect(&app, &DbConfig::from_url(&server.url()).unwrap());
        assert_outcome(&app, "postgres", &case, &log).await;
        assert_eq!(db.ping().await.is_ok(), case.outcome.is_ok());
    }
}

#[tokio::test]
async fn a_postgres_without_tls_is_refused_where_there_is_an_authority() {
    let server = Server::postgres().await;
    let app = app(&Authority::new("ours"));
    let db = Db::connect(&app, &DbConfig::from_url(&server.url()).unwrap());
    assert!(db.ping().await.is_err());
    let open = format!("{}?sslmode=disable", server.url());
    Db::connect(&app, &DbConfig::from_url(&open).unwrap()).ping().await.unwrap();
}

#[tokio::test]
async fn redis_needs_a_certificate_of_the_authority_for_its_host() {
    let authority = Authority::new("ours");
    let mut server = Server::redis().await;
    for case in cases(&authority) {
        server.secure(&case.shown.certificate, &case.shown.key).await;
        let app = app(&authority);
        let (log, _recording) = Log::record();
        let _limits = RateLimits::connect(&app, "kit", &server.url()).unwrap();
        assert_outcome(&app, "redis", &case, &log).await;
    }
}

#[tokio::test]
async fn nats_needs_a_certificate_of_the_authority_for_its_host() {
    let authority = Authority::new("ours");
    let mut server = Server::nats().await;
    for case in cases(&authority) {
        server.secure(&case.shown.certificate, &case.shown.key).await;
        let app = app(&authority);
        let (log, _recording) = Log::record();
        let _bus = testing::bus_at(&app, &server.url());
        assert_outcome(&app, "nats", &case, &log).await;
        app.stop().await;
    }
}

#[test]
fn a_private_authority_is_given_in_pem() {
    assert!(PrivateCa::from_pem("nonsense").is_err());
}
