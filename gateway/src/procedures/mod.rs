//! All procedures, one sentence each in the file of their domain, and what files fetch beyond the answer of a procedure.

mod access;
pub(crate) mod account_data;
mod admin_organizations;
mod admin_users;
mod analytics;
mod api_keys;
mod catalog;
mod catalog_editor;
mod data_calls;
mod fields;
mod linked_accounts;
pub(crate) mod list_numbers;
mod navigation;
mod passkeys;
mod plans;
mod sessions;
mod teams;
pub(crate) mod timeseries;
mod user_settings;
mod users;

use crate::call::registry::Registry;

/// Registers all procedures.
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    users::add(&mut registry);
    user_settings::add(&mut registry);
    sessions::add(&mut registry);
    linked_accounts::add(&mut registry);
    passkeys::add(&mut registry);
    account_data::add(&mut registry);
    teams::add(&mut registry);
    admin_users::add(&mut registry);
    admin_organizations::add(&mut registry);
    access::add(&mut registry);
    api_keys::add(&mut registry);
    plans::add(&mut registry);
    catalog::add(&mut registry);
    catalog_editor::add(&mut registry);
    timeseries::add(&mut registry);
    navigation::add(&mut registry);
    analytics::add(&mut registry);
    registry
}
