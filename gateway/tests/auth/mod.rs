//! The session contract, table row by table row.

mod identity;
mod stack;

mod advisories;
mod clients;
mod csrf;
mod email;
mod endpoints;
mod oidc;
mod outage;
mod pages;
mod passkeys;
mod redirects;
mod session;
mod sign_out;
