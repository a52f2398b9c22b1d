//! Numbers that a file writes in percent, thousands or millions.

use serde::{Deserialize, Serialize};

/// How a number is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// As it is.
    #[default]
    One,
    /// In hundredths.
    Percent,
    /// In ten-thousandths.
    BasisPoints,
    Thousand,
    Million,
    /// In thousands of millions.
    Billion,
}

impl Scale {
    /// The number that a text means. The decimal point moves before the number becomes binary: 4.98 percent are 0.0498,
    /// to which the quotient of 4.98 and 100 is not the nearest number.
    pub fn parse(self, text: &str) -> Option<f64> {
        if self == Self::One {
            return text.parse().ok();
        }
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.parse::<i32>().ok()?.checked_add(self.exponent())?;
        format!("{digits}e{exponent}").parse().ok()
    }

    fn exponent(self) -> i32 {
        match self {
            Self::One => 0,
            Self::Percent => -2,
            Self::BasisPoints => -4,
            Self::Thousand => 3,
            Self::Million => 6,
            Self::Billion => 9,
        }
    }

    pub fn in_words(self) -> Option<&'static str> {
        Some(match self {
            Self::One => return None,
            Self::Percent => "percent divided by 100",
            Self::BasisPoints => "basis points divided by 10,000",
            Self::Thousand => "thousands multiplied by 1,000",
            Self::Million => "millions multiplied by 1,000,000",
            Self::Billion => "billions multiplied by 1,000,000,000",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_scaled_number_has_the_digits_that_its_text_has() {
        for (text, scale, expected) in [
            ("4.98", Scale::Percent, 0.0498),
            ("-0.07", Scale::Percent, -0.0007),
            ("14", Scale::BasisPoints, 0.0014),
            ("+1.5E+2", Scale::Percent, 1.5),
            ("1e-3", Scale::Thousand, 1.0),
            (".57", Scale::Million, 570_000.0),
            ("1.1", Scale::Billion, 1_100_000_000.0),
            ("4.98", Scale::One, 4.98),
        ] {
            assert_eq!(scale.parse(text), Some(expected), "{text}");
        }
        for text in ["", "e5", "4.98%", "1e", "1e5e5", "inf1", "1e2147483647"] {
            assert!(Scale::Thousand.parse(text).is_none_or(f64::is_infinite), "{text}");
        }
    }

    proptest! {
        #[test]
        fn percent_are_written_with_the_same_digits(hundredths in -10_000_000_i64..10_000_000) {
            let percent = format!("{:.2}", hundredths as f64 / 100.0);
            let fraction = Scale::Percent.parse(&percent).unwrap();
            let (sign, rest) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
            let expected = format!("{sign}{}.{:04}", rest / 10_000, rest % 10_000);
            prop_assert_eq!(Ok(fraction), expected.parse::<f64>());
        }
    }
}
