//! The limits of a request.

use super::Scope;
use super::permission::Permission;
use super::selection::Selection;
use crate::sets::conditions::Conditions;
use crate::sets::limits::Limits;
use crate::sets::time_bounds::Day;

/// The part of a selection that a permission allows.
struct Share<'a> {
    permission: &'a Permission,
    records: Conditions,
    days: Option<(Day, Day)>,
}

impl Scope {
    /// The limits of a call that nothing narrows; `None` if the scope does not allow every field of every record and day.
    ///
    /// The most generous permission decides among those that allow everything. It allocates nothing.
    pub fn unrestricted_limits(&self) -> Option<Limits> {
        if !self.exclusions().is_empty() {
            return None;
        }
        let whole = self.permissions().iter().filter(|permission| permission.is_unrestricted());
        whole.map(|permission| *permission.limits()).max_by(Limits::generosity)
    }

    /// The limits of a request at a time; `None` if the scope allows nothing of it or it selects nothing.
    ///
    /// The most generous permission decides among those that allow each record and day of the selection that any permission
    /// allows. If there is none, each limit is the tightest of all permissions that allow a part, so that no record is given
    /// within limits that its own permissions do not have.
    pub fn limits_for(&self, selection: &Selection, now: i64) -> Option<Limits> {
        let selected = selection.conditions(self.endpoint())?;
        let share = |permission| share(permission, &selected, selection, now);
        let shares: Vec<Share<'_>> = self.permissions().iter().filter_map(share).collect();
        let covers_all = |share: &&Share<'_>| {
            shares.iter().all(|other| {
                other.records.imply(share.permission.conditions()) && is_within(other, share)
            })
        };
        let limits = |share: &Share<'_>| *share.permission.limits();
        let covering = shares.iter().filter(covers_all).map(limits).max_by(Limits::generosity);
        let tightest = || shares.iter().map(limits).reduce(|one, other| one.tightest(&other));
        covering.or_else(tightest)
    }
}

fn share<'a>(
    permission: &'a Permission,
    selected: &Conditions,
    selection: &Selection,
    now: i64,
) -> Option<Share<'a>> {
    let records = permission.conditions().and(selected)?;
    let days = match selection.days() {
        None => None,
        Some((days, interval)) => {
            let window = permission.time().at(now);
            if interval < window.finest {
                return None;
            }
            Some(window.clamp(days)?)
        }
    };
    Some(Share { permission, records, days })
}

/// Whether the days of one share are among those of the other.
fn is_within(share: &Share<'_>, other: &Share<'_>) -> bool {
    share.days.zip(other.days).is_none_or(|((first, last), (other_first, other_last))| {
        other_first <= first && last <= other_last
    })
}
