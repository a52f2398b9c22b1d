//! Every procedure, file, feed and dataset against every kind of caller, under both policy sets: a second reading of the policies,
//! which shares no code with the engine, says what each of them may do.

use std::collections::BTreeSet;

use crate::support::access::{Documents, OPEN, TIERED};
use crate::support::browser::{Answer, Browser};
use crate::support::identity::user_id;
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use gateway::call::access::Access;
use gateway::call::data_calls::{DataCalls, DataUse};
use gateway::call::input::{self, Input};
use gateway::call::procedure::{Kind, Procedure};
use gateway::call::registry::Registry;
use proto::access::v1::{
    Action, ApiKeyScope, Condition, ConditionOperator, Dimension, Endpoint, FieldMode, FileFormat,
    Policy, TimeBounds,
};
use proto::codec::Text as _;
use proto::identity::v1::{MembershipRole, Role};
use serde_json::Value;

const FREE: &str = "plan.free";
/// Somebody who is a member, and no owner, of the customer's organization.
const MEMBER: &str = "member-token";
/// The calls of a batch.
const BATCH: usize = 20;

/// The data that policies give in an action at an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Nothing,
    /// Some of the records, fields or days.
    Part,
    Everything,
}

struct Caller {
    name: String,
    browser: Browser,
    /// The role by which policies decide.
    role: &'static str,
    /// None without a session.
    session: Option<Role>,
    /// The ceiling of a key.
    scopes: Option<Vec<ApiKeyScope>>,
}

