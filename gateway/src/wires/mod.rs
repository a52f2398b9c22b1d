//! The formats in which calls come and are answered. None of them knows another.

pub mod auth;
pub mod download;
pub mod trpc;
