//! Fuzz targets for the code of the services that reads untrusted input, run by the tests of this crate and by
//! cargo-fuzz.

mod target;
mod targets;

pub use target::Target;

pub static TARGETS: &[Target] = targets::ALL;

/// Runs the target of a name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target {name}"));
    (target.run)(input);
}
