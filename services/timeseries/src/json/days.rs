//! Days as texts.

use crate::day::{self, Day};

/// `"YYYY-MM-` before the digits of the day.
const PREFIX: usize = 9;

/// Writes a list of days as YYYY-MM-DD, in the order in which they come.
pub fn days(out: &mut Vec<u8>, days: &[Day]) {
    out.reserve(days.len() * (PREFIX + 4) + 2);
    out.push(b'[');
    let mut month: Option<Month> = None;
    for (at, day) in days.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        let of = month.take().filter(|month| (month.first..=month.last).contains(day));
        let of = of.unwrap_or_else(|| Month::of(*day));
        let number = (day - of.first + 1) as u8;
        out.extend_from_slice(&of.text);
        out.extend_from_slice(&[b'0' + number / 10, b'0' + number % 10, b'"']);
        month = Some(of);
    }
    out.push(b']');
}

/// A month whose days differ in two digits only.
struct Month {
    first: Day,
    last: Day,
    text: Vec<u8>,
}

impl Month {
    fn of(day: Day) -> Self {
        let date = day::date(day);
        let first = day - Day::from(date.day()) + 1;
        let last = first + Day::from(date.month().length(date.year())) - 1;
        let text = format!("\"{:04}-{:02}-", date.year(), u8::from(date.month())).into_bytes();
        Self { first, last, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_serde_writes_their_texts() {
        let (all, weeks): (Vec<Day>, Vec<Day>) =
            ((-800..25_000).collect(), (0..4_000).rev().map(|week| week * 7).collect());
        for list in [&all, &weeks, &vec![day::EARLIEST], &Vec::new()] {
            let mut out = Vec::new();
            days(&mut out, list);
            let texts: Vec<String> = list.iter().map(|day| day::text(*day)).collect();
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&texts).unwrap());
        }
    }
}
