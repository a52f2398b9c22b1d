//! The policies of one caller, compiled, and the decisions on the caller's calls.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use ipnet::IpNet;
use proto::access::v1::{Action, Effect, Endpoint};
use proto::codec::Text;

use super::decision::{Decision, DenialReason, Outcome};
use super::directory::PolicyDirectory;
use super::held_role::HeldRole;
use super::outcomes::outcome;
use super::timeline::Timeline;
use crate::policies::compiled_policy::CompiledPolicy;
use crate::policies::networks;
use crate::scope::{MOST_PERMISSIONS, TooManyPermissions};
use crate::sets::validity::Validity;

const ENDPOINTS: usize = Endpoint::VALUES.len();
const ACTIONS: usize = Action::VALUES.len();
/// The most different lists of networks, of which each has a bit. The highest bit is that of an unknown address.
pub const MOST_NETWORK_LISTS: usize = 63;
const ADDRESS_UNKNOWN: u64 = 1 << MOST_NETWORK_LISTS;

/// Why the policies of a caller cannot be used together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicySetError {
    TooManyPermissions(TooManyPermissions),
    TooManyNetworkLists(usize),
}

/// A policy that a caller holds, with everything on which its effect depends.
#[derive(Debug)]
struct Entry {
    policy: Arc<CompiledPolicy>,
    validity: Validity,
    /// The place of its list of networks; `None` for callers from everywhere.
    networks: Option<u32>,
    /// 0 for what is granted, the place of the ceiling for others.
    layer: usize,
}

/// A decision that was made, and the next one of its endpoint: for another action, period or other networks.
#[derive(Debug)]
struct Made {
    action: Action,
    period: usize,
    networks: u64,
    decision: Decision,
    next: OnceLock<Box<Made>>,
}

/// An immutable set of policies. Decisions are made once for each action, endpoint and set of policies in effect, and kept.
#[derive(Debug)]
pub struct PolicySet {
    roles: Box<[HeldRole]>,
    entries: Vec<Entry>,
    networks: Vec<Arc<[IpNet]>>,
    layers: usize,
    timelines: Vec<Timeline>,
    /// For each action at each endpoint the place of its timeline.
    cells: [u8; ENDPOINTS * ACTIONS],
    /// The decisions at each endpoint. A caller makes few different calls, and there are as many sets as API keys.
    made: [OnceLock<Box<Made>>; ENDPOINTS],
}

impl PolicySet {
    /// The policies of roles, below ceilings that are policies themselves, such as the scopes of an API key. A ceiling
    /// without policies allows nothing.
    pub fn compile(
        directory: &PolicyDirectory,
        roles: &[HeldRole],
        ceilings: &[Vec<Arc<CompiledPolicy>>],
    ) -> Result<Self, PolicySetError> {
        let granted = roles.iter().flat_map(|role| {
            directory.policies(&role.role_id).iter().map(|assigned| {
                (Arc::clone(&assigned.policy), role.validity.and(assigned.validity), 0)
            })
        });
        let of_ceilings = ceilings.iter().zip(1..).flat_map(|(policies, layer)| {
            policies.iter().map(move |policy| (Arc::clone(policy), policy.validity(), layer))
        });
        let mut set = Self {
            roles: roles.into(),
            entries: Vec::new(),
            networks: Vec::new(),
            layers: 1 + ceilings.len(),
            timelines: Vec::new(),
            cells: [0; ENDPOINTS * ACTIONS],
            made: std::array::from_fn(|_| OnceLock::new()),
        };
        for (policy, validity, layer) in granted.chain(of_ceilings) {
            set.add(policy, validity, layer);
        }
        if set.networks.len() > MOST_NETWORK_LISTS {
            return Err(PolicySetError::TooManyNetworkLists(set.networks.len()));
        }
        for (place, (endpoint, action)) in calls().enumerate() {
            let timeline = set.timeline(endpoint, action);
            let known = set.timelines.iter().position(|known| *known == timeline);
            set.cells[place] = known.unwrap_or(set.timelines.len()) as u8;
            if known.is_none() {
                set.timelines.push(timeline);
            }
        }
        set.entries.shrink_to_fit();
        set.timelines.shrink_to_fit();
        set.check_size().map_err(PolicySetError::TooManyPermissions)?;
        Ok(set)
    }

    /// The roles of which the policies are.
    pub fn roles(&self) -> &[HeldRole] {
        &self.roles
    }

    fn add(&mut self, policy: Arc<CompiledPolicy>, validity: Validity, layer: usize) {
        if validity.is_empty() {
            return;
        }
        let of_policy = policy.networks();
        let networks = (!of_policy.is_empty()).then(|| {
            let known = self.networks.iter().position(|known| known == of_policy);
            known.unwrap_or_else(|| {
                self.networks.push(Arc::clone(of_policy));
                self.networks.len() - 1
            }) as u32
        });
        self.entries.push(Entry { policy, validity, networks, layer });
    }

    fn timeline(&self, endpoint: Endpoint, action: Action) -> Timeline {
        let concerned = self.entries.iter().enumerate();
        let concerned: Vec<_> =
            concerned.filter(|(_, entry)| entry.policy.is_about(endpoint, action)).collect();
        let boundaries: BTreeSet<i64> = concerned
            .iter()
            .flat_map(|(_, entry)| [entry.validity.start, entry.validity.end])
            .filter(|moment| *moment != i64::MIN && *moment != i64::MAX)
            .collect();
        Timeline {
            entries: concerned.iter().map(|(place, _)| *place as u32).collect(),
            boundaries: boundaries.into_iter().collect(),
            networks: concerned
                .iter()
                .filter_map(|(_, entry)| entry.networks)
                .fold(0, |bits, place| bits | 1 << place),
        }
    }

