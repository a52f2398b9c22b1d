//! The effect of changes of policies and assignments on those who hold them, before they are made.

pub(crate) mod assignment;
pub(crate) mod policy;

mod effect;
