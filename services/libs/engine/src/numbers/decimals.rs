//! The decimals of numbers, so that their sums are printed with no more.

/// The numbers of decimals that are distinguished, as powers of ten: none, cents, and up to eight.
pub(crate) const POWERS: [f64; 5] = [1.0, 1e2, 1e4, 1e6, 1e8];
/// Up to here (2⁵¹), a number times a power of ten misses the whole number that is meant by less than a half, and a whole
/// number divided by it prints as it is written.
pub const MOST_DIGITS: f64 = 2_251_799_813_685_248.0;

/// The decimals of some numbers: a place in `POWERS`, or behind them if a number has more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimals(u8);

impl Decimals {
    /// More than are distinguished.
    const MANY: Self = Self(POWERS.len() as u8);

    /// The most that one of the numbers has; a NaN has none.
    pub(crate) fn most_of(values: &[f64]) -> Self {
        let mut most = Self::default();
        for value in values.iter().filter(|value| !value.is_nan()) {
            most = most.max(Self::of(*value));
            if most == Self::MANY {
                break;
            }
        }
        most
    }

    /// The decimals that the text of a number has. Most numbers have two, or more than eight.
    fn of(value: f64) -> Self {
        if value.is_finite() && value.fract() == 0.0 {
            return Self::default();
        }
        let is_precise_enough = |power: &f64| (value * power).abs() < MOST_DIGITS;
        let has = |power: &f64| ((value * power).round() / power).to_bits() == value.to_bits();
        let most = POWERS.iter().rposition(is_precise_enough);
        let place = match most.filter(|place| has(&POWERS[*place])) {
            Some(most) => POWERS[..=most].iter().position(has),
            // Products of large numbers cannot tell, and most numbers that are not large have too many.
            None if most < Some(POWERS.len() - 1) => Self::place_of_text(value),
            None => None,
        };
        place.map_or(Self::MANY, |place| Self(place as u8))
    }

    /// The place by the text of a number, which takes ten times as long as by a product.
    fn place_of_text(value: f64) -> Option<usize> {
        let text = value.to_string();
        let (_, decimals) = text.split_once('.')?;
        Some(decimals.len().div_ceil(2)).filter(|place| *place < POWERS.len())
    }

    /// The sum of numbers with at most these decimals, as written arithmetic has it: a rest beyond them comes from the binary
    /// forms of its parts, and would depend on their grouping.
    pub fn round(self, sum: f64) -> f64 {
        match POWERS.get(usize::from(self.0)) {
            // The zero has no sign.
            Some(power) if (sum * power).abs() < MOST_DIGITS => (sum * power).round() / power + 0.0,
            _ => sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimals_are_those_of_the_text() {
        let found = |value| Decimals::of(value).0;
        assert_eq!(
            [0.0, -3.0, 1e300, 4.5, 0.25, -1.001, 0.000_004, 2.5e-7].map(found),
            [0, 0, 0, 1, 1, 2, 3, 4]
        );
        assert_eq!([1.0 / 3.0, 1e-9, f64::INFINITY].map(found), [5; 3]);
        assert_eq!([3_456_789_012.123_456, 184_000_000_000.5, 1e7 / 3.0].map(found), [3, 1, 5]);
    }

    #[test]
    fn the_change_of_a_large_number_has_its_decimals() {
        let (before, after) = (3_456_789_012.123_456, 3_456_789_013.123_457);
        let decimals = Decimals::most_of(&[before, after]);
        assert_eq!(decimals.round(after - before).to_string(), "1.000001");
    }

    #[test]
    fn a_sum_of_cents_has_cents() {
        let sum = Decimals::of(0.1).max(Decimals::of(5.0)).round(0.1 + 0.2);
        assert_eq!(sum.to_bits(), 0.3_f64.to_bits());
        assert_eq!(Decimals::of(0.01).round(-1e-17).to_bits(), 0);
        let unknown = Decimals::of(0.01).round(f64::NAN);
        assert!(unknown.is_nan());
        let precise = 1.0 / 3.0;
        assert_eq!(Decimals::of(precise).round(precise).to_bits(), precise.to_bits());
    }

    #[test]
    fn numbers_have_the_decimals_of_the_one_with_most() {
        let most = |values: &[f64]| Decimals::most_of(values);
        assert_eq!(most(&[]), Decimals::of(1.0));
        assert_eq!(most(&[f64::NAN, 5.0, 0.25, 3.0]), Decimals::of(0.25));
        assert_eq!(most(&[0.25, 1.0 / 3.0, 0.001]), Decimals::MANY);
    }

    proptest! {
        #[test]
        fn a_number_of_few_decimals_is_known_and_stays(
            digits in -2_251_799_813_685_247..2_251_799_813_685_248_i64,
            place in 0..POWERS.len(),
        ) {
            let value = digits as f64 / POWERS[place];
            let decimals = Decimals::of(value);
            prop_assert!(usize::from(decimals.0) <= place, "{value} has {decimals:?}");
            prop_assert_eq!(decimals.round(value).to_bits(), (value + 0.0).to_bits());
        }
    }
}
