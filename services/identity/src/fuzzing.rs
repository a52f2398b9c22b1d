//! Parsers of untrusted input of identity, exposed for the fuzz targets (`deploy/fuzz`) alone.

pub use crate::email_address::normalise;
pub use crate::sign_in::oidc::fuzzing::Issuer;
