//! Sums whose digits do not depend on the order or the grouping of their numbers.

use std::ops::Sub;

use super::decimals::{MOST_DIGITS, POWERS};

/// A compensated sum (Neumaier): the rounding error of each addition is kept and added at the end. Two sums are merged
/// without rounding, so that days, weeks and months, or groups and their total, agree in every digit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExactSum {
    sum: f64,
    error: f64,
}

impl ExactSum {
    /// A sum of one number.
    pub fn new(value: f64) -> Self {
        Self { sum: value, error: 0.0 }
    }

    /// The decimal number that a number is written as, with at most eight decimals. Its binary form misses it, so the parts of
    /// an amount would weigh a little more or less than the whole.
    pub(crate) fn written(value: f64) -> Self {
        let error = |power: &f64| {
            let scaled = (value * power).round();
            let is_written =
                scaled.abs() < MOST_DIGITS && (scaled / power).to_bits() == value.to_bits();
            is_written.then(|| -value.mul_add(*power, -scaled) / power)
        };
        Self { sum: value, error: POWERS.iter().find_map(error).unwrap_or(0.0) }
    }

    /// The product with another sum, to twice the digits of a number.
    #[must_use]
    pub(crate) fn times(self, other: Self) -> Self {
        let product = self.sum * other.sum;
        let lost = self.sum.mul_add(other.sum, -product);
        let of_errors = self.sum.mul_add(other.error, self.error * other.sum);
        Self { sum: product, error: lost + of_errors }
    }

    /// The quotient by another sum, to twice the digits of a number.
    #[must_use]
    pub(crate) fn over(self, divisor: Self) -> Self {
        let [(sum, error), (divisor, missed)] = [self, divisor].map(|of| {
            let mut rounded = Self::new(of.sum);
            rounded.add(of.error);
            rounded.parts()
        });
        let quotient = sum / divisor;
        let rest = quotient.mul_add(-divisor, sum) + quotient.mul_add(-missed, error);
        Self { sum: quotient, error: rest / divisor }
    }

    /// A sum and its error, as `add_exactly` made them.
    pub(crate) fn from_parts(sum: f64, error: f64) -> Self {
        Self { sum, error }
    }

    /// The sum so far and its error.
    pub(crate) fn parts(self) -> (f64, f64) {
        (self.sum, self.error)
    }

    pub fn add(&mut self, value: f64) {
        add_exactly(&mut self.sum, &mut self.error, value);
    }

    /// Adds the numbers of another sum.
    pub fn merge(&mut self, other: Self) {
        self.add(other.sum);
        self.error += other.error;
    }

    /// The sum, rounded once.
    pub fn value(self) -> f64 {
        self.sum + self.error
    }
}

impl FromIterator<f64> for ExactSum {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sum = Self::default();
        values.into_iter().for_each(|value| sum.add(value));
        sum
    }
}

impl Sub for ExactSum {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self.merge(Self { sum: -other.sum, error: -other.error });
        self
    }
}

/// Adds a number to a sum, and the rounding error of this addition to its error. Without a branch, unlike in Neumaier's
/// own form, so that it is compiled to vector instructions.
#[inline]
pub(crate) fn add_exactly(sum: &mut f64, error: &mut f64, value: f64) {
    let new = *sum + value;
    let added = new - *sum;
    *error += (*sum - (new - added)) + (value - added);
    *sum = new;
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Bits behind the binary point: none of the numbers below has more.
    const BITS: i32 = 80;

    /// Amounts of six decimals, from fractions of a cent to trillions.
    fn amounts() -> impl Strategy<Value = f64> {
        let digits = (0..7_u32).prop_flat_map(|digits| {
            let most = 10_i64.pow(2 * digits);
            -most..most
        });
        digits.prop_map(|millionths| millionths as f64 / 1e6)
    }

    /// The digits of the sum.
    fn exact(values: &[f64]) -> u64 {
        let scale = 2_f64.powi(BITS);
        let sum: i128 = values.iter().map(|value| (value * scale) as i128).sum();
        (sum as f64 / scale).to_bits()
    }

    proptest! {
        #[test]
        fn any_grouping_in_any_order_gives_the_digits_of_the_exact_sum(
            groups in vec(vec(amounts(), 0..20), 0..20),
            at in any::<prop::sample::Index>(),
        ) {
            let all: Vec<f64> = groups.iter().flatten().copied().collect();
            let expected = exact(&all);
            let one_by_one: ExactSum = all.iter().copied().collect();
            prop_assert_eq!(one_by_one.value().to_bits(), expected);
            let backwards: ExactSum = all.iter().rev().copied().collect();
            prop_assert_eq!(backwards.value().to_bits(), expected);
            let mut grouped = ExactSum::default();
            for group in &groups {
                grouped.merge(group.iter().copied().collect());
            }
            prop_assert_eq!(grouped.value().to_bits(), expected);
            let some = &all[..at.index(all.len() + 1)];
            let rest = one_by_one - some.iter().copied().collect();
            prop_assert_eq!(rest.value().to_bits(), exact(&all[some.len()..]));
        }
    }

    #[test]
    fn rounding_errors_of_one_addition_are_recovered() {
        let sum: ExactSum = [1e16, 1.0, 1.0, -1e16].into_iter().collect();
        assert_eq!(sum.value().to_bits(), 2.0_f64.to_bits());
    }
}
