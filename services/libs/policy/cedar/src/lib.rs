//! Tests that compare decisions on random policies with those of Cedar, a policy language of others with proved semantics.
#![cfg(test)]

mod case;
mod comparison;
mod oracle;
mod policy_text;
mod question;
mod schema;

// The random documents and the records of the properties of the crate, by their files: they are not part of its interface.
#[expect(dead_code, reason = "the properties of the crate need more of it")]
#[path = "../../src/tests/documents.rs"]
mod documents;
#[path = "../../src/tests/records.rs"]
mod records;

// These files name the types of the crate as their own.
use policy::*;
