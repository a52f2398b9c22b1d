//! The members of an aggregate that its reader may not have, because of the licences of their values.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engine::members::Members;
use engine::{Dimension, Series, Snapshot};

use super::lookup;
use crate::error::TimeseriesError;
use crate::snapshot::ServedSnapshot;

/// The members of an aggregate, and the series of their weights.
pub struct Selection {
    pub members: Members,
    pub weights: HashMap<i64, Arc<Series>>,
}

impl Selection {
    /// The members of whose numbers a snapshot lacks a part.
    fn lacking<'a>(&'a self, snapshot: &'a Snapshot) -> impl Iterator<Item = &'a Arc<Series>> {
        self.members.iter().filter(|member| {
            let mut needed = [Some(*member), self.weights.get(&member.id)]
                .into_iter()
                .flatten()
                .flat_map(Series::stored);
            needed.any(|stored| snapshot.get(stored.id).is_none())
        })
    }
}

/// How many members are left out of an answer; a file is refused instead of lacking members that a screen shows. `select`
/// finds the members in a snapshot.
pub fn count(
    served: &ServedSnapshot,
    select: impl Fn(&Snapshot) -> Selection,
) -> Result<u32, TimeseriesError> {
    let (own, on_screen, any) = (served.snapshot(), served.on_screen(), served.shown_to_any());
    if !Arc::ptr_eq(own, on_screen) {
        let shown = select(on_screen);
        let mut lacking = shown.lacking(own).peekable();
        if lacking.peek().is_some() {
            let stored = lacking.flat_map(Series::stored);
            let denied = stored.filter(|stored| own.get(stored.id).is_none());
            let sources = lookup::sources(denied.map(|stored| stored.source.as_str()));
            return Err(TimeseriesError::NotRedistributable(sources));
        }
    }
    if Arc::ptr_eq(on_screen, any) {
        return Ok(0);
    }
    let shown: HashSet<(i64, String)> = select(on_screen).members.iter().map(identity).collect();
    let every = select(any);
    let lacking = every.lacking(on_screen).filter(|member| !shown.contains(&identity(member)));
    Ok(lacking.count() as u32)
}

/// The groups of a dimension whose numbers lack members that a screen shows.
pub fn lacking_keys(
    own: &Arc<Snapshot>,
    on_screen: &Arc<Snapshot>,
    select: impl Fn(&Snapshot) -> Selection,
    by: Dimension,
) -> HashSet<String> {
    if Arc::ptr_eq(own, on_screen) {
        return HashSet::new();
    }
    let shown = select(on_screen);
    shown.lacking(own).filter_map(|member| Some(by.value(member)?.to_owned())).collect()
}

/// A member, whichever source it has.
fn identity(member: &Arc<Series>) -> (i64, String) {
    (member.subject.id, member.network.clone())
}
