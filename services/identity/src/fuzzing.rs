//! What the fuzz targets (`deploy/fuzz`) read as a stranger would send it. Nothing else uses it.

pub use crate::mail::address::normalise;
pub use crate::sign_in::oidc::fuzzing::Issuer;
