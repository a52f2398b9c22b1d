//! The second factor: a passkey or a recovery code after a sign-in by mail or through a provider.

pub(crate) mod finish;
pub(crate) mod renew_codes;
pub(crate) mod set;

pub(crate) mod pending_sign_ins;
pub(crate) mod recovery_codes;
pub(crate) mod requirement;
