//! A second reading of the policies, which shares no code with the engine: who calls, and what each of them may do.

use std::collections::BTreeSet;

use crate::support::access::Documents;
use crate::support::browser::Browser;
use crate::support::identity::user_id;
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use gateway::call::access::Access;
use gateway::call::data_calls::DataCalls;
use proto::access::v1::{
    Action, ApiKeyScope, Condition, ConditionOperator, Dimension, Endpoint, FieldMode, FileFormat,
    NarrowedAnswers, Policy, TimeBounds,
};
use proto::codec::Text as _;
use proto::identity::v1::{MembershipRole, Role};

const FREE: &str = "plan.free";
/// Somebody who is a member, and no owner, of the customer's organization.
const MEMBER: &str = "member-token";
/// The endpoints whose data are in a data set.
const DATA_SETS: [&[Endpoint]; 7] = [
    &[Endpoint::AssetTimeseries],
    &[Endpoint::ProtocolTimeseries],
    &[Endpoint::Reference],
    &[Endpoint::Transactions],
    &[Endpoint::AssetTimeseries, Endpoint::Tokens],
    &[
        Endpoint::Assets,
        Endpoint::Tokens,
        Endpoint::Loans,
        Endpoint::Networks,
        Endpoint::Platforms,
        Endpoint::Pools,
        Endpoint::Reference,
    ],
    // Series, and with transactions and tokens the loads.
    &[Endpoint::AssetTimeseries, Endpoint::ProtocolTimeseries, Endpoint::Reference],
];
/// The data that policies give in an action at an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Nothing,
    /// Some of the records, fields or days.
    Part,
    Everything,
}

pub struct Caller {
    pub name: String,
    pub browser: Browser,
    /// The role by which policies decide.
    role: &'static str,
    /// None without a session.
    session: Option<Role>,
    /// The ceiling of a key.
    pub scopes: Option<Vec<ApiKeyScope>>,
}

/// The outcome of a call: answered, or the reason of its refusal.
pub type Outcome = Option<&'static str>;

fn is_in_effect(policy: &Policy, endpoint: Endpoint, action: Action) -> bool {
    policy.actions.contains(&action.into()) && policy.endpoints.contains(&endpoint.into())
}

fn extent(policy: &Policy) -> Extent {
    let has_all_fields = policy.fields.as_ref().is_none_or(|it| it.mode() == FieldMode::All);
    let has_all_days = policy.time.as_ref().is_none_or(|time| *time == TimeBounds::default());
    if policy.r#where.is_empty() && has_all_fields && has_all_days {
        Extent::Everything
    } else {
        Extent::Part
    }
}

impl Caller {
    fn new(name: &str, browser: Browser, role: &'static str, session: Option<Role>) -> Self {
        Self { name: name.to_owned(), browser, role, session, scopes: None }
    }

    /// The policies of the caller for a call.
    fn policies<'d>(
        &self,
        documents: &'d Documents,
        (endpoint, action): (Endpoint, Action),
    ) -> Vec<&'d Policy> {
        let of_role = documents.assignments.iter().filter(|one| one.role_id == self.role);
        let ids: BTreeSet<&str> = of_role.map(|one| one.policy_id.as_str()).collect();
        let held = documents.policies.iter().filter(|policy| ids.contains(policy.id.as_str()));
        held.filter(|policy| is_in_effect(policy, endpoint, action)).collect()
    }

    fn extent(&self, documents: &Documents, call: (Endpoint, Action)) -> Extent {
        let policies = self.policies(documents, call);
        let of_role = policies.into_iter().map(extent).max().unwrap_or(Extent::Nothing);
        let of_key = self.scopes.as_ref().map_or(Extent::Everything, |scopes| {
            let of_scope = scopes.iter().map(|scope| {
                let (endpoint, action) = call;
                let is_of_endpoint = scope.endpoints.contains(&endpoint.into());
                if !is_of_endpoint || !scope.actions.contains(&action.into()) {
                    Extent::Nothing
                } else if scope.r#where.is_empty() {
                    Extent::Everything
                } else {
                    Extent::Part
                }
            });
            of_scope.max().unwrap_or(Extent::Nothing)
        });
        of_role.min(of_key)
    }

    /// The outcome that the second reading implies for calls for data.
    pub fn expected(
        &self,
        documents: &Documents,
        calls: DataCalls,
        narrowed: NarrowedAnswers,
    ) -> Outcome {
        let extents: Vec<Extent> = calls.iter().map(|call| self.extent(documents, call)).collect();
        let has_parts = ![NarrowedAnswers::None, NarrowedAnswers::DataSets].contains(&narrowed);
        match extents.iter().find(|extent| **extent != Extent::Everything)? {
            Extent::Part if !has_parts => Some("access.scope"),
            _ => extents.contains(&Extent::Nothing).then_some("access.denied"),
        }
    }

    /// The outcome of the list of data sets: answered where any may be exported whole. The manifest is of all.
    pub fn expected_list(
        &self,
        documents: &Documents,
        calls: DataCalls,
        is_manifest: bool,
    ) -> Outcome {
        let is_whole = |endpoints: &&[Endpoint]| {
            let mut each = endpoints.iter();
            each.all(|one| self.extent(documents, (*one, Action::Export)) == Extent::Everything)
        };
        let all = self.expected(documents, calls, NarrowedAnswers::DataSets);
        if !DATA_SETS.iter().any(is_whole) {
            return all;
        }
        all.filter(|_| is_manifest).map(|_| "access.scope")
    }

    /// The same for a file in a format.
    pub fn expected_file(
        &self,
        documents: &Documents,
        calls: DataCalls,
        narrowed: NarrowedAnswers,
        format: FileFormat,
    ) -> Outcome {
        let is_included = |call| {
            let whole = self.extent(documents, call) == Extent::Everything;
            let mut policies = self.policies(documents, call);
            if whole {
                policies.retain(|policy| extent(policy) == Extent::Everything);
            }
            let allows = |policy: &&Policy| {
                let formats = policy.limits.iter().flat_map(|limits| &limits.export_formats);
                let formats: Vec<i32> = formats.copied().collect();
                formats.is_empty() || formats.contains(&format.into())
            };
            if whole { policies.iter().any(allows) } else { policies.iter().all(allows) }
        };
        self.expected(documents, calls, narrowed).or_else(|| {
            let is_missing = calls.iter().any(|call| !is_included(call));
            is_missing.then_some("access.format")
        })
    }

    /// The outcome of a call that no policy decides on.
    pub fn expected_by_rule(&self, access: Access) -> Outcome {
        match access {
            _ if access.is_public() => None,
            _ if self.scopes.is_some() => Some("key_not_allowed"),
            Access::Role(role) => match self.session {
                Some(own) if own == role => None,
                Some(_) => Some("role_required"),
                None => Some("unauthenticated"),
            },
            _ if self.session.is_none() => Some("unauthenticated"),
            _ => None,
        }
    }
}

