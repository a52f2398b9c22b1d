//! Invitations to a team: sent by its owners, answered by the invited person.

pub(crate) mod accept;
pub(crate) mod decline;
pub mod delete_expired;
pub(crate) mod invite;
pub(crate) mod list;
pub(crate) mod list_offers;
mod periods;
pub(crate) mod resend;
pub(crate) mod revoke;

mod mail;
mod mail_rate_limits;
mod record;
