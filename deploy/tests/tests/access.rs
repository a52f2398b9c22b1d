//! The access table on real services: every call against every kind of caller.

use std::collections::BTreeMap;
use std::sync::Arc;

use faultkit::processes::eventually;
use http::uri::PathAndQuery;
use kit::clock::Clock;
use kit::config::Env;
use kit::grpc::Channel;
use kit::peers::{Peers, Person, on_behalf_of};
use kit::run::App;
use proto::identity::v1::administration_client::AdministrationClient;
use proto::identity::v1::{Role, SetUserRoleRequest};
use proto::rpcs::{PROGRAMS, RPCS, RequiredPerson, Rpc};
use stack::{Browser, Options, Stack};
use tonic::client::Grpc;
use tonic_prost::ProstCodec;
use tonic_types::StatusExt as _;

const ADMIN: &str = "admin@example.test";
const CUSTOMER: &str = "customer@example.test";
/// The reasons of refusals before a call is answered.
const REFUSALS: [&str; 5] =
    ["peer_required", "peer_refused", "person_required", "role_required", "fresh_sign_in_required"];

/// A caller of the matrix: a program, or none, and the person that it names.
struct Caller {
    program: Option<&'static str>,
    person: Option<Arc<Person>>,
    /// Whether the role of the person has changed since they were stated.
    is_outdated: bool,
    channels: BTreeMap<&'static str, Channel>,
}

impl Caller {
    async fn new(
        stack: &Stack,
        program: Option<&'static str>,
        person: Option<Arc<Person>>,
    ) -> Self {
        let peers = match program {
            Some(program) => Peers::in_folder(program, stack.keys(), Clock::system()),
            None => Peers::none(Clock::system()),
        };
        let app = App::new(Env::default(), Clock::system()).with_peers(peers);
        let mut channels = BTreeMap::new();
        for service in stack::services() {
            let setting = format!("{}_URL", service.to_uppercase());
            let addresses = stack.addresses(service);
            let channel = kit::grpc::connect(&app, &setting, &addresses).await.unwrap();
            channels.insert(service, channel);
        }
        Self { program, person, is_outdated: false, channels }
    }

    /// The reason why a call is refused before it is answered; none if it is answered, well or not.
    async fn refusal(&self, rpc: &'static Rpc) -> Option<String> {
        let mut client = Grpc::new(self.channels[rpc.service()].clone());
        client.ready().await.unwrap();
        // An empty message is a request of every kind.
        let (request, codec) = (tonic::Request::new(()), ProstCodec::<(), ()>::default());
        let path = PathAndQuery::from_static(rpc.path);
        let answer = on_behalf_of(self.person.clone(), client.unary(request, path, codec)).await;
        let reason = answer.err()?.get_details_error_info()?.reason;
        REFUSALS.contains(&reason.as_str()).then_some(reason)
    }

    /// The reason of the refusal that the table implies for the call; none if the call is admitted.
    fn expected(&self, rpc: &Rpc) -> Option<&'static str> {
        let Some(program) = self.program else { return Some("peer_required") };
        if !rpc.peers.contains(&program) {
            return Some("peer_refused");
        }
        if self.is_outdated && rpc.person != RequiredPerson::Nobody {
            return Some("person_required");
        }
        match (rpc.person, self.person.as_ref().map(|person| person.role)) {
            (RequiredPerson::Member | RequiredPerson::Administrator, None) => {
                Some("person_required")
            }
            (RequiredPerson::Administrator, Some(role)) if role != Role::Admin => {
                Some("role_required")
            }
            _ if rpc.fresh && !self.is_fresh() => Some("fresh_sign_in_required"),
            _ => None,
        }
    }

    fn is_fresh(&self) -> bool {
        self.person.as_ref().is_some_and(|person| person.fresh_until > 0)
    }

    fn name(&self) -> String {
        let with = |person: &Arc<Person>| {
            let Person { role, role_epoch, fresh_until, .. } = &**person;
            format!(" with {role:?}, fresh until {fresh_until}, epoch {role_epoch}")
        };
        let person = self.person.as_ref().map(with);
        format!("{}{}", self.program.unwrap_or("nobody"), person.unwrap_or_default())
    }
}

/// Somebody who has signed in, as the gateway would state it.
async fn person(stack: &Stack, email: &str, role: Role) -> Arc<Person> {
    let mut browser = Browser::at(stack, "gateway-1");
    browser.sign_in(email).await;
    let user = browser.query("users.getProfile").await.json["result"]["data"].clone();
    assert_eq!(user["role"], if role == Role::Admin { "ADMIN" } else { "CUSTOMER" });
    Arc::new(Person {
        user_id: user["id"].as_str().unwrap().to_owned(),
        organization_id: None,
        role,
        role_epoch: i64::MAX,
        session_id: "01930000-0000-7000-8000-00000000000a".to_owned(),
        fresh_until: i64::MAX,
    })
}

