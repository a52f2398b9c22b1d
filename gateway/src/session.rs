//! Who is behind a session cookie: asked of identity, remembered for a moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use http::HeaderMap;
use http::header::COOKIE;
use kit::error::Problem;
use moka::future::Cache;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{ResolveSessionRequest, User};
use sha2::{Digest, Sha256};

use crate::upstream::Channel;

/// The bound on how long a revocation could stay unseen if the bus kept silent about it.
const REMEMBERED: Duration = Duration::from_secs(10);
const MOST_REMEMBERED: u64 = 50_000;
const LONGEST_TOKEN: usize = 512;

/// Somebody who is signed in.
#[derive(Debug)]
pub struct Caller {
    /// The session the request came with.
    pub session_id: String,
    /// Who it is.
    pub user: User,
}

struct Remembered {
    caller: Option<Arc<Caller>>,
    generation: u64,
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
    hears_news: AtomicBool,
}

impl Default for Sessions {
    fn default() -> Self {
        Self {
            answers: Cache::builder()
                .max_capacity(MOST_REMEMBERED)
                .time_to_live(REMEMBERED)
                .build(),
            changed_users: Cache::builder().time_to_live(REMEMBERED * 2).build(),
            generation: AtomicU64::new(1),
            floor: AtomicU64::new(0),
            hears_news: AtomicBool::new(false),
        }
    }
}

impl Sessions {
    /// The owner of a session token, or nobody.
    pub async fn resolve(
        &self,
        identity: &IdentityClient<Channel>,
        token: &str,
    ) -> Result<Option<Arc<Caller>>, Problem> {
        if token.is_empty() || token.len() > LONGEST_TOKEN {
            return Ok(None);
        }
        let key: Digested = Sha256::digest(token).into();
        let remember = self.hears_news.load(Ordering::SeqCst);
        if remember
            && let Some(known) = self.answers.get(&key).await
            && self.is_current(&known).await
        {
            return Ok(known.caller.clone());
        }
        let generation = self.generation.load(Ordering::SeqCst);
        let caller = ask(identity, token).await?.map(Arc::new);
        // An unknown token is not remembered: forged ones would push out the real ones.
        if remember && caller.is_some() {
            let answer = Remembered { caller: caller.clone(), generation };
            self.answers.insert(key, Arc::new(answer)).await;
        }
        Ok(caller)
    }

    /// Forgets one token at once, as after a sign-out through this gateway.
    pub async fn forget(&self, token: &str) {
        let key: Digested = Sha256::digest(token).into();
        let known = self.answers.remove(&key).await;
        if let Some(caller) = known.and_then(|known| known.caller.clone()) {
            self.user_changed(&caller.user.id).await;
        }
    }

    /// Takes note that a user or one of their sessions changed.
    pub async fn user_changed(&self, user_id: &str) {
        let generation = self.generation.fetch_add(1, Ordering::SeqCst) + 1;
        self.changed_users.insert(user_id.to_owned(), generation).await;
    }

    /// Takes note that news may have been missed.
    pub fn start_over(&self) {
        let generation = self.generation.fetch_add(1, Ordering::SeqCst) + 1;
        self.floor.fetch_max(generation, Ordering::SeqCst);
    }

    /// Takes note whether news arrive at all; without them nothing is remembered.
    pub fn hears_news(&self, hears: bool) {
        self.start_over();
        self.hears_news.store(hears, Ordering::SeqCst);
    }

    async fn is_current(&self, known: &Remembered) -> bool {
        if known.generation < self.floor.load(Ordering::SeqCst) {
            return false;
        }
        let Some(caller) = &known.caller else { return true };
        let changed = self.changed_users.get(&caller.user.id).await;
        changed.is_none_or(|generation| generation <= known.generation)
    }
}

async fn ask(identity: &IdentityClient<Channel>, token: &str) -> Result<Option<Caller>, Problem> {
    let request = ResolveSessionRequest { token: token.to_owned(), touch: false };
    let answer = identity.clone().resolve_session(request).await?.into_inner();
    let Some(session) = answer.session else { return Ok(None) };
    let user = session.user.ok_or_else(|| Problem::internal("identity sent a session without a user"))?;
    Ok(Some(Caller { session_id: session.id, user }))
}

/// The name of the session cookie.
pub fn cookie_name(secure: bool) -> &'static str {
    if secure { "__Secure-next-auth.session-token" } else { "next-auth.session-token" }
}

/// The session token a request came with.
pub fn token(headers: &HeaderMap, secure: bool) -> Option<&str> {
    let name = cookie_name(secure);
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, _)| *found == name)
        .map(|(_, value)| value.trim())
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(COOKIE, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn finds_the_cookie_among_others() {
        let headers = headers(&["a=1; b", "c=2;next-auth.session-token=abc; d=3"]);
        assert_eq!(token(&headers, false), Some("abc"));
        assert_eq!(token(&headers, true), None);
    }

    #[test]
    fn takes_only_the_prefixed_cookie_on_a_secure_origin() {
        let headers =
            headers(&["next-auth.session-token=planted; __Secure-next-auth.session-token=real"]);
        assert_eq!(token(&headers, true), Some("real"));
    }

    #[test]
    fn treats_an_emptied_cookie_as_none() {
        assert_eq!(token(&headers(&["next-auth.session-token="]), false), None);
    }
}
