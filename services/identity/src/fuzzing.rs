//! What the fuzz targets (`deploy/fuzz`), and nothing else, read as a stranger would send it.

pub use crate::mail::address::normalise;
pub use crate::sign_in::oidc::fuzzing::Issuer;
