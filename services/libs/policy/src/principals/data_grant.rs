//! Decisions on whole calls, which may need several permissions and may be answered with a part of the data.

use std::net::IpAddr;
use std::sync::Arc;

use proto::access::v1::{self, Action, Endpoint, FileFormat, Granularity, NarrowedAnswers};
use proto::codec::Text as _;
use sha2::{Digest as _, Sha256};

use super::decision::{Decision, DenialReason, Outcome};
use super::policy_set::PolicySet;
use crate::policies::compiled_policy::PolicyVersion;
use crate::scope::Scope;
use crate::scope::narrowing::{Aspect, Narrowing};
use crate::scope::selection::Selection;
use crate::sets::limits::Limits;
use crate::sets::time_bounds::Day;

/// The endpoints whose records are counted in those of others, such as the assets of an issuer.
const COUNTED: [Endpoint; 5] =
    [Endpoint::Assets, Endpoint::Tokens, Endpoint::Pools, Endpoint::Loans, Endpoint::Issuers];

/// A call for data.
#[derive(Clone, Copy, Debug)]
pub struct DataRequest<N> {
    /// The actions at endpoints that it needs, each of which must be allowed.
    pub needs: N,
    /// The answers to callers who may have a part of the data.
    pub narrowed: NarrowedAnswers,
    /// The format of a file; none for other answers.
    pub export_format: Option<FileFormat>,
    /// The address of the caller; none if it is unknown.
    pub address: Option<IpAddr>,
}

/// The data that a caller receives.
#[derive(Clone, Debug)]
pub struct DataGrant {
    pub limits: Limits,
    pub extent: Extent,
}

/// How much of the data of a call a caller receives.
#[derive(Clone, Debug)]
pub enum Extent {
    /// All of it, with the digest of everything about policies on which the answer depends.
    Whole([u8; 32]),
    /// A part for each endpoint, which may still be all of it.
    Parts(Vec<DataPart>),
}

/// The data of an endpoint that policies allow.
#[derive(Clone, Debug)]
pub struct DataPart {
    pub scope: Arc<Scope>,
    pub policies: Vec<PolicyVersion>,
    /// Whether records of other endpoints are hidden, which these records count.
    pub hides_others: bool,
    /// Whether it has values of days, which policies may restrict.
    pub is_over_time: bool,
}

/// Why a caller receives no data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataRefusal<'p> {
    /// A permission that the call needs is denied.
    Denied(Endpoint, Action, &'p DenialReason),
    /// The permissions have nothing in common, or the call needs none that exists.
    NothingLeft,
    /// The caller may have a part, and the answer cannot be one.
    Partial,
    /// The data may not be exported in the format.
    Format,
}

impl PolicySet {
    /// The data of a call at a time, in milliseconds since 1970. Nothing is allocated where all of it is allowed.
    pub fn grant<N>(&self, request: &DataRequest<N>, now: i64) -> Result<DataGrant, DataRefusal<'_>>
    where
        N: Iterator<Item = (Endpoint, Action)> + Clone,
    {
        let granted = match self.whole(request, now)? {
            Some(granted) => granted,
            None => self.parts(request, now)?,
        };
        match request.export_format {
            Some(format) if !granted.limits.export_formats.contains(format) => {
                Err(DataRefusal::Format)
            }
            _ => Ok(granted),
        }
    }

    /// Whether an answer from an endpoint would count records that the caller may not list.
    pub fn hides_others<N>(&self, request: &DataRequest<N>, endpoint: Endpoint, now: i64) -> bool {
        request.narrowed == NarrowedAnswers::Records
            && !request.is_over_time(endpoint)
            && COUNTED.iter().any(|counted| {
                let decision = self.decide(*counted, Action::List, now, request.address);
                decision.scope().is_none_or(|scope| !scope.shows_all_records())
            })
    }

    /// All data, if every permission is for all of it.
    fn whole<N>(
        &self,
        request: &DataRequest<N>,
        now: i64,
    ) -> Result<Option<DataGrant>, DataRefusal<'_>>
    where
        N: Iterator<Item = (Endpoint, Action)> + Clone,
    {
        let mut found: Option<([u8; 32], Limits)> = None;
        for (endpoint, action) in request.needs.clone() {
            let (_, scope) = self.allowed((endpoint, action), now, request.address)?;
            let Some(limits) = scope.unrestricted_limits() else { return Ok(None) };
            if self.hides_others(request, endpoint, now) {
                return Ok(None);
            }
            let digest = scope.fingerprint();
            found = Some(found.map_or((digest, limits), |(before, tightest)| {
                let both = Sha256::new().chain_update(before).chain_update(digest);
                (both.finalize().into(), tightest.tightest(&limits))
            }));
        }
        let (digest, limits) = found.ok_or(DataRefusal::NothingLeft)?;
        Ok(Some(DataGrant { limits, extent: Extent::Whole(digest) }))
    }

