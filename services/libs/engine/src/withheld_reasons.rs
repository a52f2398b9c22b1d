//! The reasons for which values are withheld.

/// A reason to withhold a value.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// The word stored with the value.
    pub code: &'static str,
    pub meaning: &'static str,
    /// The statement that holds for every value that passes.
    pub claim: &'static str,
}

/// Every reason.
pub static REASONS: &[Reason] = &[
    NEGATIVE,
    NAV_JUMP,
    CIRCULATING_ABOVE_TOTAL,
    BRIDGED_ABOVE_CIRCULATING,
    DISTINCT_COUNTS_DISAGREE,
    SOURCES_DISAGREE,
    INPUT_WITHHELD,
    BALANCES_DISAGREE,
    SUPPLY_DISAGREES,
    PARTS_DISAGREE,
    DISTINCT_COUNT_ABOVE_DAYS,
    NOT_WHOLE,
    ZERO,
    ABOVE_MAXIMUM,
    SCALE_JUMP,
    REPEATED,
];

pub const NEGATIVE: Reason = Reason {
    code: "negative",
    meaning: "The value is negative, and the measure cannot be.",
    claim: "It is not negative.",
};
pub const NOT_WHOLE: Reason = Reason {
    code: "not_whole",
    meaning: "The measure counts things, and the value is not a whole number.",
    claim: "It is a whole number.",
};
pub const ZERO: Reason = Reason {
    code: "zero",
    meaning: "The value is zero, and a price, a net asset value per unit, an exchange rate or the level of an index cannot be.",
    claim: "It is not zero.",
};
pub const ABOVE_MAXIMUM: Reason = Reason {
    code: "above_maximum",
    meaning: "The value exceeds what the measure can be: 100% of occupancy, or ten times the value of a property for its debt.",
    claim: "It does not exceed what the measure can be.",
};
pub const SCALE_JUMP: Reason = Reason {
    code: "scale_jump",
    meaning: "Its scale differs from that of the values published before, by about 10, 100 or 1,000 times, and no other load has confirmed it yet.",
    claim: "Its scale does not differ from that of the values published before by about 10, 100 or 1,000 times, or another load confirmed it.",
};
pub const REPEATED: Reason = Reason {
    code: "repeated",
    meaning: "The same market price or index level, to the last digit, was reported more than ten times in a row.",
    claim: "It was not reported more than ten times in a row to the last digit.",
};
pub const NAV_JUMP: Reason = Reason {
    code: "nav_jump",
    meaning: "The net asset value per unit changed by more than 10% since the previous value, at most a week earlier, and the next value has not confirmed it yet.",
    claim: "It changed by at most 10% since the previous value of the last week, or the next value confirmed it.",
};
pub const CIRCULATING_ABOVE_TOTAL: Reason = Reason {
    code: "circulating_above_total",
    meaning: "The circulating value exceeds the total value.",
    claim: "The circulating value does not exceed the total value, if both are reported.",
};
pub const BRIDGED_ABOVE_CIRCULATING: Reason = Reason {
    code: "bridged_above_circulating",
    meaning: "The bridged value on the network exceeds the circulating value there.",
    claim: "The bridged value does not exceed the circulating value, if both are reported.",
};
pub const DISTINCT_COUNTS_DISAGREE: Reason = Reason {
    code: "distinct_counts_disagree",
    meaning: "The day has more active addresses than its week or month.",
    claim: "The day has no more active addresses than its week or month so far, if both are reported.",
};
pub const DISTINCT_COUNT_ABOVE_DAYS: Reason = Reason {
    code: "distinct_count_above_days",
    meaning: "The week or month has more active addresses than all its days together.",
    claim: "The week or month has no more active addresses than its days so far together, if all are reported.",
};
pub const SOURCES_DISAGREE: Reason = Reason {
    code: "sources_disagree",
    meaning: "Another source reports a price that differs by more than 5%.",
    claim: "No other source reports a price that differs by more than 5%.",
};

pub const INPUT_WITHHELD: Reason = Reason {
    code: "input_withheld",
    meaning: "A number that it is calculated from is withheld.",
    claim: "No number that it is calculated from is withheld.",
};
pub const BALANCES_DISAGREE: Reason = Reason {
    code: "balances_disagree",
    meaning: "The balances of all holders do not add up to the supply.",
    claim: "The balances of all holders add up to the supply.",
};
pub const SUPPLY_DISAGREES: Reason = Reason {
    code: "supply_disagrees",
    meaning: "The change of the supply differs from mints less burns.",
    claim: "The change of the supply equals mints less burns, if all are reported.",
};
pub const PARTS_DISAGREE: Reason = Reason {
    code: "parts_disagree",
    meaning: "The networks or tokens do not add up to the asset.",
    claim: "The networks or tokens add up to the asset, if all are reported.",
};

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
