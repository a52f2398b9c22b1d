//! Sign-in through OpenID providers.

pub mod finish;
pub mod providers;
pub mod start;

pub(crate) mod linked_accounts;
pub(crate) mod provider_settings;

mod provider_account;
mod provider_http;
