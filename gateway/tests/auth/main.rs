//! The session contract, table row by table row.

#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

#[macro_use]
#[path = "../support/team_calls.rs"]
mod team_calls;

mod identity;
#[path = "../support/node.rs"]
#[expect(dead_code, reason = "the peers are for other tests")]
mod node;
mod stack;

mod advisories;
mod clients;
mod csrf;
mod email;
mod endpoints;
mod oidc;
mod outage;
mod pages;
mod redirects;
mod session;
mod sign_out;
