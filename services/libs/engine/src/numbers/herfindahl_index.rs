//! The Herfindahl-Hirschman index (HHI): the sum of the squares of shares in percent.

/// The index of a single owner of everything.
pub const HIGHEST_INDEX: f64 = 10_000.0;

/// The summand of a share in the index.
pub(crate) fn square(share: f64) -> f64 {
    (100.0 * share) * (100.0 * share)
}