    /// Whether all policies together have a scope. Fewer of them may still have one with more permissions, as no permission
    /// contains others then; such calls are denied.
    fn check_size(&self) -> Result<(), TooManyPermissions> {
        for (endpoint, action) in calls() {
            let Some(timeline) = self.timeline_of(endpoint, action) else { continue };
            if timeline.entries.len() > MOST_PERMISSIONS {
                let is_partial = |entry: &Entry| !entry.policy.denies_calls();
                let outcome = self.outcome_of((endpoint, action), timeline, is_partial);
                if let Outcome::Denied(DenialReason::TooManyPermissions(error)) = outcome {
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Whether a caller with these policies, at a time and from an address, may do everything that other policies ever allow,
    /// from wherever. It may be false where several permissions are needed; it is never true wrongly.
    pub fn covers(&self, granted: &Self, now: i64, address: Option<IpAddr>) -> bool {
        calls().all(|(endpoint, action)| {
            let Some(timeline) = granted.timeline_of(endpoint, action) else { return true };
            // A denial for a time or for some networks protects nothing at other times and from elsewhere.
            let counts = |entry: &Entry| {
                let is_always = entry.networks.is_none() && entry.validity == Validity::ALWAYS;
                entry.policy.effect() == Effect::Allow || is_always
            };
            match granted.outcome_of((endpoint, action), timeline, counts) {
                Outcome::Denied(DenialReason::TooManyPermissions(_)) => false,
                Outcome::Denied(_) => true,
                Outcome::Allowed(scope) => {
                    let own = self.decide(endpoint, action, now, address).scope();
                    own.is_some_and(|own| own.contains(&scope))
                }
            }
        })
    }

    /// The decision on a call at a time, in milliseconds since 1970, from an address. If the address is unknown, policies
    /// for certain networks allow nothing, and denials for certain networks have effect.
    pub fn decide(
        &self,
        endpoint: Endpoint,
        action: Action,
        now: i64,
        address: Option<IpAddr>,
    ) -> &Decision {
        static UNKNOWN_CALL: Decision =
            Decision { outcome: Outcome::Denied(DenialReason::NotAllowed), policies: Vec::new() };
        let Some(timeline) = self.timeline_of(endpoint, action) else { return &UNKNOWN_CALL };
        let period = timeline.period(now);
        let networks = self.matching_networks(timeline.networks, address);
        // The list grows at its end alone, so that readers need no lock.
        let mut slot = &self.made[endpoint as usize - 1];
        loop {
            let made = slot.get_or_init(|| {
                let decision = self.make((endpoint, action), timeline, now, networks);
                Box::new(Made { action, period, networks, decision, next: OnceLock::new() })
            });
            if made.action == action && made.period == period && made.networks == networks {
                return &made.decision;
            }
            slot = &made.next;
        }
    }

    /// The timeline of a call; none of a call that does not exist.
    fn timeline_of(&self, endpoint: Endpoint, action: Action) -> Option<&Timeline> {
        let endpoint = (endpoint as usize).checked_sub(1)?;
        let place = endpoint * ACTIONS + (action as usize).checked_sub(1)?;
        Some(&self.timelines[usize::from(self.cells[place])])
    }

    /// The lists of networks, of some, to which an address belongs.
    fn matching_networks(&self, lists: u64, address: Option<IpAddr>) -> u64 {
        if lists == 0 {
            return 0;
        }
        let Some(address) = address else { return ADDRESS_UNKNOWN };
        let matches = |place: &usize| {
            lists & 1 << place != 0 && networks::contain(&self.networks[*place], address)
        };
        (0..self.networks.len()).filter(matches).fold(0, |bits, place| bits | 1 << place)
    }

    fn make(
        &self,
        call: (Endpoint, Action),
        timeline: &Timeline,
        now: i64,
        networks: u64,
    ) -> Decision {
        let is_in_effect = |entry: &Entry| {
            let is_from_network = entry.networks.is_none_or(|place| networks & 1 << place != 0);
            let is_denial = entry.policy.effect() == Effect::Deny;
            entry.validity.contains(now)
                && (is_from_network || is_denial && networks == ADDRESS_UNKNOWN)
        };
        let entries = timeline.entries.iter().map(|place| &self.entries[*place as usize]);
        let policies: BTreeSet<_> = entries
            .filter(|entry| is_in_effect(entry))
            .map(|entry| entry.policy.version())
            .collect();
        Decision {
            outcome: self.outcome_of(call, timeline, is_in_effect),
            policies: policies.into_iter().cloned().collect(),
        }
    }

    /// The outcome of some of the policies that are about a call.
    fn outcome_of(
        &self,
        call: (Endpoint, Action),
        timeline: &Timeline,
        counts: impl Fn(&Entry) -> bool,
    ) -> Outcome {
        let mut layers = vec![Vec::new(); self.layers];
        for place in &timeline.entries {
            let entry = &self.entries[*place as usize];
            if counts(entry) {
                layers[entry.layer].push(entry.policy.as_ref());
            }
        }
        outcome(call, &layers)
    }
}

/// Every action at every endpoint, in the order of the cells.
fn calls() -> impl Iterator<Item = (Endpoint, Action)> {
    Endpoint::VALUES
        .iter()
        .flat_map(|(endpoint, _)| Action::VALUES.iter().map(|(action, _)| (*endpoint, *action)))
}
