//! Units of a token, counted in whole decimal parts: their sums are exact, and print as the sum of the printed numbers.

use engine::MOST_DIGITS;

/// The powers of ten of the decimals that count.
const POWERS: [f64; 9] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];

/// A decimal part of a unit, such as a millionth.
#[derive(Clone, Copy, Debug)]
pub struct UnitPart {
    /// The number of these parts that make one unit.
    per_unit: f64,
}

impl UnitPart {
    /// The largest part of which all numbers of units are multiples; an even larger one if the total would have too many
    /// digits.
    pub fn new(units: impl Iterator<Item = f64>, total: f64) -> Self {
        let is_multiple =
            |units: f64, power: f64| ((units * power).round() / power).to_bits() == units.to_bits();
        let decimals = |units: f64| POWERS.iter().position(|power| is_multiple(units, *power));
        let most = POWERS.len() - 1;
        let needed = units.map(|units| decimals(units).unwrap_or(most)).max().unwrap_or_default();
        let has_room = |power: &&f64| total * **power < MOST_DIGITS;
        Self { per_unit: POWERS[..=needed].iter().rfind(has_room).copied().unwrap_or(1.0) }
    }

    /// The nearest number of parts that some units are.
    pub fn count(self, units: f64) -> i128 {
        (units * self.per_unit).round() as i128
    }

    /// The parts of several holders together.
    pub fn sum(self, units: impl Iterator<Item = f64>) -> i128 {
        units.map(|units| self.count(units)).sum()
    }

    /// The units that some parts make.
    pub fn units(self, parts: i128) -> f64 {
        parts as f64 / self.per_unit
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn decimals(units: &[f64], total: f64) -> i32 {
        UnitPart::new(units.iter().copied(), total).per_unit.log10().round() as i32
    }

    #[test]
    fn the_part_is_that_of_the_number_with_most_decimals() {
        let found = [
            decimals(&[], 0.0),
            decimals(&[5.0, 1e24], 1e24),
            decimals(&[0.5, 0.25], 1.0),
            decimals(&[7.674_985, 21.09], 28.0),
            decimals(&[1.0 / 3.0], 1.0),
            // Of a total of five billion units, a number has no room for millionths.
            decimals(&[4e9 + 0.123_456, 1e9], 5e9),
        ];
        assert_eq!(found, [0, 0, 2, 6, 8, 5]);
    }

    proptest! {
        #[test]
        fn parts_print_as_they_are_written(
            parts in vec(0..25_000_000_000_000_i64, 1..40),
            decimals in 0..POWERS.len(),
        ) {
            let units: Vec<f64> = parts.iter().map(|parts| *parts as f64 / POWERS[decimals]).collect();
            let all: i64 = parts.iter().sum();
            let part = UnitPart::new(units.iter().copied(), all as f64 / POWERS[decimals]);
            let sum = part.units(part.sum(units.iter().copied()));
            prop_assert_eq!(sum.to_string(), (all as f64 / POWERS[decimals]).to_string());
            for units in units {
                prop_assert_eq!(part.units(part.count(units)).to_string(), units.to_string());
            }
        }
    }
}
