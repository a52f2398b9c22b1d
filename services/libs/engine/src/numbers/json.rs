//! Writes numbers in JSON, in their shortest form.

/// Hundredths up to here have 15 digits. No two decimals of 15 digits are the same number, so none has a shorter form.
const MOST_HUNDREDTHS: f64 = 1e15;
const HUNDREDTHS: f64 = 100.0;
const PAIRS: &[u8; 200] =
    b"00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899";

/// Writes a list of numbers; an unknown one (NaN) is null.
pub fn numbers(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = f64>) {
    out.push(b'[');
    separated(out, numbers, |_| ());
    out.push(b']');
}

/// Writes numbers with commas between them, and reports where each of them ends.
pub fn separated(
    out: &mut Vec<u8>,
    numbers: impl IntoIterator<Item = f64>,
    mut ended: impl FnMut(usize),
) {
    // Many values repeat for a while: their text is copied.
    let mut last: Option<(u64, usize)> = None;
    for value in numbers {
        if last.is_some() {
            out.push(b',');
        }
        let begin = out.len();
        match last {
            Some((bits, length)) if bits == value.to_bits() => {
                out.extend_from_within(begin - 1 - length..begin - 1);
            }
            _ => number(out, value),
        }
        last = Some((value.to_bits(), out.len() - begin));
        ended(out.len());
    }
}

/// Writes a number as serde does, faster if it has at most two decimals.
fn number(out: &mut Vec<u8>, value: f64) {
    let hundredths = (value * HUNDREDTHS).round();
    let is_short = hundredths.abs() < MOST_HUNDREDTHS
        && (hundredths / HUNDREDTHS).to_bits() == value.to_bits()
        && value != 0.0;
    if is_short {
        return decimal(out, hundredths as i64);
    }
    // Writing a number to memory cannot fail.
    let _ = serde_json::to_writer(out, &value);
}

fn decimal(out: &mut Vec<u8>, hundredths: i64) {
    let mut digits = [0_u8; 24];
    let mut at = digits.len();
    let mut rest = hundredths.unsigned_abs();
    let mut pair = |rest: u64| {
        at -= 2;
        let place = (rest % 100) as usize * 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[place..place + 2]);
        at
    };
    let fraction = pair(rest);
    rest /= 100;
    let mut begin = fraction;
    while begin == fraction || rest > 0 {
        begin = pair(rest);
        rest /= 100;
    }
    if digits[begin] == b'0' && begin + 1 < fraction {
        begin += 1;
    }
    if hundredths < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[begin..fraction]);
    out.push(b'.');
    let is_tenths = digits[fraction + 1] == b'0';
    out.extend_from_slice(&digits[fraction..fraction + if is_tenths { 1 } else { 2 }]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_as_serde_writes(values: &[f64]) {
        let mut out = Vec::new();
        numbers(&mut out, values.iter().copied());
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(values).unwrap());
    }

    #[test]
    fn borders_are_written_as_serde_writes_them() {
        is_as_serde_writes(&[]);
        is_as_serde_writes(&[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.01,
            -0.01,
            0.1,
            0.29,
            0.57,
            9.99,
            10.0,
            99.99,
            100.0,
            100.5,
            1e13,
            9_999_999_999_999.99,
            1e15,
            1e16,
            1e22,
            1e300,
            1e-5,
            1e-7,
            5e-324,
            f64::MAX,
            f64::MIN,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            0.1 + 0.2,
            1.0 / 3.0,
            4_503_599_627_370_497.5,
            1.0,
            1.0,
            1.0,
            f64::NAN,
            f64::NAN,
            -0.0,
            0.0,
        ]);
    }

    proptest! {
        #[test]
        fn any_number_is_written_as_serde_writes_it(bits in proptest::collection::vec(any::<u64>(), 0..50)) {
            is_as_serde_writes(&bits.into_iter().map(f64::from_bits).collect::<Vec<_>>());
        }

        #[test]
        fn amounts_are_written_as_serde_writes_them(
            whole in proptest::collection::vec((-2_000_000_000_000_000_i64..2_000_000_000_000_000, 0..7_i32), 0..50),
        ) {
            let values = whole.into_iter().map(|(whole, decimals)| whole as f64 / 10_f64.powi(decimals));
            is_as_serde_writes(&values.collect::<Vec<_>>());
        }

        #[test]
        fn small_amounts_are_written_as_serde_writes_them(
            hundredths in proptest::collection::vec(-200_000_i32..200_000, 0..200),
        ) {
            is_as_serde_writes(&hundredths.into_iter().map(|one| f64::from(one) / 100.0).collect::<Vec<_>>());
        }
    }
}
