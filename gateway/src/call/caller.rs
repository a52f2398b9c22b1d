//! Who calls: the session that a request came with, asked of identity and remembered for a moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kit::bus::Bus;
use kit::clock::Clock;
use kit::error::Problem;
use kit::run::App;
use moka::sync::Cache;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{ResolveSessionRequest, SessionRevoked, User, UserUpdated};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use super::failure::Failure;
use super::limits::{self, DEADLINE};
use crate::upstream::Channel;

/// The bound on how long a revocation could stay unseen if the bus kept silent about it.
const REMEMBERED: Duration = Duration::from_secs(10);
const MOST_REMEMBERED: u64 = 50_000;

/// Somebody who is signed in.
#[derive(Debug)]
pub struct Caller {
    /// The session the request came with.
    pub session_id: String,
    /// Who it is.
    pub user: User,
}

/// Who sent a request, looked up when the first of its calls wants to know, and once for all of them.
pub struct Visitor {
    session_token: Option<String>,
    caller: OnceCell<Result<Option<Arc<Caller>>, Failure>>,
}

impl Visitor {
    /// Whoever brought this session token, if they brought one.
    pub fn new(session_token: Option<String>) -> Self {
        Self { session_token, caller: OnceCell::new() }
    }

    /// Who it is: nobody without a session.
    pub(super) async fn caller(
        &self,
        sessions: &Sessions,
        identity: &IdentityClient<Channel>,
    ) -> &Result<Option<Arc<Caller>>, Failure> {
        let look_up = || async {
            let Some(token) = &self.session_token else { return Ok(None) };
            let lookup = limits::within(DEADLINE, sessions.resolve(identity, token));
            lookup.await.map_err(|problem| Failure::logged("session", problem))
        };
        self.caller.get_or_init(look_up).await
    }
}

struct Remembered {
    caller: Arc<Caller>,
    generation: u64,
    /// When the session ends by itself.
    expires_at: i64,
}

type Digested = [u8; 32];

/// Resolves session cookies.
///
/// Every answer carries the generation in which its question was asked. News about a user, or a
/// gap in the news, starts a new generation, so that an answer on its way at that moment is
/// never used after it.
pub struct Sessions {
    answers: Cache<Digested, Arc<Remembered>>,
    changed_users: Cache<String, u64>,
    generation: AtomicU64,
    floor: AtomicU64,
    bus: Bus,
    clock: Clock,
    /// Whether the news of ended sessions, and of changed users, have begun to arrive.
    hears: [AtomicBool; 2],
}

impl Sessions {
    /// Listens on the bus for what makes an answer outdated.
    pub fn follow(app: &App, bus: &Bus) -> Arc<Self> {
        let sessions = Arc::new(Self::new(bus.clone(), app.clock.clone()));
        let (news, gap) = (Arc::clone(&sessions), Arc::clone(&sessions));
        bus.follow::<SessionRevoked>(
            app,
            move |envelope| news.user_changed(&envelope.event.user_id),
            move || gap.start_over(0),
        );
        let (news, gap) = (Arc::clone(&sessions), Arc::clone(&sessions));
        bus.follow::<UserUpdated>(
            app,
            move |envelope| news.user_changed(&envelope.event.user_id),
            move || gap.start_over(1),
        );
        sessions
    }

    fn new(bus: Bus, clock: Clock) -> Self {
        Self {
            answers: Cache::builder()
                .max_capacity(MOST_REMEMBERED)
                .time_to_live(REMEMBERED)
                .build(),
            changed_users: Cache::builder().time_to_live(REMEMBERED * 2).build(),
            generation: AtomicU64::new(1),
            floor: AtomicU64::new(0),
            bus,
            clock,
            hears: [AtomicBool::new(false), AtomicBool::new(false)],
        }
    }

    /// The owner of a session token, or nobody.
    pub async fn resolve(
        &self,
        identity: &IdentityClient<Channel>,
        token: &str,
    ) -> Result<Option<Arc<Caller>>, Problem> {
        let key: Digested = Sha256::digest(token).into();
        let remember = self.hears_news();
        if remember
            && let Some(known) = self.answers.get(&key)
            && self.is_current(&known)
        {
            return Ok(Some(Arc::clone(&known.caller)));
        }
        let generation = self.generation.load(Ordering::SeqCst);
        // An unknown token is not remembered: forged ones would push out the real ones.
        let Some((caller, expires_at)) = ask(identity, token).await? else { return Ok(None) };
        let caller = Arc::new(caller);
        if remember {
            let answer = Remembered { caller: Arc::clone(&caller), generation, expires_at };
            self.answers.insert(key, Arc::new(answer));
        }
        Ok(Some(caller))
    }

    /// Forgets one token at once, as after a sign-out through this gateway.
    pub fn forget(&self, token: &str) {
        let key: Digested = Sha256::digest(token).into();
        if let Some(known) = self.answers.remove(&key) {
            self.user_changed(&known.caller.user.id);
        }
    }

    /// Takes note that a user or one of their sessions changed.
    pub fn user_changed(&self, user_id: &str) {
        let generation = self.generation.fetch_add(1, Ordering::SeqCst) + 1;
        if self.changed_users.entry_count() > MOST_REMEMBERED {
            self.floor.fetch_max(generation, Ordering::SeqCst);
            self.changed_users.invalidate_all();
            return;
        }
        self.changed_users.insert(user_id.to_owned(), generation);
    }

    /// Takes note that news of one kind arrive from now on, and may have been missed before.
    fn start_over(&self, kind: usize) {
        let generation = self.generation.fetch_add(1, Ordering::SeqCst) + 1;
        self.floor.fetch_max(generation, Ordering::SeqCst);
        self.hears[kind].store(true, Ordering::SeqCst);
    }

    /// Without news nothing is remembered.
    fn hears_news(&self) -> bool {
        self.bus.is_connected() && self.hears.iter().all(|hears| hears.load(Ordering::SeqCst))
    }

    fn is_current(&self, known: &Remembered) -> bool {
        let changed = self.changed_users.get(&known.caller.user.id);
        self.clock.now_milliseconds() < known.expires_at
            && known.generation >= self.floor.load(Ordering::SeqCst)
            && changed.is_none_or(|generation| generation <= known.generation)
    }
}

/// The owner of a token, and when the session ends by itself.
async fn ask(
    identity: &IdentityClient<Channel>,
    token: &str,
) -> Result<Option<(Caller, i64)>, Problem> {
    let request = ResolveSessionRequest { token: token.to_owned(), touch: false };
    let answer = identity.clone().resolve_session(request).await?.into_inner();
    let Some(session) = answer.session else { return Ok(None) };
    let user =
        session.user.ok_or_else(|| Problem::internal("identity sent a session without a user"))?;
    Ok(Some((Caller { session_id: session.id, user }, session.expires_at)))
}
