//! The allowed changes of the status of a loan.

use proto::catalog::v1::Status;

/// The statuses that a loan may take after this one. It may always keep its status.
///
/// Capital is collected (open, full, funded), drawn and repaid (active, late), and the loan ends: repaid, closed, or
/// by default. Late payments can be made up for, a default can be cured or recovered; a closed loan stays closed.
pub fn next(from: Status) -> &'static [Status] {
    match from {
        Status::Open => &[Status::Full, Status::Funded, Status::Active, Status::Closed],
        Status::Full => &[Status::Open, Status::Funded, Status::Active, Status::Closed],
        Status::Funded => &[Status::Active, Status::Repaid, Status::Closed],
        Status::Active => &[Status::Late, Status::Repaid, Status::Defaulted],
        Status::Late => &[Status::Active, Status::Repaid, Status::Defaulted],
        Status::Defaulted => &[Status::Active, Status::Repaid, Status::Liquidated],
        Status::Liquidated | Status::Repaid => &[Status::Closed],
        Status::Closed | Status::Unspecified => &[],
    }
}

/// Whether a loan may go from one status to the other.
pub fn may_become(from: Status, to: Status) -> bool {
    from == to || next(from).contains(&to)
}

#[cfg(test)]
mod tests {
    use proto::codec::Text as _;

    use super::*;

    fn all() -> impl Iterator<Item = Status> {
        Status::VALUES.iter().map(|(status, _)| *status)
    }

    #[test]
    fn every_status_says_what_it_means() {
        assert_eq!(all().count(), 9);
        assert!(Status::CHOICES.iter().all(|choice| !choice.meaning.is_empty()));
    }

    #[test]
    fn every_loan_can_come_to_its_end() {
        for start in all() {
            let mut reached = vec![start];
            while let Some(more) = reached
                .iter()
                .flat_map(|status| next(*status))
                .find(|status| !reached.contains(status))
            {
                reached.push(*more);
            }
            assert!(reached.contains(&Status::Closed), "{start:?}");
        }
    }

    #[test]
    fn nothing_comes_back_from_the_end() {
        for to in all() {
            assert_eq!(may_become(Status::Closed, to), to == Status::Closed);
            assert_eq!(
                may_become(Status::Liquidated, to),
                matches!(to, Status::Liquidated | Status::Closed)
            );
        }
        assert!(!may_become(Status::Repaid, Status::Active));
        assert!(!may_become(Status::Open, Status::Late));
    }
}
