//! The proof of who calls: a short-lived token that the sender signed for its receiver, and the gateway's signed
//! statement about the person, both checked before a call is answered.

mod admission;
mod claim_cache;
mod connection;
mod key_files;
mod keys;
#[cfg(feature = "measuring")]
pub mod measuring;
mod person;
mod role_epochs;
pub mod tls;
mod token;

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use http::{HeaderMap, HeaderValue};

pub use key_files::{ED25519_PUBLIC_PREFIX, KeyChanges, make};
pub use person::{PERSON_REQUIRED, Person, fresh_sign_in_required, on_behalf_of, person};

use self::claim_cache::ClaimCache;
use self::keys::Keys;
use self::role_epochs::RoleEpochs;
use self::tls::Tls;
use self::token::Signer;
use crate::clock::Clock;
use crate::config::{ConfigError, Env};

/// The setting with the folder of keys.
const SETTING: &str = "SERVICE_KEYS";
/// The program that states on whose behalf a call is made.
const STATES_PERSONS: &str = "gateway";
const PEER_HEADER: &str = "assay-peer";
const PERSON_HEADER: &str = "assay-person";

/// How a process proves who it is, and how it checks its callers. Clones share the keys.
#[derive(Clone)]
pub struct Peers {
    inner: Arc<Inner>,
    /// Mutual TLS, where the operator has certificates.
    tls: Option<Tls>,
}

struct Inner {
    program: String,
    source: Source,
    clock: Clock,
    ring: RwLock<Arc<Ring>>,
    role_epochs: RoleEpochs,
    /// Whether the keys are read and followed.
    is_started: Mutex<bool>,
}

/// Where the keys come from.
enum Source {
    /// They are there, and never change.
    Fixed,
    /// `SERVICE_KEYS`, if it is set.
    Folder(Option<PathBuf>),
}

/// The keys of one moment, with what was lately signed and verified with them.
#[derive(Default)]
struct Ring {
    keys: Keys,
    signed_tokens: ClaimCache<String, HeaderValue>,
    signed_persons: ClaimCache<(String, Arc<Person>), HeaderValue>,
    verified_tokens: ClaimCache<Vec<u8>, Arc<token::PeerToken>>,
    /// With the called service, as a statement is for one alone.
    verified_persons: ClaimCache<Vec<u8>, (&'static str, Arc<Person>)>,
}

impl Peers {
    /// Without keys: every call of a service is refused.
    pub fn none(clock: Clock) -> Self {
        Self::new("", clock, Source::Fixed, Keys::default())
    }

    /// The peers of a program with the keys in `SERVICE_KEYS`, which are read when it serves or calls.
    pub(crate) fn from_env(
        program: &str,
        env: &mut Env,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        let folder = env.text(SETTING)?.map(PathBuf::from);
        let peers = Self::new(program, clock, Source::Folder(folder), Keys::default());
        Ok(Self { tls: Tls::from_env(env)?, ..peers })
    }

    /// The peers of a program with the keys in a folder.
    pub fn in_folder(program: &str, folder: PathBuf, clock: Clock) -> Self {
        Self::new(program, clock, Source::Folder(Some(folder)), Keys::default())
    }

    /// The peers of a program with keys that every test knows.
    #[cfg(feature = "testing")]
    pub fn for_tests(program: &str, clock: Clock) -> Self {
        Self::new(program, clock, Source::Fixed, Keys::for_tests(program))
    }

    /// The token of calls to this path.
    #[cfg(feature = "testing")]
    pub fn token(&self, path: &str) -> Option<HeaderValue> {
        let mut headers = HeaderMap::new();
        self.write(&mut headers, path);
        headers.remove(PEER_HEADER)
    }

    /// The same with mutual TLS.
    #[cfg(feature = "testing")]
    #[must_use]
    pub fn with_tls(self, tls: Tls) -> Self {
        Self { tls: Some(tls), ..self }
    }

    /// Whether calls go through mutual TLS.
    pub(crate) fn has_tls(&self) -> bool {
        self.tls.is_some()
    }

    fn new(program: &str, clock: Clock, source: Source, keys: Keys) -> Self {
        let inner = Inner {
            program: program.to_owned(),
            source,
            clock,
            ring: RwLock::new(Arc::new(Ring { keys, ..Ring::default() })),
            role_epochs: RoleEpochs::default(),
            is_started: Mutex::new(false),
        };
        Self { inner: Arc::new(inner), tls: None }
    }

    /// Reads the keys for the first time. Answers whether they are to be read again from now on; a second call changes
    /// nothing.
    pub(crate) fn start(&self) -> Result<bool, ConfigError> {
        let mut is_started = self.inner.is_started.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_started {
            return Ok(false);
        }
        if let Source::Folder(folder) = &self.inner.source {
            let folder = folder.as_ref().ok_or_else(|| ConfigError::new(SETTING, "is required"))?;
            let keys = Keys::read(folder, &self.inner.program)
                .map_err(|error| ConfigError::new(SETTING, format!("cannot be read: {error}")))?;
            self.replace(keys.accepted(self.now()));
        }
        *is_started = true;
        Ok(self.tls.is_some() || matches!(self.inner.source, Source::Folder(_)))
    }

    /// Reads the files again, so that new keys and certificates need no restart.
    pub(crate) fn read_again(&self) {
        if let Source::Folder(Some(folder)) = &self.inner.source {
            // While files change, a folder may be incomplete: the known keys stay in use.
            let read = Keys::read(folder, &self.inner.program);
            match read.map(|keys| keys.accepted(self.now())) {
                Ok(keys) if keys != self.ring().keys => {
                    self.replace(keys);
                    tracing::info!("the service keys have changed");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "the service keys cannot be read"),
            }
        }
        if let Some(tls) = &self.tls {
            tls.read_again();
        }
    }

    fn replace(&self, keys: Keys) {
        let mut ring = self.inner.ring.write().unwrap_or_else(PoisonError::into_inner);
        *ring = Arc::new(Ring { keys, ..Ring::default() });
    }

    fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.inner.ring.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Mutual TLS, where the operator has certificates.
    pub(crate) fn tls(&self) -> Option<&Tls> {
        self.tls.as_ref()
    }

    /// Notes how often the role or the state of a user has changed, for statements from before.
    pub fn note_role_epoch(&self, user_id: String, epoch: i64) {
        self.inner.role_epochs.note(user_id, epoch, self.now());
    }

    fn now(&self) -> i64 {
        self.inner.clock.now_milliseconds() / 1000
    }

    /// Adds to a call what proves who makes it, and on whose behalf. The path names the service that it is for.
    pub(crate) fn write(&self, headers: &mut HeaderMap, path: &str) {
        let (ring, now) = (self.ring(), self.now());
        let signer = Signer { program: &self.inner.program, keys: &ring.keys, now };
        let service = proto::rpcs::service(path);
        let token = ring.signed_tokens.get_or_make(service, now, || signer.peer_token(service));
        if let Some(token) = token {
            headers.insert(PEER_HEADER, token);
        }
        if let Some(person) = person::current() {
            let key = (service.to_owned(), person);
            let made = ring.signed_persons.get_or_make(&key, now, || signer.person(&key.0, &key.1));
            if let Some(statement) = made {
                headers.insert(PERSON_HEADER, statement);
            }
        }
    }
}

impl fmt::Debug for Peers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Peers of {}", self.inner.program)
    }
}
