//! The ways to sign in: by a mailed link, through OpenID providers, and with a passkey.

pub(crate) mod email;
pub(crate) mod list_methods;
pub mod oidc;
pub(crate) mod passkeys;
pub(crate) mod second_factor;
mod session_owner;
