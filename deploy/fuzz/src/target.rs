//! A fuzz target: a reader of foreign bytes with what its tests need.

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
