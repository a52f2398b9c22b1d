//! The one door for browsers: the site, the typed procedures, the session contract.

pub mod auth;
pub mod config;
pub mod session;
pub mod state;
pub mod upstream;
