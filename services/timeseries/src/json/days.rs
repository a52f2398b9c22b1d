//! Writes lists of days as `YYYY-MM-DD`, faster than serde would.

use engine::Day;
use engine::day::Texts;

/// `"YYYY-MM-DD",`
const LENGTH: usize = 13;

/// Writes a list of days as YYYY-MM-DD, in the order in which they come.
pub fn days(out: &mut Vec<u8>, days: &[Day]) {
    out.reserve(days.len() * LENGTH + 2);
    out.push(b'[');
    let mut texts = Texts::default();
    for (at, day) in days.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        out.push(b'"');
        out.extend_from_slice(&texts.digits(*day));
        out.push(b'"');
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::day;

    #[test]
    fn days_are_written_as_serde_writes_their_texts() {
        let (all, weeks): (Vec<Day>, Vec<Day>) =
            ((-800..25_000).collect(), (0..4_000).rev().map(|week| week * 7).collect());
        for list in [&all, &weeks, &vec![day::EARLIEST], &Vec::new()] {
            let mut out = Vec::new();
            days(&mut out, list);
            let texts: Vec<String> = list.iter().map(|day| day::date(*day).to_string()).collect();
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&texts).unwrap());
        }
    }
}
