//! The newest epochs of users whose role or state changed a moment ago: the admission of calls refuses statements from before.

use super::claim_cache::ClaimCache;
use super::person::Person;
use super::token::LONGEST_SECONDS;

/// For how long an epoch is known after its event. The gateway states an earlier one for a minute at most, until it looks at the
/// session of a running file again; the statement is valid for a minute from then on; clocks and events may be late by seconds.
const KEPT_SECONDS: i64 = 60 + LONGEST_SECONDS + 10;

/// Epochs by user, each as long as an older statement may arrive. Without events, or beyond the bound of the cache, the end of
/// the statement remains.
#[derive(Default)]
pub(super) struct RoleEpochs(ClaimCache<String, i64>);

impl RoleEpochs {
    /// Notes the epoch of a user. Events may repeat, and an earlier one may come after a later one.
    pub fn note(&self, user_id: String, epoch: i64, now: i64) {
        let known = self.0.get(&user_id, now).unwrap_or_default();
        // No statement is older than the first epoch, which an event of an earlier version bears, too.
        if epoch > known {
            self.0.put(user_id, epoch, now + KEPT_SECONDS, now);
        }
    }

    /// Whether the role or the state of a person has changed since the statement.
    pub fn are_newer(&self, person: &Person, now: i64) -> bool {
        self.0.get(&person.user_id, now).is_some_and(|epoch| person.role_epoch < epoch)
    }
}

#[cfg(test)]
mod tests {
    use proto::identity::v1::Role;

    use super::*;

    const NOW: i64 = 1_700_000_000;

    fn stated(role_epoch: i64) -> Person {
        Person {
            user_id: "ada".to_owned(),
            organization_id: None,
            role: Role::Admin,
            role_epoch,
            session_id: "s".to_owned(),
            fresh_until: 0,
        }
    }

    #[test]
    fn statements_from_before_a_change_are_outdated_as_long_as_they_may_arrive() {
        let epochs = RoleEpochs::default();
        assert!(!epochs.are_newer(&stated(0), NOW), "nothing is known");
        epochs.note("ada".to_owned(), 2, NOW);
        for (epoch, is_outdated) in [(0, true), (1, true), (2, false), (3, false)] {
            for later in [0, LONGEST_SECONDS, 129] {
                let found = epochs.are_newer(&stated(epoch), NOW + later);
                assert_eq!(found, is_outdated, "{epoch} after {later} s");
            }
        }
        let other = Person { user_id: "bob".to_owned(), ..stated(0) };
        assert!(!epochs.are_newer(&other, NOW), "only the user who changed");
        assert!(!epochs.are_newer(&stated(0), NOW + 130), "and no longer");
    }

    #[test]
    fn earlier_and_repeated_events_change_nothing() {
        let epochs = RoleEpochs::default();
        for epoch in [3, 1, 0, 3] {
            epochs.note("ada".to_owned(), epoch, NOW);
        }
        assert!(epochs.are_newer(&stated(2), NOW));
        assert!(!epochs.are_newer(&stated(3), NOW));
    }
}
