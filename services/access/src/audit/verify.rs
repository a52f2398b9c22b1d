//! Checks the chain of the audit history, entry by entry, and names the first one that is broken.

use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use anyhow::bail;
use futures::TryStreamExt as _;
use kit::service::Host;
use sqlx::{FromRow as _, PgConnection, Row as _};
use time::Date;
use uuid::Uuid;

use super::chain::{BEGINNING, ChainedEntry, actor_digest, subject_digest};

/// How long one statement may take: all entries are read by one.
const STATEMENT: Duration = Duration::from_mins(30);

/// An entry that is not as it was written.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    pub day: Date,
    pub number: i64,
    pub problem: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "entry {} of {} {}", self.number, self.day, self.problem)
    }
}

/// How many entries a chain has, and on how many days.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verified {
    pub entries: i64,
    pub days: i64,
}

/// The persons of an entry, as they are stored beside it.
#[derive(sqlx::FromRow)]
struct Persons {
    actor_id: Option<Uuid>,
    actor_salt: Option<Vec<u8>>,
    user_id: Option<Uuid>,
    reason: Option<String>,
    subject_salt: Option<Vec<u8>>,
}

/// The command `verify-audit`: prints how much was checked, or fails with the first broken entry.
pub async fn command(host: &Host) -> anyhow::Result<()> {
    let mut tx = host.background_db(STATEMENT).snapshot(STATEMENT).await?;
    match verify(&mut tx).await? {
        Ok(Verified { entries, days }) => {
            println!("the audit history is intact: {entries} entries on {days} days");
            Ok(())
        }
        Err(broken) => bail!("the audit history is broken: {broken}"),
    }
}

/// Checks all entries in their order. The connection sees one moment of the data.
pub async fn verify(conn: &mut PgConnection) -> Result<Result<Verified, Broken>, sqlx::Error> {
    let pseudonyms = pseudonyms(conn).await?;
    let mut chain = match chain(conn).await? {
        Ok(chain) => chain,
        Err(broken) => return Ok(Err(broken)),
    };
    let mut rows = sqlx::query(
        "SELECT a.day, a.number, a.id, a.made_at, a.action, a.kind, a.record_id, a.record_version,
                a.organization_id, a.changes, a.refusal, a.trace_id, a.actor_digest,
                a.subject_digest, a.hash, p.entry_id IS NOT NULL AS has_persons, p.actor_id,
                p.actor_salt, p.user_id, p.reason, p.subject_salt
         FROM audit_entries AS a LEFT JOIN audit_persons AS p ON p.entry_id = a.id
         ORDER BY a.day, a.number",
    )
    .fetch(conn);
    while let Some(row) = rows.try_next().await? {
        let entry = ChainedEntry::from_row(&row)?;
        let persons = Persons::from_row(&row)?;
        let (hash, has_persons): (Vec<u8>, bool) =
            (row.try_get("hash")?, row.try_get("has_persons")?);
        if let Some(broken) = chain.add(&entry, hash) {
            return Ok(Err(broken));
        }
        let problem = if has_persons {
            persons.problem(&entry, &pseudonyms)
        } else {
            Some("has lost its persons")
        };
        if let Some(problem) = problem {
            return Ok(Err(Broken { day: entry.day, number: entry.number, problem }));
        }
    }
    Ok(chain.end())
}

/// The days that have their entries, from the hash of the last day without them on.
async fn chain(conn: &mut PgConnection) -> Result<Result<Chain, Broken>, sqlx::Error> {
    let days: Vec<StoredDay> = sqlx::query_as(
        "SELECT day, entries, hash, removed_at IS NOT NULL AS is_removed,
                removed_at IS NOT NULL AND day >= current_date - 400 AS is_removed_early
         FROM audit_days ORDER BY day",
    )
    .fetch_all(&mut *conn)
    .await?;
    let removed = days.iter().take_while(|day| day.is_removed).count();
    let is_wrong = |(place, day): &(usize, &StoredDay)| {
        day.is_removed_early || day.is_removed && *place >= removed
    };
    if let Some((_, StoredDay { day, .. })) = days.iter().enumerate().find(is_wrong) {
        let problem = "was removed before its time";
        return Ok(Err(Broken { day: *day, number: 1, problem }));
    }
    let beginning = days[..removed].last().map_or(BEGINNING.to_vec(), |day| day.hash.clone());
    let kept = days.into_iter().skip(removed).map(|day| (day.day, day.entries, day.hash));
    let days = kept.collect();
    Ok(Ok(Chain { days, done: 0, number: 0, hash: beginning, entries: 0 }))
}

