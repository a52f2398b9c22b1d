//! A range of days within a rollup, by positions.

use crate::columns::qualifiers::QualifiedRun;
use crate::numbers::written_numbers::WrittenNumbers;

/// A range of days as positions. Days before and after the rollup have no values, as its first and its last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How often the first position is repeated for days before the rollup.
    pub before: usize,
    /// The first and the last position.
    pub places: (usize, usize),
    /// How often the last position is repeated for days after the rollup.
    pub after: usize,
}

impl Window {
    /// All of some positions.
    pub(crate) fn whole(positions: usize) -> Self {
        Self { before: 0, places: (0, positions.saturating_sub(1)), after: 0 }
    }

    /// The numbers of the range.
    pub fn slice(self, numbers: &[f64]) -> Vec<f64> {
        let (from, to) = self.places;
        let before = std::iter::repeat_n(numbers[from], self.before);
        let after = std::iter::repeat_n(numbers[to], self.after);
        before.chain(numbers[from..=to].iter().copied()).chain(after).collect()
    }

    /// The counts of the range.
    pub(crate) fn counts(self, counts: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
        let (from, to) = self.places;
        // Before the rollup nobody had begun, and after it nobody begins.
        let within = counts.skip(from).take(to + 1 - from);
        std::iter::repeat_n(0, self.before).chain(within)
    }

    /// The runs of the range, by their positions in it.
    pub(crate) fn runs(self, all: &[QualifiedRun]) -> Vec<QualifiedRun> {
        let (from, to) = self.places;
        let within = all.iter().filter(|run| run.first <= to && run.last >= from);
        let place = |at: usize| at.clamp(from, to) - from + self.before;
        let moved = within.map(|run| QualifiedRun {
            first: place(run.first),
            last: place(run.last),
            qualifier: run.qualifier,
        });
        moved.collect()
    }

    /// Writes the numbers of the range as a list in JSON.
    pub fn write(self, out: &mut Vec<u8>, written: &WrittenNumbers) {
        let (from, to) = self.places;
        out.push(b'[');
        for _ in 0..self.before {
            out.extend_from_slice(written.text(from, from));
            out.push(b',');
        }
        out.extend_from_slice(written.text(from, to));
        for _ in 0..self.after {
            out.push(b',');
            out.extend_from_slice(written.text(to, to));
        }
        out.push(b']');
    }
}
