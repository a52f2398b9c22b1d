//! Properties of decisions and scopes, over all records of a small universe.

mod ceilings;
mod data_grants;
mod decisions;
mod documents;
mod explanations;
mod fingerprints;
mod narrowing;
mod records;
mod reference;
mod scope_documents;
