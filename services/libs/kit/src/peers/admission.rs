//! Admits a call or refuses it, before it is answered: its sender proves who it is, the table of calls names the sender,
//! and the person that the call needs is there.

use std::sync::Arc;

use http::{HeaderValue, Request};
use proto::identity::v1::Role;
use proto::rpcs::{self, RequiredPerson, Rpc};
use tonic::body::Body;
use tonic::transport::server::TcpConnectInfo;

use super::connection::PeerCertificate;
use super::person::{Person, fresh_sign_in_required, unauthenticated};
use super::role_epochs::RoleEpochs;
use super::token::{self, PeerToken};
use super::{PEER_HEADER, PERSON_HEADER, Peers, Ring, STATES_PERSONS};
use crate::error::{ErrorCode, Problem};
use crate::security_log::{self, Entry, Event, Network, Principal};
use crate::telemetry;

/// A refusal, and its cause for the log.
struct Refusal {
    problem: Problem,
    cause: &'static str,
    /// The person that the call names, where it is they who are refused.
    person: Option<Arc<Person>>,
}

impl Peers {
    /// The person that a call is made for, if the call may be made. A refusal is logged here.
    pub(crate) fn admit(&self, request: &Request<Body>) -> Result<Option<Arc<Person>>, Problem> {
        let (ring, now) = (self.ring(), self.now());
        let mut peer = None;
        let admitted = ring.peer(request, now).and_then(|token| {
            peer = Some(token.issuer.clone());
            let rule = self.rule(request, &token)?;
            let person = ring.person(request, rule, &self.inner.role_epochs, now)?;
            self.check_sign_in(rule, person.as_ref())?;
            Ok(person)
        });
        admitted.map_err(|Refusal { problem, cause, person }| {
            let rpc = rpcs::rpc(request.uri().path()).map_or("unknown", |rule| rule.path);
            // Only programs of the installation name the trace of their call: anybody else could point at a foreign one.
            let trace_id =
                peer.as_ref().and_then(|_| telemetry::carried_trace_id(request.headers()));
            let refused = Event::RpcRefused { rpc, peer, cause };
            let person = person.map(|person| Principal::user(&person.user_id));
            let entry = Entry::refused(refused, &problem.reason).by(person);
            security_log::write(entry.at(network(request)).in_trace(trace_id));
            problem
        })
    }

    /// The rule of the call, if this peer may make it here.
    fn rule(&self, request: &Request<Body>, token: &PeerToken) -> Result<&'static Rpc, Refusal> {
        let rule = rpcs::rpc(request.uri().path())
            .ok_or_else(|| Refusal::forbidden("the call is not in the table"))?;
        if token.audience != rule.service() {
            return Err(Refusal::unproven("the token is for another service"));
        }
        if self.tls.is_some() && !has_certificate_of(request, &token.issuer) {
            return Err(Refusal::unproven("the certificate is that of another program"));
        }
        if !rule.peers.contains(&token.issuer.as_str()) {
            return Err(Refusal::forbidden("the table does not name the peer"));
        }
        Ok(rule)
    }

    /// Refuses a person who signed in too long ago for the call.
    fn check_sign_in(&self, rule: &Rpc, person: Option<&Arc<Person>>) -> Result<(), Refusal> {
        let now = self.inner.clock.now_milliseconds();
        if rule.fresh && !person.is_some_and(|person| person.is_fresh(now)) {
            let problem = fresh_sign_in_required();
            let cause = "the person signed in too long ago";
            return Err(Refusal { problem, cause, person: person.cloned() });
        }
        Ok(())
    }
}

