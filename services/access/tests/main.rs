//! The tests of access in one program, which links once: a file that is new is named here.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod assignments;
mod audit;
mod audit_days;
mod decisions;
mod erasure;
mod escalation;
mod explanations;
mod explanations_keys;
mod guards;
mod holders;
mod keys;
mod keys_administration;
mod keys_ends;
mod keys_notices;
mod plan_requests;
mod plans;
mod policies;
mod policy_sets;
mod previews;
mod reads;
mod rights;
mod roles;
mod simulation;
mod support;
mod user_roles;