/// The outcome of a call: answered, or the reason of its refusal.
type Outcome = Option<&'static str>;

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
    fn expected(&self, documents: &Documents, calls: DataCalls, is_narrowed: bool) -> Outcome {
        calls.iter().find_map(|call| match self.extent(documents, call) {
            Extent::Everything => None,
            Extent::Part if is_narrowed && calls.is_single() => None,
            Extent::Part => Some("access.scope"),
            Extent::Nothing => Some("access.denied"),
        })
    }

    /// The same for a file in a format.
    fn expected_file(
        &self,
        documents: &Documents,
        calls: DataCalls,
        is_narrowed: bool,
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
        self.expected(documents, calls, is_narrowed).or_else(|| {
            let is_missing = calls.iter().any(|call| !is_included(call));
            is_missing.then_some("access.format")
        })
    }

    /// The outcome of a call that no policy decides on.
    fn expected_by_rule(&self, access: Access) -> Outcome {
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

/// The refusal of a call by access; none if it is answered, or fails for another reason.
fn outcome(status: u64, error: &Value) -> Option<String> {
    let reason = error["data"]["reason"].as_str().unwrap_or("none");
    // Groups have as many rows as there are, which may be more than a plan includes; the call itself is allowed.
    if ![401, 403, 503].contains(&status) || ["access.rows", "access.export_rows"].contains(&reason)
    {
        return None;
    }
    Some(reason.to_owned())
}

fn of_answer(answer: &Answer) -> Option<String> {
    let error = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    outcome(answer.status.into(), &error["error"])
}

fn scope(actions: &[Action], endpoints: &[Endpoint]) -> ApiKeyScope {
    ApiKeyScope {
        actions: actions.iter().map(|action| (*action).into()).collect(),
        endpoints: endpoints.iter().map(|endpoint| (*endpoint).into()).collect(),
        r#where: Vec::new(),
    }
}

/// Everybody with a plan of their own, and a key of every scope.
fn callers(world: &World) -> Vec<Caller> {
    world.identity.have(MEMBER, 5);
    world.identity.change(MEMBER, |member| {
        let organization = member.memberships[0].organization.as_mut().unwrap();
        organization.id = user_id(11);
        member.organization = Some(organization.clone());
        member.memberships[0].organization_id = user_id(11);
        member.memberships[0].set_role(MembershipRole::Member);
    });
    // Of the other organization and of the administrator; that of the customer is on the free plan.
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

struct Matrix {
    world: World,
    registry: Registry,
    documents: Documents,
    callers: Vec<Caller>,
    cells: usize,
    wrong: Vec<String>,
}

impl Matrix {
    async fn of(set: &str) -> Self {
        let world = World::start().await;
        let mut callers = callers(&world);
        let documents = Documents::from_set(set);
        let epoch = world.access.change(|present| present.clone_from(&documents)).to_string();
        for caller in &mut callers {
            caller.browser = caller.browser.clone().with("x-min-epoch", &epoch);
        }
        let registry = gateway::procedures::registry();
        Self { world, registry, documents, callers, cells: 0, wrong: Vec::new() }
    }

    fn compare(&mut self, cell: &str, found: Option<String>, expected: Outcome) {
        self.cells += 1;
        if found.as_deref() != expected {
            self.wrong.push(format!("{cell}: {found:?} instead of {expected:?}"));
        }
    }

    /// All queries in batches, so that refusals and answers stand side by side.
    async fn try_procedures(&mut self) {
        let queries: Vec<&Procedure> = self.registry.all().iter().map(|one| &**one).collect();
        let queries: Vec<_> = queries.into_iter().filter(|one| one.kind == Kind::Query).collect();
        let mut cells = Vec::new();
        for caller in &self.callers {
            for batch in queries.chunks(BATCH) {
                let names: Vec<&str> = batch.iter().map(|procedure| procedure.name).collect();
                let target = format!("/api/trpc/{}?batch=1", names.join(","));
                let answer = caller.browser.get(&target).await.json();
                for (procedure, entry) in batch.iter().zip(answer.as_array().unwrap()) {
                    let error = &entry["error"];
                    let status = error["data"]["httpStatus"].as_u64().unwrap_or(200);
                    let expected = match procedure.access.data_rule() {
                        Some(rule) => {
                            let calls = rule.calls(&Input::Null, DataUse::Answer);
                            let is_narrowed = procedure.is_narrowed;
                            caller.expected(&self.documents, calls, is_narrowed)
                        }
                        None => caller.expected_by_rule(procedure.access),
                    };
                    let cell = format!("{} by {}", procedure.name, caller.name);
                    cells.push((cell, outcome(status, error), expected));
                }
            }
        }
        self.note(cells);
    }

    /// Every file in a format of all plans and in one of the largest.
    async fn try_files(&mut self) {
        let mut files: Vec<(String, String, &'static str)> = Vec::new();
        for procedure in self.registry.all().iter().filter(|procedure| procedure.lists) {
            let domain = procedure.name.trim_end_matches(".list");
            let resource: String = domain
                .chars()
                .flat_map(|letter| {
                    let underscore = letter.is_ascii_uppercase().then_some('_');
                    underscore.into_iter().chain([letter.to_ascii_lowercase()])
                })
                .collect();
            files.push((resource, "{}".to_owned(), procedure.name));
        }
        for (name, input) in [
            (
                "timeseries.get",
                r#"{"keys":[{"subject_kind":"pool","subject_slug":"a","measure":"62"}]}"#,
            ),
            ("timeseries.aggregate", r#"{"measure":"62"}"#),
            ("holders.top", r#"{"token_slug":"coin"}"#),
            ("holders.cohorts", r#"{"token_slug":"coin"}"#),
        ] {
            files.push((name.to_owned(), input.to_owned(), name));
        }
        let mut cells = Vec::new();
        for (file, text, name) in &files {
            let procedure = self.registry.get(name).unwrap();
            let input: Input<'_> = input::parse(text.as_bytes(), 0).unwrap().unwrap();
            for (format, extension) in [(FileFormat::Csv, "csv"), (FileFormat::Parquet, "parquet")]
            {
                let query: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
                let query = if text == "{}" { String::new() } else { format!("?query={query}") };
                let target = format!("/api/download/{file}.{extension}{query}");
                for caller in &self.callers {
                    let expected = match procedure.access.data_rule() {
                        Some(rule) => caller.expected_file(
                            &self.documents,
                            rule.calls(&input, DataUse::File(format)),
                            procedure.is_narrowed,
                            format,
                        ),
                        None => caller.expected_by_rule(procedure.access),
                    };
                    let found = of_answer(&caller.browser.get(&target).await);
                    cells.push((format!("{target} by {}", caller.name), found, expected));
                }
            }
        }
        self.note(cells);
    }

    /// Feeds: for visitors, whatever session they have, and for keys.
    async fn try_feeds(&mut self) {
        let mut cells = Vec::new();
        for (feed, name) in [("news", "articles.list"), ("restatements", "restatements.list")] {
            let procedure = self.registry.get(name).unwrap();
            let rule = procedure.access.data_rule().unwrap();
            let calls = rule.calls(&Input::Null, DataUse::Feed);
            for caller in &self.callers {
                let answer = caller.browser.get(&format!("/feeds/{feed}.xml")).await;
                let cell = format!("{feed} by {}", caller.name);
                if caller.scopes.is_some() {
                    let narrowed = procedure.is_narrowed;
                    let expected = caller.expected(&self.documents, calls, narrowed);
                    cells.push((cell, of_answer(&answer), expected));
                } else {
                    let visitor = &self.callers[0];
                    let expected = visitor.expected(&self.documents, calls, procedure.is_narrowed);
                    let found = (answer.status == 403).then(|| "refused".to_owned());
                    cells.push((cell, found, expected.map(|_| "refused")));
                }
            }
        }
        self.note(cells);
    }

    /// Datasets, which hold all data, by a name that nobody published.
    async fn try_datasets(&mut self) {
        let mut cells = Vec::new();
        let list = self.registry.get("datasets.list").unwrap();
        let rule = list.access.data_rule().unwrap();
        for (rest, used_as) in [
            ("manifest.json", DataUse::Answer),
            ("public_key.pem", DataUse::Answer),
            ("5e0f/series.parquet", DataUse::File(FileFormat::Parquet)),
            ("5e0f/series.csv.gz", DataUse::File(FileFormat::Csv)),
        ] {
            let calls = rule.calls(&Input::Null, used_as);
            for caller in &self.callers {
                let expected = match used_as {
                    DataUse::File(format) => {
                        caller.expected_file(&self.documents, calls, list.is_narrowed, format)
                    }
                    _ => caller.expected(&self.documents, calls, list.is_narrowed),
                };
                let answer = caller.browser.get(&format!("/api/download/datasets/{rest}")).await;
                cells.push((format!("{rest} by {}", caller.name), of_answer(&answer), expected));
            }
        }
        self.note(cells);
    }

    fn note(&mut self, cells: Vec<(String, Option<String>, Outcome)>) {
        for (cell, found, expected) in cells {
            self.compare(&cell, found, expected);
        }
    }

    fn finish(&self, at_least: usize) {
        assert!(self.cells >= at_least, "{}", self.cells);
        assert!(self.wrong.is_empty(), "{} of {}: {:#?}", self.wrong.len(), self.cells, self.wrong);
        assert_eq!(self.world.profiles.writes(), 0);
    }
}

#[tokio::test]
async fn every_query_admits_whom_the_policies_allow() {
    for set in [OPEN, TIERED] {
        let mut matrix = Matrix::of(set).await;
        matrix.try_procedures().await;
        matrix.finish(4_000);
    }
}

#[tokio::test]
async fn every_file_feed_and_dataset_admits_whom_the_policies_allow() {
    for set in [OPEN, TIERED] {
        let mut matrix = Matrix::of(set).await;
        matrix.try_files().await;
        matrix.try_feeds().await;
        matrix.try_datasets().await;
        matrix.finish(2_000);
    }
}

#[tokio::test]
async fn no_other_address_takes_a_key_for_a_person() {
    let world = World::start().await;
    let program = world.program(&world.access.have_key(1, |_| {}));
    for (target, status) in [
        ("/config.json", 200),
        ("/api/auth/session", 200),
        ("/api/auth/csrf", 200),
        ("/api/none", 404),
        ("/feeds/none.xml", 404),
    ] {
        let answer = program.get(target).await;
        assert_eq!(answer.status, status, "{target}");
        let text = answer.text();
        assert!(!text.contains("person1@example.test") && !text.contains(&user_id(1)), "{text}");
    }
    assert_eq!(
        program.post("/api/keys/leaks", "[]").await.status,
        404,
        "it has a signature of its own"
    );
    assert_eq!((world.access.checks(), world.identity.resolved()), (0, 0));
}
