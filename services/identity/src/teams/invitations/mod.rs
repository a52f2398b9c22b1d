//! Invitations to a team: sent by its owners, answered by the invited person.

pub mod accept;
pub mod decline;
pub mod delete_expired;
pub mod invite;
pub mod list;
pub mod list_offers;
pub mod periods;
pub mod resend;
pub mod revoke;

mod mail;
mod mail_rate_limits;
mod record;
