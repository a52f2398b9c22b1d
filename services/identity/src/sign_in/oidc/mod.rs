//! Sign-in through OpenID providers.

pub(crate) mod finish;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
pub(crate) mod list_accounts;
pub mod providers;
pub(crate) mod remove_account;
pub(crate) mod start;

pub(crate) mod linked_accounts;
pub(crate) mod provider_settings;

mod link_notice;
mod provider_account;
mod provider_http;
