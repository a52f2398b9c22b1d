//! The concentration of a total in its groups: the Herfindahl-Hirschman index, or the share of the largest groups.

use super::exact_sum::ExactSum;
use super::herfindahl_index::{HIGHEST_INDEX, square};

/// A measure of concentration, which the parts of all groups in a total make together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcentrationIndex {
    /// The Herfindahl-Hirschman index: the sum of the squared shares in percent.
    Herfindahl,
    /// The share of the largest groups together, as many as given.
    TopShare(usize),
}

impl ConcentrationIndex {
    /// The part of each group that counts, by the parts of all groups in one interval; of groups that are not among the
    /// largest it is zero.
    pub fn counted(self, parts: &[Option<ExactSum>]) -> Vec<Option<ExactSum>> {
        let Self::TopShare(count) = self else { return parts.to_vec() };
        let size = |place: usize| parts[place].map_or(f64::NEG_INFINITY, ExactSum::value);
        let mut ranked: Vec<usize> = (0..parts.len()).collect();
        ranked.retain(|place| parts[*place].is_some());
        // Of equal parts those of the first groups count.
        ranked.sort_by(|one, other| size(*other).total_cmp(&size(*one)));
        let mut found: Vec<Option<ExactSum>> =
            parts.iter().map(|part| part.map(|_| ExactSum::default())).collect();
        for place in ranked.into_iter().take(count) {
            found[place] = parts[place];
        }
        found
    }

    /// The number that counted parts make; NaN without a known one, or if the total is not positive.
    pub fn number(self, counted: impl Iterator<Item = Option<ExactSum>>, total: f64) -> f64 {
        let mut known = counted.flatten().peekable();
        if known.peek().is_some() && total > 0.0 { self.made_of(known, total) } else { f64::NAN }
    }

    /// The most that it can be if the groups of a part are not disclosed: all of it belongs to the largest one.
    pub fn at_most(self, parts: &[Option<ExactSum>], undisclosed: ExactSum, total: f64) -> f64 {
        if total.is_nan() || total <= 0.0 {
            return f64::NAN;
        }
        let counted = self.counted(parts).into_iter().flatten();
        match self {
            Self::Herfindahl => {
                let least = self.made_of(counted, total);
                let share = |part: &ExactSum| part.value() / total;
                let largest = parts.iter().flatten().map(share).fold(0.0, f64::max);
                let most = least + square(largest + share(&undisclosed)) - square(largest);
                most.min(HIGHEST_INDEX)
            }
            Self::TopShare(_) => self.made_of(counted.chain([undisclosed]), total),
        }
    }

