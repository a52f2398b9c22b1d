//! The decimals of numbers, so that their sums are printed with no more.

/// The numbers of decimals that are told apart, as powers of ten: none, cents, and up to eight.
const POWERS: [f64; 5] = [1.0, 1e2, 1e4, 1e6, 1e8];
/// Up to here, a number and its product with a power of ten miss the whole number by less than a half.
const MOST_DIGITS: f64 = 2_251_799_813_685_248.0;

/// The decimals of some numbers: a place in `POWERS`, or behind them if a number has more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimals(u8);

impl Decimals {
    /// How many there are.
    pub(crate) const COUNT: usize = POWERS.len() + 1;

    /// Those with this index.
    pub(crate) fn new(index: usize) -> Self {
        Self(index.min(POWERS.len()) as u8)
    }

    /// Where a count of such numbers is kept.
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// Those that the text of a number has. Most numbers have two, or more than eight.
    pub(crate) fn of(value: f64) -> Self {
        if value.is_finite() && value.fract() == 0.0 {
            return Self::default();
        }
        let is_precise_enough = |power: &f64| (value * power).abs() < MOST_DIGITS;
        let has = |power: &f64| ((value * power).round() / power).to_bits() == value.to_bits();
        let most = POWERS.iter().rposition(is_precise_enough).filter(|place| has(&POWERS[*place]));
        let fewest = most.and_then(|most| POWERS[..=most].iter().position(has));
        Self::new(fewest.unwrap_or(POWERS.len()))
    }

    /// The sum of numbers with at most so many decimals, as written arithmetic has it: what is left beyond them comes from
    /// the binary forms of its parts, and would depend on their grouping.
    pub fn round(self, sum: f64) -> f64 {
        match POWERS.get(self.index()) {
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
        let found = |value| Decimals::of(value).index();
        assert_eq!(
            [0.0, -3.0, 1e300, 4.5, 0.25, -1.001, 0.000_004, 2.5e-7].map(found),
            [0, 0, 0, 1, 1, 2, 3, 4]
        );
        assert_eq!([1.0 / 3.0, 1e-9, f64::INFINITY].map(found), [5; 3]);
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

    proptest! {
        #[test]
        fn a_number_of_few_decimals_is_known_and_stays(
            digits in -2_251_799_813_685_247..2_251_799_813_685_248_i64,
            place in 0..POWERS.len(),
        ) {
            let value = digits as f64 / POWERS[place];
            let decimals = Decimals::of(value);
            prop_assert!(decimals.index() <= place, "{value} has {decimals:?}");
            prop_assert_eq!(decimals.round(value).to_bits(), (value + 0.0).to_bits());
        }
    }
}
