//! Rows by key, where lookups that arrive while a statement is running share the next one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::PgConnection;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use super::{Conn, Db, DbError};

/// Concurrent statements: a slow one does not delay everybody.
const LOOKUP_LANES: usize = 2;
const SLOW: Duration = Duration::from_millis(5);
const MOST_KEYS_PER_STATEMENT: usize = 256;
/// Consecutive statements on one connection; then it is returned to the pool.
const MOST_IN_A_ROW: usize = 64;
/// How long a connection is kept for the next lookup: fetching and returning one costs more than a statement.
const LINGER: Duration = Duration::from_millis(2);
/// The number of lookups that share a statement from which on the next one waits for more of them: the processors are busy
/// then, and a statement costs them more than the wait.
const MANY: usize = 8;
const GATHERING: Duration = Duration::from_millis(1);
const MOST_WAITING: usize = 8192;
const STATEMENT_DEADLINE: Duration = Duration::from_secs(2);

type Read<K, V> = dyn for<'c> Fn(&'c mut PgConnection, Vec<K>) -> BoxFuture<'c, Result<HashMap<K, V>, sqlx::Error>>
    + Send
    + Sync;
type Answer<V> = Result<Option<V>, DbError>;
type Waiting<K, V> = Vec<(K, oneshot::Sender<Answer<V>>)>;

/// Looks rows up by key. Nothing is cached: a row is always read after it was requested.
pub struct Lookup<K, V> {
    shared: Arc<Shared<K, V>>,
}

impl<K, V> Clone for Lookup<K, V> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

struct Shared<K, V> {
    db: Db,
    read: Box<Read<K, V>>,
    queue: Mutex<Queue<K, V>>,
    /// Wakes an idle lane.
    come: Notify,
}

struct Queue<K, V> {
    waiting: Waiting<K, V>,
    lanes: usize,
    /// When the last statement began.
    begun: Instant,
}

impl<K, V> Lookup<K, V>
where
    K: Clone + Eq + Hash + Send + 'static,
    V: Clone + Send + 'static,
{
    /// `read` returns the rows of all keys that it finds.
    pub fn new<F>(db: &Db, read: F) -> Self
    where
        F: for<'c> Fn(
                &'c mut PgConnection,
                Vec<K>,
            ) -> BoxFuture<'c, Result<HashMap<K, V>, sqlx::Error>>
            + Send
            + Sync
            + 'static,
    {
        let queue = Mutex::new(Queue { waiting: Vec::new(), lanes: 0, begun: Instant::now() });
        let (db, read, come) = (db.clone(), Box::new(read), Notify::new());
        Self { shared: Arc::new(Shared { db, read, queue, come }) }
    }

    pub async fn get(&self, key: K) -> Answer<V> {
        let (sender, answer) = oneshot::channel();
        let lane = {
            let mut queue = self.shared.queue();
            if queue.waiting.len() >= MOST_WAITING {
                return Err(DbError::Busy);
            }
            queue.waiting.push((key, sender));
            let needs_lane = queue.lanes == 0 || queue.begun.elapsed() > SLOW;
            (needs_lane && queue.lanes < LOOKUP_LANES).then(|| Lane::open(&self.shared, &mut queue))
        };
        if let Some(lane) = lane {
            // A separate task: other callers wait for the answer, too.
            drop(self.shared.db.app.spawn_call(lane.run()));
        } else {
            self.shared.come.notify_one();
        }
        answer.await.unwrap_or(Err(DbError::Away(sqlx::Error::WorkerCrashed)))
    }
}

impl<K, V> Shared<K, V> {
    fn queue(&self) -> MutexGuard<'_, Queue<K, V>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs statements one after the other until nothing is waiting. Dropping it closes it.
struct Lane<K, V> {
    shared: Arc<Shared<K, V>>,
    open: bool,
    /// The lookups of its last statement.
    last: usize,
}

impl<K, V> Lane<K, V> {
    fn open(shared: &Arc<Shared<K, V>>, queue: &mut Queue<K, V>) -> Self {
        queue.lanes += 1;
        queue.begun = Instant::now();
        Self { shared: Arc::clone(shared), open: true, last: 0 }
    }
}

impl<K, V> Drop for Lane<K, V> {
    fn drop(&mut self) {
        if self.open {
            self.shared.queue().lanes -= 1;
        }
    }
}

impl<K, V> Lane<K, V>
where
    K: Clone + Eq + Hash + Send + 'static,
    V: Clone + Send + 'static,
{
    async fn run(mut self) {
        let mut next = self.next().await;
        while let Some(waiting) = next {
            next = match self.shared.db.conn().await {
                Ok(mut conn) => self.serve(&mut conn, waiting).await,
                Err(error) => {
                    answer(waiting, &Err(error));
                    self.next().await
                }
            };
        }
    }

    /// Runs statements one after the other on one connection, for a while.
    async fn serve(&mut self, conn: &mut Conn, waiting: Waiting<K, V>) -> Option<Waiting<K, V>> {
        let mut waiting = waiting;
        for _ in 0..MOST_IN_A_ROW {
            let keys = waiting.iter().map(|(key, _)| key.clone()).collect();
            let rows = async { Ok((self.shared.read)(&mut *conn, keys).await?) };
            let rows = self.shared.db.within(STATEMENT_DEADLINE, rows).await;
            let failed = rows.is_err();
            answer(waiting, &rows);
            waiting = self.next().await?;
            if failed {
                break;
            }
        }
        Some(waiting)
    }

    /// The lookups that wait now or arrive soon. Closes the lane if there are none.
    async fn next(&mut self) -> Option<Waiting<K, V>> {
        if self.gathers() {
            tokio::time::sleep(GATHERING).await;
        }
        if let Some(waiting) = self.take(false) {
            return Some(waiting);
        }
        // Both outcomes are followed by another check.
        let _ = tokio::time::timeout(LINGER, self.shared.come.notified()).await;
        // Lookups arrive in bursts: the others of this moment join in.
        tokio::task::yield_now().await;
        self.take(true)
    }

    /// Whether to wait for more lookups than wait now. That is no sign of a slow statement, for which another lane is opened.
    fn gathers(&self) -> bool {
        let mut queue = self.shared.queue();
        let gathers = self.last >= MANY && queue.waiting.len() < MANY;
        if gathers {
            queue.begun = Instant::now();
        }
        gathers
    }

    /// Closes under the lock under which it checks: the next lookup opens another lane.
    fn take(&mut self, close: bool) -> Option<Waiting<K, V>> {
        let mut queue = self.shared.queue();
        queue.waiting.retain(|(_, sender)| !sender.is_closed());
        if queue.waiting.is_empty() {
            if close {
                queue.lanes -= 1;
                self.open = false;
            }
            return None;
        }
        queue.begun = Instant::now();
        let count = queue.waiting.len().min(MOST_KEYS_PER_STATEMENT);
        self.last = count;
        Some(queue.waiting.drain(..count).collect())
    }
}

/// Distributes the rows. Callers that have gone are skipped.
fn answer<K: Eq + Hash, V: Clone>(waiting: Waiting<K, V>, rows: &Result<HashMap<K, V>, DbError>) {
    for (key, sender) in waiting {
        let answer = match rows {
            Ok(rows) => Ok(rows.get(&key).cloned()),
            Err(error) => Err(error.copy()),
        };
        drop(sender.send(answer));
    }
}