    fn made_of(self, parts: impl Iterator<Item = ExactSum>, total: f64) -> f64 {
        match self {
            Self::Herfindahl => {
                let squares: ExactSum = parts.map(|part| square(part.value() / total)).collect();
                squares.value()
            }
            Self::TopShare(_) => {
                // The shares of all groups, each rounded, would not always make 1.
                let mut together = ExactSum::default();
                parts.for_each(|part| together.merge(part));
                (together.value() / total).min(1.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn exact(values: &[Option<f64>]) -> Vec<Option<ExactSum>> {
        values.iter().map(|value| value.map(ExactSum::new)).collect()
    }

    fn number(concentration: ConcentrationIndex, values: &[Option<f64>], total: f64) -> f64 {
        concentration.number(concentration.counted(&exact(values)).into_iter(), total)
    }

    /// Amounts of six decimals, from fractions of a cent to trillions.
    fn amount() -> impl Strategy<Value = f64> {
        let digits = (0..7_u32).prop_flat_map(|digits| 0..10_i64.pow(2 * digits));
        digits.prop_map(|millionths| millionths as f64 / 1e6)
    }

    #[test]
    fn nothing_is_known_without_a_part_or_a_total() {
        for concentration in [ConcentrationIndex::Herfindahl, ConcentrationIndex::TopShare(2)] {
            assert!(number(concentration, &[None, None], 1.0).is_nan());
            for total in [0.0, -1.0, f64::NAN] {
                assert!(number(concentration, &[Some(1.0)], total).is_nan());
                assert!(concentration.at_most(&[], ExactSum::default(), total).is_nan());
            }
        }
    }

    proptest! {
        #[test]
        fn a_number_is_that_of_a_naive_sum(
            parts in vec(prop::option::weighted(0.8, (0..1_000_u32).prop_map(f64::from)), 0..12),
            count in 1..12_usize,
        ) {
            let mut known: Vec<f64> = parts.iter().flatten().copied().collect();
            prop_assume!(!known.is_empty());
            let total = known.iter().sum::<f64>() + 1.0;
            let squares: f64 = known.iter().map(|part| (100.0 * part / total).powi(2)).sum();
            prop_assert!((number(ConcentrationIndex::Herfindahl, &parts, total) - squares).abs() < 1e-6);
            known.sort_by(f64::total_cmp);
            let largest: f64 = known.iter().rev().take(count).sum();
            let found = number(ConcentrationIndex::TopShare(count), &parts, total);
            prop_assert!((found - largest / total).abs() < 1e-9);
        }

        #[test]
        fn all_groups_together_have_exactly_everything(
            groups in vec(vec(amount(), 0..12), 1..12),
            more in 0..3_usize,
        ) {
            let total: ExactSum = groups.iter().flatten().copied().collect();
            prop_assume!(total.value() > 0.0);
            let parts: Vec<Option<ExactSum>> =
                groups.iter().map(|group| Some(group.iter().copied().collect())).collect();
            let concentration = ConcentrationIndex::TopShare(groups.len() + more);
            let found = concentration.number(concentration.counted(&parts).into_iter(), total.value());
            prop_assert_eq!(found.to_bits(), 1.0_f64.to_bits());
            let fewer = ConcentrationIndex::TopShare(1);
            let at_most = fewer.at_most(&parts, total, total.value());
            prop_assert_eq!(at_most.to_bits(), 1.0_f64.to_bits());
        }

        /// However the part that is not disclosed belongs to the groups, or to others.
        #[test]
        fn nothing_is_above_the_most_that_can_be(
            parts in vec((0..1_000_u32, 0..100_u32), 1..12),
            others in vec(1..100_u32, 0..6),
            count in 1..12_usize,
        ) {
            let hidden: u32 = parts.iter().map(|(_, hidden)| hidden).chain(&others).sum();
            let total = f64::from(hidden + parts.iter().map(|(part, _)| part).sum::<u32>()).max(1.0);
            let part = |part: u32| Some(f64::from(part));
            let known: Vec<Option<f64>> = parts.iter().map(|(known, _)| part(*known)).collect();
            let mut owned = vec![part(hidden)];
            owned.extend(&known);
            let all: Vec<Option<f64>> = parts
                .iter()
                .map(|(known, hidden)| part(known + hidden))
                .chain(others.iter().map(|other| part(*other)))
                .collect();
            for concentration in [ConcentrationIndex::Herfindahl, ConcentrationIndex::TopShare(count)] {
                let sum = |parts: &[Option<f64>]| number(concentration, parts, total);
                let undisclosed = ExactSum::new(f64::from(hidden));
                let most = concentration.at_most(&exact(&known), undisclosed, total);
                prop_assert!(sum(&known) <= sum(&all) + 1e-6 && sum(&all) <= most + 1e-6);
                prop_assert!(sum(&owned) <= most + 1e-6);
                // It is reached: the largest group has all of it.
                let mut largest: Vec<f64> = known.iter().flatten().copied().collect();
                largest.sort_by(|one, other| other.total_cmp(one));
                largest[0] += f64::from(hidden);
                let largest: Vec<Option<f64>> = largest.into_iter().map(Some).collect();
                prop_assert!((sum(&largest) - most).abs() < 1e-6);
            }
        }
    }
}