#[tokio::test]
async fn every_call_admits_whom_the_table_names_and_nobody_else() {
    let settings = vec![("ADMIN_EMAILS", ADMIN.to_owned())];
    let stack = Stack::start_with(Options { settings, ..Options::default() }).await;
    let customer = person(&stack, CUSTOMER, Role::Customer).await;
    let administrator = person(&stack, ADMIN, Role::Admin).await;
    // As a gateway states an administrator who signed in long ago, or a gateway of the previous version any.
    let stale = Arc::new(Person { fresh_until: 0, ..(*administrator).clone() });

    let mut callers = vec![Caller::new(&stack, None, None).await];
    callers.push(Caller::new(&stack, None, Some(Arc::clone(&administrator))).await);
    callers.push(Caller::new(&stack, Some("gateway"), Some(stale)).await);
    for program in PROGRAMS {
        callers.push(Caller::new(&stack, Some(program), None).await);
        // The keys of a program other than the gateway state nothing about persons.
        callers.push(Caller::new(&stack, Some(program), Some(Arc::clone(&customer))).await);
        callers.push(Caller::new(&stack, Some(program), Some(Arc::clone(&administrator))).await);
    }
    assert_eq!(wrong_answers(&callers).await, Vec::<String>::new());
    assert!(RPCS.len() > 80, "the table is complete");
}

/// The calls that are answered or refused otherwise than the table says.
async fn wrong_answers(callers: &[Caller]) -> Vec<String> {
    let mut wrong = Vec::new();
    for rpc in RPCS {
        for caller in callers {
            let (found, expected) = (caller.refusal(rpc).await, caller.expected(rpc));
            if found.as_deref() != expected {
                let name = caller.name();
                wrong.push(format!("{} by {name}: {found:?}, not {expected:?}", rpc.path));
            }
        }
    }
    wrong
}

#[tokio::test]
async fn a_demoted_administrator_is_refused_by_every_call_that_takes_a_person() {
    let settings = vec![("ADMIN_EMAILS", ADMIN.to_owned())];
    let stack = Stack::start_with(Options { settings, ..Options::default() }).await;
    let customer = person(&stack, CUSTOMER, Role::Customer).await;
    let administrator = person(&stack, ADMIN, Role::Admin).await;
    let gateway = Caller::new(&stack, Some("gateway"), Some(administrator)).await;
    let stated = |role, role_epoch| {
        let person = Person { role, role_epoch, ..(*customer).clone() };
        Caller::new(&stack, Some("gateway"), Some(Arc::new(person)))
    };
    for role in [Role::Admin, Role::Customer] {
        let request = SetUserRoleRequest { id: customer.user_id.clone(), role: role.into() };
        let mut identity = AdministrationClient::new(gateway.channels["identity"].clone());
        on_behalf_of(gateway.person.clone(), identity.set_user_role(request)).await.unwrap();
    }
    // As the gateway stated them between the two changes, and as it states them now.
    let outdated = Caller { is_outdated: true, ..stated(Role::Admin, 1).await };
    let current = stated(Role::Customer, 2).await;
    for service in stack::services() {
        let mut calls = RPCS.iter().filter(|rpc| {
            rpc.service() == service
                && rpc.person != RequiredPerson::Nobody
                && rpc.peers.contains(&"gateway")
        });
        let rpc = calls.next().unwrap();
        eventually("the change arrives", || async {
            outdated.refusal(rpc).await.as_deref() == Some("person_required")
        })
        .await;
    }
    assert_eq!(wrong_answers(&[outdated]).await, Vec::<String>::new());
    assert_eq!(wrong_answers(&[current]).await, Vec::<String>::new());
}

#[tokio::test]
async fn admin_ports_answer_health_and_metrics_alone() {
    let stack = Stack::start().await;
    for name in stack.names() {
        let operator = stack.operator(&name);
        for path in ["/livez", "/readyz", "/metrics"] {
            assert_eq!(operator.get(path).await.status, 200, "{name}{path}");
        }
        for path in ["/", "/debug", "/settings", "/metrics/x", "/grpc.health.v1.Health/Check"] {
            assert_eq!(operator.get(path).await.status, 404, "{name}{path}");
        }
    }
}
