//! The ways to sign in: by a mailed link, through OpenID providers, and with a passkey.

pub mod email;
pub mod list_methods;
pub mod oidc;
pub mod passkeys;
pub mod second_factor;
