//! The reasons for which values are withheld, as `proto/declared/withheld_reasons.json` states them for the services and the web.

/// A reason to withhold a value.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// The word stored with the value.
    pub code: &'static str,
    pub meaning: &'static str,
    /// The statement that holds for every value that passes.
    pub claim: &'static str,
}

// A constant for each reason, named like its code in capital letters, and `REASONS` with all of them.
include!(concat!(env!("OUT_DIR"), "/withheld_reasons.rs"));

/// The reason of a word.
pub fn by_code(code: &str) -> Option<&'static Reason> {
    REASONS.iter().find(|reason| reason.code == code)
}

pub fn meaning(code: &str) -> Option<&'static str> {
    by_code(code).map(|reason| reason.meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_one_meaning() {
        for reason in REASONS {
            assert_eq!(meaning(reason.code), Some(reason.meaning));
        }
        assert_eq!(meaning("anything"), None);
    }
}