fn scope(actions: &[Action], endpoints: &[Endpoint]) -> ApiKeyScope {
    ApiKeyScope {
        actions: actions.iter().map(|action| (*action).into()).collect(),
        endpoints: endpoints.iter().map(|endpoint| (*endpoint).into()).collect(),
        r#where: Vec::new(),
    }
}

/// Everybody with a plan of their own, and a key of every scope.
pub fn callers(world: &World) -> Vec<Caller> {
    world.identity.have(MEMBER, 5);
    world.identity.change(MEMBER, |member| {
        let organization = member.memberships[0].organization.as_mut().unwrap();
        organization.id = user_id(11);
        member.organization = Some(organization.clone());
        member.memberships[0].organization_id = user_id(11);
        member.memberships[0].set_role(MembershipRole::Member);
    });
    // The plans of the other organization and of the administrator's; that of the customer is on the free one.
    world.access.grant(&user_id(13), &["plan.premium_us_treasuries"]);
    world.access.grant(&user_id(12), &["plan.premium_all_access"]);
    let signed_in =
        |name, token, role, session| Caller::new(name, world.signed_in(token), role, Some(session));
    let mut callers = vec![
        Caller::new("anonymous", world.anonymous(), "plan.anonymous", None),
        signed_in("owner", CUSTOMER, FREE, Role::Customer),
        signed_in("member", MEMBER, FREE, Role::Customer),
        signed_in("other organization", COLLEAGUE, "plan.premium_us_treasuries", Role::Customer),
        signed_in("administrator", ADMIN, "plan.premium_all_access", Role::Admin),
    ];
    let actions: Vec<Action> = Action::VALUES.iter().map(|(action, _)| *action).collect();
    let endpoints: Vec<Endpoint> = Endpoint::VALUES.iter().map(|(one, _)| *one).collect();
    let of_class = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![27],
    };
    let treasuries =
        ApiKeyScope { r#where: vec![of_class], ..scope(&actions, &[Endpoint::Assets]) };
    let mut scopes =
        vec![("everything".to_owned(), Vec::new()), ("treasuries".to_owned(), vec![treasuries])];
    let of_actions = actions.iter().map(|one| (one.text().to_owned(), scope(&[*one], &endpoints)));
    let of_endpoints =
        endpoints.iter().map(|one| (one.text().to_owned(), scope(&actions, &[*one])));
    scopes.extend(of_actions.chain(of_endpoints).map(|(name, scope)| (name, vec![scope])));
    for (number, (name, scopes)) in (1..).zip(scopes) {
        let key = world.access.have_key(number, |key| key.scopes.clone_from(&scopes));
        let name = format!("key for {name}");
        let key = Caller::new(&name, world.program(&key), FREE, None);
        let has_scopes = !scopes.is_empty();
        let everything = || vec![scope(&actions, &endpoints)];
        callers
            .push(Caller { scopes: Some(if has_scopes { scopes } else { everything() }), ..key });
    }
    callers
}
