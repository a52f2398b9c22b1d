//! The tests of kit in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod admin;
mod bus;
mod bus_consume;
mod bus_full;
mod bus_table;
mod certificates;
mod db;
mod grpc;
mod imports;
mod items;
mod log;
mod lookup;
mod outbox;
mod outbox_crash;
mod peers;
mod query;
mod query_refusals;
mod rate_limits;
mod rebuild;
mod redis_settings;
mod replaceable_secret;
mod run;
mod scope;
mod security_log;
mod snapshot;
mod tls;
mod world;
