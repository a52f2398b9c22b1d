//! Fuzz targets: what strangers send, read by the code of the services and held against what must hold of it.
//!
//! A target panics where something does not hold. The tests of this crate run every target on its corpus and on changes
//! of it; cargo-fuzz runs the same functions (`fuzz/fuzz_targets`).

mod targets;

/// A reader of foreign bytes.
pub struct Target {
    /// Its name, and that of its corpus.
    pub name: &'static str,
    /// Reads an input, and panics where something does not hold.
    pub run: fn(&[u8]),
    /// Pieces that inputs consist of.
    pub tokens: &'static [&'static str],
    /// How many changed inputs `make test` tries.
    pub rounds: u32,
}

/// Every target.
pub static TARGETS: &[Target] = targets::ALL;

/// Runs the target of a name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target {name}"));
    (target.run)(input);
}
