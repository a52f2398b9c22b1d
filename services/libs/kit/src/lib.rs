//! The parts that every service is made of, each moved here once two services need it.

pub mod admin;
pub mod api_key;
pub mod api_key_limits;
pub mod auth_secret;
pub mod budget;
#[cfg(feature = "bus")]
pub mod bus;
mod certificate_refusal;
pub mod clock;
pub mod config;
#[cfg(feature = "db")]
pub mod db;
pub mod error;
pub mod failpoint;
pub mod grpc;
mod health;
pub mod id;
pub mod identity_limits;
#[cfg(feature = "db")]
pub mod imports;
#[cfg(all(feature = "db", feature = "bus"))]
pub mod inbox;
#[cfg(feature = "db")]
pub mod licence;
pub mod listen;
pub mod loopback;
pub mod low_priority;
pub mod open_files;
#[cfg(all(feature = "db", feature = "bus"))]
pub mod outbox;
#[cfg(all(feature = "db", feature = "bus"))]
mod outbox_and_inbox_retention;
pub mod peers;
pub mod personal_data;
pub mod plain_links;
pub mod private_ca;
pub mod pseudonym;
#[cfg(feature = "db")]
pub mod query;
pub mod query_limits;
#[cfg(feature = "rate-limits")]
pub mod rate_limits;
pub mod replaceable_secret;
pub mod return_address;
#[cfg(feature = "bus")]
pub mod role_changes;
pub mod run;
pub mod security_log;
#[cfg(all(feature = "db", feature = "bus"))]
pub mod service;
pub mod session_settings;
pub mod spreadsheet_formulas;
pub mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text_lengths;
pub mod timeseries_limits;
pub mod worker;
