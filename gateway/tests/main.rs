//! The tests of gateway in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

#[macro_use]
mod support;

mod access;
mod access_away;
mod access_of_data;
mod account_data;
mod administration;
mod answer_budgets;
mod answers;
mod answers_order;
mod api_keys;
mod auth;
mod catalog_editor;
mod class_groups;
mod connections;
mod contract;
mod datasets;
mod decisions;
mod downloads;
mod downloads_numbers;
mod events;
mod explained;
mod faults;
mod feeds;
mod file_times;
mod files_from_memory;
mod known_browsers;
mod leaked_keys;
mod malformed;
mod narrowed;
mod observatory;
mod plan_limits;
mod plan_terms;
mod plans;
mod policies;
mod ranked;
mod rates;
mod rates_of_sign_ins;
mod readers;
mod second_reading;
mod security_log;
mod session_lookups;
mod site;
mod site_forms;
mod slow_readers;
mod slugs;
mod teams;
mod trpc;
mod trpc_clients;
mod unknown_members;
mod withheld_data;
