//! A procedure: its name, access rule, limits and handler.

use futures::future::BoxFuture;
use kit::error::Problem;
use proto::access::v1::NarrowedAnswers;

use super::access::Access;
use super::answer_estimate::{Estimate, Rows};
use super::context::CallContext;
use super::contract_types::ContractTypes;
use super::domain::Domain;
use super::input::Input;
use super::limits::Limits;
use super::output::Output;
use super::rate_quotas::RateClass;

/// Whether a procedure reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads; called by GET.
    Query,
    /// Writes; called by POST.
    Mutation,
}

/// Reads the input before it waits for anything, so that the input need not outlive the call.
pub(super) type Run = Box<
    dyn Fn(CallContext, Option<&Input<'_>>) -> BoxFuture<'static, Result<Output, Problem>>
        + Send
        + Sync,
>;

pub struct Procedure {
    /// `domain.verb`.
    pub name: &'static str,
    /// Whether it reads or writes.
    pub kind: Kind,
    /// The callers that may use it.
    pub access: Access,
    pub limits: Limits,
    /// The class in which its calls are counted.
    pub rate_class: RateClass,
    /// The data from which its answers are made; empty if they may not be cached.
    pub made_of: &'static [Domain],
    /// How long its answers are, and how much work, about.
    pub estimate: Estimate,
    /// The data that it changes.
    pub changes: Option<Domain>,
    pub takes_input: bool,
    /// Whether it answers a query with pages of rows.
    pub lists: bool,
    /// How its rows are counted, if not as those of a page or of one record.
    pub rows: Option<Rows>,
    /// The answers to callers who may have a part of its data.
    pub narrowed: NarrowedAnswers,
    pub(super) types: ContractTypes,
    pub(super) run: Run,
}

impl Procedure {
    /// Runs it; the pipeline has applied the rule before.
    pub(super) fn run(
        &self,
        context: CallContext,
        input: Option<&Input<'_>>,
    ) -> BoxFuture<'static, Result<Output, Problem>> {
        (self.run)(context, input)
    }
}
