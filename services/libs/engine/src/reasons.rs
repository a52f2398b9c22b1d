//! The reasons for which values are withheld.

/// A reason to withhold a value.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// The word stored with the value.
    pub code: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What is true of every value that is not withheld for it.
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
];

pub const NEGATIVE: Reason = Reason {
    code: "negative",
    meaning: "The measure cannot be below zero, and the value is.",
    claim: "It is not below zero.",
};
pub const NOT_WHOLE: Reason = Reason {
    code: "not_whole",
    meaning: "The measure counts things, and the value is not a whole number.",
    claim: "It is a whole number.",
};
pub const NAV_JUMP: Reason = Reason {
    code: "nav_jump",
    meaning: "The net asset value of one unit moved by more than a tenth since the value before, at most a week earlier.",
    claim: "It moved by a tenth at most since the value before, if one is a week old at most.",
};
pub const CIRCULATING_ABOVE_TOTAL: Reason = Reason {
    code: "circulating_above_total",
    meaning: "What circulates would be worth more than all there is.",
    claim: "What circulates is not worth more than all there is, as far as both are told.",
};
pub const BRIDGED_ABOVE_CIRCULATING: Reason = Reason {
    code: "bridged_above_circulating",
    meaning: "What sits on the network through bridges would be worth more than what circulates there.",
    claim: "What sits on networks is not worth more than what circulates, as far as both are told.",
};
pub const DISTINCT_COUNTS_DISAGREE: Reason = Reason {
    code: "distinct_counts_disagree",
    meaning: "More addresses would have been active on the day than in the time around it.",
    claim: "No day has more active addresses than its week or month up to then, as far as both are told.",
};
pub const DISTINCT_COUNT_ABOVE_DAYS: Reason = Reason {
    code: "distinct_count_above_days",
    meaning: "More addresses would have been active in the time than on all of its days together.",
    claim: "No week or month has more active addresses than its days up to then together, as far as all are told.",
};
pub const SOURCES_DISAGREE: Reason = Reason {
    code: "sources_disagree",
    meaning: "Another source names a price that differs by more than a twentieth.",
    claim: "No other source names a price that differs by more than a twentieth.",
};

pub const INPUT_WITHHELD: Reason = Reason {
    code: "input_withheld",
    meaning: "A number that it is computed from is withheld.",
    claim: "No number that it is computed from is withheld.",
};
pub const BALANCES_DISAGREE: Reason = Reason {
    code: "balances_disagree",
    meaning: "What all holders have together is not what there is.",
    claim: "What all holders have together is what there is.",
};
pub const SUPPLY_DISAGREES: Reason = Reason {
    code: "supply_disagrees",
    meaning: "What there is did not change by what was minted less what was burned.",
    claim: "What there is changed by what was minted less what was burned, as far as all are told.",
};
pub const PARTS_DISAGREE: Reason = Reason {
    code: "parts_disagree",
    meaning: "The parts do not add up to the whole.",
    claim: "Its networks or tokens add up to the asset, as far as each is told.",
};

/// The reason of a word.
pub fn by_code(code: &str) -> Option<&'static Reason> {
    REASONS.iter().find(|reason| reason.code == code)
}

/// What a reason means.
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