/// A day of the history.
#[derive(sqlx::FromRow)]
struct StoredDay {
    day: Date,
    entries: i64,
    hash: Vec<u8>,
    is_removed: bool,
    is_removed_early: bool,
}

async fn pseudonyms(conn: &mut PgConnection) -> Result<HashSet<Uuid>, sqlx::Error> {
    let pseudonyms = sqlx::query_scalar("SELECT pseudonym FROM audit_pseudonyms");
    Ok(pseudonyms.fetch_all(conn).await?.into_iter().collect())
}

/// The part of the chain that was checked.
struct Chain {
    /// The days that have their entries, with the number and the hash of their last entries.
    days: Vec<(Date, i64, Vec<u8>)>,
    /// The number of days whose entries are complete.
    done: usize,
    /// The number of the last entry of the present day.
    number: i64,
    hash: Vec<u8>,
    entries: i64,
}

impl Chain {
    /// Adds the next entry; returns the problem with it or with the end of the day before.
    fn add(&mut self, entry: &ChainedEntry, hash: Vec<u8>) -> Option<Broken> {
        let (day, number) = (entry.day, entry.number);
        let broken = |problem| Some(Broken { day, number, problem });
        if self.days.get(self.done).is_some_and(|(present, ..)| *present < day) {
            if let Some(broken) = self.end_of_day() {
                return Some(broken);
            }
            self.done += 1;
            self.number = 0;
        }
        if self.days.get(self.done).is_none_or(|(present, ..)| *present != day) {
            return broken("is on a day without a last entry");
        }
        if number != self.number + 1 {
            return broken("does not follow the one before it");
        }
        if entry.hash(&self.hash) != hash {
            return broken("has another hash than its values");
        }
        (self.number, self.hash) = (number, hash);
        self.entries += 1;
        None
    }

    /// The first entry that is missing at the end of the present day.
    fn end_of_day(&self) -> Option<Broken> {
        let (day, entries, hash) = self.days.get(self.done)?;
        let problem = if self.number != *entries {
            "is missing"
        } else if self.hash != *hash {
            "is not the last one that was written"
        } else {
            return None;
        };
        let number = if self.number == *entries { *entries } else { self.number + 1 };
        Some(Broken { day: *day, number, problem })
    }

    fn end(mut self) -> Result<Verified, Broken> {
        while self.done < self.days.len() {
            if let Some(broken) = self.end_of_day() {
                return Err(broken);
            }
            self.done += 1;
            self.number = 0;
        }
        Ok(Verified { entries: self.entries, days: self.days.len() as i64 })
    }
}

impl Persons {
    /// The problem with the persons, if any. Without a salt, they were replaced by a pseudonym.
    fn problem(&self, entry: &ChainedEntry, pseudonyms: &HashSet<Uuid>) -> Option<&'static str> {
        let is_replaced = |id: Option<Uuid>| id.is_some_and(|id| pseudonyms.contains(&id));
        let actor = match (&entry.actor_digest, self.actor_id, &self.actor_salt) {
            (None, None, None) => true,
            (Some(digest), Some(actor), Some(salt)) => *digest == actor_digest(salt, actor),
            (Some(_), actor, None) => is_replaced(actor),
            _ => false,
        };
        let subject = match (&entry.subject_digest, &self.subject_salt) {
            (None, None) => self.user_id.is_none() && self.reason.is_none(),
            (Some(digest), Some(salt)) => {
                *digest == subject_digest(salt, self.user_id, self.reason.as_deref())
            }
            (Some(_), None) => is_replaced(self.user_id) && self.reason.is_none(),
            (None, Some(_)) => false,
        };
        match (actor, subject) {
            (true, true) => None,
            (false, _) => Some("names another actor"),
            (true, false) => Some("names another user or another reason"),
        }
    }
}
