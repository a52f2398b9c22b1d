//! The policies of the holders of a role before and after a change.

use proto::access::v1::{Effect, Limits, Policy};

/// A policy that a role has, with everything on which its effect depends.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPolicy {
    pub policy: Policy,
    pub overrides: Option<Limits>,
    pub starts_at: Option<i64>,
    pub expires_at: Option<i64>,
}

impl HeldPolicy {
    /// The same without what does not matter for its effect, so that equal ones have the same effect.
    fn effect(&self) -> Self {
        let policy = &self.policy;
        let policy = Policy {
            effect: policy.effect,
            actions: policy.actions.clone(),
            endpoints: policy.endpoints.clone(),
            r#where: policy.r#where.clone(),
            fields: policy.fields.clone(),
            time: policy.time.clone(),
            limits: policy.limits.clone(),
            starts_at: policy.starts_at,
            expires_at: policy.expires_at,
            ip_cidrs: policy.ip_cidrs.clone(),
            ..Policy::default()
        };
        Self { policy, ..self.clone() }
    }

    fn has_ended(&self, now: i64) -> bool {
        let ends = [self.expires_at, self.policy.expires_at];
        ends.into_iter().flatten().any(|end| end <= now)
    }

    /// The same at all times and from all networks.
    fn unbounded(&self) -> Self {
        let policy = Policy {
            starts_at: None,
            expires_at: None,
            ip_cidrs: Vec::new(),
            ..self.policy.clone()
        };
        Self { policy, starts_at: None, expires_at: None, ..self.clone() }
    }
}

/// The policies that holders have before and after a change.
#[derive(Debug, Default)]
pub struct Grant {
    pub before: Vec<HeldPolicy>,
    pub after: Vec<HeldPolicy>,
}

impl Grant {
    /// They get these policies.
    pub fn giving(policies: Vec<HeldPolicy>) -> Self {
        Self { before: Vec::new(), after: policies }
    }

    /// They lose these policies.
    pub fn taking(policies: Vec<HeldPolicy>) -> Self {
        Self { before: policies, after: Vec::new() }
    }

    /// Whether a denial that has effect, or will have it, is not there afterwards as it was.
    pub fn weakens_denial(&self, now: i64) -> bool {
        let denials = self.before.iter().filter(|one| one.policy.effect() == Effect::Deny);
        denials.into_iter().any(|one| !one.has_ended(now) && !is_among(one, &self.after))
    }

    /// The permissions that were not there before as they are afterwards. Their times and networks do not count: they must
    /// be contained at every time and from everywhere.
    pub fn added_permissions(&self) -> Vec<HeldPolicy> {
        let permissions = self.after.iter().filter(|one| one.policy.effect() == Effect::Allow);
        let added = permissions.filter(|one| !is_among(one, &self.before));
        added.map(HeldPolicy::unbounded).collect()
    }
}

fn is_among(one: &HeldPolicy, others: &[HeldPolicy]) -> bool {
    let effect = one.effect();
    others.iter().any(|other| other.effect() == effect)
}

/// The policies in the time in which a role with them is held.
pub fn within(
    policies: &[HeldPolicy],
    starts_at: Option<i64>,
    expires_at: Option<i64>,
) -> Vec<HeldPolicy> {
    let policies = policies.iter().map(|held| HeldPolicy {
        starts_at: held.starts_at.max(starts_at),
        expires_at: match (held.expires_at, expires_at) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        },
        ..held.clone()
    });
    policies.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(effect: Effect, name: &str) -> HeldPolicy {
        let policy = Policy { effect: effect.into(), name: name.to_owned(), ..Policy::default() };
        HeldPolicy { policy, overrides: None, starts_at: None, expires_at: None }
    }

    #[test]
    fn another_name_adds_nothing() {
        let grant = Grant {
            before: vec![held(Effect::Allow, "one")],
            after: vec![held(Effect::Allow, "other")],
        };
        assert!(grant.added_permissions().is_empty());
    }

    #[test]
    fn a_longer_window_adds_the_permission_and_a_shorter_one_weakens_a_denial() {
        let short = |effect| HeldPolicy { expires_at: Some(10), ..held(effect, "") };
        let [allow, deny] = [Effect::Allow, Effect::Deny];
        let longer = Grant { before: vec![short(allow)], after: vec![held(allow, "")] };
        assert_eq!(longer.added_permissions().len(), 1);
        assert!(!longer.weakens_denial(0));
        let shorter = Grant { before: vec![held(deny, "")], after: vec![short(deny)] };
        assert!(shorter.weakens_denial(0) && shorter.added_permissions().is_empty());
        assert!(Grant::taking(vec![short(deny)]).weakens_denial(9));
        assert!(!Grant::taking(vec![short(deny)]).weakens_denial(10));
        assert!(!Grant::giving(vec![held(deny, "")]).weakens_denial(0));
    }

    #[test]
    fn a_role_is_held_in_the_time_that_both_have_in_common() {
        let policies =
            [HeldPolicy { starts_at: Some(5), expires_at: Some(10), ..held(Effect::Allow, "") }];
        let window = |start, end| {
            let held = within(&policies, start, end);
            (held[0].starts_at, held[0].expires_at)
        };
        assert_eq!(window(None, None), (Some(5), Some(10)));
        assert_eq!(window(Some(6), Some(20)), (Some(6), Some(10)));
        assert_eq!(window(Some(1), Some(7)), (Some(5), Some(7)));
    }
}
