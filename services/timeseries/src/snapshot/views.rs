//! The series that each reader may have: the only place where licences decide about values in memory.

use std::collections::HashMap;
use std::sync::Arc;

use engine::ranks::Ranks;
use engine::{ClassHistory, Snapshot};
use kit::grpc::Reader;

use super::store::RestrictedSeries;
use crate::scopes::VisibleDays;

/// A snapshot for each reader. Readers who may have the same series share one, and values are in all of them without being
/// copied.
#[derive(Debug, Default)]
pub struct Views([Arc<Snapshot>; Reader::ALL.len()]);

impl Views {
    /// The views of a snapshot, of which some series are restricted.
    pub fn new(whole: &Arc<Snapshot>, restricted: &RestrictedSeries) -> Self {
        let mut made: HashMap<Vec<i64>, Arc<Snapshot>> = HashMap::new();
        Self(Reader::ALL.map(|reader| {
            let denied = restricted.iter().filter(|(id, terms)| {
                whole.get(**id).is_some()
                    && !reader.may_have(terms.visible_to, terms.is_redistributable)
            });
            let mut denied: Vec<i64> = denied.map(|(id, _)| *id).collect();
            if denied.is_empty() {
                return Arc::clone(whole);
            }
            denied.sort_unstable();
            Arc::clone(made.entry(denied).or_insert_with_key(|denied| {
                Arc::new(whole.without(&denied.iter().copied().collect()))
            }))
        }))
    }

    /// The same with another history of classes and other ranks of sources. Readers who shared a snapshot still do.
    #[must_use]
    pub fn earlier(&self, classes: &Arc<ClassHistory>, ranks: Option<&Arc<Ranks>>) -> Self {
        self.changed(|view| view.earlier(classes, ranks.cloned()))
    }

    /// The parts that a scope shows.
    #[must_use]
    pub fn part(&self, visible: &VisibleDays) -> Self {
        self.changed(|view| {
            let denied = view.all().filter(|series| visible.hides_distributions(series));
            let denied = denied.map(|series| series.subject.id);
            view.narrowed(|series| visible.part(series), denied)
        })
    }

    /// Other snapshots in the place of these. Readers who shared one still do.
    fn changed(&self, change: impl Fn(&Snapshot) -> Snapshot) -> Self {
        let changed = |view: &Arc<Snapshot>| (Arc::clone(view), Arc::new(change(view)));
        let made: Vec<_> = self.distinct().map(changed).collect();
        Self(self.0.each_ref().map(|view| {
            let of_view = made.iter().find(|(present, _)| Arc::ptr_eq(present, view));
            Arc::clone(of_view.map_or(view, |(_, changed)| changed))
        }))
    }

    /// The series that a reader may have.
    pub fn of(&self, reader: Reader) -> &Arc<Snapshot> {
        &self.0[reader.place()]
    }

    /// Each snapshot once.
    pub fn distinct(&self) -> impl Iterator<Item = &Arc<Snapshot>> {
        let is_first = |(place, view): &(usize, &Arc<Snapshot>)| {
            !self.0[..*place].iter().any(|earlier| Arc::ptr_eq(earlier, view))
        };
        self.0.iter().enumerate().filter(is_first).map(|(_, view)| view)
    }
}
