//! The time of a decision by the installed policies, compared with the work for an answer.

use std::hint::black_box;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use kit::clock::Clock;
use kit::config::Env;
use kit::peers::Peers;
use kit::run::App;
use policy::{HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::access_client::AccessClient;
use proto::access::v1::{Action, Endpoint, GetPoliciesRequest, GetPoliciesResponse};

use super::{AccessStack, Plan};
use crate::figures::median;
use crate::trust::MeasuredStack;

const ROUNDS: usize = 500;
const DECISIONS: u32 = 1_000;
const DEADLINE: Duration = Duration::from_secs(5);
/// The role of members of an organization without a plan that is paid for.
const ROLE: &str = "plan.free";

/// The figures of a decision: its part of the throughput is that of the processor time, as decisions cannot be turned off.
pub struct DecisionCost {
    /// The number of policies in the snapshot.
    pub policies: usize,
    /// Seconds of a processor for a decision.
    pub decision: f64,
    /// Seconds of processors for an answer of `users.getProfile`, in all programs and servers.
    pub answer: f64,
}

impl DecisionCost {
    pub async fn measure(stack: &AccessStack, plan: &Plan<'_>) -> anyhow::Result<Self> {
        let answer = installed(stack).await?;
        let decision = decide(&answer)?;
        let measured = MeasuredStack::read(plan.description).await?;
        let mut answers = Vec::with_capacity(plan.span.rounds);
        for _ in 0..plan.span.rounds {
            answers.push(measured.work(&plan.span).await?.seconds);
        }
        Ok(Self { policies: answer.policies.len(), decision, answer: median(answers.into_iter()) })
    }
}

/// The policies that the service answers to a gateway.
async fn installed(stack: &AccessStack) -> anyhow::Result<GetPoliciesResponse> {
    let peers = Peers::in_folder("gateway", stack.keys.clone(), Clock::system());
    let app = App::new(Env::default(), Clock::system()).with_peers(peers);
    let channel = kit::grpc::connect(&app, "ACCESS_URL", &stack.access_url).await?;
    let mut access = AccessClient::new(channel);
    let request = GetPoliciesRequest { known_epoch: None };
    Ok(kit::grpc::within(DEADLINE, access.get_policies(request)).await?.into_inner())
}

/// The median of decisions on one call, as a gateway makes them for a caller whom it knows.
fn decide(answer: &GetPoliciesResponse) -> anyhow::Result<f64> {
    let GetPoliciesResponse { roles, policies, assignments, .. } = answer;
    let directory = PolicyDirectory::compile(roles, assignments, policies);
    let directory =
        directory.map_err(|errors| anyhow!("the policies are not valid: {errors:?}"))?;
    let role = roles.iter().find(|role| role.name == ROLE).context("no role of the free plan")?;
    let held = [HeldRole::new(role.id.clone(), None, None)];
    let set = PolicySet::compile(&directory, &held, &[])
        .map_err(|error| anyhow!("the policies cannot be used together: {error:?}"))?;
    let (now, address) =
        (Clock::system().now_milliseconds(), Some(IpAddr::from(Ipv4Addr::LOCALHOST)));
    let decide = || set.decide(Endpoint::Assets, Action::List, black_box(now), black_box(address));
    ensure!(decide().scope().is_some(), "the free plan includes no assets");
    let rounds = (0..ROUNDS).map(|_| {
        let began = Instant::now();
        for _ in 0..DECISIONS {
            black_box(decide());
        }
        began.elapsed().as_secs_f64() / f64::from(DECISIONS)
    });
    Ok(median(rounds))
}
