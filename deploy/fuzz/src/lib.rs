//! Fuzz targets: what strangers send, read by the code of the services and held against what must hold of it.
//!
//! A target panics where something does not hold. The tests of this crate run every target on its corpus and on changes
//! of it; cargo-fuzz runs the same functions (`fuzz/fuzz_targets`).

mod target;
mod targets;

pub use target::Target;

/// Every target.
pub static TARGETS: &[Target] = targets::ALL;

/// Runs the target of a name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target {name}"));
    (target.run)(input);
}
