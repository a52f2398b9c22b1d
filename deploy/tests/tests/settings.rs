//! Every process checks its settings before it starts anything.

use std::path::Path;
use std::process::{Command, Output};

use stack::binary;

/// Right settings, with nothing behind them.
const SETTINGS: [(&str, &str); 17] = [
    ("PUBLIC_URL", "http://127.0.0.1:1"),
    ("AUTH_SECRET", "a-secret-of-the-tests-with-forty-letters"),
    ("API_KEY_PEPPERS", "a-pepper-of-the-tests-with-forty-letters"),
    ("NATS_URL", "nats://127.0.0.1:1"),
    ("REDIS_URL", "redis://127.0.0.1:1"),
    ("SMTP_URL", "smtp://127.0.0.1:1"),
    ("IDENTITY_DATABASE_URL", "postgres://identity:x@127.0.0.1:1/identity"),
    ("PROFILES_DATABASE_URL", "postgres://profiles:x@127.0.0.1:1/profiles"),
    ("ACCESS_DATABASE_URL", "postgres://access:x@127.0.0.1:1/access"),
    ("CATALOG_DATABASE_URL", "postgres://catalog:x@127.0.0.1:1/catalog"),
    ("TIMESERIES_DATABASE_URL", "postgres://timeseries:x@127.0.0.1:1/timeseries"),
    ("IDENTITY_URL", "http://127.0.0.1:1"),
    ("PROFILES_URL", "http://127.0.0.1:1"),
    ("ACCESS_URL", "http://127.0.0.1:1"),
    ("CATALOG_URL", "http://127.0.0.1:1"),
    ("TIMESERIES_URL", "http://127.0.0.1:1"),
    ("LOG", "info"),
];

fn check(service: &str, name: &str, value: &str) -> Output {
    let mut command = Command::new(binary(service));
    command.arg("check").env_clear().envs(SETTINGS).env(name, value);
    command.output().expect("the program of the service runs")
}

#[test]
fn right_settings_pass_although_nothing_answers() {
    for service in stack::services().chain(["gateway", "sample"]) {
        let output = check(service, "LOG", "info");
        assert!(output.status.success(), "{service}: {output:?}");
    }
}

#[test]
fn a_wrong_setting_is_named_in_one_line() {
    for (service, name, value) in [
        ("identity", "SESSION_MAX_AGE", "soon"),
        ("identity", "SMTP_CA", "/no/such/file.pem"),
        ("identity", "OIDC_PROVIDERS", "[]x"),
        ("profiles", "PROFILES_DATABASE_POOL", "many"),
        ("access", "ACCESS_POLICY_SET", "closed"),
        ("access", "API_KEY_PEPPERS", "short"),
        ("access", "PLAN_REQUESTS_TO", "nobody"),
        ("profiles", "SHUTDOWN_DRAIN_SECONDS", "a while"),
        ("identity", "WORKER_THREADS", "0"),
        ("catalog", "CATALOG_MEMORY_MIB", "much"),
        ("catalog", "GRPC_REFLECTION", "maybe"),
        ("gateway", "SERVICE_TLS", "/no/such/folder"),
        ("sample", "SAMPLE_DATA", "maybe"),
        ("timeseries", "TIMESERIES_SNAPSHOT_BYTES", "much"),
        ("timeseries", "TIMESERIES_ANSWER_BYTES", "all"),
        ("timeseries", "TIMESERIES_SIGNING_KEY", "secret"),
        ("gateway", "SESSION_POLL_SECONDS", "often"),
        ("gateway", "TRUSTED_PROXIES", "everybody"),
        ("gateway", "THIRD_PARTY_SCRIPTS", "[\n{}]"),
    ] {
        let output = check(service, name, value);
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {printed}");
        assert!(printed.starts_with(&format!("{service}: setting {name} ")), "{printed}");
        assert_eq!(printed.lines().count(), 1, "{printed}");
    }
}

#[test]
fn the_settings_that_a_process_reads_are_listed() {
    let mut command = Command::new(binary("catalog"));
    command.arg("settings").env_clear().envs(SETTINGS);
    command.env("CATALOG_MEMORY_MIB", "32").env("ANSWER_CACHE_MIB", "32").env("HOME", "/root");
    let output = command.output().expect("the program of the service runs");
    let listed = String::from_utf8(output.stdout).unwrap();
    let listed: Vec<&str> = listed.lines().collect();
    assert_eq!(listed, ["CATALOG_DATABASE_URL", "CATALOG_MEMORY_MIB", "LOG", "NATS_URL"]);
}

/// The lists from which the chart takes the names of settings.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test that rewrites its expectation on request")]
fn the_list_of_each_program_names_the_settings_that_it_reads() {
    for program in stack::services().chain(["gateway", "sample"]) {
        let mut command = Command::new(binary(program));
        let output = command.args(["settings", "all"]).env_clear().envs(SETTINGS).output();
        let names = String::from_utf8(output.expect("the program runs").stdout).unwrap();
        let mut list = format!(
            "# The settings that {program} reads; a star marks those without which it does not start.\n"
        );
        for name in names.lines() {
            list += name;
            list += if starts_without(program, name) { "\n" } else { " *\n" };
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let services = if program == "gateway" { root } else { root.join("services") };
        let path = services.join(program).join("settings.txt");
        if std::env::var("UPDATE").is_ok() {
            std::fs::write(&path, &list).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap();
        assert!(known == list, "{} is old: run `make generate`; expected:\n{list}", path.display());
    }
}

fn starts_without(program: &str, name: &str) -> bool {
    // Those that are set nowhere here are not needed.
    if SETTINGS.iter().all(|(set, _)| *set != name) {
        return true;
    }
    let mut command = Command::new(binary(program));
    let output = command.arg("check").env_clear().envs(SETTINGS).env_remove(name).output();
    output.expect("the program runs").status.success()
}

#[test]
fn an_unknown_command_is_answered_with_the_known_ones() {
    let mut command = Command::new(binary("identity"));
    let output = command.arg("dance").env_clear().output().expect("the program runs");
    let refusal = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{refusal}");
    assert!(refusal.contains("serve, check, migrate, settings, first-admin-link"), "{refusal}");
}
