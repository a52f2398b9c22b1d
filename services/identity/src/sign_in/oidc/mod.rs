//! Sign-in through OpenID providers.

pub mod finish;
#[doc(hidden)]
pub mod fuzzing;
pub mod list_accounts;
pub mod providers;
pub mod remove_account;
pub mod start;

pub(crate) mod linked_accounts;
pub(crate) mod provider_settings;

mod link_notice;
mod provider_account;
mod provider_http;
