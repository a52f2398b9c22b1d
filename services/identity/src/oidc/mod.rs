//! Sign-in through OpenID providers.

pub mod accounts;
pub mod config;
pub mod finish;
pub mod http;
pub mod list;
pub mod person;
pub mod providers;
pub mod start;
