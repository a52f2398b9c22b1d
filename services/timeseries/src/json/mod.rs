//! Writes answers as JSON: the same bytes as serde, with long lists written faster.

mod days;

use serde::Serialize;
use serde::ser::Error as _;

pub use days::days;

/// Writes the content of a list that is empty in the frame.
pub type Fill<'a> = &'a dyn Fn(&mut Vec<u8>) -> Result<(), serde_json::Error>;

/// Writes a message, filling its empty lists of these names, in their order.
pub fn filled(
    out: &mut Vec<u8>,
    frame: &impl Serialize,
    lists: &[(&str, Fill<'_>)],
) -> Result<(), serde_json::Error> {
    let text = serde_json::to_string(frame)?;
    let mut rest = text.as_str();
    for (name, fill) in lists {
        // No text within a message contains this: quotes in texts are escaped.
        let empty = format!("\"{name}\":[]");
        let at = rest.find(&empty);
        let at = at.ok_or_else(|| serde_json::Error::custom(format!("no empty list {name}")))?;
        let (before, after) = rest.split_at(at + empty.len() - "[]".len());
        out.extend_from_slice(before.as_bytes());
        fill(out)?;
        rest = &after["[]".len()..];
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(())
}

/// Writes a list of items.
pub fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T) -> Result<(), serde_json::Error>,
) -> Result<(), serde_json::Error> {
    out.push(b'[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(out, item)?;
    }
    out.push(b']');
    Ok(())
}

#[cfg(test)]
mod tests {
    use proto::timeseries::v1::{SeriesGroup, SeriesLine};

    use super::*;

    fn list(values: &[f64]) -> impl Fn(&mut Vec<u8>) -> Result<(), serde_json::Error> {
        |out: &mut Vec<u8>| {
            engine::numbers(out, values.iter().copied());
            Ok(())
        }
    }

    #[test]
    fn lists_are_filled_in_where_they_belong() {
        let key = Some("\"values\":[] \\\"coverage\":[]".to_owned());
        let frame = SeriesGroup { key: key.clone(), ..SeriesGroup::default() };
        let (values, coverage) = (vec![1.5, f64::NAN], vec![1.0, 0.25]);
        let mut out = b"before ".to_vec();
        let lists: [(&str, Fill<'_>); 2] =
            [("values", &list(&values)), ("coverage", &list(&coverage))];
        filled(&mut out, &frame, &lists).unwrap();
        let (values, coverage) = (values.clone(), coverage.clone());
        let whole = SeriesGroup { key, values, coverage, ..SeriesGroup::default() };
        let expected = serde_json::to_string(&whole).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("before {expected}"));
    }

    #[test]
    fn a_list_that_is_not_there_is_an_error() {
        let frame = SeriesLine { subject_kind: 1, kind: 1, ..SeriesLine::default() };
        assert!(filled(&mut Vec::new(), &frame, &[("dates", &|_| Ok(()))]).is_err());
    }
}
