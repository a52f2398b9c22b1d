//! The tests of identity in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod access_reads;
mod account_data;
mod administration;
mod domains;
mod email;
mod erasure;
mod events;
mod faults;
mod invitations;
mod linked_accounts;
mod oidc;
mod organization_scope;
mod organizations;
mod passkeys;
mod plans;
mod second_factor;
mod security_log;
mod sessions;
mod sign_in_limits;
mod statements;
mod teams;
mod users;
mod world;
