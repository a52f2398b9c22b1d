//! The sender of a request, who may be signed in or have an API key.

use std::net::IpAddr;

use tokio::sync::OnceCell;

use super::caller::Authenticated;
use super::failure::Failure;
use super::principal::Principal;
use super::rate_limiter::RequestRates;
use super::request_budget::RequestBudget;

/// The secret in a request that says who sends it.
#[derive(Clone)]
pub enum Credential {
    /// The token of a session.
    Session(String),
    /// The text of an API key, which has the right form.
    Key(String),
}

/// The sender of a request, looked up once, when the first of its calls needs to know.
pub struct Visitor {
    credential: Option<Credential>,
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
    caller: OnceCell<Result<Option<Authenticated>, Failure>>,
}

impl Visitor {
    /// The sender of a request from this address with this credential, if it carries one.
    pub fn new(credential: Option<Credential>, address: IpAddr) -> Self {
        Self {
            credential,
            address,
            is_from_page: false,
            browser: None,
            min_epoch: None,
            rates: RequestRates::default(),
            answers: RequestBudget::default(),
            caller: OnceCell::new(),
        }
    }

    /// The credential that the request carries, valid or not.
    pub fn credential(&self) -> Option<&Credential> {
        self.credential.as_ref()
    }

    /// Whether a program sends the request with an API key.
    pub fn has_key(&self) -> bool {
        matches!(self.credential, Some(Credential::Key(_)))
    }

    /// The caller, if a call has looked them up.
    pub fn known_caller(&self) -> Option<&Authenticated> {
        self.caller.get()?.as_ref().ok()?.as_ref()
    }

    /// The principal that the body of the request counts for: the caller if a call has looked them up, or the address.
    pub fn sender(&self) -> Principal {
        let caller = self.known_caller();
        caller.map_or_else(|| Principal::at(self.address), Authenticated::principal)
    }

    /// The caller; none without a credential. The first call that needs to know looks its owner up.
    pub(super) async fn caller<'v, F>(
        &'v self,
        look_up: impl FnOnce(&'v Credential) -> F,
    ) -> &'v Result<Option<Authenticated>, Failure>
    where
        F: Future<Output = Result<Option<Authenticated>, Failure>>,
    {
        let credential = self.credential();
        let resolve = || async move {
            let Some(credential) = credential else { return Ok(None) };
            look_up(credential).await
        };
        self.caller.get_or_init(resolve).await
    }
}
