//! The sender of a request, who may be signed in.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::OnceCell;

use super::caller::Caller;
use super::failure::Failure;
use super::principal::Principal;
use super::rate_limiter::RequestRates;
use super::request_budget::RequestBudget;

/// The sender of a request, looked up once, when the first of its calls needs to know.
pub struct Visitor {
    session_token: Option<String>,
    /// From where the request came.
    pub address: IpAddr,
    /// Whether a browser says that a page of this site makes the request. A program may say so, too.
    pub is_from_page: bool,
    /// The id of its browser, if that has loaded a page before.
    pub browser: Option<String>,
    /// The epoch of policies that the sender has seen: decisions are of this one or a later one.
    pub min_epoch: Option<i64>,
    /// The counted calls of the request.
    pub rates: RequestRates,
    pub answers: RequestBudget,
    caller: OnceCell<Result<Option<Arc<Caller>>, Failure>>,
}

impl Visitor {
    /// The sender of a request from this address with this session token, if it carries one.
    pub fn new(session_token: Option<String>, address: IpAddr) -> Self {
        Self {
            session_token,
            address,
            is_from_page: false,
            browser: None,
            min_epoch: None,
            rates: RequestRates::default(),
            answers: RequestBudget::default(),
            caller: OnceCell::new(),
        }
    }

    /// The token of the session that the request carries, valid or not.
    pub fn session_token(&self) -> Option<&str> {
        self.session_token.as_deref()
    }

    /// The id of the user, if a call has looked them up.
    pub fn user_id(&self) -> Option<&str> {
        let caller = self.caller.get()?.as_ref().ok()?.as_ref()?;
        Some(&caller.user.id)
    }

    /// The principal that the body of the request counts for: the user if a call has looked them up, or the address.
    pub fn sender(&self) -> Principal {
        match self.user_id() {
            Some(id) => Principal::User(id.to_owned()),
            None => Principal::at(self.address),
        }
    }

    /// The signed-in user; none without a session. The first call that needs to know looks the owner of the token up.
    pub(super) async fn caller<'v, F>(
        &'v self,
        look_up: impl FnOnce(&'v str) -> F,
    ) -> &'v Result<Option<Arc<Caller>>, Failure>
    where
        F: Future<Output = Result<Option<Arc<Caller>>, Failure>>,
    {
        let token = self.session_token();
        let resolve = || async move {
            let Some(token) = token else { return Ok(None) };
            look_up(token).await
        };
        self.caller.get_or_init(resolve).await
    }
}