    /// A part of the data, with the limits of all of its records.
    fn parts<N>(&self, request: &DataRequest<N>, now: i64) -> Result<DataGrant, DataRefusal<'_>>
    where
        N: Iterator<Item = (Endpoint, Action)> + Clone,
    {
        if !matches!(request.narrowed, NarrowedAnswers::Numbers | NarrowedAnswers::Records) {
            return Err(DataRefusal::Partial);
        }
        let mut parts: Vec<DataPart> = Vec::new();
        for (endpoint, action) in request.needs.clone() {
            let (decision, scope) = self.allowed((endpoint, action), now, request.address)?;
            match parts.iter_mut().find(|part| part.scope.endpoint() == endpoint) {
                Some(part) => part.restrict(scope, &decision.policies)?,
                None => parts.push(DataPart {
                    scope: Arc::clone(scope),
                    policies: decision.policies.clone(),
                    hides_others: self.hides_others(request, endpoint, now),
                    is_over_time: request.is_over_time(endpoint),
                }),
            }
        }
        // The catalog applies the scope of one list.
        if parts.iter().filter(|part| !part.is_over_time).count() > 1 {
            return Err(DataRefusal::Partial);
        }
        let limits = parts.iter().map(|part| part.scope.limits_for(&Selection::everything(), now));
        let limits = limits.collect::<Option<Vec<Limits>>>().ok_or(DataRefusal::NothingLeft)?;
        let limits = limits.into_iter().reduce(|one, other| one.tightest(&other));
        let limits = limits.ok_or(DataRefusal::NothingLeft)?;
        Ok(DataGrant { limits, extent: Extent::Parts(parts) })
    }

    /// The scope of a permission that is not denied, with its decision.
    fn allowed(
        &self,
        (endpoint, action): (Endpoint, Action),
        now: i64,
        address: Option<IpAddr>,
    ) -> Result<(&Decision, &Arc<Scope>), DataRefusal<'_>> {
        let decision = self.decide(endpoint, action, now, address);
        match &decision.outcome {
            Outcome::Allowed(scope) => Ok((decision, scope)),
            Outcome::Denied(reason) => Err(DataRefusal::Denied(endpoint, action, reason)),
        }
    }
}

impl<N> DataRequest<N> {
    /// Whether the data of an endpoint are over time, so that policies may restrict the days.
    fn is_over_time(&self, endpoint: Endpoint) -> bool {
        let is_series =
            matches!(endpoint, Endpoint::AssetTimeseries | Endpoint::ProtocolTimeseries);
        self.narrowed == NarrowedAnswers::Numbers || is_series
    }
}

impl DataPart {
    /// Leaves what another action at the endpoint is allowed, too.
    fn restrict(
        &mut self,
        other: &Scope,
        policies: &[PolicyVersion],
    ) -> Result<(), DataRefusal<'static>> {
        let both = self.scope.intersect(other).map_err(|_| DataRefusal::Partial)?;
        if both.is_empty() {
            return Err(DataRefusal::NothingLeft);
        }
        let others = policies.iter().filter(|policy| !self.policies.contains(policy)).cloned();
        let others: Vec<PolicyVersion> = others.collect();
        self.policies.extend(others);
        self.scope = Arc::new(both);
        Ok(())
    }

    /// The dimensions in which it restricts records, `days` and `interval` for values, and `fields`; none if it shows all.
    pub fn restricted(&self, now: i64) -> Vec<&'static str> {
        let mut selection = Selection::everything();
        if self.is_over_time {
            selection = selection.over((Day::MIN, Day::MAX), Granularity::Day);
        }
        let aspects = match self.scope.narrow(&selection, now) {
            Narrowing::Inside => Vec::new(),
            Narrowing::Narrowed(aspects) | Narrowing::Outside(aspects) => aspects,
        };
        let dimensions = aspects.into_iter().map(|aspect| match aspect {
            Aspect::Dimension(dimension) => dimension.text(),
            Aspect::Days => "days",
            Aspect::Interval => "interval",
        });
        let mut restricted: Vec<&'static str> = dimensions.collect();
        if self.hides_others || self.scope.withholds_fields() {
            restricted.push("fields");
        }
        restricted
    }

    /// The part as the service that answers receives it.
    pub fn document(&self) -> v1::Scope {
        v1::Scope { hides_others: self.hides_others, ..v1::Scope::from(&*self.scope) }
    }
}
