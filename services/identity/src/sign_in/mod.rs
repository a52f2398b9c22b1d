//! The ways to sign in: by a mailed link, and through OpenID providers.

pub mod email;
pub mod list_methods;
pub mod oidc;