impl Ring {
    /// The verified token of the sender.
    fn peer(&self, request: &Request<Body>, now: i64) -> Result<Arc<PeerToken>, Refusal> {
        let text =
            header(request, PEER_HEADER).ok_or_else(|| Refusal::unproven("it carries no token"))?;
        if let Some(known) = self.verified_tokens.get(text, now) {
            return Ok(known);
        }
        let verified = token::verify_peer(text, &self.keys, now);
        let (token, expires_at) = verified.map_err(Refusal::unproven)?;
        let token = Arc::new(token);
        self.verified_tokens.put(text.to_vec(), Arc::clone(&token), expires_at, now);
        Ok(token)
    }

    /// The verified person, as the rule of the call needs it.
    fn person(
        &self,
        request: &Request<Body>,
        rule: &Rpc,
        role_epochs: &RoleEpochs,
        now: i64,
    ) -> Result<Option<Arc<Person>>, Refusal> {
        if rule.person == RequiredPerson::Nobody {
            return Ok(None);
        }
        let statement = header(request, PERSON_HEADER);
        let person =
            statement.map(|text| self.verified_person(rule.service(), text, now)).transpose()?;
        if let Some(person) = person.as_ref().filter(|person| role_epochs.are_newer(person, now)) {
            let cause = "the role or the state of the person has changed since the statement";
            return Err(Refusal {
                problem: unauthenticated(),
                cause,
                person: Some(Arc::clone(person)),
            });
        }
        match (rule.person, &person) {
            (RequiredPerson::Member | RequiredPerson::Administrator, None) => {
                Err(Refusal::impersonal(unauthenticated(), "it names no person"))
            }
            (RequiredPerson::Administrator, Some(person)) if person.role != Role::Admin => {
                let message = "Only an administrator can do this";
                let problem = Problem::new(ErrorCode::Forbidden, "role_required", message);
                let cause = "the person is no administrator";
                Err(Refusal { problem, cause, person: Some(Arc::clone(person)) })
            }
            _ => Ok(person),
        }
    }

    fn verified_person(
        &self,
        service: &'static str,
        text: &[u8],
        now: i64,
    ) -> Result<Arc<Person>, Refusal> {
        let known = self.verified_persons.get(text, now);
        if let Some((_, person)) = known.filter(|(known, _)| *known == service) {
            return Ok(person);
        }
        let verified = token::verify_person(text, STATES_PERSONS, service, &self.keys, now);
        let (person, expires_at) =
            verified.map_err(|cause| Refusal::impersonal(unauthenticated(), cause))?;
        let person = Arc::new(person);
        let stated = (service, Arc::clone(&person));
        self.verified_persons.put(text.to_vec(), stated, expires_at, now);
        Ok(person)
    }
}

impl Refusal {
    /// The sender does not prove who it is.
    fn unproven(cause: &'static str) -> Self {
        let message = "The caller does not prove which service it is";
        let problem = Problem::new(ErrorCode::Unauthenticated, "peer_required", message);
        Self::impersonal(problem, cause)
    }

    /// The sender may not make this call.
    fn forbidden(cause: &'static str) -> Self {
        let message = "The calling service may not make this call";
        Self::impersonal(Problem::new(ErrorCode::Forbidden, "peer_refused", message), cause)
    }

    /// The refusal of a call for any person.
    fn impersonal(problem: Problem, cause: &'static str) -> Self {
        Self { problem, cause, person: None }
    }
}

fn header<'r>(request: &'r Request<Body>, name: &str) -> Option<&'r [u8]> {
    request.headers().get(name).map(HeaderValue::as_bytes)
}

/// The network from where a call came.
fn network(request: &Request<Body>) -> Option<Network> {
    let certificate = request.extensions().get::<Arc<PeerCertificate>>();
    let with_tls = certificate.and_then(|certificate| certificate.address);
    let plain = || request.extensions().get::<TcpConnectInfo>()?.remote_addr();
    with_tls.or_else(|| plain().map(|address| address.ip())).map(Network::new)
}

fn has_certificate_of(request: &Request<Body>, program: &str) -> bool {
    let certificate = request.extensions().get::<Arc<PeerCertificate>>();
    certificate.is_some_and(|certificate| certificate.is_of(program))
}
